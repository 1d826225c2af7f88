# Every sentence that players read. The session fills the placeables; {$command} and the like
# are commands, shown with the prefix of the platform.

white = белые
black = чёрные
variant-normal = обычная партия
variant-blitz = блиц-партия
variant-normal-rated = обычная рейтинговая партия
variant-blitz-rated = рейтинговая блиц-партия
terms-normal = обычная
terms-blitz = блиц
terms-normal-rated = обычная рейтинговая
terms-blitz-rated = рейтинговый блиц
time-per-move = { $time } на ход
time-fischer = по { $bank } на игрока плюс { $increment } за ход
time-weekends-off = { $time }, выходные (UTC) не в счёт
time-bank = по { $bank } на игрока на всю партию

# The bot at one of its levels: in sentences, and on the plate beside the board.
bot-at-level = { $bot } (уровень { $level }, { $name })
bot-on-plate = { $bot }, уровень { $level }
level-named = { $level } { $name }
level-1 = Камешек
level-2 = Ученик
level-3 = Трюкач
level-4 = Жонглёр
level-5 = Ходулист
level-6 = Акробат
level-7 = Канатоходец
level-8 = Иллюзионист
level-9 = Укротитель львов
level-10 = Хозяин манежа
no-such-level = Уровня { $level } нет. Уровни идут от 1 (вполсилы) до { $last } (на полную).

## Beginning

challenged =
    { $by } вызывает игрока { $to } сыграть в YINSH: { $variant }, { $by } играет { $color }.
    { $accept } или { $decline }? Вызов действует до { $expires }.
challenged-anyone = { $by } ищет, с кем сыграть в YINSH: { $variant }, { $by } играет { $color }. Хочешь сыграть — { $accept }. Вызов действует до { $expires }.
takes-white = белыми
takes-black = чёрными
takes-random = случайным цветом
takes-timed = { $color }, { $time }
challenge-bot-level = Можно выбрать, с какой силой мне играть, от 1 до { $last }. В следующий раз попробуй { $play }.
challenge-level = Уровни бывают только у партий со мной. Сыграй со мной ({ $play }) или брось вызов без уровня.
challenge-self = Вызвать себя нельзя. Сыграй со мной ({ $play }) или поищи соперника: { $anyone }.
challenge-unknown = Не знаю здесь никого с именем «{ $name }». Упомяни нужного человека: { $command }.
challenge-waits = Твой прошлый вызов ещё ждёт ответа. Сначала отзови его: { $withdraw }.
challenges-full = Здесь уже десять открытых вызовов. Прими один из них или подожди, пока какой-нибудь истечёт.
challenge-which = Тебя вызывают: { $by }. Напиши, чей вызов ты имеешь в виду, например { $accept }.
challenge-own = Это твой собственный вызов, принять его должен кто-то другой. Отозвать: { $withdraw }.
challenge-not-yours = { $by } вызывает игрока { $to }, так что ответить может только { $to }.
challenge-none = Тебя никто не вызывает. Начни партию ({ $challenge }) или сыграй со мной ({ $play }).
accepted = { $by } принимает вызов игрока { $challenger }.
declined = { $challenger }, { $by } отклоняет твой вызов. Может, в другой раз!
withdrawn = { $by } отзывает вызов.
withdraw-nothing = Отзывать нечего: у тебя нет ни открытого вызова, ни просьбы без ответа.
expired = { $by }, на твой вызов никто не ответил, и он истёк. Попробуй ещё раз: { $challenge }.
started-normal = Партия началась: { $white } (белые) — { $black } (чёрные). Побеждает тот, кто раньше снимет три своих кольца.
started-blitz = Блиц начался: { $white } (белые) — { $black } (чёрные). Побеждает тот, кто раньше снимет одно своё кольцо.
started-rated = Партия рейтинговая, поэтому без подсказок.
challenge-bot-rated = Партии со мной не рейтинговые. Убери «rated» или брось вызов кому-нибудь другому.
started-timed = { $started } Время: { $time }.
too-much = Не всё сразу! Дай мне { $seconds ->
    [one] { $seconds } секунду
    [few] { $seconds } секунды
    [many] { $seconds } секунд
   *[other] { $seconds } секунды
}.
too-many-games = { $most ->
    [one] У тебя уже идёт { $most } партия, больше нельзя.
    [few] У тебя уже идут { $most } партии, больше нельзя.
    [many] У тебя уже идёт { $most } партий, больше нельзя.
   *[other] У тебя уже идёт { $most } партии, больше нельзя.
} Сначала закончи какую-нибудь или сдайся: { $resign }.
too-many-games-other = { $most ->
    [one] { $player } уже играет { $most } партию, больше нельзя.
    [few] { $player } уже играет { $most } партии, больше нельзя.
    [many] { $player } уже играет { $most } партий, больше нельзя.
   *[other] { $player } уже играет { $most } партии, больше нельзя.
}
table-yours = У тебя здесь уже идёт партия. Сначала доиграй её или закончи: { $draw } либо { $resign }.
table-taken = Здесь играют { $white } и { $black }. Новую партию можно начать, когда они закончат.
challenges-void = Здесь начинается партия, поэтому открытые вызовы сняты: { $by }.
moved-along = Эта комната заменяет старую. Всё, что там было, продолжается здесь.
back-again = Какое-то время у меня не получалось сюда писать. Вот как идут дела.
rematch-spectator = О реванше могут просить только игроки последней партии. Начни свою: { $challenge }.
no-game = Здесь сейчас никто не играет. Начни партию ({ $challenge }) или сыграй со мной ({ $play }).

## What happened

told-place = { $color-id ->
    [white] { $player } ставит белое кольцо на { $point }.
   *[black] { $player } ставит чёрное кольцо на { $point }.
}
told-move = { $turned ->
    [0] { $player } ходит { $from } → { $to }.
    [one] { $player } ходит { $from } → { $to } и переворачивает { $turned } фишку.
    [few] { $player } ходит { $from } → { $to } и переворачивает { $turned } фишки.
    [many] { $player } ходит { $from } → { $to } и переворачивает { $turned } фишек.
   *[other] { $player } ходит { $from } → { $to } и переворачивает { $turned } фишки.
}
played-for = Выбора нет, поэтому хожу за игрока { $player }: { $told }
played-for-all = Выбора нет, поэтому хожу за всех: { $told }
played-conditional = По плану игрока { $player }: { $told }
told-row = { $player } снимает ряд { $row }.
told-ring = { $player } снимает кольцо с { $point }: кольцо { $number } из { $goal }.
told-pass = { $player } пропускает ход: ни одно кольцо не может пойти.

## Whose turn it is

turn-place = { $player } ({ $color }), поставь кольцо { $number } из { $rings }, например { $command }.
turn-move = { $player } ({ $color }), твой ход: { $command }. { $moves } покажет, куда может пойти кольцо.
turn-pass = { $player } ({ $color }), ни одно твоё кольцо не может пойти: { $pass }.
turn-row = { $count ->
    [1] { $player } ({ $color }), у тебя ряд из пяти фишек ({ $rows }). Сними его: { $command }.
    [one] { $player } ({ $color }), у тебя { $count } ряд из пяти фишек ({ $rows }). Сними один из них, например { $command }.
    [few] { $player } ({ $color }), у тебя { $count } ряда из пяти фишек ({ $rows }). Сними один из них, например { $command }.
    [many] { $player } ({ $color }), у тебя { $count } рядов из пяти фишек ({ $rows }). Сними один из них, например { $command }.
   *[other] { $player } ({ $color }), у тебя { $count } ряда из пяти фишек ({ $rows }). Сними один из них, например { $command }.
}
turn-ring = { $player } ({ $color }), теперь сними одно из своих колец ({ $rings }), например { $command }.
turn-place-brief = { $player } ({ $color }), поставь кольцо { $number } из { $rings }.
turn-move-brief = { $player } ({ $color }), твой ход.
turn-row-brief = { $count ->
    [1] { $player } ({ $color }), у тебя ряд из пяти фишек ({ $rows }). Сними его.
    [one] { $player } ({ $color }), у тебя { $count } ряд из пяти фишек ({ $rows }). Сними один из них.
    [few] { $player } ({ $color }), у тебя { $count } ряда из пяти фишек ({ $rows }). Сними один из них.
    [many] { $player } ({ $color }), у тебя { $count } рядов из пяти фишек ({ $rows }). Сними один из них.
   *[other] { $player } ({ $color }), у тебя { $count } ряда из пяти фишек ({ $rows }). Сними один из них.
}
turn-ring-brief = { $player } ({ $color }), теперь сними одно из своих колец ({ $rings }).
turn-bot = Мой ход ({ $color })…
turn-program = { $program } ({ $color }) думает…
crowd = Команда
vote-place = Голосуйте, куда поставить кольцо { $number } из { $rings } ({ $color }), например { $command }.
vote-move = Голосуйте за следующий ход ({ $color }): { $command }. { $moves } покажет, куда может пойти кольцо.
vote-pass = Ни одно ваше кольцо не может ходить ({ $color }): { $pass }.
vote-row = Голосуйте, какой ряд снять ({ $color }): { $rows }. Например, { $command }.
vote-ring = Голосуйте, какое кольцо снять ({ $color }): { $rings }. Например, { $command }.
vote-timed = { $quorum ->
    [1] { $turn } Конец голосования: { $end } или первый голос после этого.
    [one] { $turn } Конец голосования: { $end } или позже, когда голосов станет { $quorum }.
    [few] { $turn } Конец голосования: { $end } или позже, когда голосов станет { $quorum }.
    [many] { $turn } Конец голосования: { $end } или позже, когда голосов станет { $quorum }.
   *[other] { $turn } Конец голосования: { $end } или позже, когда голосов станет { $quorum }.
}
vote-cast = Твой голос: { $vote }.
vote-already = Твой голос за { $vote } уже учтён.
vote-final = Твой голос изменён в этом раунде уже { $most } раз, больше нельзя.
vote-full = Голосов уже { $most }, больше не считаю.
vote-one = Голосуй за одно действие за раз.
vote-host = За ходы здесь голосуют все, но это может сделать только { $host }: партию начал этот игрок.
vote-not-here = В партии, где голосуют все, это невозможно.
vote-count = { $vote } ({ $votes })
votes-none = Пока никто не голосовал.
votes-so-far = { $voters ->
    [1] Один голос: { $votes }.
    [one] { $voters } голос: { $votes }.
    [few] { $voters } голоса: { $votes }.
    [many] { $voters } голосов: { $votes }.
   *[other] { $voters } голоса: { $votes }.
}
votes-no-vote = Сейчас здесь нет голосования. { $command } начнёт партию, в которой голосуют все.
vote-round-wrong = Голосование может длиться от { $least } до { $most }.
vote-quorum-wrong = Можно требовать от 1 до { $most } голосов.
vote-how = Голосовать может каждый: напиши ход или выбери его. Делается ход, набравший больше всего голосов; { $votes } покажет, как идёт голосование.
vote-challenged = { $by } и все здесь вызывают игрока { $to } сыграть в YINSH: { $variant }, вызывающие играют { $color } и голосуют за каждый ход.
    { $to }, { $accept } или { $decline }? Вызов действует до { $expires }.
vote-self = Нельзя играть сразу и со всеми, и против всех. Пусть вызов сделает кто-то другой: нужна команда с твоим именем.
vote-level = Уровни нужны только для игр со мной. Убери уровень или игрока.
rematch-crowd = За другую сторону здесь играли все остальные, поэтому попросить должен кто-то из них: { $command }.

tournament-swiss = швейцарская система
tournament-round-robin = круговая система, каждый с каждым
tournament-knockout = на выбывание
tournament-simul = сеанс одновременной игры
tournament-arena = арена, { $minutes } мин
tournament-open = { $by } открывает турнир ({ $system }). Каждая партия: { $games }.
tournament-sign-up = Открыта запись на турнир ({ $system }). Каждая партия: { $games }.
tournament-nobody = Пока никто не записался.
tournament-joined = { $number ->
    [one] Пока { $number } участник: { $players }.
    [few] Пока { $number } участника: { $players }.
    [many] Пока { $number } участников: { $players }.
   *[other] Пока { $number } участника: { $players }.
}
tournament-how = Записаться: { $join }. { $by } начнёт турнир: { $start }.
tournament-rules = У каждой партии своя ветка, а следующий тур начнётся, когда закончатся все партии. Кто не сделает первый ход вовремя, теряет очко и выбывает.
tournament-joins = { $number ->
    [1] Записывается { $player }: пока один человек.
    [one] { $player } участвует: всего { $number } участник.
    [few] { $player } участвует: всего { $number } участника.
    [many] { $player } участвует: всего { $number } участников.
   *[other] { $player } участвует: всего { $number } участника.
}
tournament-withdrawn = { $player } выходит из турнира.
tournament-removed = { $player } больше не участвует в турнире.
tournament-own-game = Это твоя партия. Результат должен указать кто-то другой, например модератор.
tournament-round = Тур { $round } из { $rounds }
tournament-byes = Без соперника в этом туре, но с целым очком: { $players }.
tournament-free = Свободны в этом туре: { $players }.
tournament-board = Доска { $board }: { $white } (белые) – { $black } (чёрные)
tournament-playing = { $board }. { $white } – { $black }: идёт игра
tournament-result = { $board }. { $white } – { $black }  { $score }
tournament-forfeit = { $player } выбывает из турнира за неявку или уход.
tournament-game = { $white } – { $black }: тур { $round } турнира, доска { $board }. Удачи!
tournament-over = { $number ->
    [1] Турнир окончен. Победитель: { $winners }. Поздравляю!
   *[other] Турнир окончен. Первое место делят: { $winners }. Поздравляю!
}
tournament-line = { $place }. { $player }: { $points } (доп. показатель { $tiebreak })
tournament-line-plain = { $place }. { $player }: { $points }
tournament-caption = Таблица после тура { $round } из { $rounds }
tournament-head-points = Очки
tournament-head-tiebreak = Доп.
bracket-final = Финал
bracket-semi-finals = Полуфиналы
bracket-quarter-finals = Четвертьфиналы
bracket-round-of-16 = 1/8 финала
bracket-round-of-32 = 1/16 финала
bracket-match = { $round }: { $upper } – { $lower }
bracket-score = { $round }: { $upper } – { $lower } { $score }
bracket-over = Турнир окончен
tournament-standings = Таблица:
tournament-finished = Последний турнир здесь окончен. Итоговая таблица:
tournament-called-off = Турнир отменён.
tournament-lapsed = За 30 дней никто не начал турнир, поэтому он отменён.
tournament-kept = Хорошо, игра продолжается.
tournament-sure = { $player }, отменить турнир? Идущие партии продолжатся, но для турнира больше не считаются. { $yes } или { $no }
tournament-not-here = Для турнира и сеанса нужен канал или комната, где я могу открывать ветки. В ветке или личном чате их не открыть.
tournament-goes-on = Здесь уже есть турнир: { $tournament }. Кто его открыл или модератор может его отменить: { $stop }.
tournament-rounds-wrong = В швейцарском турнире от 1 до { $most } туров.
tournament-rounds-fixed = Число туров указывают только в швейцарской системе. В других оно зависит от числа участников.
tournament-untimed = Этим партиям нужны часы, чтобы никто не ждал вечно: { $example }.
tournament-begun = Партии уже начались.
tournament-already = Ты уже в списке.
tournament-full = Все места заняты: { $most }.
tournament-not-in = Тебя нет в списке.
tournament-already-left = Ты уже не участвуешь.
tournament-no-player = Никого по имени «{ $name }» в списке нет.
tournament-few = Сначала должны записаться хотя бы { $least } участника: { $join }.
tournament-no-board = Такой доски в этом туре нет. Партии показывает { $tournament }.
tournament-has-result = У этой партии уже есть результат.
tournament-none = Турнира здесь нет. Открыть свой: { $open }.
tournament-organizer = Это могут сделать только { $by } (организатор) и модераторы.
tournament-not-begun = Не удалось открыть ветку для доски { $board } ({ $white } – { $black }). Мне нужно право создавать ветки. После этого { $start } попробует ещё раз, а { $score } укажет результат.
tournament-no-handover = Место в турнире или сеансе нельзя передать. Сдаться: { $resign }.
tournament-no-pause = Партию турнира или сеанса нельзя приостановить: её ждут другие.
arena-rules = У каждой партии своя ветка. Закончив партию, ты играешь со следующим свободным участником, пока не выйдет время. После двух побед подряд партии идут в двойной зачёт, до первой невыигранной включительно. Кто не сделает первый ход вовремя, теряет очко и отдыхает, пока не запишется снова.
arena-forfeit = { $player }: неявка или уход. Перерыв до новой записи.
arena-game = { $white } – { $black }: арена, партия { $board }. Удачи!
arena-title = Конец арены: { $ends }.
arena-closing = На арене больше не начинаются новые партии: начатые доигрываются и идут в зачёт.
arena-caption = { $number ->
    [one] Таблица после { $number } партии
    [few] Таблица после { $number } партий
    [many] Таблица после { $number } партий
   *[other] Таблица после { $number } партии
}
arena-minutes-wrong = Арена длится от { $least } до { $most } минут.
arena-slow = Партии на арене короткие: часы не больше 30 минут на игрока и не больше минуты добавки за ход, например 5m+5s. Они идут и по выходным. Длительность самой арены указывают просто числом минут, например 60.
arena-over = Арена окончена. Никто не набрал очков.
tournament-kept-out = Тебя исключили из этого турнира, поэтому записаться снова нельзя.
simul-open = { $by } играет сразу со всеми в сеансе одновременной игры (цвет на всех досках: { $color }). Каждая партия: { $games }.
simul-rules = У каждой партии своя ветка. Кто не сделает первый ход вовремя, проигрывает за неявку.
simul-withdrawn = { $player } выходит из сеанса.
simul-removed = { $player } больше не участвует в сеансе.
simul-forfeit = { $player }: поражение за неявку или уход.
simul-game = { $white } – { $black }: сеанс, доска { $board }. Удачи!
simul-score = { $number ->
    [0] Сеанс даёт { $by }: пока ни одна партия не окончена.
   *[other] Сеанс даёт { $by }: пока { $points } из { $number }.
}
simul-over = Сеанс окончен. { $by } набирает { $points } из { $number }.
simul-winners = { $by } уступает: { $players }. Поздравляю!
simul-draws = Ничьи: { $players }.
simul-finished = Последний сеанс здесь окончен. Результаты:
simul-called-off = Сеанс отменён.
simul-lapsed = За 30 дней никто не начал сеанс, поэтому он отменён.
simul-sure = { $player }, отменить сеанс? Идущие партии продолжатся, но больше не считаются. { $yes } или { $no }
simul-goes-on = Здесь уже есть сеанс: { $tournament }. Кто его открыл или модератор может его отменить: { $stop }.
simul-own = Все играют с тобой, так что записываться не нужно.
simul-one-game = Партии уже идут. Чтобы сдаться, напиши { $resign } в ветке своей партии.
simul-alone = Того, кто должен был играть со всеми, больше нет. Отменить: { $stop }.
on-monday = каждый понедельник
on-tuesday = каждый вторник
on-wednesday = каждую среду
on-thursday = каждый четверг
on-friday = каждую пятницу
on-saturday = каждую субботу
on-sunday = каждое воскресенье
on-every-day = каждый день
schedule-line = Турнир здесь { $every } в { $at } ({ $zone }): { $system }. Каждая партия: { $games }. Начало следующего: { $next }.
schedule-opens = Записаться можно с: { $opens }.
schedule-none = Турниры здесь не запланированы. Запланировать можно, например, так: { $example }.
schedule-off = Турниры здесь больше не запланированы.
schedule-open-still = Один уже открыт и всё равно начнётся: { $starts }. Отменить: { $stop }.
schedule-time = Напиши время как 18:00.
bad-zone = Часовой пояс «{ $word }» мне неизвестен. Напиши его как Europe/Moscow или +03:00.
tournament-starts = Записаться: { $join }. Турнир начнётся сам: { $starts }.
tournament-soon = { $players }: начало турнира { $starts }.
tournament-too-few = Записалось слишком мало участников (нужно { $least }), поэтому турнир отменён.

turn-timed = { $turn } Срок: { $deadline }.
turn-holiday = { $turn } { $player } в отпуске до { $until }, часы стоят.
turn-paused-asked = Часы стоят до { $until }. Следующий ход: { $player } ({ $color }).
turn-paused = Часы стоят до { $until }. Продолжить партию: { $resume }. Следующий ход: { $player } ({ $color }).

caption-holiday = { $caption } (в отпуске: { $players })
caption-paused = Пауза, следующий ход: { $player }
caption-place = { $player }: поставить кольцо
caption-move = { $player }: пойти кольцом
caption-pass = { $player }: пропустить ход
caption-row = { $player }: снять ряд
caption-ring = { $player }: снять кольцо

## Hints

hint-nudge-place = Посмотри на свободные точки линии { $line }.
hint-nudge-move = Посмотри на кольцо на { $point } и на то, куда оно может пойти.
hint-nudge-row = Посмотри на ряд, который начинается на { $point }, и на фишки, которые останутся.
hint-nudge-ring = Какое кольцо приносит тебе меньше всего пользы? Посмотри на линию { $line }.
hint-pass = Можно только пропустить ход.
hint-best = Советую { $action }: { $command }.
hint-chance = Это даёт тебе { $percent }% шансов на победу: { $word }.
hint-chance-lost = почти безнадёжно
hint-chance-bad = удержаться трудно
hint-chance-worse = чуть хуже
hint-chance-even = примерно поровну
hint-chance-better = чуть лучше
hint-chance-good = явный перевес
hint-chance-won = почти выиграно
hint-clear = Всё остальное заметно хуже.
hint-better = Это немного лучше остального.
hint-close = Другие варианты примерно так же хороши, выбирай любой.
hint-other = Ещё можно { $action }.
hint-others = Стоит подумать и о таком: { $actions }.
hint-turn = { $player }: { $actions }
hint-continuation = Вероятное продолжение: { $turns }.
hint-under-way = Подсказка уже готовится.
hint-failed = Прости, подсказка не получилась. Попробуй ещё раз: { $hint }.
hint-late = Пока готовилась подсказка, партия ушла вперёд. Попросить новую: { $hint }.
hint-waits = { $place ->
    [1] Я думаю за кого-то другого. Следующая очередь твоя: подсказка придёт сама.
    [one] Я думаю за других. Твоё место в очереди: { $place }. Подсказка придёт сама.
    [few] Я думаю за других. Твоё место в очереди: { $place }. Подсказка придёт сама.
    [many] Я думаю за других. Твоё место в очереди: { $place }. Подсказка придёт сама.
   *[other] Я думаю за других. Твоё место в очереди: { $place }. Подсказка придёт сама.
}
hint-because = Этот ход { $reasons }.
hint-but = Но этот ход { $reasons }.
reason-and = { $first } и { $second }
reason-wins-now = сразу выигрывает
reason-wins-in = { $turns ->
    [one] выигрывает за { $turns } ход, что бы ни случилось
    [few] выигрывает за { $turns } хода, что бы ни случилось
    [many] выигрывает за { $turns } ходов, что бы ни случилось
   *[other] выигрывает за { $turns } хода, что бы ни случилось
}
reason-loses-in = { $turns ->
    [1] не мешает сопернику выиграть следующим ходом
    [one] не мешает сопернику выиграть за { $turns } ход
    [few] не мешает сопернику выиграть за { $turns } хода
    [many] не мешает сопернику выиграть за { $turns } ходов
   *[other] не мешает сопернику выиграть за { $turns } хода
}
reason-only-choice = единственно возможный
reason-makes-row = строит ряд { $row }
reason-keeps-row = сохраняет ещё и ряд { $row }
reason-sure-row = ведёт к ряду, который уже не остановить
reason-stops-row = не даёт построить ряд { $row }
reason-sets-up = готовит ряд { $row }
reason-turns = { $color-id ->
    [white] { $count ->
        [one] переворачивает { $count } белую фишку
        [few] переворачивает { $count } белые фишки
        [many] переворачивает { $count } белых фишек
       *[other] переворачивает { $count } белой фишки
    }
   *[black] { $count ->
        [one] переворачивает { $count } чёрную фишку
        [few] переворачивает { $count } чёрные фишки
        [many] переворачивает { $count } чёрных фишек
       *[other] переворачивает { $count } чёрной фишки
    }
}
reason-central = занимает точку в центре
reason-reaches = { $points ->
    [one] открывает дорогу к { $points } точке
    [few] открывает дорогу к { $points } точкам
    [many] открывает дорогу к { $points } точкам
   *[other] открывает дорогу к { $points } точки
}
reason-frees = { $moves ->
    [one] даёт на { $moves } ход больше
    [few] даёт на { $moves } хода больше
    [many] даёт на { $moves } ходов больше
   *[other] даёт на { $moves } хода больше
}
reason-blocks = { $moves ->
    [one] отнимает у соперника { $moves } ход
    [few] отнимает у соперника { $moves } хода
    [many] отнимает у соперника { $moves } ходов
   *[other] отнимает у соперника { $moves } хода
}
reason-least-use = { $points ->
    [0] отдаёт кольцо, которое не может пойти
    [one] отдаёт кольцо, которому доступна лишь { $points } точка
    [few] отдаёт кольцо, которому доступны лишь { $points } точки
    [many] отдаёт кольцо, которому доступно лишь { $points } точек
   *[other] отдаёт кольцо, которому доступно лишь { $points } точки
}
reason-gives-row = строит ряд { $row } для соперника
reason-allows-row = позволяет сопернику построить ряд { $row }
reason-double-threat = грозит сразу двумя рядами: { $row } и { $other }
reason-forces-reply = { $answers ->
    [one] оставляет сопернику лишь { $answers } способ защититься
    [few] оставляет сопернику лишь { $answers } способа защититься
    [many] оставляет сопернику лишь { $answers } способов защититься
   *[other] оставляет сопернику лишь { $answers } способа защититься
}
reason-avoids-row-alone = единственный, который не отдаёт сопернику ряд
reason-avoids-row = не отдаёт сопернику ряд, в отличие от { $count } из { $of } остальных
reason-keeps-threat = держит наготове ряд { $row }
reason-breaks-line = { $count ->
    [3] разбивает тройку соперника на { $row }
   *[other] разбивает четвёрку соперника на { $row }
}
reason-builds-line = { $count ->
    [3] выстраивает тройку на { $row }
   *[other] выстраивает четвёрку на { $row }
}
reason-guards-line = { $count ->
    [3] не даёт перевернуть твою тройку на { $row }
   *[other] не даёт перевернуть твою четвёрку на { $row }
}
reason-prepares-line = { $count ->
    [3] готовит тройку на { $row }
   *[other] готовит четвёрку на { $row }
}
reason-denies-line = { $count ->
    [3] не даёт сопернику собрать тройку на { $row }
   *[other] не даёт сопернику собрать четвёрку на { $row }
}
reason-turns-for-good = { $count ->
    [one] переворачивает { $count } фишку, и сразу её не вернуть
    [few] переворачивает { $count } фишки, и сразу их не вернуть
    [many] переворачивает { $count } фишек, и сразу их не вернуть
   *[other] переворачивает { $count } фишки, и сразу их не вернуть
}
reason-safe-markers = не даёт перевернуть ни одной твоей фишки, в отличие от { $count } из { $of } остальных
reason-threatens-turns = { $count ->
    [one] позволит следующим ходом перевернуть { $count } фишку
    [few] позволит следующим ходом перевернуть { $count } фишки
    [many] позволит следующим ходом перевернуть { $count } фишек
   *[other] позволит следующим ходом перевернуть { $count } фишки
}
reason-opens-ring = открывает линии твоему кольцу на { $ring } (ходов: { $before } → { $after })
reason-hampers-ring = мешает кольцу на { $ring } (ходов: { $before } → { $after })
reason-frees-ring = освобождает твоё кольцо на { $ring } (ходов: { $before } → { $after })
reason-shuts-in = запирает кольцо на { $ring } (ходов: { $before } → { $after })
reason-moves-out = ведёт кольцо туда, где у него больше ходов ({ $before } → { $after })
reason-most-turned = переворачивает в твою пользу больше фишек, чем любой другой ({ $count })
reason-most-moves = оставляет твоим кольцам больше ходов, чем любой другой ({ $moves })
reason-fewest-moves = оставляет сопернику меньше ходов, чем любой другой ({ $moves })
reason-leaves-row = не останавливает ряд { $row }
reason-misses-row = упускает ряд { $row }
reason-loses-in-named = { $turns ->
    [1] не мешает сопернику выиграть следующим ходом
    [one] не мешает сопернику выиграть за { $turns } ход
    [few] не мешает сопернику выиграть за { $turns } хода
    [many] не мешает сопернику выиграть за { $turns } ходов
   *[other] не мешает сопернику выиграть за { $turns } хода
}
reason-keeps-row-named = сохраняет ещё и ряд { $row }
reason-blocks-named = { $moves ->
    [one] отнимает у соперника { $moves } ход
    [few] отнимает у соперника { $moves } хода
    [many] отнимает у соперника { $moves } ходов
   *[other] отнимает у соперника { $moves } хода
}
reason-gives-row-named = строит ряд { $row } для соперника
reason-allows-row-named = позволяет сопернику построить ряд { $row }
reason-forces-reply-named = { $answers ->
    [one] оставляет сопернику лишь { $answers } способ защититься
    [few] оставляет сопернику лишь { $answers } способа защититься
    [many] оставляет сопернику лишь { $answers } способов защититься
   *[other] оставляет сопернику лишь { $answers } способа защититься
}
reason-avoids-row-alone-named = единственный, который не отдаёт сопернику ряд
reason-avoids-row-named = не отдаёт сопернику ряд, в отличие от { $count } из { $of } остальных
reason-breaks-line-named = { $count ->
    [3] разбивает тройку соперника на { $row }
   *[other] разбивает четвёрку соперника на { $row }
}
reason-builds-line-named = { $count ->
    [3] выстраивает тройку на { $row }
   *[other] выстраивает четвёрку на { $row }
}
reason-guards-line-named = { $count ->
    [3] не даёт перевернуть тройку на { $row }
   *[other] не даёт перевернуть четвёрку на { $row }
}
reason-denies-line-named = { $count ->
    [3] не даёт сопернику собрать тройку на { $row }
   *[other] не даёт сопернику собрать четвёрку на { $row }
}
reason-safe-markers-named = не даёт перевернуть ни одной фишки игрока, в отличие от { $count } из { $of } остальных
reason-threatens-turns-named = { $count ->
    [one] позволит следующим ходом перевернуть { $count } фишку
    [few] позволит следующим ходом перевернуть { $count } фишки
    [many] позволит следующим ходом перевернуть { $count } фишек
   *[other] позволит следующим ходом перевернуть { $count } фишки
}
reason-opens-ring-named = открывает линии кольцу на { $ring } (ходов: { $before } → { $after })
reason-frees-ring-named = освобождает кольцо на { $ring } (ходов: { $before } → { $after })
reason-most-turned-named = переворачивает в пользу игрока больше фишек, чем любой другой ({ $count })
reason-most-moves-named = оставляет кольцам игрока больше ходов, чем любой другой ({ $moves })
reason-fewest-moves-named = оставляет сопернику меньше ходов, чем любой другой ({ $moves })
review-begins = Разбираю партию { $white } — { $black }. Это займёт примерно полминуты, результат выложу сюда.
review-half = Партия { $white } — { $black } разобрана наполовину.
review-waits = { $place ->
    [1] Перед твоим разбором ещё один.
    [one] Перед твоим разбором в очереди ещё { $place }.
    [few] Перед твоим разбором в очереди ещё { $place }.
    [many] Перед твоим разбором в очереди ещё { $place }.
   *[other] Перед твоим разбором в очереди ещё { $place }.
}
review-under-way = Здесь уже идёт разбор. Попроси ещё раз, когда он закончится.
review-yours-under-way = Твой разбор уже готовится. Попроси ещё раз, когда он закончится.
review-goes-on = Эта партия ещё идёт. Когда она закончится, { $analyze } покажет, где был перелом.
review-of-rated = Там встречается позиция из твоей рейтинговой партии, а она ещё идёт.
review-unfinished = У этой партии нет результата. Я разбираю только законченные партии.
review-empty = В этой партии не сделано ни одного хода.
review-failed = Прости, разбор не получился. Попробуй ещё раз: { $analyze }.
review-done = { $white } (белые) — { $black } (чёрные), разбор по просьбе игрока { $by }:
review-player = { $player }: точность { $accuracy }%; { $inaccuracies ->
    [0] без неточностей
    [one] { $inaccuracies } неточность
    [few] { $inaccuracies } неточности
    [many] { $inaccuracies } неточностей
   *[other] { $inaccuracies } неточности
}, { $mistakes ->
    [0] без ошибок
    [one] { $mistakes } ошибка
    [few] { $mistakes } ошибки
    [many] { $mistakes } ошибок
   *[other] { $mistakes } ошибки
}, { $blunders ->
    [0] без зевков
    [one] { $blunders } зевок
    [few] { $blunders } зевка
    [many] { $blunders } зевков
   *[other] { $blunders } зевка
}.
review-player-idle = { $player }: ни разу не было выбора.
review-point = { $number }. Ход { $turn }, { $player }: { $action } — это { $class } ценой { $loss }% ({ $before } → { $after }%).
review-against = Этот ход { $reasons }.
review-better = Лучше было { $action }. { $led }
review-also = Кроме того, этот ход { $reasons }.
class-inaccuracy = неточность
class-mistake = ошибка
class-blunder = зевок
led-wins-now = Тогда { $player } сразу выигрывает.
led-wins-in = { $turns ->
    [one] Тогда { $player } выигрывает за { $turns } ход, как бы ни играл соперник ({ $other }).
    [few] Тогда { $player } выигрывает за { $turns } хода, как бы ни играл соперник ({ $other }).
    [many] Тогда { $player } выигрывает за { $turns } ходов, как бы ни играл соперник ({ $other }).
   *[other] Тогда { $player } выигрывает за { $turns } хода, как бы ни играл соперник ({ $other }).
}
led-makes-row = Тогда { $player } строит ряд { $row } и снимает кольцо.
led-keeps-row = Тогда { $player } может снять ещё и ряд { $row }.
led-sure-row = Тогда { $player } получает ряд следующим ходом, как бы ни играл соперник ({ $other }).
led-double-threat = Тогда { $player } грозит сразу двумя рядами: { $row } и { $second }.
led-forces-reply = { $answers ->
    [one] Тогда лишь { $answers } ответ из { $of } не даёт построить ряд следующим ходом ({ $player }).
    [few] Тогда лишь { $answers } ответа из { $of } не дают построить ряд следующим ходом ({ $player }).
    [many] Тогда лишь { $answers } ответов из { $of } не дают построить ряд следующим ходом ({ $player }).
   *[other] Тогда лишь { $answers } ответа из { $of } не дают построить ряд следующим ходом ({ $player }).
}
led-prepares-row = Тогда { $player } грозит рядом { $row }.
led-keeps-threat = Тогда { $player } по-прежнему грозит рядом { $row }.
led-taken = Тогда снять ряд { $row } на ходу { $turn } не вышло бы ({ $other }).
led-stops-row = Тогда { $other } не может сразу построить ряд { $row }.
led-avoids-row = Тогда { $other } не может сразу построить ряд.
led-reasons = Этот ход { $reasons }; шансы тогда были бы { $before }% ({ $player }).
led-chance = Шансы тогда были бы { $before }% ({ $player }).
better-none = Здесь пока нет разбора. Когда партия окончена, его делает { $analyze }.
better-elsewhere = В последнем разборе здесь на этом ходу перелома нет. Есть: { $turns }
better-caption = Ход { $turn }: лучше { $better }, чем { $played }
choice-turning = Ход { $turn }
choice-turning-one = Ход { $turn } ({ $number })
review-no-points = Больших шансов не упустил никто.
review-train = Поработай над своими ошибками: { $train }
choice-train = Работа над ошибками
replay-begins = Рисую повтор партии { $white } — { $black }, { $turns }. Это займёт несколько секунд, выложу его сюда.
replay-half = Повтор партии { $white } — { $black } готов наполовину.
replay-waits = { $place ->
    [1] Перед твоим повтором ещё один.
    [one] Перед твоим повтором в очереди ещё { $place }.
    [few] Перед твоим повтором в очереди ещё { $place }.
    [many] Перед твоим повтором в очереди ещё { $place }.
   *[other] Перед твоим повтором в очереди ещё { $place }.
}
replay-under-way = Здесь уже рисуется повтор. Попроси ещё раз, когда он будет готов.
replay-yours-under-way = Твой повтор уже готовится. Попроси ещё раз, когда он будет готов.
replay-failed = Прости, повтор не получился. Попробуй ещё раз: { $replay }.
show-turn = Ход { $number } из { $turns }
choice-first = ⏮
choice-previous = ◀
choice-next = ▶
choice-last = ⏭
replay-empty = В этой партии ещё не сделано ни одного хода.
replay-beyond = { $turns ->
    [1] В этой партии только один ход. Попробуй { $replay }.
    [one] В этой партии только { $turns } ход. Попробуй { $replay }.
    [few] В этой партии только { $turns } хода. Попробуй { $replay }.
    [many] В этой партии только { $turns } ходов. Попробуй { $replay }.
   *[other] В этой партии только { $turns } хода. Попробуй { $replay }.
}
replay-backwards = Ход { $from } идёт после хода { $to }. Может, { $replay }?
replay-done = { $white } (белые) — { $black } (чёрные), { $turns }, повтор по просьбе игрока { $by }:
replay-shorter = Целиком файл вышел бы слишком большим, поэтому повтор начинается с хода { $turn }.
replay-some-turns = ходы { $from }–{ $to }
replay-one-turn = ход { $from }
replay-title = { $white } – { $black }
replay-turn = { $number }. { $player }: { $actions }
replay-row = ряд { $row }
replay-ring = кольцо { $point }
review-caption = Точность: { $white } { $whiteaccuracy }, { $black } { $blackaccuracy }
percent = { $number }%
percent-none = –
action-place = поставить кольцо на { $point }
action-move = пойти { $from } → { $to }
action-row = снять ряд { $row }
action-ring = снять кольцо с { $point }
action-pass = пропустить ход
choice-hint = Подсказка
choice-do = Сделать: { $action }
choice-more = Подробнее

## How it ended

over-won = { $winner } ({ $color }) побеждает со счётом { $first }–{ $second }!
over-won-on-count = Фишки кончились: { $winner } ({ $color }) побеждает { $first }–{ $second } по снятым кольцам!
over-won-stuck = Никто не может ходить: { $winner } ({ $color }) побеждает { $first }–{ $second } по снятым кольцам!
over-draw = Ничья, { $first }–{ $second }.
over-aborted = { $by } прерывает партию: игрока { $other } здесь больше нет. Партия не засчитывается.
over-timed-out = { $loser } проигрывает по времени. Побеждает { $winner }!
over-called-off = Партия отменена, она не в счёт: { $player } не успевает поставить ни одного кольца.
over-left = { $player } уходит насовсем, поэтому партия отменена. Она не в счёт.
over-resigned = { $loser } сдаётся. Побеждает { $winner }!
over-agreed = Ничья по согласию.
over-adjudicated = Решение модератора: побеждает { $winner } ({ $color })!
over-adjudicated-draw = Решение модератора: ничья.
over-stopped = Партия прервана модератором. Она не засчитывается.
over-not-rated = Партия слишком короткая для рейтинга: нужно по три хода кольцом с каждой стороны.
announced = { $place }: { $white } (белые) — { $black } (чёрные), { $terms }. { $result }
over-next-again = { $rematch } — сыграть ещё раз.
over-next = { $rematch } — сыграть ещё раз, { $analyze } — узнать, где был перелом, { $export } — сохранить партию.
over-next-unreviewed = { $rematch } — сыграть ещё раз, { $export } — сохранить партию.
over-next-left = { $analyze } — узнать, где был перелом, { $export } — сохранить партию.
over-next-left-unreviewed = { $export } — сохранить партию.
over-already = Партия уже закончена.

## Settling

offer-draw-stands = { $by } предлагает ничью. { $other }, { $accept } или { $decline }?
offer-undo-stands = { $actions ->
    [1] { $by } просит отменить последнее действие.
    [one] { $by } просит отменить последнее { $actions } действие.
    [few] { $by } просит отменить последние { $actions } действия.
    [many] { $by } просит отменить последние { $actions } действий.
   *[other] { $by } просит отменить последние { $actions } действия.
} { $other }, { $accept } или { $decline }?
offer-pause-stands = { $by } просит остановить часы. { $other }, { $accept } или { $decline }?
offer-resume-stands = { $by } хочет продолжить. { $other }, { $accept } (твои часы пойдут) или { $decline }?
offer-waits = Твоя просьба к игроку { $other } ещё ждёт ответа. Отозвать её: { $withdraw }.
offer-first = Сначала ответь на просьбу игрока { $other }: { $accept } или { $decline }?
offer-own = Это твоя собственная просьба, отвечает { $other }. Отозвать её: { $withdraw }.
offer-withdrawn = { $player } отзывает просьбу.
draw-accepted = { $player } соглашается на ничью.
draw-declined = { $player } не соглашается на ничью.
pause-declined = { $player } предпочитает обойтись без паузы.
resume-declined = { $player } предпочитает пока не продолжать.
undo-declined = { $player } не соглашается отменить ход.
offer-lapsed = Партия идёт дальше, поэтому просьба больше не действует.
nothing-asked = { $other } ни о чём тебя не просит.
undo-nothing = Возвращать пока нечего: у тебя ещё не было хода.
took-back = { $actions ->
    [1] { $player } возвращает последний ход.
    [one] { $player } возвращает последний ход и всё, что было после него.
    [few] { $player } возвращает последний ход и всё, что было после него.
    [many] { $player } возвращает последний ход и всё, что было после него.
   *[other] { $player } возвращает последний ход и всё, что было после него.
}
paused = Часы стоят до { $until }. Продолжить партию: { $resume }.
not-paused = Часы и так идут.
resumed = { $player } продолжает партию.
weekends-untimed = Выходные можно исключить только в партии с часами. Добавь время: { $challenge }.
untimed = В этой партии нет часов. В следующий раз брось вызов со временем: { $challenge }.
time-given-full = У игрока { $to } и так { $left }. Вышло бы больше { $most }, а столько хватит кому угодно.
time-given = { $to } получает ещё { $time } от игрока { $by }. Осталось { $left }.
bot-plays-on = Я лучше поиграю дальше.
program-plays-on = Программа { $program } не умеет соглашаться на ничью, игра продолжается.
standin-done = { $color-id ->
    [white] { $by } выходит из партии. Теперь белыми играет { $bot }.
   *[black] { $by } выходит из партии. Теперь чёрными играет { $bot }.
}
standin-sure = { $player }, эта партия рейтинговая. Если я займу твоё место, она перестанет быть рейтинговой и ничей рейтинг не изменится. { $yes } — отдать мне место, { $no } — играть дальше.
standin-both = Я заменяю игрока только в партиях между людьми. Передай место кому-нибудь другому ({ $seat }) или сдайся ({ $resign }).
seat-offered = { $to }, { $by } хочет передать тебе своё место ({ $color }). { $accept } или { $decline }?
seat-offered-rated = Эта партия рейтинговая. Если { $to } согласится, она перестанет быть рейтинговой и ничей рейтинг не изменится.
seat-offer-stands = { $by } предлагает своё место игроку { $to }: { $accept } или { $decline }?
seat-taken = { $color-id ->
    [white] { $to } заменяет игрока { $by } и теперь играет белыми.
   *[black] { $to } заменяет игрока { $by } и теперь играет чёрными.
}
seat-declined = { $by }, { $to } предпочитает не занимать твоё место.
seat-unrated = Партия больше не рейтинговая, ничей рейтинг не изменится.
seat-bot = С удовольствием: { $standin } передаст твоё место мне.
seat-self = Это и так твоё место.
seat-opponent = { $other } играет против тебя и не может играть за обе стороны.
seat-absent = Игрока { $other } здесь нет, так что занять твоё место не получится.
seat-waits = Твоё место уже предложено игроку { $other }. Отозвать предложение: { $withdraw }.
seat-first = В этой партии уже предлагают место. Дождись ответа.
resign-sure = { $player }, точно хочешь сдаться? { $yes } — сдаться, { $no } — играть дальше.
abort-present = { $other } ещё здесь, так что прервать партию нельзя. Предложи ничью ({ $draw }) или сдайся ({ $resign }).
abort-unknown = Не получается узнать, здесь ли ещё { $other }. Попробуй ещё раз чуть позже.
abort-bot = Я никуда не денусь! Можно сдаться: { $resign }.
abort-program = { $other } никуда не денется! Можно сдаться: { $resign }.
adjudicated = { $by } из модерации завершает здесь партию: { $players }.
adjudicate-own = Это твоя партия, решать должен другой модератор. Можно сдаться ({ $resign }) или предложить ничью ({ $draw }).
moderators-only = Это могут делать только здешние модераторы.
muted = У тебя здесь мут до { $until }. Свои партии всё равно можно доиграть.
mute-done = { $by } выдаёт мут до { $until }: { $player }. Начатые партии можно доиграть, новые начать нельзя.
unmute-done = { $by } снимает мут: { $player }.
mute-bot = Себе мут выдавать не буду.
mute-self = Выдать мут себе нельзя.
not-available = С игроком { $player } сейчас не получится. Найти кого-нибудь другого: { $anyone }.
audit-title = Действия модераторов здесь: { $total } (страница { $page } из { $pages })
audit-line = { $at } · { $by }: { $command }
audit-line-about = { $at } · { $by }: { $command } · { $player }
audit-none = Журнал модерации здесь пуст.
reports-title = Жалобы здешним модераторам: { $total } (страница { $page } из { $pages })
reports-line = { $at } · { $by }: { $note }
reports-none = Жалоб здешним модераторам нет.
moderation-private = Это только для модераторов, поэтому придёт личным сообщением.
block-done = Готово. { $player } больше не может вызвать тебя или передать тебе место и не узнает почему. На партии, которые уже идут, это не влияет. Снять блокировку: { $unblock }.
unblock-done = Блокировка снята: { $player }.
unblock-not = { $player } и так без блокировки. Кого ты блокируешь, покажет { $block }.
block-public = Кого ты блокируешь, знаем только ты и я. Используй слеш-команду в Discord или напиши мне в личку: { $block }.
block-bot = Меня заблокировать нельзя. Если меня здесь слишком много, скажи модераторам.
block-self = Заблокировать себя нельзя.
block-none = Ты никого не блокируешь. Заблокировать кого-нибудь: { $block }.
block-list = Ты блокируешь: { $players }.
forgotten-name = кто-то
forget-sure = Это удалит всё, что у меня о тебе записано: настройки, рейтинги, отпуска, блокировки, заметки и мои ответы тебе. В чужих партиях твоё место займёт «кто-то». Вернуть ничего нельзя.
forget-games = Твои текущие партии закончатся: рейтинговая — так, будто ты сдаёшься, остальные — без результата. Отложенные партии и открытые вызовы отменяются.
forget-stays = Муты и блокировки, которые поставили тебе другие, остаются, но без твоего имени. Сообщения в этом чате мне не удалить: они остаются на месте.
forget-how = { $data } сначала отдаст тебе всё это. Чтобы удалить: { $yes }
forget-not = Ничего не удалено.
forgotten = Готово, я тебя больше не знаю. Если снова сыграешь, начнёшь с нуля.
left-game = { $other }, твой соперник ушёл насовсем, его данные удалены.
left-challenge = { $other }, вызов отменён: второй игрок ушёл насовсем, его данные удалены.
left-seat = { $other }, место остаётся за тобой: тот, кому оно предложено, ушёл насовсем, его данные удалены.
my-data = Вот всё, что у меня о тебе записано. { $forget } это удалит.
my-data-more = Это часть { $part } из { $parts }. Следующая: { $next }
my-data-no-part = Такой части нет. Последняя: { $last }
my-data-private = Это только для тебя, поэтому придёт личным сообщением. Если ничего не пришло, напиши мне в личном чате: { $data }
time-up = { $players }, время вышло!
reminder-private = { $player }, твой ход! Партия с игроком { $other } ({ $place }), осталось { $left }. Срок: { $deadline }.
reminder = { $player }, твой ход! Партия с игроком { $other }, осталось { $left }. Срок: { $deadline }.
remind-now-channel = Я напоминаю тебе о ходе в канале партии. Изменить это: { $commands }.
remind-now-private = Я напоминаю тебе о ходе в личке. Изменить это: { $commands }.
remind-now-off = Я не напоминаю тебе о ходе. Изменить это: { $commands }.
remind-set-channel = Теперь я буду напоминать тебе о ходе в канале партии.
remind-set-private = Теперь я буду напоминать тебе о ходе в личке. Если написать туда не получится, напомню в канале.
remind-set-off = Больше не буду напоминать тебе о ходе.
settings-here = Настройки здесь:
settings-of-channel = Настройки этого канала:
settings-of-server = Настройки этого сервера:
settings-line = { $key }: { $value } ({ $level }) · { $about }
settings-own = только у тебя
settings-table = этот стол
settings-channel = этот канал
settings-server = этот сервер
settings-default = по умолчанию
settings-how = { $own } — только для тебя. Для модераторов: { $channel }, { $server }.
settings-how-place = Менять их могут те, кто им управляет: { $set }.
setting-untimed = без часов
language-en = English
language-fr = français
language-pl = polski
language-ru = русский
setting-about-prefix = с чего начинаются команды
setting-about-language = на каком языке я говорю
setting-about-theme = как выглядит доска
setting-about-view = чья сторона доски снизу
setting-about-clock = время на партию, если в вызове не указано
setting-about-rated = рейтинговая ли партия, если в вызове не указано
setting-about-hints = даю ли я подсказки
setting-about-reviews = разбираю ли я партии
setting-about-challenges = кто может вызывать других или тебя
setting-about-play = играю ли я здесь
setting-about-remind = где напоминать тебе о ходе
setting-about-auto = ходить ли за тебя, когда выбора нет
setting-about-tips = подсказывать ли, что ввести дальше
setting-about-quiet = часы, когда я никого не беспокою
setting-about-games = как идут партии: по одной или каждая в своей ветке
setting-games-channel = по одной
setting-games-threads = в ветках
setting-no-threads = Здесь я не могу открывать ветки, поэтому партии остаются в канале.
setting-about-announcements = что я объявляю о партиях отсюда
setting-about-announceto = где я это объявляю
setting-about-daily = где я публикую задачу дня
setting-results = результаты партий
setting-nowhere = нигде
setting-on = вкл
setting-off = выкл
setting-everyone = все
setting-moderators = только модераторы
setting-nobody = никто
setting-in-channel = в канале
setting-in-private = в личке
setting-values = Попробуй { $commands }.
setting-set-own = Теперь у тебя { $key }: { $value }.
setting-set-channel = { $by } меняет настройку «{ $key }» для этого канала: { $value }.
setting-set-server = { $by } меняет настройку «{ $key }» для всего сервера: { $value }.
setting-reset-own = Настройка «{ $key }» у тебя теперь снова как у всех.
setting-reset-channel = { $by } сбрасывает настройку «{ $key }» для этого канала: снова действует настройка сервера.
setting-reset-server = { $by } сбрасывает настройку «{ $key }» для всего сервера.
setting-bad-value = «{ $value }» не подходит для настройки «{ $key }».
setting-of-places = Настройку «{ $key }» можно менять только для канала или сервера: { $channel }, { $server }.
setting-of-persons = Настройку «{ $key }» каждый меняет для себя: { $set }.
setting-no-server = Здесь нет сервера. { $set } задаёт настройки этой комнаты.
setting-channel-rights = Настраивать это для всех могут только те, кто управляет этим каналом.
setting-server-rights = Настраивать это для всех могут только те, кто управляет этим сервером.
setting-prefix-slash = Здесь работают слеш-команды, так что префикс настраивать не нужно.
rights-unknown = Не получается узнать, что тебе можно здесь настраивать. Попробуй ещё раз чуть позже.
hints-off = Подсказки здесь выключены.
reviews-off = Разборы здесь выключены.
play-off = В этом канале я не играю. Модераторы могут это изменить: { $set }.
challenges-off = Вызовы здесь выключены. Можно сыграть со мной: { $play }.
challenges-moderators = Партии между людьми здесь начинают только модераторы.
auto-is-on = Когда выбора нет, я хожу за тебя. Выключить: { $other }.
auto-is-off = Сейчас все ходы за тобой. С { $other } я буду ходить за тебя, когда выбора нет.
auto-set-on = Со следующего решения я буду ходить за тебя, когда выбора нет.
auto-set-off = Теперь все ходы снова за тобой.
silence-question =
    { $days ->
        [one] { $players }, в этой партии уже { $days } день ничего не происходит.
        [few] { $players }, в этой партии уже { $days } дня ничего не происходит.
        [many] { $players }, в этой партии уже { $days } дней ничего не происходит.
       *[other] { $players }, в этой партии уже { $days } дня ничего не происходит.
    } Играете ещё? { $keep } её сохранит, и любой ход тоже.
    Иначе отложу её { $until }, а доиграть можно будет в другой раз.
silence-adjourned = { $days ->
    [one] { $players }, здесь уже { $days } день ничего не происходит.
    [few] { $players }, здесь уже { $days } дня ничего не происходит.
    [many] { $players }, здесь уже { $days } дней ничего не происходит.
   *[other] { $players }, здесь уже { $days } дня ничего не происходит.
} Партия отложена, стол свободен. { $resume } продолжит её, здесь или за любым свободным столом.
place-gone = { $player }, канала твоей партии с игроком { $other } больше нет, поэтому партия отложена. { $resume } продолжит её там, где есть вы оба.
place-gone-bot = { $player }, канала твоей партии больше нет, поэтому она отложена. { $resume } продолжит её везде, где есть я.
place-left = { $player }, меня больше нет в канале твоей партии с игроком { $other }, поэтому партия отложена. { $resume } продолжит её там, где есть вы оба.
place-left-bot = { $player }, меня больше нет в канале твоей партии, поэтому она отложена. { $resume } продолжит её везде, где есть я.
may-not-speak = { $person }, я покидаю { $place }: мне нельзя там писать. Разреши мне отправлять сообщения (в настройках комнаты, «Роли и права»), а потом пригласи снова.
greeting = Привет! Я веду здесь партии в YINSH. Брось кому-нибудь вызов ({ $challenge }) или сыграй со мной ({ $play }).
greeting-rules = Не знаешь YINSH? { $tutorial } научит за несколько коротких уроков, { $rules } объяснит правила. Всё, что я умею: { $help }
greeting-language = Мои языки: English, français, polski, русский. Язык для всех здесь задаёт { $set }.
continued = { $by } продолжает партию с игроком { $other }, отложенную { $adjourned }.
continued-paused = { $by } возвращает сюда партию с игроком { $other }, отложенную { $adjourned }.
resume-which = У тебя несколько отложенных партий. Выбери одну:
resume-none = Продолжать нечего: отложенных партий у тебя нет. Начни новую ({ $challenge }) или сыграй со мной ({ $play }).
resume-no-such = Отложенной партии с номером { $number } у тебя нет. Их список покажет { $resume }.
resume-only = Отложенная партия у тебя только одна. Продолжить её: { $resume }.
resume-gone = Эта партия уже продолжается. Твои партии покажет { $games }.
resume-not-yours = Продолжить эту партию могут только её игроки.
resume-taken = Здесь играют { $white } и { $black }. { $resume } работает за свободным столом.
resume-absent = Игрока { $other } здесь нет, так что продолжить партию здесь не получится. Попробуй там, где есть вы оба.
adjourned-game = { $resume } · соперник: { $other } · { $terms } · отложена { $adjourned }
adjourned-game-timed = { $resume } · соперник: { $other } · { $terms }, { $time } · отложена { $adjourned }
games-running = Твои партии:
games-game = { $number }. { $place } · соперник: { $other } · { $terms } · { $turn }
games-yours = твой ход
games-yours-timed = твой ход, осталось { $left }, срок: { $deadline }
games-yours-holiday = твой ход, отпуск до { $until }
games-theirs = ход соперника
games-theirs-timed = ход соперника, осталось { $left }, срок: { $deadline }
games-theirs-holiday = ход соперника, отпуск до { $until }
games-paused = пауза до { $until }
games-challenges = Открытые вызовы:
games-challenge = { $place } · { $by } вызывает тебя: { $game }, до { $expires }
games-challenge-own = { $place } · ты вызываешь игрока { $to }: { $game }, до { $expires }
games-challenge-anyone = { $place } · ты вызываешь любого: { $game }, до { $expires }
games-adjourned = Отложенные партии, продолжить можно за любым свободным столом:
games-none-here = Здесь у тебя партий нет. Остальные покажу в личке.
games-more = … и ещё { $count }.
games-none = Сейчас у тебя нет партий. Начни новую ({ $challenge }) или сыграй со мной ({ $play }).
next-game = Твоя самая срочная партия ({ $place }):
next-game-here = Твоя самая срочная партия здесь ({ $place }):
next-elsewhere = { $count ->
    [1] В другом месте твоего хода ждёт одна партия. Напиши мне в личку, и я её покажу.
    [one] В других местах твоего хода ждёт { $count } партия. Напиши мне в личку, и я их покажу.
    [few] В других местах твоего хода ждут { $count } партии. Напиши мне в личку, и я их покажу.
    [many] В других местах твоего хода ждёт { $count } партий. Напиши мне в личку, и я их покажу.
   *[other] В других местах твоего хода ждёт { $count } партии. Напиши мне в личку, и я их покажу.
}
next-none = Ни одна партия сейчас не ждёт твоего хода. Твои партии покажет { $games }.
next-none-here = Ни одна партия здесь сейчас не ждёт твоего хода.
games-elsewhere = { $count ->
    [1] Ещё одна в другом месте. Напиши мне в личку, и я её покажу.
    [one] Ещё { $count } в других местах. Напиши мне в личку, и я их покажу.
    [few] Ещё { $count } в других местах. Напиши мне в личку, и я их покажу.
    [many] Ещё { $count } в других местах. Напиши мне в личку, и я их покажу.
   *[other] Ещё { $count } в других местах. Напиши мне в личку, и я их покажу.
}
kept = { $player } играет дальше.
keep-timed = В этой партии есть часы, так что откладывать её никто не будет.
if-public = Об условных ходах знаем только ты и я. Используй слеш-команду в Discord или напиши мне в личку и укажи партию: { $example } — для второй из списка { $games }.
if-which = Для какой партии? { $example } — для второй из списка { $games }.
if-no-such-game = У тебя не идёт партия с номером { $number }. Список покажет { $games }.
if-your-turn = Сейчас твой ход: сначала сходи. А потом спланируй ответы на ход игрока { $other }.
if-too-long = Слишком длинно ({ $length }): помещается не больше { $most ->
    [one] { $most } символа
    [few] { $most } символов
    [many] { $most } символов
   *[other] { $most } символа
}. Разбей на несколько вариантов.
if-too-deep = Слишком много ходов в одном варианте: помещается не больше { $most }.
if-too-many = { $most ->
    [one] У тебя уже { $most } вариант, больше не поместится.
    [few] У тебя уже { $most } варианта, больше не поместится.
    [many] У тебя уже { $most } вариантов, больше не поместится.
   *[other] У тебя уже { $most } варианта, больше не поместится.
} Удалить один: { $clear }.
if-wrong = Ход { $number } варианта не годится: «{ $turn }».
if-impossible = Ход { $number } варианта не годится: { $player } не сможет сыграть «{ $turn }».
if-their-rows = Ряды игрока { $player }: { $rows }.
if-their-rings = Кольца игрока { $player }: { $rings }.
if-unfinished = Ход { $number } варианта неполный: после «{ $turn }» игроку { $player } ещё нужно { $stage }.
if-over = Партия закончится раньше хода { $number } варианта, «{ $turn }».
if-no-answer = Вариант кончается ходом игрока { $player }, «{ $turn }». Добавь «then» и свой ответ.
if-where-to = Укажи ещё, куда идёт кольцо с { $point }.
if-occupied = Точка { $point } тогда будет занята.
if-known = Это уже есть в варианте { $number }.
if-answered = Вариант { $number } отвечает на те же ходы иначе. Удалить его: { $clear }.
if-set = План готов, соперник: { $other } ({ $place }). Знаем только ты и я:
if-list = Твои условные ходы, соперник: { $other } ({ $place }):
if-line = { $number }. { $line }
if-list-end = { $clear } удалит все варианты, { $one } — только один.
if-none = У тебя нет условных ходов в партии с игроком { $other } ({ $place }). Запланировать ход: { $example }.
if-dropped-unforeseen = Твои условные ходы в партии с игроком { $other } ({ $place }) больше не действуют: партия пошла иначе.
if-dropped-taken-back = Твои условные ходы в партии с игроком { $other } ({ $place }) больше не действуют: вернули ход.
if-dropped-offer = Твои условные ходы в партии с игроком { $other } ({ $place }) больше не действуют: кому-то предложили место в партии.
if-of-game = Твоя партия с игроком { $other } ({ $place }):
if-cleared = Твои условные ходы в партии с игроком { $other } ({ $place }) удалены.
if-cleared-one = Вариант { $number } в партии с игроком { $other } ({ $place }) удалён.
if-no-branch = { $last ->
    [1] Варианта { $number } нет: у тебя только один.
    [one] Варианта { $number } нет: у тебя их { $last }.
    [few] Варианта { $number } нет: у тебя их { $last }.
    [many] Варианта { $number } нет: у тебя их { $last }.
   *[other] Варианта { $number } нет: у тебя их { $last }.
}
holiday-begun = { $player } в отпуске до { $until }, часы этого игрока стоят.
holiday-over = { $player } возвращается из отпуска.
holiday-taken = Хорошего отпуска, до { $until }! Твои часы стоят в партиях, где на ход даётся день или больше. Закончить раньше: { $end }. Отпуск на { $year } год: осталось { $left }.
holiday-ended = С возвращением! Твои часы снова идут. Отпуск на { $year } год: осталось { $left }.
holiday-now = Ты в отпуске до { $until }. Закончить раньше: { $end }. Отпуск на { $year } год: осталось { $left }.
holiday-left = Отпуск на { $year } год: осталось { $left }. { $holiday } начнёт отпуск: твои часы встанут в партиях, где на ход даётся день или больше.
holiday-used-up = Отпуск на { $year } год: осталось { $left }.
holiday-time = { $time }
holiday-time-none = 0 дней
holiday-none = Ты сейчас не в отпуске. Начать отпуск: { $holiday }.
holiday-running = Ты уже в отпуске, до { $until }. Сначала закончи его: { $end }.
holiday-too-short = Отпуск длится не меньше часа.
holiday-too-long = Это слишком много. Отпуск на { $year } год: осталось { $left }.
pause-over = { $players }, пауза окончена, часы снова идут.
resign-not = Отлично, играем дальше.

choice-accept = Принять
choice-accept-of = Принять: { $by }
choice-decline = Отклонить
choice-resume = Продолжить
choice-keep = Играем дальше
choice-row = Ряд { $row }
choice-ring = Кольцо { $point }
choice-pass = Пропустить ход
choice-tap-place = Поставить
choice-tap-move = Ходить
choice-point = { $point }
choice-area = Вокруг { $point }
choice-others = Ещё
choice-back = Назад
choice-cancel = Отмена
choice-moves = { $point }
choice-move = { $from } → { $to }
choice-rematch = Реванш
choice-export = Запись
choice-analyze = Разбор
choice-replay = Повтор
choice-resign-yes = Да, сдаюсь
choice-standin-yes = Да, займи моё место
choice-resign-no = Нет, играю дальше
choice-older = Раньше
choice-newer = Позже
choice-channel = Этот канал
choice-server = Этот сервер
choice-value = { $value }
choice-present = ✓ { $value }
choice-default = по умолчанию
choice-theme = { $theme }

## Looking

moves-list = Кольцо с { $from } может пойти на { $targets }.
moves-rings = Кольца, которые могут пойти: { $rings }.
moves-none = Кольцо на { $from } не может пойти. А эти могут: { $rings }.
moves-no-ring = На { $point } нет кольца. Попробуй одно из этих: { $rings }.
moves-not-yet = Кольца ещё расставляют; ходить они начнут, когда на доске будут все десять. Поставить кольцо: { $place }.
tap-area = Кольцо { $number } из { $rings }: в какой части доски?
tap-point = Вокруг { $point }: какая точка?
tap-ring = Какое кольцо?
tap-target = Куда пойдёт кольцо с { $from }?
tap-cancelled = Хорошо, ничего не изменилось.
tap-no-area = Части { $number } нет; выбери от 1 до { $last }.
rows-of = Ряды игрока { $player } ({ $color }): { $rows }.
rows-none = Рядов из пяти фишек нет.
status = { $white } (белые) — { $black } (чёрные): { $variant }, начало { $started }, пока { $actions ->
    [one] { $actions } действие
    [few] { $actions } действия
    [many] { $actions } действий
   *[other] { $actions } действия
}.
score = Снято колец: белые { $whiterings }, чёрные { $blackrings } из { $goal }. Фишек в запасе: { $pool }.
status-clocks = Осталось времени: белые { $white }, чёрные { $black } ({ $time }).
board-legend = R — белое кольцо, r — чёрное; M — белая фишка, m — чёрная.
board-last = Последний ход: { $turn }
board-elsewhere = { $place } · { $white } – { $black }
no-game-elsewhere = Там нет идущей партии, которую можно показать тебе здесь. Я показываю партии этого канала и его веток, а твои партии из других мест — в личке. Их список: { $games }.
watch-on = Теперь ты следишь за партией { $white } – { $black } ({ $place }). О каждом ходе я напишу тебе в личку, без звука, до конца партии. { $off } — чтобы прекратить раньше.
watch-off = Ты больше не следишь за партией { $white } – { $black } ({ $place }).
watch-own = Ты играешь в этой партии, так что я и так говорю тебе, когда твой ход. С { $remind } напоминания придут в личку.
watch-untold = Не могу писать тебе об этой партии: там, где она идёт, я могу только отвечать на команды. { $board } там покажет позицию, когда захочешь.
watch-already = Ты уже следишь за этой партией. { $off } — чтобы прекратить.
watch-full = За этой партией следят уже { $most } человек, больше я не успею оповещать.
watch-too-many = Следить можно сразу за { $most } партиями, и у тебя их уже столько.
watch-how = Здесь сейчас нет партии. { $watch } в канале партии — и о каждом ходе я напишу тебе в личку, без звука; { $place } — то же для партии в другом месте.
watch-list = Ты следишь за партиями:
watch-game = { $number }. { $place } · { $white } – { $black }
watch-elsewhere = { $count ->
    [1] Ещё одна партия в другом месте. Напиши мне в личку, и я её покажу.
    [one] Ещё { $count } партия в других местах. Напиши мне в личку, и я их покажу.
    [few] Ещё { $count } партии в других местах. Напиши мне в личку, и я их покажу.
    [many] Ещё { $count } партий в других местах. Напиши мне в личку, и я их покажу.
   *[other] Ещё { $count } партии в других местах. Напиши мне в личку, и я их покажу.
}
watch-end = Чтобы прекратить, назови номер: { $off }.
watch-none = Ты не следишь ни за одной партией.
watch-which = О какой партии речь?
watched-turn = { $place } · { $player }: { $turn }. Теперь ходит { $next }.
watched-back = { $place } · Ходы возвращены, снова ход { $turn }. Теперь ходит { $next }.
watched-start = { $place } · Всё возвращено к началу. Теперь ходит { $next }.
watched-over = { $place } · { $result } Это была партия, за которой ты следишь.
watched-adjourned = { $place } · Партия { $white } – { $black } отложена, следить больше не за чем.
featured = { $place } · { $white } – { $black }
featured-player = { $player } ({ $rating })
featured-none = Нет идущей партии, которую можно здесь показать: ни в этом канале, ни в его открытых ветках. { $challenge } или { $play } — начать партию.
versus-list = Другие программы, с которыми здесь можно сыграть: { $programs }. Например, { $versus }.
versus-none = Других программ здесь нет. { $play } — сыграть со мной.
versus-unknown = Не знаю программы «{ $name }».
stood-in = Программа { $program } не смогла сходить, поэтому за неё хожу я.
choice-versus = Сыграть: { $program }
choice-tournament-join = Участвовать
choice-tournament-start = Начать
choice-tournament-stop = Да, отменить
choice-tournament-keep = Нет, оставить
predict-noted = Записано: по-твоему, победит { $player } ({ $color }).
predict-made = { $person } предсказывает: победит { $player } ({ $color }).
predict-changed = { $person } теперь предсказывает: победит { $player } ({ $color }).
predict-already = { $player } ({ $color }) — это и так твой прогноз.
predict-so-far = Прогнозы: { $white } — { $for-white }, { $black } — { $for-black }.
predict-none = Прогнозов пока нет.
predict-own = Это твоя партия: всё решится на доске!
predict-too-late = Прогнозы уже не принимаются: они возможны, пока никто не снял кольцо и на доске меньше { $markers } фишек.
predict-full = Прогнозов уже { $most }, больше мне не сосчитать.
predict-final = Прогноз можно менять только { $most } раза, так что твой остаётся прежним: { $player } ({ $color }).
choice-predict = { $player } ({ $color })
over-predicted = Верные прогнозы: { $right } из { $count } — { $names }.
over-predicted-more = Верные прогнозы: { $right } из { $count } — { $names } и ещё { $more }.
over-predicted-none = { $count ->
    [1] Никто этого не предвидел: единственный прогноз не сбылся.
    [one] Никто этого не предвидел: не сбылся ни один из { $count } прогноза.
    [few] Никто этого не предвидел: не сбылся ни один из { $count } прогнозов.
    [many] Никто этого не предвидел: не сбылся ни один из { $count } прогнозов.
   *[other] Никто этого не предвидел: не сбылся ни один из { $count } прогнозов.
}
challenge-timed = { $game } ({ $time })
status-challenge = { $by } вызывает игрока { $to }: { $variant }. { $accept }, до { $expires }.
status-challenge-anyone = { $by } ищет соперника: { $variant }. { $accept }, до { $expires }.
status-vote-challenge = { $by } и все здесь вызывают игрока { $to }: { $variant }, голосованием. { $accept }, до { $expires }.
history = { $turns }
history-empty = Пока не сделано ни одного хода.
history-left-out = … первые ходы не показаны ({ $turns }). Все ходы есть в { $export }.
exported = Вот запись партии { $white } — { $black }, { $actions ->
    [one] { $actions } действие
    [few] { $actions } действия
    [many] { $actions } действий
   *[other] { $actions } действия
}. ({ $sgf } — в формате SGF с Boardspace.)
exported-brief = Вот запись партии { $white } — { $black }, { $actions ->
    [one] { $actions } действие
    [few] { $actions } действия
    [many] { $actions } действий
   *[other] { $actions } действия
}.
imported = { $white } (белые) — { $black } (чёрные), ходов: { $turns }. { $result } Снято колец: белые { $whiterings }, чёрные { $blackrings }.
imported-next = Теперь { $next }.
imported-many = больше { $games }
imported-first = Партий в этой записи: { $games }; это первая из них.
import-nothing = В этом сообщении нет записи партии. Вставь её после команды или приложи файл.
file-too-large = Файл слишком большой: читаю не больше 1 МБ.
file-not-text = Это не текстовый файл. Записи партий — это обычный текст или SGF.
file-unavailable = Не получается скачать файл. Попробуй ещё раз или вставь запись после команды.
import-bad = Не получается прочитать эту запись: { $reason }.
result-unknown = Результата пока нет.
result-draw = Ничья.
result-white = Победа белых.
result-black = Победа чёрных.
theme-now = Тема доски: { $theme }. На выбор: { $themes }.
theme-set = Теперь тема доски: { $theme }.
theme-unknown = Темы «{ $theme }» у меня нет. Выбери одну из этих: { $themes }.
flipped = { $color-id ->
    [white] Теперь доска видна со стороны белых.
   *[black] Теперь доска видна со стороны чёрных.
}

## Results

archive-title = Законченные партии здесь: { $total } (страница { $page } из { $pages })
archive-yours = Твои законченные партии: { $total } (страница { $page } из { $pages })
archive-of = Законченные партии игрока { $player }: { $total } (страница { $page } из { $pages })
archive-game = { $number } · { $date } · { $white } { $result } { $black } · { $terms }{ $how }
archive-next = { $show } покажет партию, { $export } даст её запись, { $analyze } разберёт её.
archive-none = Здесь пока не закончилась ни одна партия. Начни свою ({ $challenge }) или сыграй со мной ({ $play }).
archive-none-yours = У тебя пока нет законченных партий. Сыграй со мной: { $play }.
archive-none-of = У игрока { $player } здесь пока нет законченных партий.
archive-no-page = Страницы { $page } нет, последняя — { $pages }.
how-played = { "" }
how-resigned = , сдача
how-agreed = , ничья по согласию
how-aborted = , прервана
how-timed-out = , по времени
how-adjudicated = , решение модератора
no-such-game = Законченной партии { $number } здесь нет. Список партий: { $archive }.
no-such-number = Партии с таким большим номером нет. Список партий: { $archive }.
player-several = Имя «{ $name }» здесь не у одного человека. Упомяни нужного человека: { $command }.
stats-of-bot = У меня нет рейтинга: партии со мной не рейтинговые. Твои успехи на моих уровнях покажет { $stats }.
player-unknown = Не знаю здесь никого с именем «{ $name }». Упомяни нужного человека: { $command }.
stats-rating = { $player }, { $terms-id ->
    [terms-normal] обычные партии
   *[other] { $terms }
}: { $rating } ± { $deviation } после { $games ->
    [one] { $games } рейтинговой партии
    [few] { $games } рейтинговых партий
    [many] { $games } рейтинговых партий
   *[other] { $games } рейтинговой партии
}
stats-unrated = { $player }, { $terms-id ->
    [terms-normal] обычные партии
   *[other] { $terms }
}: рейтинга пока нет
stats-none = Здесь пока нет законченных партий.
stats-no-people = Законченных партий с людьми пока нет.
stats-people = { $games ->
    [one] { $games } партия с людьми
    [few] { $games } партии с людьми
    [many] { $games } партий с людьми
   *[other] { $games } партии с людьми
}: { $won ->
    [one] { $won } победа
    [few] { $won } победы
    [many] { $won } побед
   *[other] { $won } победы
}, { $drawn ->
    [one] { $drawn } ничья
    [few] { $drawn } ничьи
    [many] { $drawn } ничьих
   *[other] { $drawn } ничьей
}, { $lost ->
    [one] { $lost } поражение
    [few] { $lost } поражения
    [many] { $lost } поражений
   *[other] { $lost } поражения
}.
stats-score = { $won ->
    [one] { $won } победа
    [few] { $won } победы
    [many] { $won } побед
   *[other] { $won } победы
}, { $drawn ->
    [one] { $drawn } ничья
    [few] { $drawn } ничьи
    [many] { $drawn } ничьих
   *[other] { $drawn } ничьей
}, { $lost ->
    [one] { $lost } поражение
    [few] { $lost } поражения
    [many] { $lost } поражений
   *[other] { $lost } поражения
}
stats-colors = Белыми: { $white }; чёрными: { $black }.
stats-on-time = По времени: { $won ->
    [one] { $won } победа
    [few] { $won } победы
    [many] { $won } побед
   *[other] { $won } победы
}, { $lost ->
    [one] { $lost } поражение
    [few] { $lost } поражения
    [many] { $lost } поражений
   *[other] { $lost } поражения
}.
stats-streak-won = { $length ->
    [1] Последняя партия — победа.
    [one] { $length } победа подряд.
    [few] { $length } победы подряд.
    [many] { $length } побед подряд.
   *[other] { $length } победы подряд.
}
stats-streak-drawn = { $length ->
    [1] Последняя партия — ничья.
    [one] { $length } ничья подряд.
    [few] { $length } ничьи подряд.
    [many] { $length } ничьих подряд.
   *[other] { $length } ничьей подряд.
}
stats-streak-lost = { $length ->
    [1] Последняя партия — поражение.
    [one] { $length } поражение подряд.
    [few] { $length } поражения подряд.
    [many] { $length } поражений подряд.
   *[other] { $length } поражения подряд.
}
stats-first-ring = Любимое первое кольцо: { $point } ({ $times ->
    [one] { $times } раз
    [few] { $times } раза
    [many] { $times } раз
   *[other] { $times } раза
}).
stats-against = Против игрока { $other }: { $score }.
stats-bot = Против меня (без рейтинга): { $levels }.
stats-level = уровень { $level } ({ $rating }): { $score }
stats-level-version = уровень { $level }, версия { $version }: { $score }
stats-programs = Против других программ (без рейтинга): { $scores }.
stats-program = { $program }: { $score }
stats-puzzles = Задачи: { $rating } ± { $deviation }, с первой попытки { $solved } из { $tried }, лучшая серия { $best }.
top-title = { $terms-id ->
    [terms-normal] Лучшие здесь, обычные партии:
   *[other] Лучшие здесь, { $terms }:
}
top-caption = { $terms-id ->
    [terms-normal] Лучшие рейтинги, обычные партии
   *[other] Лучшие рейтинги, { $terms }
}
top-head-player = Игрок
top-head-rating = Рейтинг
top-head-games = Партии
top-none = { $terms-id ->
    [terms-normal] Пока ни у кого нет достаточно надёжного рейтинга (обычные партии), чтобы попасть в список. Играй рейтинговые партии: { $challenge }.
   *[other] Пока ни у кого нет достаточно надёжного рейтинга ({ $terms }), чтобы попасть в список. Играй рейтинговые партии: { $challenge }.
}
top-line = { $place }. { $player }: { $rating } ± { $deviation }, { $games ->
    [one] { $games } партия
    [few] { $games } партии
    [many] { $games } партий
   *[other] { $games } партии
}
top-line-own = { $line } (ты)
top-not-yet = Ты: { $rating } ± { $deviation }. Ты попадёшь в список, когда второе число станет меньше 110: сыграй ещё рейтинговых партий.
reported = Передано здешним модераторам. Спасибо!
report-nobody = В личке нет модераторов. Используй { $report } там, где шла партия.
report-too-long = Слишком длинно: в жалобе помещается { $most ->
    [one] { $most } символ
    [few] { $most } символа
    [many] { $most } символов
   *[other] { $most } символа
}, а у тебя { $length }.
report-too-many = На сегодня жалобы закончились. Напиши модератору напрямую.
hint-rated = Партия рейтинговая, поэтому без подсказок.
hint-of-rated = В одной из твоих рейтинговых партий сейчас та же позиция, поэтому здесь без подсказок.
opening-next = Что дальше ставили в { $games ->
    [one] { $games } партии
    [few] { $games } партиях
    [many] { $games } партиях
   *[other] { $games } партии
} с этой позицией (как часто и { $score }): { $placements }
opening-white = результат белых
opening-black = результат чёрных
opening-placement = { $point } { $share }% ({ $score }%)
opening-unknown = Других партий с этой позицией не знаю.
opening-of-game = Расстановка в этой партии и как часто другие ставили так же: { $placements }.
opening-played = { $number }. { $point } { $share }%
opening-new = { $number }. { $point } новинка
opening-rated = Партия рейтинговая, поэтому без дебютов, пока не стоят все кольца.
opening-of-rated = В одной из твоих рейтинговых партий сейчас та же позиция, поэтому здесь без дебютов.

## What cannot be done

spectator = Эту партию играют { $white } и { $black }, а ты смотришь. Всем доступны: { $commands }.
not-your-turn = Сейчас ходит { $other } ({ $color }), нужно { $stage }.
stage-place = поставить кольцо
stage-move = пойти кольцом
stage-row = снять ряд
stage-ring = снять кольцо
stage-over = ничего не делать
other-decides = Потом решает { $other }.
wrong-in-several = Ничего не сыграно: шаг { $number } («{ $decision }») не годится.
wrong-stage-place = Кольца ещё расставляют: поставь одно на свободную точку.
wrong-stage-move = Сейчас нужно пойти кольцом.
wrong-stage-row = Сейчас нужно снять ряд из пяти фишек.
wrong-stage-ring = Сейчас нужно снять одно из своих колец: это плата за ряд.
wrong-stage-over = Партия закончена.
rows-to-choose = Твои ряды: { $rows }.
own-rings = Твои кольца: { $rings }.
no-such-row-number = Ряда { $number } нет. Твои ряды: { $rows }.
choose-row-first = У тебя больше одного ряда, сначала выбери: { $rows }. Например, { $command }.
where-to = Куда пойдёт кольцо с { $point }? Варианты покажет { $moves }.
no-such-point = Точки { $point } нет: буквы идут от A до K, числа от 1 до 11, а углов у доски нет.
not-five = { $start } и { $end } — не концы пяти точек на одной линии.
unreadable = Не понимаю «{ $text }»: это не точки. Пиши их так: E4 или E4 E10.
too-many-decisions = { $most ->
    [one] Это больше одного хода: в сообщение помещается не больше { $most } решения.
    [few] Это больше одного хода: в сообщение помещается не больше { $most } решений.
    [many] Это больше одного хода: в сообщение помещается не больше { $most } решений.
   *[other] Это больше одного хода: в сообщение помещается не больше { $most } решения.
}
illegal-occupied = Точка { $point } занята. Выбери свободную; доску покажет { $board }.
illegal-no-ring = На { $point } нет кольца.
illegal-other-ring = Кольцо на { $point } не твоё.
illegal-same-point = Это кольцо уже стоит на { $point }.
illegal-not-in-line = { $from } и { $to } не лежат на одной линии: кольцо ходит по прямой.
illegal-ring-in-the-way = Кольцо на { $point } мешает: через кольца перепрыгивать нельзя.
illegal-marker-there = На { $point } лежит фишка: кольцо должно встать на свободную точку.
illegal-must-stop = Перепрыгнув через фишки, кольцо должно встать на первую свободную точку, { $point }.
illegal-no-such-row = У тебя нет ряда { $row }.
illegal-must-move = Пропустить ход нельзя: ходы ещё есть. Кольца, которые могут пойти: { $rings }.
illegal-must-pass = Ни одно твоё кольцо не может пойти. Можно только пропустить ход: { $pass }.
unknown-command = Не знаю { $word }. Список команд: { $help }.
unknown-command-meant = Не знаю { $word }. Может, { $meant }? Список команд: { $help }.
not-in-several = Отправь { $command } отдельным сообщением.
unexpected-word = Не понимаю «{ $word }» после { $command }.
bad-time = Не понимаю время «{ $word }». Укажи единицы: 3d, 1d12h, 15m+10s.
bad-span = Не понимаю длительность «{ $word }». Пиши так: 12h, 3d или 1d12h.
span-in-one-word = Пиши длительность одним словом, без пробелов: 12h, 3d, 1d12h.
two-times = Указано два времени: { $first } и { $second }.
two-words = Указано и «{ $first }», и «{ $second }». Выбери что-то одно.
word-meant = Может, «{ $meant }», одним словом?
time-in-one-word = Пиши время одним словом, без пробелов: 3d, 1d12h, 5d+12h.
time-too-short = «{ $word }» — слишком мало. Нужна хотя бы минута.
time-too-long = «{ $word }» — слишком много: не больше 30 дней (30d).
missing-words = После { $command } чего-то не хватает.
usage-plain = Как пользоваться: { $usage }
usage = Как пользоваться: { $usage }, например { $example }
unreadable-message = Не получается расшифровать это сообщение: у меня нет ключа к нему. Отправь его ещё раз.
choice-not-yours = Это для кого-то другого.
stale-choice = Это уже неактуально. Текущую позицию покажет { $board }.
render-failed = Всё получилось, но с ответом вышла заминка. Как идёт партия, покажет { $status }.
internal-error = У меня что-то пошло не так, ничего не изменилось. Попробуй ещё раз.

## Help

help-intro = Я веду партии в YINSH. Начни свою ({ $challenge }) или сыграй со мной ({ $play }). Впервые играешь? { $tutorial } научит, а { $rules } кратко объяснит правила.
help-group-begin = Начать: { $commands }
help-group-play = Играть: { $commands }
help-group-look = Смотреть: { $commands }
help-group-settle = Договориться: { $commands }
help-group-moderate = Модерация: { $commands }
help-group-more = Ещё: { $commands }
help-more = { $help } расскажет о команде. Можно писать и просто точки (E4 или E4 E10, после префикса), и несколько решений в одном сообщении через запятую.
help-aliases = Ещё варианты: { $aliases }.
help-local = По-русски: { $word }.
help-challenge = Бросает вызов кому-нибудь или любому, кто хочет сыграть. В блице побеждает первое снятое кольцо. Цвет — тот, которым играешь ты; уровень — для партий со мной. Рейтинговые партии влияют на рейтинг обоих игроков, подсказок в них нет.
help-times = Время: 3d — три дня на каждый ход, 15m+10s — пятнадцать минут плюс десять секунд за ход, untimed — сколько угодно. У кого время вышло, тот проиграл.
help-accept = Принимает вызов, просьбу соперника (ничья, возврат хода, пауза, её конец) или место в партии.
help-decline = Отклоняет вызов, просьбу соперника или место, которое тебе передают.
help-withdraw = Отзывает твой вызов или твою просьбу.
help-play = Начинает партию со мной, от уровня 1 (вполсилы) до 10 (на полную); по умолчанию 4. Цвет — тот, которым играешь ты.
help-versus = Начинает партию с другой программой, которая здесь играет. Без имени показывает список программ.
help-vote-game = Начинает партию, в которой все здесь играют вместе против бота, или вызывает кого-то сыграть против всех.
help-tournament = Открывает здесь турнир, позволяет записаться или выйти и показывает, как он идёт.
help-simul = Открывает здесь сеанс одновременной игры: ты играешь сразу со всеми, кто запишется.
simul-details = Укажи время на размышление (2d), а если хочешь, блиц или рейтинговая. На всех досках у тебя белые, если не указать чёрные или случайно. Другие записываются кнопкой или командой «турнир участвовать», а начинаешь ты командой «турнир старт». «следующая» ведёт к следующей партии, которая тебя ждёт.
tournament-details = Швейцарская система (swiss): встречаются игроки с равными очками, туров сколько угодно. Круговая (round-robin): каждый с каждым. На выбывание (knockout): проигравший выбывает; после ничьей дальше проходят чёрные. Арена (arena): кто свободен, играет следующую партию, час или сколько минут укажешь. Укажи время на размышление (2d, а на арене 5m+5s), а если хочешь, блиц или рейтинговая. Кто открыл турнир, начинает его, убирает участников и может его отменить.
help-votes = Показывает, за что уже проголосовали.
help-levels = Уровни: { $levels }.
help-rematch = Предлагает ещё одну партию с тем же соперником, со сменой цвета.
help-tutorial = Учит YINSH за десять коротких уроков, в которых ходишь ты, и помнит, на чём остановились. Номер открывает урок, «show» показывает решение, «stop» выходит из него, «game» начинает первую партию с подсказками. Видишь это только ты: через /tutorial в Discord или в личном чате со мной.
help-puzzle = Даёт задачу, которой у тебя ещё не было, примерно твоего уровня. Ты ищешь лучший ход, шаг за шагом. Тема выбирает, о чём задача, «harder» и «easier» — сложность, «next» даёт следующую, «show» показывает решение, «stop» выходит из задачи. Видишь это только ты: через /puzzle в Discord или в личном чате со мной.
help-daily = Даёт задачу дня, одну на всех; каждый решает её сам. На следующий день называю решение и тех, кто решил её с этого сервера.
help-train = Даёт твои собственные ошибки как задачи: после разбора каждая ждёт тебя здесь. Решённая вернётся через 1, 3, 7, 14 и 30 дней, а потом считается усвоенной. «next» даёт следующую, «show» показывает решение, «stop» выходит.
help-race = Гонка: сколько задач ты решишь за три минуты? Каждая на один ход; после каждой решённой следующая труднее. Неверный ответ стоит только времени. Сама команда говорит, у кого лучший результат на этом сервере; «start» начинает, «skip» пропускает задачу, «stop» заканчивает гонку.
help-place = Ставит одно из пяти твоих колец на свободную точку.
help-move = Кладёт фишку в твоё кольцо и двигает кольцо по линии. Фишки, через которые оно перепрыгивает, переворачиваются.
help-row = Снимает твой ряд из пяти фишек, по номеру на доске или по двум концам.
help-ring = Снимает одно из твоих колец в уплату за ряд. Если ряд у тебя всего один, снимется и он.
help-pass = Пропускает ход. Можно, только если ни одно твоё кольцо не может пойти.
help-if = Планирует твой ответ на следующий ход соперника. Если этот ход случится, сразу отвечу за тебя: «if E4 E10 then G2 G5». Продолжай через «then» сколько угодно и повтори команду для других ходов. Без варианта показывает твой план, «clear» его удаляет. Видим это только ты и я: используй /if в Discord или личку со мной, с «#2» для второй из твоих партий.
help-tap = Играет нажатиями: я показываю картинки с номерами, а ты выбираешь кольцо и куда ему пойти.
help-hint = Подсказывает, что делать и почему: 1 — куда смотреть, 2 — что делать, 3 — всё сразу. Просить можно только в свой ход. Ответ по возможности видишь только ты, а в записи партии отмечено число подсказок.
help-coach = С «on» подсказываю тебе каждый ход в этой партии, если ты играешь со мной или с другой программой.
help-board = Показывает доску картинкой или, с «text», текстом: здешней партии, идущей в другом месте (номер из «games», канал или ветка) или то, чем закончилась партия (#12).
help-moves = Показывает, куда может пойти кольцо.
help-rows = Показывает ряды из пяти фишек на доске.
help-status = Показывает, кто играет, счёт, часы и чей ход.
help-history = Показывает ходы партии.
help-show = Показывает доску после выбранного хода здешней партии или законченной по номеру. Оттуда можно листать ходы назад и вперёд.
help-replay = Показывает партию ещё раз анимацией: здешнюю или законченную по номеру, целиком или отдельные ходы, например 20-40.
help-better = Показывает перелом из последнего разбора здесь: доску с тем, как сыграли и как было лучше, и к чему бы это привело.
help-opening = Показывает, как часто кольцо ставили на каждую точку в других партиях и с каким результатом.
help-watch = Пишет тебе в личку о каждом ходе партии, без звука, до её конца: о здешней партии или о другой, по её каналу или ветке. С «off» ты перестаёшь следить; если партии здесь нет — список тех, за которыми ты следишь.
help-featured = Показывает доску лучшей из идущих партий этого канала и его веток: той, у игроков которой самый высокий рейтинг.
help-predict = Записывает твой прогноз, кто победит в здешней партии, — просто для интереса, пока никто не снял кольцо и на доске меньше 20 фишек. Передумать можно до 3 раз. Без цвета показывает все прогнозы. После партии я скажу, кто был прав.
help-games = Показывает все твои партии, самые срочные сначала, открытые вызовы и отложенные партии. Там, где читают другие, — только партии этого канала или комнаты.
help-next = Показывает доску самой срочной партии, где твой ход.
help-undo = Возвращает твой последний ход. Сначала спрошу соперника.
help-draw = Предлагает ничью или принимает предложение соперника.
help-pause = Просит соперника остановить часы, максимум на 30 дней.
help-resume = Снова запускает часы после паузы. Если это часы соперника, а на ход даётся меньше дня, сначала спрошу соперника. Ещё продолжает отложенную партию за любым свободным столом там, где есть вы оба.
help-keep = Говорит мне, что партия без часов ещё идёт, если давно никто не ходил.
help-holiday = Отпуск: в твоих медленных партиях с людьми твои часы стоят. Медленные — это где на ход даётся день или больше. В году у тебя 21 день отпуска.
help-my-data = Даёт тебе файл со всем, что у меня о тебе записано: настройки, партии, рейтинги, время и всё остальное. Только для тебя.
help-forget-me = Удаляет всё, что у меня о тебе записано, если подтвердишь. Сначала скажу, что это значит.
help-give-time = Даёт сопернику больше времени, например лишний день.
help-abort = Прерывает партию без результата, если соперника здесь больше нет. Модераторы могут это всегда.
help-standin = Передаёт твоё место мне, на уровне по твоему выбору (по умолчанию 4). Рейтинговая партия тогда перестаёт быть рейтинговой, поэтому я переспрошу. Если твоё кольцо уже стоит на доске, партия тебе не засчитывается.
help-seat = Предлагает твоё место кому-то другому, кто его примет или отклонит. Партия тогда уже не рейтинговая, а если твоё кольцо уже стоит на доске, она не засчитывается никому из вас двоих.
help-resign = Сдаёт партию. Я переспрошу.
help-export = Даёт файл с записью этой партии или, по номеру, законченной; если попросишь — в SGF.
help-analyze = Разбирает законченную партию: график шансов, переломы, лучшие ходы и точность обоих игроков. Работает с последней партией здесь, с законченной по номеру и с записью, которую ты вставишь или приложишь.
help-import = Показывает последнюю позицию записи, которую ты вставишь или приложишь.
help-archive = Показывает партии, законченные здесь, свежие сначала; с именем — только партии этого игрока. У каждой есть номер, например #123, чтобы её показать, сохранить или разобрать.
help-stats = Показывает чей-то рейтинг, результаты на этом сервере и ваши партии. Без имени — твои.
help-top = Показывает лучшие рейтинги на этом сервере и твоё место.
help-report = Оставляет жалобу здешним модераторам, например на нечестную игру. Укажи номер партии. То, что ты пишешь, здесь видят все; /report в Discord видишь только ты.
help-block = Блокирует человека: он не сможет вызвать тебя или передать тебе место. Без имени показывает, кого ты блокируешь. Знаем об этом только ты и я: используй /block в Discord или личку со мной.
help-unblock = Снимает блокировку.
help-adjudicate = Завершает партию здесь с указанным результатом. Для модераторов, которые в ней не играют.
help-score = Указывает результат партии текущего тура, которую нельзя доиграть. Для организатора турнира и модераторов.
help-schedule = Планирует здесь турниры, каждую неделю или каждый день, или показывает, что запланировано. Для модераторов.
schedule-details = Укажи систему, день (или ежедневно), время и часовой пояс, а затем часы и остальное. Записаться можно начиная за сутки до начала (если турнир ежедневный, за шесть часов), и турнир начинается сам, если записались хотя бы трое. Он не проводится, если предыдущий ещё идёт. «расписание выкл» всё отменяет.
help-mute = Не даёт человеку ничего здесь начинать, неделю, если не указать другой срок. Свои партии он может доиграть. Для модераторов.
help-unmute = Снимает мут. Для модераторов.
help-audit = Показывает, что здесь делали модераторы: законченные ими партии, муты, настройки. Для модераторов.
help-reports = Показывает жалобы игроков здешним модераторам. Для модераторов.
help-remind = Где напоминать тебе о ходе: здесь в канале, в личке или нигде. Напоминаю, когда осталась половина и когда осталась десятая часть времени. Действует для всех твоих партий.
help-auto = С «on» я хожу за тебя, когда выбора нет: единственный ряд, единственный ход, пропуск хода. Действует для всех твоих партий, а пока не включишь — выключено.
help-settings = Показывает настройки: твои, канала и сервера — и предлагает их изменить. С «channel» или «server» — общие для всех там.
help-set = Меняет настройку: твою или, с «channel» и «server», общую для всех. Значение «default» её сбрасывает.
help-set-details = Для себя каждый может настроить language, theme, view, challenges, remind, auto, tips и quiet. Кто управляет каналом или сервером, может настроить там ещё prefix, clock, rated, hints, reviews, challenges, play, tips, quiet, games, announcements, announceto и daily.
help-theme = Выбирает вид доски: classic, dark или contrast, для которого не нужно различать цвета.
help-flip = Поворачивает доску.
help-rules = Объясняет правила, кратко или по темам.
help-help = Показывает список команд или рассказывает об одной.

## The rules

rules-short = Сначала игроки по очереди ставят по пять колец. Потом каждый ход: положи фишку своего цвета в одно из своих колец и пойди этим кольцом по линии. Фишки, через которые оно перепрыгнет, переворачиваются другим цветом вверх. Пять фишек твоего цвета в ряд: сними их и одно из своих колец. Побеждает тот, кто раньше снимет три кольца (в блице — одно).
rules-topics = Подробнее: { $topics }
rules-goal = Цель — раньше соперника снять три из пяти своих колец (в блице только одно). Кольцо снимают каждый раз, когда получается ряд из пяти фишек своего цвета, так что с каждым шагом к победе колец у тебя всё меньше.
rules-board = На доске 85 точек. Точка называется по букве, то есть линии, идущей от одного игрока к другому, и по числу, то есть линии, которая её пересекает: от A2 до A5 слева, от E1 до E10 и от G2 до G11 в середине, от K7 до K10 справа. В каждой точке сходятся три линии: та же буква, то же число, и буква с числом, растущие вместе.
rules-placing = Сначала расставляют десять колец. Белые начинают, и игроки по очереди ставят по одному кольцу на любую свободную точку, пока все не окажутся на доске. Первый ход тоже за белыми.
rules-moving = В свой ход положи фишку своего цвета в одно из своих колец и пойди этим кольцом по прямой на свободную точку. Кольцо может пройти сколько угодно свободных точек и перепрыгнуть сколько угодно фишек, лежащих подряд, но за ними должно встать на первую же свободную точку. Проходить сквозь кольца и перепрыгивать их нельзя.
rules-turning = Все фишки, через которые перепрыгнуло кольцо, переворачиваются, какого бы цвета они ни были: белые становятся чёрными, чёрные — белыми. Фишка, оставленная там, откуда кольцо пошло, не меняется.
rules-rows = Пять фишек одного цвета подряд на одной линии — это ряд. Его снимает игрок этого цвета, даже если ряд построил соперник; первым снимает тот, чей сейчас ход. Если подряд больше пяти, выбираешь, какие пять снять. Если два твоих ряда пересекаются, снимаешь один, а второй считается, только если все его пять фишек ещё на месте. Снятые фишки можно использовать снова.
rules-rings = За каждый снятый ряд сними одно из своих колец. Подойдёт любое, и оно приближает тебя к цели.
rules-end = Партия заканчивается, как только кто-то снимет третье кольцо (в блице — первое). Если все 51 фишка на доске, а снимать больше нечего, побеждает тот, кто снял больше колец; если поровну — ничья. Если ни одно кольцо не может пойти, игрок пропускает ход; если пропускают оба, партия заканчивается так, будто кончились фишки.
rules-notation = В записи поставленное кольцо — это f6, ход — e4-e10, снятый ряд — xe5-e9, снятое кольцо — xc3. Я понимаю всё это, и заглавными буквами, и с пробелом посередине.

## The picture in words

alt-caption = { $caption }.
alt-last = Только что: { $last }.
alt-white = Белые ({ $player }): кольца: { $rings }; фишки: { $markers }; снято колец: { $removed } из { $goal }.
alt-black = Чёрные ({ $player }): кольца: { $rings }; фишки: { $markers }; снято колец: { $removed } из { $goal }.
alt-clocks = Осталось времени: белые { $white }, чёрные { $black }.
alt-rows = Ряды, которые можно снять: { $rows }.
alt-targets = Кольцо с { $from } может пойти на { $targets }.
alt-numbers = Номера: { $numbers }.
alt-areas = Части доски и их свободные точки: { $areas }.
alt-nudge = Посмотри на { $points }.
alt-hints = Подсказки, лучшие сначала: { $hints }.
alt-replay = Анимация партии { $white } (белые) — { $black } (чёрные), { $turns }. Доска в конце:
alt-curve = Шансы по ходу партии { $white } (белые) — { $black } (чёрные). { $caption }. { $result }
alt-curve-chances = Шансы белых на победу по ходам: { $chances }.
alt-curve-chance = { $turn }: { $percent }%
alt-curve-rings = { $color-id ->
    [white] Белые снимают кольца на ходах { $turns }.
   *[black] Чёрные снимают кольца на ходах { $turns }.
}
alt-ratings = Рейтинг с течением времени. { $caption }. От { $first } до { $last } за { $games ->
    [one] { $games } партию
    [few] { $games } партии
    [many] { $games } партий
   *[other] { $games } партии
}; минимум { $lowest }, максимум { $highest }.
alt-leaderboard = Таблица. { $caption }.
alt-leaderboard-line = { $line }.
alt-bracket = Турнирная сетка. { $caption }.
alt-curve-points = Переломы: ходы { $turns }.
alt-pool = Фишек в запасе: { $pool }.
alt-none = нет
alt-place = { $color } ставят кольцо на { $point }
alt-move = { $turned ->
    [0] { $color } ходят с { $from } на { $to }
    [one] { $color } ходят с { $from } на { $to } и переворачивают { $markers }
    [few] { $color } ходят с { $from } на { $to } и переворачивают { $markers }
    [many] { $color } ходят с { $from } на { $to } и переворачивают { $markers }
   *[other] { $color } ходят с { $from } на { $to } и переворачивают { $markers }
}
alt-row = { $color } снимают ряд { $row }
alt-ring = { $color } снимают кольцо с { $point }
alt-pass = { $color } пропускают ход

## The tutorial

tutorial-private = Уроки только для нас двоих, поэтому пишу тебе личным сообщением. Если ничего не пришло, напиши мне в личном чате: { $command }
tutorial-here = Начнём? Напиши здесь { $command }, и я научу тебя YINSH за десять коротких уроков.
tutorial-stopped = Хорошо, пока хватит. { $tutorial } вернёт туда, где мы остановились.
tutorial-not-open = Ни один урок не открыт. { $tutorial } откроет урок.
tutorial-complete = Вот и все уроки ({ $last }): ты знаешь YINSH! Теперь сыграй первую партию: играю вполсилы и подсказываю. { $again } повторит урок.
no-such-lesson = Урока { $number } нет. Уроки идут от 1 до { $last }.
lesson-title = Урок { $number } из { $last }: { $title }
lesson-offer = Ничего страшного: { $show } покажет решение.
lesson-shown = Вот решение: { $action }. Попробуй: { $command }
lesson-solved = Решено уроков: { $solved } из { $last }. Дальше: { $tutorial }
lesson-task-row = Сними свой ряд: { $row }
lesson-task-ring = Теперь сними одно из своих колец: { $ring }

lesson-placing-title = Расстановка колец
lesson-placing-text = Ты играешь белыми. Вы с чёрными по очереди ставите по пять колец на любые свободные точки. Чем до большего числа точек достаёт кольцо, тем лучше.
lesson-placing-task = Поставь последнее кольцо на одну из выделенных точек: { $place }
lesson-placing-hint = Подсказка: выделенные точки в середине, где сходятся длинные линии.
lesson-placing-done = Хорошее место: оттуда кольцо достаёт далеко. Когда все десять колец на доске, они начинают ходить.

lesson-moving-title = Ходы кольцами
lesson-moving-text = В свой ход кладёшь белую фишку в одно из своих колец. Потом идёшь этим кольцом по прямой через сколько угодно свободных точек. Фишка остаётся на месте. Сквозь другое кольцо пройти нельзя.
lesson-moving-task = Поставь кольцо на выделенную точку: { $move }
lesson-moving-hint = Подсказка: пройди по трём линиям через J6. До какого белого кольца путь свободен?
lesson-moving-done = Верно. Белая фишка лежит там, откуда кольцо пошло. Из таких фишек и складываются ряды.

lesson-jumping-title = Прыжки
lesson-jumping-text = Кольцо может перепрыгнуть фишки обоих цветов, если они лежат подряд. Встать оно должно на первую свободную точку за ними. Через кольца прыгать нельзя.
lesson-jumping-task = Перепрыгни одним ходом не меньше трёх фишек.
lesson-jumping-hint = Подсказка: посмотри на линию 5. Перед каким твоим кольцом лежат три фишки подряд?
lesson-jumping-done = Вот это прыжок! Видишь, фишки сменили цвет? Об этом следующий урок.

lesson-turning-title = Переворот фишек
lesson-turning-text = Каждая фишка, через которую ты прыгаешь, переворачивается: чёрная становится белой, но и белая — чёрной. Фишка, которую оставляешь за собой, не меняется.
lesson-turning-task = Переверни одним ходом не меньше трёх чёрных фишек.
lesson-turning-hint = Подсказка: на линии G подряд лежат три чёрные фишки. Какое кольцо стоит прямо перед ними?
lesson-turning-done = Ещё три твои. В YINSH цвета всё время меняются, так что следи за каждой линией.

lesson-row-title = Свой ряд
lesson-row-text = Пять фишек твоего цвета подряд на одной линии — это ряд. Снимаешь все пять и одно из своих колец. Три снятых кольца — победа.
lesson-row-task = Построй ряд одним ходом.
lesson-row-hint = Подсказка: на линии E лежат четыре белые фишки, рядом стоит кольцо. Что оно оставит, когда уйдёт?
lesson-row-done = Одно кольцо снято, до победы ещё два. Но с каждым рядом у тебя и одним кольцом для игры меньше.

lesson-gift-title = Ряд для другого
lesson-gift-text = Ряд принадлежит своему цвету, кто бы его ни построил. Чёрные только что пошли F5 → F7 и построили ряд тебе. Сначала снимаешь его вместе с кольцом, потом ходишь.
lesson-gift-task = Теперь твой ход. Иди куда хочешь, только не строй ряд чёрным.
lesson-gift-hint = Подсказка: у чёрных четыре фишки на линии I, рядом с твоей на I6. Через неё не прыгай.
lesson-gift-done = Отлично. Перед прыжком проверяй, чей ряд получится.

lesson-crossing-title = Ряды крест-накрест
lesson-crossing-text = Твой ход построил два ряда, они пересекаются на E7. Снять можно только один: он заберёт E7, и второй больше не ряд.
lesson-crossing-task = Сними тот ряд, после которого останутся четыре фишки подряд: { $row }
lesson-crossing-hint = Подсказка: E7 на конце одного ряда и в середине другого. Ряд, потерявший только конец, сохранит четыре фишки подряд.
lesson-crossing-done = Осталось четыре подряд. Ещё одна — и следующий ряд готов.

lesson-long-title = Больше пяти
lesson-long-text = Если подряд лежит больше пяти фишек, выбираешь, какие пять снять. Остальные остаются. Здесь у тебя шесть, от F4 до F9.
lesson-long-task = Сними пять, но оставь F4: с ней на линии 4 их четыре. { $row }
lesson-long-hint = Подсказка: возьми пять, которые кончаются на F9.
lesson-long-done = F4 остаётся, а с ней четыре фишки на линии 4.

lesson-blocking-title = Защита
lesson-blocking-text = Чёрные грозят ходом E4 → E6: этот прыжок перевернёт E5 и построит ряд C5–G5. Можно самому перевернуть одну из его фишек или поставить кольцо на пути.
lesson-blocking-task = Не дай построить ряд.
lesson-blocking-hint = Подсказка: чтобы перепрыгнуть E5, чёрные должны встать на E6. Какое твоё кольцо может прийти туда раньше?
lesson-blocking-done = Готово! Следи за четырьмя фишками подряд и за тем, что может стать пятой.

lesson-end-title = Конец партии
lesson-end-text = Кто снял третье кольцо, тот сразу победил. Здесь у обоих снято по два, и чёрные грозят рядом на линии D. Если раньше все 51 фишка окажутся на доске, побеждает тот, кто снял больше колец.
lesson-end-task = Мало остановить чёрных: построй ряд и победи.
lesson-end-hint = Подсказка: из пяти точек от H5 до H9 чёрная только H7. Переверни её.
lesson-end-done = Три кольца против двух: победа!

miss-other = Так можно, но этот урок не о том.
miss-reach = { $reached ->
    [one] Так можно, но с { $point } кольцо достаёт до { $reached } точки. С выделенной — не меньше { $least }.
    [few] Так можно, но с { $point } кольцо достаёт до { $reached } точек. С выделенной — не меньше { $least }.
    [many] Так можно, но с { $point } кольцо достаёт до { $reached } точек. С выделенной — не меньше { $least }.
   *[other] Так можно, но с { $point } кольцо достаёт до { $reached } точки. С выделенной — не меньше { $least }.
}
miss-move-to = Так можно, но на этот раз кольцо должно встать на { $point }.
miss-jump = { $jumped ->
    [0] Это кольцо ничего не перепрыгивает. Нужно фишек: { $least }.
    [one] Это кольцо перепрыгивает { $jumped } фишку. Нужно { $least }.
    [few] Это кольцо перепрыгивает { $jumped } фишки. Нужно { $least }.
    [many] Это кольцо перепрыгивает { $jumped } фишек. Нужно { $least }.
   *[other] Это кольцо перепрыгивает { $jumped } фишки. Нужно { $least }.
}
miss-flip = { $flipped ->
    [0] { $from } → { $to } не переворачивает чёрных фишек. Нужно { $least }.
    [one] { $from } → { $to } переворачивает { $flipped } чёрную фишку. Нужно { $least }.
    [few] { $from } → { $to } переворачивает { $flipped } чёрные фишки. Нужно { $least }.
    [many] { $from } → { $to } переворачивает { $flipped } чёрных фишек. Нужно { $least }.
   *[other] { $from } → { $to } переворачивает { $flipped } чёрной фишки. Нужно { $least }.
}
miss-flip-own = { $from } → { $to } переворачивает фишки обоих цветов (белых: { $own }, чёрных: { $flipped }), и белые становятся чёрными. Нужно чёрных: { $least }.
miss-row = Ряда так не будет: пять белых фишек должны лежать подряд.
miss-row-flipped = { $count ->
    [one] Ряда так не будет: кольцо переворачивает { $count } твою же фишку.
    [few] Ряда так не будет: кольцо переворачивает { $count } твои же фишки.
    [many] Ряда так не будет: кольцо переворачивает { $count } твоих же фишек.
   *[other] Ряда так не будет: кольцо переворачивает { $count } твоей же фишки.
}
miss-keep = { $count ->
    [one] Так пропадёт { $points }, а эта фишка должна остаться.
    [few] Так пропадут { $points }, а эти фишки должны остаться.
    [many] Так пропадут { $points }, а эти фишки должны остаться.
   *[other] Так пропадут { $points }, а эти фишки должны остаться.
}
miss-gift = Так у чёрных получится ряд { $row }.
miss-stop = Чёрные всё ещё могут пойти { $action }, и получится ряд { $row }.

coach-begins = Буду подсказывать каждый ход. Выключить: { $off }
coach-bot-only = Каждый ход подсказываю только в партиях со мной или с другой программой. { $hint } — одна подсказка.
coach-is-on = Подсказываю каждый ход. Выключить: { $other }
coach-is-off = Подсказываю, только когда попросишь. Каждый ход: { $other }
coach-set-on = Теперь подсказываю каждый ход. Выключить: { $other }
coach-set-off = Хорошо, теперь подсказываю, только когда попросишь. Вернуть: { $other }

choice-first-game = Сыграть первую партию
choice-next-lesson = Урок { $number }
choice-again = Ещё раз
choice-show = Покажи
choice-coach-off = Без подсказок

## Puzzles

puzzle-words = Темы: победа (форсированная победа), ряд (построить ряд), двойной (два ряда сразу), защита (остановить ряд), перевернуть (перевернуть много фишек), жертва (отдать ряд), ловушка (запереть кольцо), эндшпиль, постановка, блиц.
puzzle-private = Задачи только для нас двоих, поэтому пишу тебе личным сообщением. Если ничего не пришло, напиши мне в личном чате: { $command }
puzzle-here = Хочешь задачу? Напиши здесь { $command }.
puzzle-stopped = Хорошо, пока хватит. { $puzzle } даст другую задачу.
puzzle-not-open = Ни одна задача не открыта. { $puzzle } даст задачу.
no-such-puzzle = Этой задачи у меня больше нет. { $puzzle } даст другую.
puzzle-all = Впечатляет: это были все мои задачи!
puzzle-theme-all = Таких задач для тебя больше нет. { $puzzle } даст другую.
puzzle-title = Задача
puzzle-title-theme = Задача: { $theme }
puzzle-caption = { $color-id ->
    [white] Задача: ход белых
   *[other] Задача: ход чёрных
}
puzzle-practice = Эта задача уже была, так что она не в счёт.
puzzle-move = { $color-id ->
    [white] Ход белых. Найди лучший: { $command }
   *[other] Ход чёрных. Найди лучший: { $command }
}
puzzle-place = { $color-id ->
    [white] Белые ставят кольцо. Найди лучшую точку: { $command }
   *[other] Чёрные ставят кольцо. Найди лучшую точку: { $command }
}
puzzle-row = { $color-id ->
    [white] Белые снимают ряд ({ $rows }). Какой? { $command }
   *[other] Чёрные снимают ряд ({ $rows }). Какой? { $command }
}
puzzle-ring = { $color-id ->
    [white] Белые снимают кольцо. Какое? { $command }
   *[other] Чёрные снимают кольцо. Какое? { $command }
}
puzzle-right = Верно! Дальше.
puzzle-wrong = Не то: { $action }.
puzzle-refuted = { $color-id ->
    [white] Белые могут ответить: { $action }.
   *[other] Чёрные могут ответить: { $action }.
}
puzzle-solved = Решено с первой попытки. Отлично!
puzzle-solved-late = Вот оно!
puzzle-shown = Решение: { $turns }.
puzzle-turn = { $color }: { $actions }
puzzle-themes = { $count ->
    [1] Тема: { $themes }.
    [one] Темы: { $themes }.
    [few] Темы: { $themes }.
    [many] Темы: { $themes }.
   *[other] Темы: { $themes }.
}
puzzle-rating = Твой рейтинг в задачах: { $rating } ({ $change }).
puzzle-streak = { $count ->
    [one] { $count } подряд!
    [few] { $count } подряд!
    [many] { $count } подряд!
   *[other] { $count } подряд!
}
puzzle-theme-win = форсированная победа
puzzle-theme-row = построить ряд
puzzle-theme-double = два ряда сразу
puzzle-theme-defence = остановить ряд
puzzle-theme-flip = перевернуть много фишек
puzzle-theme-sacrifice = отдать ряд
puzzle-theme-trap = запереть кольцо
puzzle-theme-endgame = эндшпиль
puzzle-theme-placement = расстановка колец
puzzle-theme-blitz = блиц
daily-title = Задача дня, { $day }
daily-invite = Сегодняшняя уже здесь, одна на всех. Каждый решает её сам: { $daily }
daily-yesterday = Вчерашнее решение: { $turns }.
daily-solvers = Решили: { $people }.
daily-solvers-more = Решили: { $people } и ещё { $more }.
daily-done = Сегодняшняя задача уже решена. Следующая будет в полночь по UTC. Дней подряд: { $count }.
daily-streak = Дней подряд: { $count }.
race-invite = Гонка задач: сколько успеешь за три минуты. Каждая на один ход, и они всё труднее.
race-how = Присоединяйся, каждый сам за себя: { $race }
race-best = Твой рекорд: { $count }.
race-rank = { $place }. { $person }: { $count }
race-here = Устроим гонку? Напиши здесь { $command }.
race-title = Гонка: решено { $count }, осталось { $left }
race-right = Верно!
race-wrong = Нет: { $action }.
race-time = Время вышло!
race-result = Решено: { $count }. Твой рекорд: { $best }.
race-result-best = Решено: { $count }, новый рекорд! Прежний: { $best }.
race-result-first = Решено: { $count }.
race-none = Гонка не идёт. { $race } начнёт новую.
choice-race = Гонка
choice-race-start = Старт
choice-race-again = Ещё одна гонка
choice-race-ranking = Таблица
choice-race-skip = Пропустить
train-private = Твои ошибки останутся между нами, поэтому пишу тебе личным сообщением. Если ничего не пришло, напиши мне в личном чате: { $command }
train-here = Потренируемся? Напиши здесь { $command }.
train-stopped = Хорошо, пока хватит. { $train } вернётся к твоим ошибкам.
train-title = Твоя ошибка, ход { $turn }
train-played = В партии было: { $action }. Это стоило { $loss }%.
train-same = Так и было в партии: { $action }.
train-as-good = Мой выбор — { $best }, но твой не хуже.
train-comes-back = Эта задача вернётся { $at }.
train-learned = Решено и через 30 дней: эта ошибка усвоена!
train-help-ring = Подсказка: сходи кольцом с { $point }.
train-help = Здесь подсказки нет.
train-later = { $count ->
    [one] Сейчас тренировать нечего. { $count } ошибка вернётся { $next }.
    [few] Сейчас тренировать нечего. { $count } ошибки вернутся, ближайшая { $next }.
    [many] Сейчас тренировать нечего. { $count } ошибок вернутся, ближайшая { $next }.
   *[other] Сейчас тренировать нечего. { $count } ошибки вернутся, ближайшая { $next }.
}
train-none = Тренировать пока нечего. После партии { $analyze } найдёт твои ошибки, и они будут ждать здесь.
choice-next-mistake = Следующая ошибка
choice-next-puzzle = Следующая задача
choice-try-again = Ещё попытка
choice-solution = Показать решение
choice-daily = Решить
