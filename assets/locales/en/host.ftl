# Messages of the host.

no-such-choice = There is no choice { $number }. Choose a number from 1 to { $last }.
table-damaged = I can't read this table's stored game, so I'm leaving it as it is. My operator has been notified.
