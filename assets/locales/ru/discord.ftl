# Messages on Discord only.

# Entries in the context menus of a person and a message, at most 32 characters each.

menu-challenge = Вызвать на партию в YINSH
menu-analyze = Разобрать эту запись

# What is said.

menu-no-record = Не вижу в этом сообщении записи партии. Я читаю нотацию вроде «1. f6 2. a5 …», SGF или файл с одним из них.
discord-add-app = Не видишь моих команд после «/»? Нажми на моё имя, затем «Добавить приложение» (Add App) и добавь меня в свои приложения. Тогда сможешь делать здесь ходы.
discord-not-here = Здесь я не играю.
discord-cannot-send = Мне нельзя там писать. Дай мне в настройках канала права «Просматривать канал» (View Channel) и «Отправлять сообщения» (Send Messages), а для веток — «Отправлять сообщения в ветках» (Send Messages in Threads).
discord-cannot-attach = Мне нельзя отправлять туда картинки. Дай мне в настройках канала право «Прикреплять файлы» (Attach Files).
discord-cannot-thread = Мне нельзя создать там ветку, поэтому для второй партии нет места. Дай мне в настройках канала права «Создавать публичные ветки» (Create Public Threads) и «Отправлять сообщения в ветках» (Send Messages in Threads).
discord-no-thread-now = Discord сейчас не даёт мне создать ветку, поэтому для второй партии нет места. Повтори вызов через несколько минут или когда закончится партия в канале.
discord-grant = По этой ссылке мне выдадут всё, что нужно: { $link }
discord-ask-managers = Это может изменить тот, кто управляет сервером.
discord-too-much = Здесь сейчас слишком много всего происходит. Попробуй ещё раз через минутку.

# Beside the bot's name: how many games are running.
discord-presence = { $games ->
    [0] /help
    [one] /help · { $games } партия
    [few] /help · { $games } партии
    [many] /help · { $games } партий
   *[other] /help · { $games } партии
}

# Descriptions of slash command options, at most 100 characters each.

option-opponent = Кому бросаешь вызов. Оставь пустым, чтобы вызвать любого желающего.
option-challenge-level = Если вызываешь меня: с какой силой мне играть, от 1 (вполсилы) до 10.
option-challenger = Чей вызов, если их несколько.
option-variant = В блице побеждает первое снятое кольцо, а не третье.
option-level = С какой силой мне играть, от 1 (вполсилы) до 10; по умолчанию 4.
option-lesson = Какой урок, от 1 до 10; по умолчанию следующий.
option-tutorial = Выйти из урока, увидеть решение или сыграть первую партию.
option-puzzle = Тема, сложность или что сделать с открытой задачей.
option-train = Что делать с открытой задачей.
option-race = Начать, пропустить задачу или закончить.
option-colour = Твой цвет.
option-holiday = На сколько, например 5d.
option-holiday-end = Закончить отпуск.
option-weekends = Суббота и воскресенье (UTC) не идут в счёт времени.
option-time = Время на каждый ход (3d) или на партию плюс на каждый ход (5d+12h, 15m+10s).
option-span = Сколько времени, например 1d, 2h или 10m.
option-hint = 1 — куда смотреть, 2 — что делать и почему, 3 — всё сразу.
option-coach = Подсказывать ли каждый ход в этой партии.
option-point = Свободная точка, например E4.
option-from = Какое кольцо ходит.
option-to = Куда оно идёт.
option-row-number = Номер ряда на доске.
option-row-end = Один конец ряда, вместо номера.
option-row-other-end = Другой конец ряда.
option-ring = Где стоит кольцо, например E4.
option-board-form = Картинкой или текстом.
option-sure = Точно?
option-record-form = Обычный текст или SGF.
option-record = Запись партии, вставленная текстом.
option-file = Или файл с записью партии.
option-remind = В канале, в личке или нигде.
option-set-key = Какая настройка.
option-set-value = Новое значение; «default» сбрасывает. Оставь пустым, чтобы увидеть текущее.
option-set-for = Только для тебя или для всего канала или сервера.
option-auto = Ходить ли за тебя, когда выбора нет.
option-if = Ход соперника, «then», твой: E4 E10 then G2 G5. Или «clear». Пусто — список.
option-theme = Вид доски. Для «contrast» не нужно различать цвета.
option-topic = О чём рассказать.
option-rated = Рейтинговая партия влияет на рейтинг обоих игроков.
option-game = Номер законченной партии.
option-running-number = Номер твоей идущей партии из «games».
option-place = Канал или ветка идущей партии.
option-watch = Следить за партией или перестать.
option-watch-number = С «off»: за которой из партий.
option-predict = Кто, по-твоему, победит.
option-program = Программа; без неё — список тех, что здесь играют.
option-round = Сколько длится голосование, например 10m.
option-quorum = Сколько нужно голосов.
option-vote-player = Кто играет против всех; если не указать, бот.
option-tournament = Открыть (швейцарка, круговой, выбывание, арена), участвовать, выйти, старт, убрать, стоп.
option-rounds = Число туров (швейцарка) или минут (арена).
option-schedule = Система (швейцарка, круговой, выбывание, арена) или выкл.
option-day = В какой день недели или ежедневно.
option-at = В какое время, например 18:00.
option-zone = В каком часовом поясе, например Europe/Moscow или +03:00. По умолчанию UTC.
option-removed = Кого убрать.
option-board = Доска в текущем туре.
option-score = Кто выиграл, ничья, или ничего, если очка не получает никто.
option-turn = Номер хода. Если пропустить, то последний.
option-turns = С какого хода по какой, например 20-40. Если пропустить, то все.
option-turning = Номер его хода. Если пропустить, то первый перелом.
option-turning-which = Если у хода несколько переломов: который из них.
option-player = Чья статистика или чьи партии; оставь пустым, если твои.
option-note = Что случилось.
option-substitute = Кто будет играть за тебя, если согласится.
option-adjourned = Номер твоей отложенной партии.
option-page = Страница; 1 — самая свежая.
option-part = Какая часть, если файлов несколько.
option-command = Какая команда тебя интересует.
option-adjudicate = Чем заканчивается партия.
option-mute = Кому.
option-mute-time = На сколько, например 7d.
