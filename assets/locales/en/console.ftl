# Messages of the console.

console-greeting =
    Welcome! Play me with { $play }, or say { $challenge } and answer as bob.
    Start a line with a name and a colon to speak for someone: alice: { $help }
    Type a number to pick from a list. Ctrl-D quits; your game is kept.
console-unreadable = I can't read the file “{ $file }”: { $reason }.
console-too-long = That line is too long: I read at most { $most } bytes.
