# What the host says by itself.

no-such-choice = There is no choice { $number }: choose a number from 1 to { $last }.
table-damaged = I cannot read what was written down about this table, so I leave it as it is. Whoever runs me has been told.
