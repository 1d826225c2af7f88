# Messages of the host.

no-such-choice = Nie ma opcji { $number }. Wybierz liczbę od 1 do { $last }.
table-damaged = Nie mogę odczytać zapisanej partii tego stołu, więc zostawiam ją tak, jak jest. Mój operator już o tym wie.
