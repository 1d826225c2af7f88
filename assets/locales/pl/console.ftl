# Messages of the console.

console-greeting =
    Cześć! Zagraj ze mną ({ $play }) albo wpisz { $challenge } i odpowiedz jako bob. { $tutorial } uczy gry.
    Aby mówić w czyimś imieniu, zacznij wiersz od imienia i dwukropka: alice: { $help }
    Wpisz numer, aby wybrać coś z listy. Ctrl-D kończy; twoja partia zostanie zachowana.
console-unreadable = Nie mogę odczytać pliku „{ $file }”: { $reason }.
console-name-too-long = To imię jest za długie: najwyżej { $most } znaków.
console-too-long = Ten wiersz jest za długi: czytam najwyżej { $most } bajtów.
console-no-time = Nie rozumiem tego czasu. Wpisz +2d 4h, aby przesunąć zegar do przodu, albo @2026-03-05T08:00:00Z, aby go ustawić.
