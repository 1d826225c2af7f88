# Messages of the console.

console-greeting =
    Welcome! Play me with { $play }, or say { $challenge } and answer as bob. { $tutorial } teaches you the game.
    Start a line with a name and a colon to speak for someone: alice: { $help }
    Type a number to pick from a list. Ctrl-D quits; your game is kept.
console-unreadable = I can't read the file “{ $file }”: { $reason }.
console-name-too-long = That name is too long: { $most } characters at most.
console-too-long = That line is too long: I read at most { $most } bytes.
console-no-time = I can't read that time. Type +2d 4h to move the clock on, or @2026-03-05T08:00:00Z to set it.
