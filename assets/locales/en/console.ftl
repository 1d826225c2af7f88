# What the console says by itself.

console-greeting =
    Welcome to the table! Play me with { $play }, or say { $challenge } and answer as bob.
    Write a name and a colon before a line to speak for somebody: alice: { $help }
    A number alone chooses from a list. Ctrl-D leaves; the game is kept.
console-unreadable = I cannot read the file «{ $file }»: { $reason }.
console-too-long = That line is too long for me: I read at most { $most } bytes.
