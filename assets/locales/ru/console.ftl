# Messages of the console.

console-greeting =
    Привет! Сыграй со мной ({ $play }) или набери { $challenge } и ответь за bob. { $tutorial } научит играть.
    Чтобы говорить за кого-то, начни строку с имени латиницей и двоеточия: alice: { $help }
    Чтобы выбрать из списка, введи номер. Ctrl-D — выход, партия сохранится.
console-unreadable = Не получается прочитать файл «{ $file }»: { $reason }.
console-name-too-long = Имя слишком длинное: максимум { $most ->
    [one] { $most } символ
    [few] { $most } символа
    [many] { $most } символов
   *[other] { $most } символа
}.
console-too-long = Строка слишком длинная: максимум { $most ->
    [one] { $most } байт
    [few] { $most } байта
    [many] { $most } байт
   *[other] { $most } байта
}.
console-no-time = Не понимаю это время. Введи +2d 4h, чтобы перевести часы вперёд, или @2026-03-05T08:00:00Z, чтобы задать время.
