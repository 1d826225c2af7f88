# Every sentence that players read. The session fills the placeables; {$command} and the like
# are commands, shown with the prefix of the platform.

white = białe
black = czarne
variant-normal = zwykła partia
variant-blitz = partia blitz
variant-normal-rated = zwykła partia rankingowa
variant-blitz-rated = rankingowa partia blitz
terms-normal = zwykła
terms-blitz = blitz
terms-normal-rated = zwykła rankingowa
terms-blitz-rated = blitz rankingowy
time-per-move = { $time } na turę
time-fischer = po { $bank } na gracza plus { $increment } na turę
time-weekends-off = { $time }, weekendy (UTC) wolne
time-bank = po { $bank } na gracza na całą partię

# The bot at one of its levels: in sentences, and on the plate beside the board.
bot-at-level = { $bot } (poziom { $level }, { $name })
bot-on-plate = { $bot }, poziom { $level }
level-named = { $level } { $name }
level-1 = Kamyk
level-2 = Adept
level-3 = Fikołek
level-4 = Żongler
level-5 = Szczudlarz
level-6 = Akrobata
level-7 = Linoskoczek
level-8 = Iluzjonista
level-9 = Pogromca Lwów
level-10 = Dyrektor Cyrku
no-such-level = Nie ma poziomu { $level }. Poziomy są od 1 (łagodnie) do { $last } (na całego).

## Beginning

challenged =
    { $by } wyzywa gracza { $to } na YINSH: { $variant }, { $by } gra { $color }.
    { $accept } czy { $decline }? Ważne do { $expires }.
challenged-anyone = { $by } szuka przeciwnika do gry w YINSH: { $variant }, { $by } gra { $color }. { $accept }, aby zagrać. Ważne do { $expires }.
takes-white = białymi
takes-black = czarnymi
takes-random = losowym kolorem
takes-timed = { $color }, { $time }
challenge-bot-level = Możesz wybrać, jak dobrze mam grać, od 1 do { $last }. Następnym razem spróbuj { $play }.
challenge-level = Poziomy są tylko do partii ze mną. Zagraj ze mną ({ $play }) albo rzuć wyzwanie bez poziomu.
challenge-self = Nie możesz wyzwać siebie. Zagraj ze mną ({ $play }) albo poszukaj przeciwnika: { $anyone }.
challenge-unknown = Nie ma tu nikogo o nazwie „{ $name }”. Oznacz osobę, o którą ci chodzi: { $command }.
challenge-waits = Twoje ostatnie wyzwanie wciąż czeka na odpowiedź. Najpierw je wycofaj: { $withdraw }.
challenges-full = Jest tu już dziesięć otwartych wyzwań. Przyjmij któreś albo poczekaj, aż jakieś wygaśnie.
challenge-which = Wyzywają cię: { $by }. Napisz, czyje wyzwanie masz na myśli, np. { $accept }.
challenge-own = To twoje własne wyzwanie; przyjąć je musi ktoś inny. { $withdraw } je wycofuje.
challenge-not-yours = { $by } wyzywa gracza { $to }, więc odpowiedzieć może tylko { $to }.
challenge-none = Nikt cię nie wyzywa. Zacznij partię ({ $challenge }) albo zagraj ze mną ({ $play }).
accepted = { $by } przyjmuje wyzwanie gracza { $challenger }.
declined = { $challenger }, { $by } odrzuca twoje wyzwanie. Może następnym razem!
withdrawn = { $by } wycofuje wyzwanie.
withdraw-nothing = Nie masz czego wycofać: żadne twoje wyzwanie ani prośba nie czeka na odpowiedź.
expired = { $by }, na twoje wyzwanie nikt nie odpowiada, więc wygasa. Spróbuj jeszcze raz: { $challenge }.
started-normal = Gramy: { $white } (białe) kontra { $black } (czarne). Wygrywa, kto pierwszy zdejmie trzy własne pierścienie.
started-blitz = Gramy blitz: { $white } (białe) kontra { $black } (czarne). Wygrywa, kto pierwszy zdejmie jeden własny pierścień.
started-rated = Ta partia jest rankingowa, więc nie ma podpowiedzi.
challenge-bot-rated = Partie ze mną nie są rankingowe. Pomiń „rated” albo wyzwij kogoś innego.
started-timed = { $started } Czas: { $time }.
too-much = Nie wszystko naraz! Daj mi { $seconds } s.
too-many-games = Grasz już { $most } partii naraz, więcej się nie da. Najpierw skończ którąś albo poddaj: { $resign }.
too-many-games-other = { $player } gra już { $most } partii naraz, więcej się nie da.
table-yours = Grasz już tutaj partię. Najpierw ją skończ albo zakończ przez { $draw } lub { $resign }.
table-taken = Grają tu { $white } i { $black }. Nową partię możesz zacząć, gdy skończą.
challenges-void = Zaczyna się tu partia, więc otwarte wyzwania wygasają: { $by }.
moved-along = Ten pokój zastępuje starszy. Wszystko stamtąd toczy się dalej tutaj.
back-again = Przez jakiś czas nie udawało mi się tu pisać. Oto jak stoi gra.
rematch-spectator = O rewanż mogą prosić tylko gracze ostatniej partii. Zacznij własną: { $challenge }.
no-game = Nikt tu teraz nie gra. Zacznij partię ({ $challenge }) albo zagraj ze mną ({ $play }).

## What happened

told-place = { $color-id ->
    [white] { $player } stawia biały pierścień na { $point }.
   *[black] { $player } stawia czarny pierścień na { $point }.
}
told-move = { $turned ->
    [0] { $player } przesuwa { $from } → { $to }.
    [one] { $player } przesuwa { $from } → { $to } i odwraca { $turned } znacznik.
    [few] { $player } przesuwa { $from } → { $to } i odwraca { $turned } znaczniki.
    [many] { $player } przesuwa { $from } → { $to } i odwraca { $turned } znaczników.
   *[other] { $player } przesuwa { $from } → { $to } i odwraca { $turned } znaczników.
}
played-for = Jest tylko jedna możliwość, więc gram za gracza { $player }: { $told }
played-for-all = Jest tylko jedna możliwość, więc gram za wszystkich: { $told }
played-conditional = Zgodnie z planem gracza { $player }: { $told }
told-row = { $player } zdejmuje rząd { $row }.
told-ring = { $player } zdejmuje pierścień z { $point }: pierścień { $number } z { $goal }.
told-pass = { $player } pasuje: żaden pierścień nie może się ruszyć.

## Whose turn it is

turn-place = { $player } ({ $color }), postaw pierścień { $number } z { $rings }, np. { $command }.
turn-move = { $player } ({ $color }), twój ruch: { $command }. { $moves } pokazuje, dokąd może pójść pierścień.
turn-pass = { $player } ({ $color }), żaden twój pierścień nie może się ruszyć: { $pass }.
turn-row = { $count ->
    [one] { $player } ({ $color }), masz rząd pięciu znaczników ({ $rows }). Zdejmij go: { $command }.
    [few] { $player } ({ $color }), masz { $count } rzędy pięciu znaczników ({ $rows }). Zdejmij jeden, np. { $command }.
    [many] { $player } ({ $color }), masz { $count } rzędów pięciu znaczników ({ $rows }). Zdejmij jeden, np. { $command }.
   *[other] { $player } ({ $color }), masz { $count } rzędów pięciu znaczników ({ $rows }). Zdejmij jeden, np. { $command }.
}
turn-ring = { $player } ({ $color }), teraz zdejmij jeden ze swoich pierścieni ({ $rings }), np. { $command }.
turn-place-brief = { $player } ({ $color }), postaw pierścień { $number } z { $rings }.
turn-move-brief = { $player } ({ $color }), twój ruch.
turn-row-brief = { $count ->
    [one] { $player } ({ $color }), masz rząd pięciu znaczników ({ $rows }). Zdejmij go.
    [few] { $player } ({ $color }), masz { $count } rzędy pięciu znaczników ({ $rows }). Zdejmij jeden.
    [many] { $player } ({ $color }), masz { $count } rzędów pięciu znaczników ({ $rows }). Zdejmij jeden.
   *[other] { $player } ({ $color }), masz { $count } rzędu pięciu znaczników ({ $rows }). Zdejmij jeden.
}
turn-ring-brief = { $player } ({ $color }), teraz zdejmij jeden ze swoich pierścieni ({ $rings }).
turn-bot = Mój ruch ({ $color })…
turn-program = { $program } ({ $color }) myśli…
crowd = Publiczność
vote-place = Głosujcie, gdzie postawić pierścień { $number } z { $rings } ({ $color }), na przykład { $command }.
vote-move = Głosujcie na następny ruch ({ $color }): { $command }. { $moves } pokazuje, dokąd może iść pierścień.
vote-pass = Żaden z waszych pierścieni nie może się ruszyć ({ $color }): { $pass }.
vote-row = Głosujcie, który rząd zdjąć ({ $color }): { $rows }. Na przykład { $command }.
vote-ring = Głosujcie, który pierścień zdjąć ({ $color }): { $rings }. Na przykład { $command }.
vote-timed = { $quorum ->
    [one] { $turn } Koniec głosowania: { $end } albo pierwszy głos po tym czasie.
    [few] { $turn } Koniec głosowania: { $end } albo później, gdy zagłosują { $quorum } osoby.
    [many] { $turn } Koniec głosowania: { $end } albo później, gdy zagłosuje { $quorum } osób.
   *[other] { $turn } Koniec głosowania: { $end } albo później, gdy zagłosuje { $quorum } osoby.
}
vote-cast = Twój głos: { $vote }.
vote-already = Twój głos na { $vote } już się liczy.
vote-final = Twój głos zmienił się w tej rundzie już { $most } razy, więc zostaje.
vote-full = Zagłosowało już { $most } osób; więcej nie policzę.
vote-one = Głosuj tylko nad jedną decyzją naraz.
vote-host = Na ruchy głosują tu wszyscy, ale to może zrobić tylko { $host }: ta osoba zaczęła partię.
vote-not-here = Tego nie można zrobić w partii, w której głosują wszyscy.
vote-count = { $vote } ({ $votes })
votes-none = Nikt jeszcze nie zagłosował.
votes-so-far = { $voters ->
    [one] Jeden głos: { $votes }.
    [few] { $voters } głosy: { $votes }.
    [many] { $voters } głosów: { $votes }.
   *[other] { $voters } głosu: { $votes }.
}
votes-no-vote = Nie ma tu teraz głosowania. { $command } zaczyna partię, w której głosują wszyscy.
vote-round-wrong = Głosowanie może trwać od { $least } do { $most }.
vote-quorum-wrong = Można wymagać głosów od 1 do { $most } osób.
vote-how = Głosować może tu każdy: wpisując ruch albo wybierając go. Zagrany zostanie ruch z największą liczbą głosów; { $votes } pokazuje, jak idzie głosowanie.
vote-challenged = { $by } i wszyscy tutaj wyzywają gracza { $to } na YINSH: { $variant }, wyzywający grają { $color } i głosują na każdy ruch.
    { $to }, { $accept } czy { $decline }? Ważne do { $expires }.
vote-self = Nie możesz grać jednocześnie ze wszystkimi i przeciw wszystkim. Niech wyzwie cię ktoś inny: wystarczy polecenie z twoim nickiem.
vote-level = Poziomy są tylko do gier ze mną. Pomiń poziom albo gracza.
rematch-crowd = Po drugiej stronie grali tu wszyscy inni, więc musi poprosić ktoś z nich: { $command }.

tournament-swiss = system szwajcarski
tournament-round-robin = każdy z każdym
tournament-knockout = system pucharowy
tournament-simul = symultana
tournament-arena = arena, { $minutes } min
tournament-open = { $by } organizuje turniej ({ $system }). Każda partia: { $games }.
tournament-sign-up = Zapisy na turniej otwarte ({ $system }). Każda partia: { $games }.
tournament-nobody = Nikt się jeszcze nie zapisał.
tournament-joined = { $number ->
    [one] Na razie jedna osoba: { $players }.
    [few] Na razie { $number } osoby: { $players }.
    [many] Na razie { $number } osób: { $players }.
   *[other] Na razie { $number } osoby: { $players }.
}
tournament-how = Zapisz się: { $join }. Turniej rozpocznie { $by }: { $start }.
tournament-rules = Każda partia ma własny wątek, a następna runda zaczyna się, gdy skończą się wszystkie partie. Kto nie wykona na czas pierwszego ruchu, traci punkt i odpada z turnieju.
tournament-joins = { $number ->
    [one] { $player } gra w turnieju jako pierwsza osoba na liście.
    [few] { $player } gra w turnieju: na razie { $number } osoby.
    [many] { $player } gra w turnieju: na razie { $number } osób.
   *[other] { $player } gra w turnieju: na razie { $number } osoby.
}
tournament-withdrawn = { $player } rezygnuje z turnieju.
tournament-removed = { $player } już nie gra w turnieju.
tournament-own-game = Grasz w tej partii. Wynik musi wpisać ktoś inny, na przykład moderator.
tournament-round = Runda { $round } z { $rounds }
tournament-byes = Bez przeciwnika w tej rundzie, ale z całym punktem: { $players }.
tournament-free = Wolne w tej rundzie: { $players }.
tournament-board = Stół { $board }: { $white } (białe) – { $black } (czarne)
tournament-playing = { $board }. { $white } – { $black }: w toku
tournament-result = { $board }. { $white } – { $black }  { $score }
tournament-forfeit = { $player } odpada z turnieju za niestawienie się lub odejście.
tournament-game = { $white } – { $black }: runda { $round } turnieju, stół { $board }. Powodzenia!
tournament-over = { $number ->
    [1] Turniej zakończony. Wygrywa { $winners }. Gratulacje!
   *[other] Turniej zakończony. Pierwsze miejsce dzielą: { $winners }. Gratulacje!
}
tournament-line = { $place }. { $player }: { $points } (punktacja pomocnicza { $tiebreak })
tournament-line-plain = { $place }. { $player }: { $points }
tournament-caption = Tabela po rundzie { $round } z { $rounds }
tournament-head-points = Punkty
tournament-head-tiebreak = Pom.
bracket-final = Finał
bracket-semi-finals = Półfinały
bracket-quarter-finals = Ćwierćfinały
bracket-round-of-16 = 1/8 finału
bracket-round-of-32 = 1/16 finału
bracket-match = { $round }: { $upper } – { $lower }
bracket-score = { $round }: { $upper } – { $lower } { $score }
bracket-over = Turniej zakończony
tournament-standings = Tabela:
tournament-finished = Ostatni turniej tutaj się skończył. Tabela końcowa:
tournament-called-off = Turniej jest odwołany.
tournament-lapsed = Nikt nie zaczął turnieju przez 30 dni, więc jest odwołany.
tournament-kept = Dobrze, gramy dalej.
tournament-sure = { $player }, odwołać turniej? Trwające partie toczą się dalej, ale nie liczą się już do turnieju. { $yes } albo { $no }
tournament-not-here = Turniej i symultana potrzebują kanału lub pokoju, w którym mogę otwierać wątki. Nie można ich otworzyć w wątku ani na czacie prywatnym.
tournament-goes-on = Tutaj jest już turniej: { $tournament }. Jego organizator lub moderator może go odwołać: { $stop }.
tournament-rounds-wrong = Turniej szwajcarski ma od 1 do { $most } rund.
tournament-rounds-fixed = Liczbę rund można podać tylko w systemie szwajcarskim. W innych wynika z liczby graczy.
tournament-untimed = Te partie potrzebują zegara, żeby nikt nie czekał w nieskończoność: { $example }.
tournament-begun = Partie już się zaczęły.
tournament-already = Jesteś już na liście.
tournament-full = Wszystkie miejsca są zajęte: { $most }.
tournament-not-in = Nie ma cię na liście.
tournament-already-left = Nie grasz już w tym turnieju.
tournament-no-player = Nikogo o nicku „{ $name }” nie ma na liście.
tournament-few = Najpierw muszą się zapisać co najmniej { $least } osoby: { $join }.
tournament-no-board = W tej rundzie nie ma takiego stołu. Partie pokazuje { $tournament }.
tournament-has-result = Ta partia ma już wynik.
tournament-none = Nie ma tu turnieju. Otwórz własny: { $open }.
tournament-organizer = Może to zrobić tylko organizator ({ $by }) albo moderator.
tournament-not-begun = Nie udało mi się otworzyć wątku dla stołu { $board } ({ $white } – { $black }). Potrzebuję uprawnienia do tworzenia wątków. Potem { $start } spróbuje jeszcze raz, a { $score } wpisze wynik.
tournament-no-handover = Miejsca w turnieju lub symultanie nie można oddać. Partię poddaje { $resign }.
tournament-no-pause = Partii turniejowej ani symultanicznej nie można wstrzymać: czekają na nią inni.
arena-rules = Każda partia ma własny wątek. Po swojej partii grasz z następną wolną osobą, aż skończy się czas. Po dwóch wygranych z rzędu partie liczą się podwójnie, do pierwszej niewygranej włącznie. Kto nie wykona na czas pierwszego ruchu, traci punkt i pauzuje, dopóki znów nie dołączy.
arena-forfeit = { $player } pauzuje za niestawienie się lub odejście, do ponownego dołączenia.
arena-game = { $white } – { $black }: partia { $board } areny. Powodzenia!
arena-title = Koniec areny: { $ends }.
arena-closing = Na arenie nie rozpoczynają się już nowe partie: trwające zostaną dograne i się liczą.
arena-caption = { $number ->
    [one] Tabela po { $number } partii
    [few] Tabela po { $number } partiach
    [many] Tabela po { $number } partiach
   *[other] Tabela po { $number } partii
}
arena-minutes-wrong = Arena trwa od { $least } do { $most } minut.
arena-slow = Partie na arenie są krótkie: zegar najwyżej 30 minut na osobę i najwyżej minuta dodawana co turę, na przykład 5m+5s. Zegar chodzi też w weekendy. Czas trwania samej areny to zwykła liczba minut, na przykład 60.
arena-over = Koniec areny. Nikt nie zdobył punktu.
tournament-kept-out = Usunięto cię z tego turnieju, więc nie możesz dołączyć ponownie.
simul-open = { $by } gra symultanę przeciw wszystkim naraz (kolor na każdej planszy: { $color }). Każda partia: { $games }.
simul-rules = Każda partia ma własny wątek. Kto nie wykona na czas pierwszego ruchu, przegrywa walkowerem.
simul-withdrawn = { $player } rezygnuje z symultany.
simul-removed = { $player } już nie gra w symultanie.
simul-forfeit = Walkower: { $player } nie stawia się lub odchodzi.
simul-game = { $white } – { $black }: symultana, stół { $board }. Powodzenia!
simul-score = { $number ->
    [0] Symultana, gra { $by }: żadna partia jeszcze się nie skończyła.
   *[other] Symultana, gra { $by }: na razie { $points } z { $number }.
}
simul-over = Symultana zakończona. { $by } zdobywa { $points } z { $number }.
simul-winners = { $by } przegrywa z: { $players }. Gratulacje!
simul-draws = Remisy: { $players }.
simul-finished = Ostatnia symultana tutaj się skończyła. Wyniki:
simul-called-off = Symultana jest odwołana.
simul-lapsed = Nikt nie zaczął symultany przez 30 dni, więc jest odwołana.
simul-sure = { $player }, odwołać symultanę? Trwające partie toczą się dalej, ale już się nie liczą. { $yes } albo { $no }
simul-goes-on = Tutaj jest już symultana: { $tournament }. Jej organizator lub moderator może ją odwołać: { $stop }.
simul-own = To z tobą grają wszyscy, nie musisz się zapisywać.
simul-one-game = Partie już się zaczęły. Swoją poddasz w jej wątku: { $resign }.
simul-alone = Osoby, która miała grać ze wszystkimi, już nie ma. Symultanę odwoła { $stop }.
on-monday = w każdy poniedziałek
on-tuesday = w każdy wtorek
on-wednesday = w każdą środę
on-thursday = w każdy czwartek
on-friday = w każdy piątek
on-saturday = w każdą sobotę
on-sunday = w każdą niedzielę
on-every-day = codziennie
schedule-line = Turniej tutaj { $every } o { $at } ({ $zone }): { $system }. Każda partia: { $games }. Początek najbliższego: { $next }.
schedule-opens = Zapisy od: { $opens }.
schedule-none = Nie ma tu zaplanowanych turniejów. Zaplanuj je na przykład tak: { $example }.
schedule-off = Nie ma tu już zaplanowanych turniejów.
schedule-open-still = Jeden jest teraz otwarty i zacznie się mimo to: { $starts }. Odwoła go { $stop }.
schedule-time = Napisz godzinę jak 18:00.
bad-zone = Nie znam strefy czasowej „{ $word }”. Napisz ją jak Europe/Warsaw albo +01:00.
tournament-starts = Zapisz się: { $join }. Turniej zacznie się sam: { $starts }.
tournament-soon = { $players }: początek turnieju { $starts }.
tournament-too-few = Zapisało się za mało osób (potrzeba { $least }), więc turniej jest odwołany.

turn-timed = { $turn } Termin: { $deadline }.
turn-holiday = { $turn } { $player } ma urlop do { $until }, więc zegar stoi.
turn-paused-asked = Zegar stoi do { $until }. Następny ruch: { $player } ({ $color }).
turn-paused = Zegar stoi do { $until }. { $resume } wznawia partię; następny ruch: { $player } ({ $color }).

caption-holiday = { $caption } (na urlopie: { $players })
caption-paused = Przerwa, następny ruch: { $player }
caption-place = { $player }: postaw pierścień
caption-move = { $player }: przesuń pierścień
caption-pass = { $player }: spasuj
caption-row = { $player }: zdejmij rząd
caption-ring = { $player }: zdejmij pierścień

## Hints

hint-nudge-place = Przyjrzyj się wolnym punktom linii { $line }.
hint-nudge-move = Przyjrzyj się pierścieniowi na { $point } i temu, dokąd może pójść.
hint-nudge-row = Przyjrzyj się rzędowi, który zaczyna się na { $point }, i znacznikom, które by zostały.
hint-nudge-ring = Który pierścień daje ci najmniej? Przyjrzyj się linii { $line }.
hint-pass = Możesz tylko spasować.
hint-best = Proponuję: { $action } ({ $command }).
hint-chance = To daje ci { $percent }% szans na wygraną: { $word }.
hint-chance-lost = praktycznie przegrana
hint-chance-bad = trudno będzie się wybronić
hint-chance-worse = trochę gorzej
hint-chance-even = mniej więcej wyrównana pozycja
hint-chance-better = trochę lepiej
hint-chance-good = wyraźna przewaga
hint-chance-won = praktycznie wygrana
hint-clear = Nic innego nie jest nawet blisko.
hint-better = To trochę lepsze niż reszta.
hint-close = Inne możliwości są podobnie dobre, więc wybierz, co wolisz.
hint-other = Możesz też zagrać inaczej: { $action }.
hint-others = Warto też rozważyć: { $actions }.
hint-turn = { $player }: { $actions }
hint-continuation = Dalej spodziewam się: { $turns }.
hint-under-way = Twoja podpowiedź już się robi.
hint-failed = Niestety nie udało się przygotować podpowiedzi. Spróbuj jeszcze raz: { $hint }.
hint-late = Partia poszła dalej, zanim podpowiedź była gotowa. { $hint } prosi o nową.
hint-waits = { $place ->
    [one] Myślę teraz dla kogoś innego. Ty jesteś w kolejce zaraz potem: podpowiedź przyjdzie sama.
    [few] Myślę teraz dla innych. Twoje miejsce w kolejce: { $place }. Podpowiedź przyjdzie sama.
    [many] Myślę teraz dla innych. Twoje miejsce w kolejce: { $place }. Podpowiedź przyjdzie sama.
   *[other] Myślę teraz dla innych. Twoje miejsce w kolejce: { $place }. Podpowiedź przyjdzie sama.
}
hint-because = To { $reasons }.
hint-but = Ale to { $reasons }.
reason-and = { $first } i { $second }
reason-wins-now = wygrywa już w tej turze
reason-wins-in = { $turns ->
    [one] wygrywa w { $turns } turę, cokolwiek się stanie
    [few] wygrywa w { $turns } tury, cokolwiek się stanie
    [many] wygrywa w { $turns } tur, cokolwiek się stanie
   *[other] wygrywa w { $turns } tury, cokolwiek się stanie
}
reason-loses-in = { $turns ->
    [one] nie zapobiega wygranej przeciwnika w następnej turze
    [few] nie zapobiega wygranej przeciwnika za { $turns } tury
    [many] nie zapobiega wygranej przeciwnika za { $turns } tur
   *[other] nie zapobiega wygranej przeciwnika za { $turns } tury
}
reason-only-choice = jedyna możliwość
reason-makes-row = tworzy rząd { $row }
reason-keeps-row = zostawia ci do zdjęcia także rząd { $row }
reason-sure-row = prowadzi do rzędu, którego nie da się powstrzymać
reason-stops-row = powstrzymuje rząd { $row }
reason-sets-up = przygotowuje rząd na { $row }
reason-turns = { $color-id ->
    [white] { $count ->
        [one] odwraca { $count } biały znacznik
        [few] odwraca { $count } białe znaczniki
        [many] odwraca { $count } białych znaczników
       *[other] odwraca { $count } białych znaczników
    }
   *[black] { $count ->
        [one] odwraca { $count } czarny znacznik
        [few] odwraca { $count } czarne znaczniki
        [many] odwraca { $count } czarnych znaczników
       *[other] odwraca { $count } czarnych znaczników
    }
}
reason-central = zajmuje punkt w centrum
reason-reaches = { $points ->
    [one] daje dostęp do { $points } punktu
    [few] daje dostęp do { $points } punktów
    [many] daje dostęp do { $points } punktów
   *[other] daje dostęp do { $points } punktów
}
reason-frees = { $moves ->
    [one] daje { $moves } ruch więcej
    [few] daje { $moves } ruchy więcej
    [many] daje { $moves } ruchów więcej
   *[other] daje { $moves } ruchów więcej
}
reason-blocks = { $moves ->
    [one] odbiera przeciwnikowi { $moves } ruch
    [few] odbiera przeciwnikowi { $moves } ruchy
    [many] odbiera przeciwnikowi { $moves } ruchów
   *[other] odbiera przeciwnikowi { $moves } ruchów
}
reason-least-use = { $points ->
    [0] oddaje pierścień, który nie może się ruszyć
    [one] oddaje pierścień, który może pójść tylko na { $points } punkt
    [few] oddaje pierścień, który może pójść tylko na { $points } punkty
    [many] oddaje pierścień, który może pójść tylko na { $points } punktów
   *[other] oddaje pierścień, który może pójść tylko na { $points } punktów
}
reason-gives-row = daje przeciwnikowi rząd { $row }
reason-allows-row = pozwala przeciwnikowi utworzyć rząd { $row }
reason-double-threat = grozi dwoma rzędami naraz: { $row } i { $other }
reason-forces-reply = { $answers ->
    [one] zostawia przeciwnikowi tylko jeden sposób obrony
    [few] zostawia przeciwnikowi tylko { $answers } sposoby obrony
    [many] zostawia przeciwnikowi tylko { $answers } sposobów obrony
   *[other] zostawia przeciwnikowi tylko { $answers } sposobu obrony
}
reason-avoids-row-alone = jako jedyny ruch nie daje przeciwnikowi rzędu
reason-avoids-row = nie daje przeciwnikowi rzędu, inaczej niż { $count } z { $of } pozostałych ruchów
reason-keeps-threat = trzyma w gotowości rząd { $row }
reason-breaks-line = { $count ->
    [3] rozbija trójkę przeciwnika na { $row }
   *[other] rozbija czwórkę przeciwnika na { $row }
}
reason-builds-line = { $count ->
    [3] ustawia ci trójkę na { $row }
   *[other] ustawia ci czwórkę na { $row }
}
reason-guards-line = { $count ->
    [3] chroni twoją trójkę na { $row } przed odwróceniem
   *[other] chroni twoją czwórkę na { $row } przed odwróceniem
}
reason-prepares-line = { $count ->
    [3] przygotowuje trójkę na { $row }
   *[other] przygotowuje czwórkę na { $row }
}
reason-denies-line = { $count ->
    [3] nie dopuszcza do trójki przeciwnika na { $row }
   *[other] nie dopuszcza do czwórki przeciwnika na { $row }
}
reason-turns-for-good = { $count ->
    [one] odwraca { $count } znacznik, którego przeciwnik nie może od razu odwrócić z powrotem
    [few] odwraca { $count } znaczniki, których przeciwnik nie może od razu odwrócić z powrotem
    [many] odwraca { $count } znaczników, których przeciwnik nie może od razu odwrócić z powrotem
   *[other] odwraca { $count } znacznika, których przeciwnik nie może od razu odwrócić z powrotem
}
reason-safe-markers = nie daje przeciwnikowi odwrócić żadnego twojego znacznika, inaczej niż { $count } z { $of } pozostałych ruchów
reason-threatens-turns = { $count ->
    [one] pozwala ci w następnym ruchu odwrócić { $count } znacznik
    [few] pozwala ci w następnym ruchu odwrócić { $count } znaczniki
    [many] pozwala ci w następnym ruchu odwrócić { $count } znaczników
   *[other] pozwala ci w następnym ruchu odwrócić { $count } znacznika
}
reason-opens-ring = otwiera linie dla twojego pierścienia na { $ring } (ruchy: { $before } → { $after })
reason-hampers-ring = zawadza pierścieniowi na { $ring } (ruchy: { $before } → { $after })
reason-frees-ring = uwalnia twój pierścień na { $ring } (ruchy: { $before } → { $after })
reason-shuts-in = zamyka pierścień na { $ring } (ruchy: { $before } → { $after })
reason-moves-out = przenosi pierścień tam, gdzie ma więcej ruchów ({ $before } → { $after })
reason-most-turned = odwraca na twoją korzyść więcej znaczników niż każdy inny ruch ({ $count })
reason-most-moves = zostawia twoim pierścieniom więcej ruchów niż cokolwiek innego ({ $moves })
reason-fewest-moves = zostawia przeciwnikowi mniej ruchów niż cokolwiek innego ({ $moves })
reason-leaves-row = nie powstrzymuje rzędu { $row }
reason-misses-row = przepuszcza okazję na rząd { $row }
reason-loses-in-named = { $turns ->
    [one] nie zapobiega wygranej przeciwnika w następnej turze
    [few] nie zapobiega wygranej przeciwnika za { $turns } tury
    [many] nie zapobiega wygranej przeciwnika za { $turns } tur
   *[other] nie zapobiega wygranej przeciwnika za { $turns } tury
}
reason-keeps-row-named = zostawia do zdjęcia także rząd { $row }
reason-blocks-named = { $moves ->
    [one] odbiera przeciwnikowi { $moves } ruch
    [few] odbiera przeciwnikowi { $moves } ruchy
    [many] odbiera przeciwnikowi { $moves } ruchów
   *[other] odbiera przeciwnikowi { $moves } ruchów
}
reason-gives-row-named = daje przeciwnikowi rząd { $row }
reason-allows-row-named = pozwala przeciwnikowi utworzyć rząd { $row }
reason-forces-reply-named = { $answers ->
    [one] zostawia przeciwnikowi tylko jeden sposób obrony
    [few] zostawia przeciwnikowi tylko { $answers } sposoby obrony
    [many] zostawia przeciwnikowi tylko { $answers } sposobów obrony
   *[other] zostawia przeciwnikowi tylko { $answers } sposobu obrony
}
reason-avoids-row-alone-named = jako jedyny ruch nie daje przeciwnikowi rzędu
reason-avoids-row-named = nie daje przeciwnikowi rzędu, inaczej niż { $count } z { $of } pozostałych ruchów
reason-breaks-line-named = { $count ->
    [3] rozbija trójkę przeciwnika na { $row }
   *[other] rozbija czwórkę przeciwnika na { $row }
}
reason-builds-line-named = { $count ->
    [3] ustawia trójkę na { $row }
   *[other] ustawia czwórkę na { $row }
}
reason-guards-line-named = { $count ->
    [3] chroni trójkę na { $row } przed odwróceniem
   *[other] chroni czwórkę na { $row } przed odwróceniem
}
reason-denies-line-named = { $count ->
    [3] nie dopuszcza do trójki przeciwnika na { $row }
   *[other] nie dopuszcza do czwórki przeciwnika na { $row }
}
reason-safe-markers-named = nie daje przeciwnikowi odwrócić żadnego znacznika gracza, inaczej niż { $count } z { $of } pozostałych ruchów
reason-threatens-turns-named = { $count ->
    [one] pozwala w następnym ruchu odwrócić { $count } znacznik
    [few] pozwala w następnym ruchu odwrócić { $count } znaczniki
    [many] pozwala w następnym ruchu odwrócić { $count } znaczników
   *[other] pozwala w następnym ruchu odwrócić { $count } znacznika
}
reason-opens-ring-named = otwiera linie dla pierścienia na { $ring } (ruchy: { $before } → { $after })
reason-frees-ring-named = uwalnia pierścień na { $ring } (ruchy: { $before } → { $after })
reason-most-turned-named = odwraca na korzyść gracza więcej znaczników niż każdy inny ruch ({ $count })
reason-most-moves-named = zostawia pierścieniom gracza więcej ruchów niż cokolwiek innego ({ $moves })
reason-fewest-moves-named = zostawia przeciwnikowi mniej ruchów niż cokolwiek innego ({ $moves })
review-begins = Analizuję partię { $white } kontra { $black }. To potrwa jakieś pół minuty; wynik wrzucę tutaj.
review-half = Połowa analizy partii { $white } kontra { $black } już za mną.
review-waits = { $place ->
    [one] Przed twoją analizą jest jeszcze jedna.
    [few] Przed twoją analizą są jeszcze { $place }.
    [many] Przed twoją analizą jest jeszcze { $place }.
   *[other] Przed twoją analizą jest jeszcze { $place }.
}
review-under-way = Trwa tu już jedna analiza. Poproś ponownie, gdy się skończy.
review-yours-under-way = Twoja analiza już się robi. Poproś ponownie, gdy się skończy.
review-goes-on = Ta partia jeszcze trwa. Po jej końcu { $analyze } pokaże, gdzie nastąpił zwrot.
review-of-rated = To prowadzi przez pozycję z twojej partii rankingowej, która jeszcze trwa.
review-unfinished = Ta partia nie ma wyniku. Analizuję tylko zakończone partie.
review-empty = W tej partii nic nie zagrano.
review-failed = Niestety nie udało się dokończyć tej analizy. Spróbuj jeszcze raz: { $analyze }.
review-done = { $white } (białe) kontra { $black } (czarne), oto analiza, o którą prosi { $by }:
review-player = { $player }: dokładność { $accuracy }%; { $inaccuracies ->
    [0] bez niedokładności
    [one] jedna niedokładność
    [few] { $inaccuracies } niedokładności
    [many] { $inaccuracies } niedokładności
   *[other] { $inaccuracies } niedokładności
}, { $mistakes ->
    [0] bez błędów
    [one] jeden błąd
    [few] { $mistakes } błędy
    [many] { $mistakes } błędów
   *[other] { $mistakes } błędów
}, { $blunders ->
    [0] bez wpadek
    [one] jedna wpadka
    [few] { $blunders } wpadki
    [many] { $blunders } wpadek
   *[other] { $blunders } wpadek
}.
review-player-idle = { $player }: ani razu nie było wyboru.
review-point = { $number }. Tura { $turn }, { $player }: { $action } to { $class }, kosztuje { $loss }% ({ $before } → { $after }%).
review-against = To { $reasons }.
review-better = Lepiej: { $action }. { $led }
review-also = Poza tym { $reasons }.
class-inaccuracy = niedokładność
class-mistake = błąd
class-blunder = wpadka
led-wins-now = Wtedy { $player } wygrywa od razu.
led-wins-in = { $turns ->
    [one] Wtedy { $player } wygrywa w { $turns } turę, cokolwiek zrobi { $other }.
    [few] Wtedy { $player } wygrywa w { $turns } tury, cokolwiek zrobi { $other }.
    [many] Wtedy { $player } wygrywa w { $turns } tur, cokolwiek zrobi { $other }.
   *[other] Wtedy { $player } wygrywa w { $turns } tury, cokolwiek zrobi { $other }.
}
led-makes-row = Wtedy { $player } tworzy rząd { $row } i zdejmuje pierścień.
led-keeps-row = Wtedy { $player } ma do zdjęcia jeszcze rząd { $row }.
led-sure-row = Wtedy { $player } ma rząd w następnej turze, cokolwiek zrobi { $other }.
led-double-threat = Wtedy { $player } grozi dwoma rzędami naraz: { $row } i { $second }.
led-forces-reply = { $answers ->
    [one] Wtedy tylko jedna z { $of } odpowiedzi powstrzymuje rząd w następnej turze ({ $player }).
    [few] Wtedy tylko { $answers } z { $of } odpowiedzi powstrzymują rząd w następnej turze ({ $player }).
    [many] Wtedy tylko { $answers } z { $of } odpowiedzi powstrzymuje rząd w następnej turze ({ $player }).
   *[other] Wtedy tylko { $answers } z { $of } odpowiedzi powstrzymuje rząd w następnej turze ({ $player }).
}
led-prepares-row = Wtedy { $player } grozi rzędem { $row }.
led-keeps-threat = Wtedy { $player } nadal grozi rzędem { $row }.
led-taken = Wtedy nie dałoby się zdjąć rzędu { $row } w turze { $turn } ({ $other }).
led-stops-row = Wtedy { $other } nie może zaraz utworzyć rzędu { $row }.
led-avoids-row = Wtedy { $other } nie może zaraz utworzyć rzędu.
led-reasons = To { $reasons }; szanse byłyby wtedy { $before }% ({ $player }).
led-chance = Szanse byłyby wtedy { $before }% ({ $player }).
better-none = Nie ma tu jeszcze analizy, do której można zajrzeć. { $analyze } robi ją, gdy partia jest skończona.
better-elsewhere = Ostatnia analiza nie ma tam punktu zwrotnego. Ma: { $turns }
better-caption = Tura { $turn }: lepiej { $better } niż { $played }
choice-turning = Tura { $turn }
choice-turning-one = Tura { $turn } ({ $number })
review-no-points = Nikt nie zmarnował dużej szansy.
review-train = Przećwicz własne błędy: { $train }
choice-train = Poćwicz
replay-begins = Rysuję powtórkę partii { $white } kontra { $black }, { $turns }. To potrwa parę sekund; wrzucę ją tutaj.
replay-half = Połowa powtórki partii { $white } kontra { $black } już za mną.
replay-waits = { $place ->
    [one] Przed twoją powtórką jest jeszcze jedna.
    [few] Przed twoją powtórką są jeszcze { $place }.
    [many] Przed twoją powtórką jest jeszcze { $place }.
   *[other] Przed twoją powtórką jest jeszcze { $place }.
}
replay-under-way = Rysuję tu już jedną powtórkę. Poproś ponownie, gdy będzie gotowa.
replay-yours-under-way = Twoja powtórka już się robi. Poproś ponownie, gdy będzie gotowa.
replay-failed = Niestety nie udało się narysować tej powtórki. Spróbuj jeszcze raz: { $replay }.
show-turn = Tura { $number } z { $turns }
choice-first = ⏮
choice-previous = ◀
choice-next = ▶
choice-last = ⏭
replay-empty = W tej partii nic jeszcze nie zagrano.
replay-beyond = { $turns ->
    [one] Ta partia ma tylko jedną turę. Spróbuj { $replay }.
    [few] Ta partia ma tylko { $turns } tury. Spróbuj { $replay }.
    [many] Ta partia ma tylko { $turns } tur. Spróbuj { $replay }.
   *[other] Ta partia ma tylko { $turns } tury. Spróbuj { $replay }.
}
replay-backwards = Tura { $from } jest po turze { $to }. Chodzi o { $replay }?
replay-done = { $white } (białe) kontra { $black } (czarne), { $turns }; powtórka, o którą prosi { $by }:
replay-shorter = Całość byłaby za duża do wysłania, więc powtórka zaczyna się od tury { $turn }.
replay-some-turns = tury { $from }–{ $to }
replay-one-turn = tura { $from }
replay-title = { $white } – { $black }
replay-turn = { $number }. { $player }: { $actions }
replay-row = rząd { $row }
replay-ring = pierścień { $point }
review-caption = Dokładność: { $white } { $whiteaccuracy }, { $black } { $blackaccuracy }
percent = { $number }%
percent-none = –
action-place = pierścień na { $point }
action-move = ruch { $from } → { $to }
action-row = zdjęcie rzędu { $row }
action-ring = zdjęcie pierścienia z { $point }
action-pass = pas
choice-hint = Podpowiedź
choice-do = Zagraj: { $action }
choice-more = Więcej

## How it ended

over-won = { $winner } ({ $color }) wygrywa { $first }–{ $second }!
over-won-on-count = Nie ma już znaczników: { $winner } ({ $color }) wygrywa { $first }–{ $second } liczbą zdjętych pierścieni!
over-won-stuck = Nikt nie może się ruszyć: { $winner } ({ $color }) wygrywa { $first }–{ $second } liczbą zdjętych pierścieni!
over-draw = Remis, { $first }–{ $second }.
over-aborted = Gracza { $other } już tu nie ma, więc { $by } przerywa partię. Nie liczy się.
over-timed-out = { $loser } przekracza czas. Wygrywa { $winner }!
over-called-off = { $player } przekracza czas, nie mając na planszy żadnego pierścienia, więc partia zostaje przerwana. Nie liczy się.
over-left = { $player } odchodzi na dobre, więc partia zostaje przerwana. Nie liczy się.
over-resigned = { $loser } poddaje partię. Wygrywa { $winner }!
over-agreed = Zgoda na remis.
over-adjudicated = Decyzja moderatora: wygrywa { $winner } ({ $color })!
over-adjudicated-draw = Decyzja moderatora: remis.
over-stopped = Partia przerwana przez moderatora. Nie liczy się.
over-not-rated = Partia była za krótka, żeby liczyć się do rankingu: każda strona musi wykonać trzy ruchy pierścieniem.
announced = { $place }: { $white } (białe) kontra { $black } (czarne), { $terms }. { $result }
over-next-again = { $rematch } – zagraj jeszcze raz.
over-next = { $rematch } – zagraj jeszcze raz, { $analyze } – zobacz, gdzie nastąpił zwrot, { $export } – zapisz partię.
over-next-unreviewed = { $rematch } – zagraj jeszcze raz, { $export } – zapisz partię.
over-next-left = { $analyze } – zobacz, gdzie nastąpił zwrot, { $export } – zapisz partię.
over-next-left-unreviewed = { $export } – zapisz partię.
over-already = Partia jest już skończona.

## Settling

offer-draw-stands = { $by } proponuje remis. { $other }, { $accept } czy { $decline }?
offer-undo-stands = { $actions ->
    [one] { $by } prosi o cofnięcie ostatniego posunięcia.
    [few] { $by } prosi o cofnięcie ostatnich { $actions } posunięć.
    [many] { $by } prosi o cofnięcie ostatnich { $actions } posunięć.
   *[other] { $by } prosi o cofnięcie ostatnich { $actions } posunięć.
} { $other }, { $accept } czy { $decline }?
offer-pause-stands = { $by } prosi o zatrzymanie zegara. { $other }, { $accept } czy { $decline }?
offer-resume-stands = { $by } chce grać dalej. { $other }, { $accept } (twój zegar rusza) czy { $decline }?
offer-waits = Twoja prośba do gracza { $other } wciąż czeka na odpowiedź. { $withdraw } ją wycofuje.
offer-first = Najpierw odpowiedz na prośbę gracza { $other }: { $accept } czy { $decline }?
offer-own = To twoja własna prośba, więc odpowiada { $other }. { $withdraw } ją wycofuje.
offer-withdrawn = { $player } wycofuje prośbę.
draw-accepted = { $player } zgadza się na remis.
draw-declined = { $player } nie zgadza się na remis.
pause-declined = { $player } woli nie robić przerwy.
resume-declined = { $player } woli jeszcze nie wracać do gry.
undo-declined = { $player } nie zgadza się na cofnięcie.
offer-lapsed = Partia toczy się dalej, więc prośba wygasła.
nothing-asked = { $other } o nic cię nie prosi.
undo-nothing = Nie masz jeszcze tury do cofnięcia.
took-back = { $actions ->
    [one] { $player } cofa ostatnią turę.
    [few] { $player } cofa ostatnią turę i wszystko, co było po niej.
    [many] { $player } cofa ostatnią turę i wszystko, co było po niej.
   *[other] { $player } cofa ostatnią turę i wszystko, co było po niej.
}
paused = Zegar stoi do { $until }. { $resume } wznawia partię.
not-paused = Zegar nie jest zatrzymany.
resumed = { $player } wznawia partię.
weekends-untimed = Wolne weekendy mają sens tylko z zegarem. Dodaj czas: { $challenge }.
untimed = Ta partia nie ma zegara. Następnym razem rzuć wyzwanie z czasem: { $challenge }.
time-given-full = { $to } ma jeszcze { $left }. Wyszłoby ponad { $most }, a tyle wystarczy każdemu.
time-given = { $to } dostaje dodatkowe { $time } od gracza { $by }. Zostało { $left }.
bot-plays-on = Wolę grać dalej.
program-plays-on = { $program } nie umie przyjąć remisu, więc gra toczy się dalej.
standin-done = { $color-id ->
    [white] { $by } opuszcza partię. Od teraz białymi gra { $bot }.
   *[black] { $by } opuszcza partię. Od teraz czarnymi gra { $bot }.
}
standin-sure = { $player }, ta partia jest rankingowa. Jeśli zajmę twoje miejsce, przestanie taka być i ranking nikogo się nie zmieni. { $yes }, aby oddać mi miejsce, { $no }, aby grać dalej.
standin-both = Zastępuję tylko w partiach między ludźmi. Oddaj miejsce komuś innemu ({ $seat }) albo poddaj partię ({ $resign }).
seat-offered = { $to }, { $by } chce oddać ci swoje miejsce ({ $color }). { $accept } czy { $decline }?
seat-offered-rated = Ta partia jest rankingowa. Jeśli { $to } się zgodzi, przestanie taka być i ranking nikogo się nie zmieni.
seat-offer-stands = { $by } proponuje swoje miejsce graczowi { $to }: { $accept } czy { $decline }?
seat-taken = { $color-id ->
    [white] { $to } zastępuje gracza { $by } i od teraz gra białymi.
   *[black] { $to } zastępuje gracza { $by } i od teraz gra czarnymi.
}
seat-declined = { $by }, { $to } woli nie zajmować twojego miejsca.
seat-unrated = Partia nie jest już rankingowa, więc ranking nikogo się nie zmieni.
seat-bot = Chętnie: { $standin } oddaje mi twoje miejsce.
seat-self = To twoje własne miejsce.
seat-opponent = { $other } gra przeciwko tobie i nie może grać po obu stronach.
seat-absent = Nie ma tu gracza { $other }, więc nie może zająć twojego miejsca.
seat-waits = Twoje miejsce już czeka na gracza { $other }. { $withdraw } wycofuje propozycję.
seat-first = W tej partii ktoś już oddaje swoje miejsce. Poczekaj na odpowiedź.
resign-sure = { $player }, na pewno chcesz poddać partię? { $yes }, aby poddać, { $no }, aby grać dalej.
abort-present = { $other } nadal tu jest, więc nie można przerwać partii. Zaproponuj remis ({ $draw }) albo poddaj się ({ $resign }).
abort-unknown = Nie udało się sprawdzić, czy { $other } nadal tu jest. Spróbuj ponownie za chwilę.
abort-bot = Nigdzie się nie wybieram! Możesz się poddać: { $resign }.
abort-program = { $other } nigdzie się nie wybiera! Możesz się poddać: { $resign }.
adjudicated = { $by } z moderacji kończy tu partię: { $players }.
adjudicate-own = To twoja własna partia, więc musi rozstrzygnąć ją inny moderator. Możesz się poddać ({ $resign }) albo zaproponować remis ({ $draw }).
moderators-only = To mogą zrobić tylko tutejsi moderatorzy.
muted = Masz tu wyciszenie do { $until }. Swoje partie możesz jednak dokończyć.
mute-done = { $by } wycisza gracza { $player } do { $until }: { $player } może dokończyć swoje partie, ale nie zacznie żadnej nowej.
unmute-done = { $by } znosi wyciszenie gracza { $player }.
mute-bot = Siebie wolę nie wyciszać.
mute-self = Nie możesz wyciszyć siebie.
not-available = { $player } nie może tego przyjąć. { $anyone } znajdzie kogoś innego.
audit-title = Działania moderatorów tutaj: { $total } (strona { $page } z { $pages })
audit-line = { $at } · { $by }: { $command }
audit-line-about = { $at } · { $by }: { $command } · { $player }
audit-none = Dziennik moderacji jest tu pusty.
reports-title = Zgłoszenia dla tutejszych moderatorów: { $total } (strona { $page } z { $pages })
reports-line = { $at } · { $by }: { $note }
reports-none = Nie ma zgłoszeń dla tutejszych moderatorów.
moderation-private = To tylko dla moderatorów, więc wysyłam w prywatnej wiadomości.
block-done = Gotowe. { $player } nie może cię już wyzywać ani oddawać ci miejsca i nie dowie się dlaczego. Trwających partii to nie dotyczy. { $unblock } to cofa.
unblock-done = { $player } nie jest już na twojej liście blokad.
unblock-not = { $player } nie jest na twojej liście blokad. { $block } ją pokazuje.
block-public = Kogo blokujesz, wiemy tylko ty i ja. Użyj komendy z ukośnikiem na Discordzie albo napisz do mnie prywatnie: { $block }.
block-bot = Mnie nie możesz zablokować. Jeśli jest mnie tu za dużo, daj znać moderatorom.
block-self = Nie możesz zablokować siebie.
block-none = Nikogo nie blokujesz. Aby kogoś zablokować: { $block }.
block-list = Blokujesz: { $players }.
forgotten-name = ktoś
forget-sure = To usuwa wszystko, co mam o tobie zapisane: ustawienia, rankingi, urlopy, blokady, zgłoszenia i moje odpowiedzi. W partiach innych osób zastąpi cię „ktoś”. Tego nie da się cofnąć.
forget-games = Twoje trwające partie się kończą: rankingowa tak, jakbyś ją poddał(a), pozostałe bez wyniku. Odłożone partie i otwarte wyzwania przepadają.
forget-stays = Wyciszenia i blokady nałożone na ciebie przez innych obowiązują dalej, bez twojej nazwy. Wiadomości w tej rozmowie nie mogę usunąć: zostają tam, gdzie są.
forget-how = { $data } najpierw daje ci to wszystko. Aby usunąć: { $yes }
forget-not = Nic nie zostało usunięte.
forgotten = Gotowe, już cię nie znam. Jeśli znowu zagrasz, zaczniesz od zera.
left-game = { $other }, druga strona odeszła na dobre i usunęła swoje dane.
left-challenge = { $other }, wyzwanie jest nieaktualne: druga strona odeszła na dobre i usunęła swoje dane.
left-seat = { $other }, zachowujesz swoje miejsce: osoba, której je oferujesz, odeszła na dobre i usunęła swoje dane.
my-data = Oto wszystko, co mam o tobie zapisane. { $forget } to usuwa.
my-data-more = To część { $part } z { $parts }. Następna: { $next }
my-data-no-part = Nie ma takiej części. Ostatnia: { $last }
my-data-private = To tylko dla ciebie, więc wysyłam w prywatnej wiadomości. Jeśli nic nie przyjdzie, napisz do mnie prywatnie: { $data }
time-up = { $players }, koniec czasu!
reminder-private = { $player }, twój ruch w partii z graczem { $other } ({ $place }), zostało ci { $left }. Termin: { $deadline }.
reminder = { $player }, twój ruch w partii z graczem { $other }, zostało ci { $left }. Termin: { $deadline }.
remind-now-channel = Przypominam ci o ruchu na kanale partii. Aby to zmienić: { $commands }.
remind-now-private = Przypominam ci o ruchu w wiadomości prywatnej. Aby to zmienić: { $commands }.
remind-now-off = Nie przypominam ci o ruchu. Aby to zmienić: { $commands }.
remind-set-channel = Od teraz przypominam ci o ruchu na kanale partii.
remind-set-private = Od teraz przypominam ci o ruchu w wiadomości prywatnej. Jeśli nie da się jej wysłać, zrobię to na kanale.
remind-set-off = Nie będę ci już przypominać o ruchu.
settings-here = Ustawienia tutaj:
settings-of-channel = Ustawienia tego kanału:
settings-of-server = Ustawienia tego serwera:
settings-line = { $key }: { $value } ({ $level }) · { $about }
settings-own = twoje
settings-table = ten stół
settings-channel = ten kanał
settings-server = ten serwer
settings-default = domyślne
settings-how = { $own } dotyczy tylko ciebie. Moderatorzy: { $channel }, { $server }.
settings-how-place = Zmienić je mogą osoby, które nim zarządzają: { $set }.
setting-untimed = bez zegara
language-en = English
language-fr = français
language-pl = polski
language-ru = русский
setting-about-prefix = od czego zaczynają się komendy
setting-about-language = w jakim języku mówię
setting-about-theme = jak wygląda plansza
setting-about-view = czyja strona planszy jest na dole
setting-about-clock = czas na partię, jeśli wyzwanie go nie podaje
setting-about-rated = czy partie są rankingowe, jeśli wyzwanie tego nie mówi
setting-about-hints = czy daję podpowiedzi
setting-about-reviews = czy analizuję partie
setting-about-challenges = kto może wyzywać innych, także ciebie
setting-about-play = czy tu gram
setting-about-remind = gdzie przypominam ci o ruchu
setting-about-auto = czy gram za ciebie, gdy masz tylko jedną możliwość
setting-about-tips = czy podpowiadam, co wpisać dalej
setting-about-quiet = godziny, w których nikogo nie zaczepiam
setting-about-games = jak toczą się partie: po jednej czy każda we własnym wątku
setting-games-channel = po jednej
setting-games-threads = w wątkach
setting-no-threads = Nie mogę tu otwierać wątków, więc partie zostają na kanale.
setting-about-announcements = co ogłaszam o tutejszych partiach
setting-about-announceto = gdzie to ogłaszam
setting-about-daily = gdzie wrzucam zadanie dnia
setting-results = wyniki partii
setting-nowhere = nigdzie
setting-on = włączone
setting-off = wyłączone
setting-everyone = wszyscy
setting-moderators = tylko moderatorzy
setting-nobody = nikt
setting-in-channel = na kanale
setting-in-private = prywatnie
setting-values = Spróbuj: { $commands }.
setting-set-own = Od teraz u ciebie { $key }: { $value }.
setting-set-channel = { $by } zmienia ustawienie „{ $key }” dla tego kanału: { $value }.
setting-set-server = { $by } zmienia ustawienie „{ $key }” dla całego serwera: { $value }.
setting-reset-own = Ustawienie „{ $key }” jest u ciebie znowu takie jak u wszystkich.
setting-reset-channel = { $by } przywraca ustawienie „{ $key }” na tym kanale: znowu obowiązuje ustawienie serwera.
setting-reset-server = { $by } przywraca domyślne ustawienie „{ $key }” na całym serwerze.
setting-bad-value = „{ $value }” nie pasuje do ustawienia „{ $key }”.
setting-of-places = Ustawienie „{ $key }” można zmienić tylko dla kanału albo serwera: { $channel }, { $server }.
setting-of-persons = Ustawienie „{ $key }” każdy zmienia dla siebie: { $set } zmienia twoje.
setting-no-server = Tu nie ma serwera. { $set } ustawia to, co obowiązuje w tym pokoju.
setting-channel-rights = Ustawić to dla wszystkich mogą tylko osoby, które zarządzają tym kanałem.
setting-server-rights = Ustawić to dla wszystkich mogą tylko osoby, które zarządzają tym serwerem.
setting-prefix-slash = Komendy zaczynają się tu od ukośnika, więc nie ma prefiksu do ustawienia.
rights-unknown = Nie udało się sprawdzić, co możesz tu ustawiać. Spróbuj ponownie za chwilę.
hints-off = Podpowiedzi są tu wyłączone.
reviews-off = Analizy są tu wyłączone.
play-off = Na tym kanale nie gram. Moderatorzy mogą to zmienić: { $set }.
challenges-off = Wyzwania są tu wyłączone. Możesz zagrać ze mną: { $play }.
challenges-moderators = Partie między ludźmi zaczynają tu tylko moderatorzy.
auto-is-on = Gdy masz tylko jedną możliwość, gram za ciebie. { $other } to wyłącza.
auto-is-off = Wszystko grasz samodzielnie. Z { $other } gram za ciebie zawsze, gdy masz tylko jedną możliwość.
auto-set-on = Od następnej decyzji gram za ciebie zawsze, gdy masz tylko jedną możliwość.
auto-set-off = Od teraz wszystko grasz samodzielnie.
silence-question =
    { $players }, od { $days } dni nic się w tej partii nie dzieje. Gra jeszcze trwa? { $keep } ją zachowuje, każdy ruch również.
    Inaczej odłożę ją { $until }; będzie można ją dokończyć kiedy indziej.
silence-adjourned = { $players }, od { $days } dni nic się tu nie dzieje, więc odkładam tę partię i zwalniam stół. { $resume } ją wznawia, tutaj albo przy dowolnym wolnym stole.
place-gone = { $player }, kanału twojej partii z graczem { $other } już nie ma, więc ją odkładam. { $resume } wznawia ją na waszym wspólnym kanale.
place-gone-bot = { $player }, kanału twojej partii już nie ma, więc ją odkładam. { $resume } wznawia ją wszędzie, gdzie jestem.
place-left = { $player }, nie ma mnie już na kanale twojej partii z graczem { $other }, więc ją odkładam. { $resume } wznawia ją na waszym wspólnym kanale.
place-left-bot = { $player }, nie ma mnie już na kanale twojej partii, więc ją odkładam. { $resume } wznawia ją wszędzie, gdzie jestem.
may-not-speak = { $person }, opuszczam { $place }, bo nie wolno mi tam pisać. Pozwól mi na to (w ustawieniach pokoju, „Role i uprawnienia”), a potem zaproś mnie ponownie.
greeting = Cześć! Prowadzę tu partie YINSH. Rzuć komuś wyzwanie ({ $challenge }) albo zagraj ze mną ({ $play }).
greeting-rules = Nie znasz YINSH? { $tutorial } uczy w krótkich lekcjach, a { $rules } objaśnia zasady. Wszystko, co umiem: { $help }
greeting-language = Moje języki: English, français, polski, русский. { $set } ustawia język dla wszystkich tutaj.
continued = { $by } wznawia partię z graczem { $other }, odłożoną { $adjourned }.
continued-paused = { $by } przywraca partię z graczem { $other }, odłożoną { $adjourned }.
resume-which = Masz kilka odłożonych partii. Wybierz jedną:
resume-none = Nie masz partii do wznowienia. Zacznij nową ({ $challenge }) albo zagraj ze mną ({ $play }).
resume-no-such = Żadna z twoich odłożonych partii nie ma numeru { $number }. { $resume } pokazuje ich listę.
resume-only = Masz tylko jedną odłożoną partię. { $resume } ją wznawia.
resume-gone = Ta partia jest już wznowiona. { $games } pokazuje twoje partie.
resume-not-yours = Wznowić tę partię mogą tylko ci, którzy w niej grają.
resume-taken = Grają tu { $white } i { $black }. { $resume } działa przy wolnym stole.
resume-absent = Nie ma tu gracza { $other }, więc nie możecie tu grać dalej. Spróbuj na waszym wspólnym kanale.
adjourned-game = { $resume } · kontra { $other } · { $terms } · odłożona { $adjourned }
adjourned-game-timed = { $resume } · kontra { $other } · { $terms }, { $time } · odłożona { $adjourned }
games-running = Twoje partie:
games-game = { $number }. { $place } · kontra { $other } · { $terms } · { $turn }
games-yours = twój ruch
games-yours-timed = twój ruch, zostało { $left }, termin { $deadline }
games-yours-holiday = twój ruch, urlop do { $until }
games-theirs = ruch przeciwnika
games-theirs-timed = ruch przeciwnika, zostało { $left }, termin { $deadline }
games-theirs-holiday = ruch przeciwnika, urlop do { $until }
games-paused = przerwa do { $until }
games-challenges = Otwarte wyzwania:
games-challenge = { $place } · { $by } wyzywa ciebie: { $game }, termin: { $expires }
games-challenge-own = { $place } · twoje wyzwanie dla gracza { $to }: { $game }, termin: { $expires }
games-challenge-anyone = { $place } · twoje wyzwanie dla wszystkich: { $game }, termin: { $expires }
games-adjourned = Odłożone partie, do wznowienia przy dowolnym wolnym stole:
games-none-here = Nie masz tu żadnych partii. Zapytaj mnie prywatnie, aby zobaczyć inne.
games-more = … i jeszcze { $count }.
games-none = Nie masz trwających partii. Zacznij nową ({ $challenge }) albo zagraj ze mną ({ $play }).
next-game = Twoja najpilniejsza partia ({ $place }):
next-game-here = Twoja najpilniejsza partia tutaj ({ $place }):
next-elsewhere = { $count ->
    [one] Gdzie indziej na twój ruch czeka jedna partia. Zapytaj mnie prywatnie, aby ją zobaczyć.
    [few] Gdzie indziej na twój ruch czekają { $count } partie. Zapytaj mnie prywatnie, aby je zobaczyć.
    [many] Gdzie indziej na twój ruch czeka { $count } partii. Zapytaj mnie prywatnie, aby je zobaczyć.
   *[other] Gdzie indziej na twój ruch czeka { $count } partii. Zapytaj mnie prywatnie, aby je zobaczyć.
}
next-none = Żadna partia nie czeka teraz na twój ruch. { $games } pokazuje ich listę.
next-none-here = Żadna partia tutaj nie czeka teraz na twój ruch.
games-elsewhere = { $count ->
    [one] Jeszcze jedna gdzie indziej. Zapytaj mnie prywatnie, aby ją zobaczyć.
    [few] Jeszcze { $count } gdzie indziej. Zapytaj mnie prywatnie, aby je zobaczyć.
    [many] Jeszcze { $count } gdzie indziej. Zapytaj mnie prywatnie, aby je zobaczyć.
   *[other] Jeszcze { $count } gdzie indziej. Zapytaj mnie prywatnie, aby je zobaczyć.
}
kept = { $player } gra dalej.
keep-timed = Ta partia ma zegar, więc nie zostanie odłożona.
if-public = O ruchach warunkowych wiemy tylko ty i ja. Użyj komendy z ukośnikiem na Discordzie albo napisz do mnie prywatnie i podaj partię: { $example } dotyczy drugiej z listy { $games }.
if-which = Do której partii? { $example } dotyczy drugiej z listy { $games }.
if-no-such-game = Nie masz trwającej partii o numerze { $number }. { $games } pokazuje ich listę.
if-your-turn = Teraz twój ruch: najpierw zagraj. Potem zaplanuj odpowiedzi na ruch gracza { $other }.
if-too-long = Za długie ({ $length }): mieści się najwyżej { $most } znaków. Rozbij to na kilka wariantów.
if-too-deep = Za dużo tur w jednym wariancie; mieści się najwyżej { $most }.
if-too-many = Masz już { $most } wariantów i więcej się nie zmieści. { $clear } usuwa jeden.
if-wrong = Tura { $number } wariantu jest błędna: „{ $turn }”.
if-impossible = Tura { $number } wariantu jest błędna: { $player } nie może wtedy zagrać „{ $turn }”.
if-their-rows = Rzędy gracza { $player }: { $rows }.
if-their-rings = Pierścienie gracza { $player }: { $rings }.
if-unfinished = Tura { $number } wariantu jest niepełna: po „{ $turn }” { $player } musi jeszcze { $stage }.
if-over = Partia kończy się przed turą { $number } wariantu, „{ $turn }”.
if-no-answer = Wariant kończy się turą „{ $turn }”, którą gra { $player }. Dodaj „then” i swoją odpowiedź.
if-where-to = Podaj też, dokąd idzie pierścień z { $point }.
if-occupied = Punkt { $point } jest wtedy zajęty.
if-known = To już jest w wariancie { $number }.
if-answered = Wariant { $number } odpowiada inaczej na te same tury. { $clear } go usuwa.
if-set = Zaplanowane, przeciwnik: { $other } ({ $place }). Wiemy o tym tylko ty i ja:
if-list = Twoje ruchy warunkowe, przeciwnik: { $other } ({ $place }):
if-line = { $number }. { $line }
if-list-end = { $clear } usuwa wszystkie, { $one } jeden wariant.
if-none = Nie masz ruchów warunkowych w partii z graczem { $other } ({ $place }). Aby jakiś zaplanować: { $example }.
if-dropped-unforeseen = Twoje ruchy warunkowe w partii z graczem { $other } ({ $place }) przepadły: partia potoczyła się inaczej.
if-dropped-taken-back = Twoje ruchy warunkowe w partii z graczem { $other } ({ $place }) przepadły: cofnięto turę.
if-dropped-offer = Twoje ruchy warunkowe w partii z graczem { $other } ({ $place }) przepadły: ktoś proponuje swoje miejsce komuś innemu.
if-of-game = Twoja partia z graczem { $other } ({ $place }):
if-cleared = Usunięte: twoje ruchy warunkowe w partii z graczem { $other } ({ $place }).
if-cleared-one = Usunięty: wariant { $number } w partii z graczem { $other } ({ $place }).
if-no-branch = { $last ->
    [one] Nie ma wariantu { $number }: masz tylko jeden.
    [few] Nie ma wariantu { $number }: masz { $last }.
    [many] Nie ma wariantu { $number }: masz { $last }.
   *[other] Nie ma wariantu { $number }: masz { $last }.
}
holiday-begun = { $player } ma urlop do { $until }, a zegar tego gracza stoi.
holiday-over = { $player } wraca z urlopu.
holiday-taken = Miłego urlopu, do { $until }! Twój zegar stoi w partiach, w których na ruch jest co najmniej dzień. { $end } kończy urlop wcześniej. Na rok { $year } zostało ci { $left }.
holiday-ended = Witaj z powrotem! Twoje zegary znowu chodzą. Na rok { $year } zostało ci { $left }.
holiday-now = Masz urlop do { $until }. { $end } kończy go wcześniej. Na rok { $year } zostało ci { $left }.
holiday-left = Na rok { $year } zostało ci { $left }. { $holiday } zaczyna urlop: twój zegar stanie w partiach, w których na ruch jest co najmniej dzień.
holiday-used-up = Na rok { $year } zostało ci { $left }.
holiday-time = { $time } urlopu
holiday-time-none = 0 dni urlopu
holiday-none = Nie masz teraz urlopu. { $holiday } go zaczyna.
holiday-running = Masz już urlop, do { $until }. Najpierw go zakończ: { $end }.
holiday-too-short = Urlop trwa co najmniej godzinę.
holiday-too-long = To za długo: na rok { $year } zostało ci { $left }.
pause-over = { $players }, koniec przerwy, zegar znowu chodzi.
resign-not = Dobrze, gramy dalej.

choice-accept = Przyjmuję
choice-accept-of = Przyjmuję: { $by }
choice-decline = Odrzucam
choice-resume = Wznów
choice-keep = Gram dalej
choice-row = Rząd { $row }
choice-ring = Pierścień { $point }
choice-pass = Pas
choice-tap-place = Postaw
choice-tap-move = Ruch
choice-point = { $point }
choice-area = Okolice { $point }
choice-others = Dalej
choice-back = Wróć
choice-cancel = Anuluj
choice-moves = { $point }
choice-move = { $from } → { $to }
choice-rematch = Rewanż
choice-export = Zapis
choice-analyze = Analiza
choice-replay = Powtórka
choice-resign-yes = Tak, poddaję
choice-standin-yes = Tak, zajmij moje miejsce
choice-resign-no = Nie, gram dalej
choice-older = Starsze
choice-newer = Nowsze
choice-channel = Ten kanał
choice-server = Ten serwer
choice-value = { $value }
choice-present = ✓ { $value }
choice-default = domyślnie
choice-theme = { $theme }

## Looking

moves-list = Pierścień z { $from } może pójść na { $targets }.
moves-rings = Pierścienie, które mogą się ruszyć: { $rings }.
moves-none = Pierścień na { $from } nie może się ruszyć. Te mogą: { $rings }.
moves-no-ring = Na { $point } nie ma pierścienia. Spróbuj któregoś z tych: { $rings }.
moves-not-yet = Pierścienie są jeszcze stawiane; ruszą się, gdy cała dziesiątka będzie na planszy. Postaw jeden: { $place }.
tap-area = Pierścień { $number } z { $rings }: w której części planszy?
tap-point = Okolice { $point }: który punkt?
tap-ring = Który pierścień?
tap-target = Dokąd idzie pierścień z { $from }?
tap-cancelled = Dobrze, nic się nie zmieniło.
tap-no-area = Nie ma części { $number }; wybierz od 1 do { $last }.
rows-of = Rzędy gracza { $player } ({ $color }): { $rows }.
rows-none = Nie ma rzędów pięciu znaczników.
status = { $white } (białe) kontra { $black } (czarne): { $variant }, początek { $started }, dotąd { $actions ->
    [one] { $actions } posunięcie
    [few] { $actions } posunięcia
    [many] { $actions } posunięć
   *[other] { $actions } posunięć
}.
score = Zdjęte pierścienie: białe { $whiterings }, czarne { $blackrings } z { $goal }. Znaczniki w puli: { $pool }.
status-clocks = Pozostały czas: białe { $white }, czarne { $black } ({ $time }).
board-legend = R to biały pierścień, r czarny; M to biały znacznik, m czarny.
board-last = Ostatnia tura: { $turn }
board-elsewhere = { $place } · { $white } – { $black }
no-game-elsewhere = Nie ma tam trwającej partii, którą mogę ci tu pokazać. Pokazuję partie z tego kanału i jego wątków, a twoje z innych miejsc, gdy zapytasz mnie prywatnie: { $games } pokazuje ich listę.
watch-on = Obserwujesz teraz { $white } – { $black } ({ $place }). O każdej turze powiem ci w prywatnej wiadomości, bez dźwięku, aż do końca partii. { $off } kończy to wcześniej.
watch-off = Nie obserwujesz już { $white } – { $black } ({ $place }).
watch-own = To twoja partia, więc i tak mówię ci, kiedy twój ruch. Z { $remind } przyjdzie to w prywatnej wiadomości.
watch-untold = Nie mogę pisać do ciebie o tej partii: tam, gdzie się toczy, mogę tylko odpowiadać na komendy. { $board } pokaże ci tam w każdej chwili, jak stoi.
watch-already = Już obserwujesz tę partię. { $off } to kończy.
watch-full = Tę partię obserwuje już { $most } osób i więcej nie dam rady powiadamiać.
watch-too-many = Naraz możesz obserwować { $most } partii i tyle już obserwujesz.
watch-how = Tu nie toczy się żadna partia. { $watch } na kanale partii sprawi, że o każdej turze powiem ci w prywatnej wiadomości, bez dźwięku; { $place } działa dla partii gdzie indziej.
watch-list = Obserwujesz:
watch-game = { $number }. { $place } · { $white } – { $black }
watch-elsewhere = { $count ->
    [one] Jeszcze jedna partia gdzie indziej. Zapytaj mnie prywatnie, aby ją zobaczyć.
    [few] Jeszcze { $count } partie gdzie indziej. Zapytaj mnie prywatnie, aby je zobaczyć.
    [many] Jeszcze { $count } partii gdzie indziej. Zapytaj mnie prywatnie, aby je zobaczyć.
   *[other] Jeszcze { $count } partii gdzie indziej. Zapytaj mnie prywatnie, aby je zobaczyć.
}
watch-end = Aby to zakończyć, podaj numer: { $off }.
watch-none = Nie obserwujesz żadnej partii.
watch-which = O którą partię ci chodzi?
watched-turn = { $place } · { $player }: { $turn }. Teraz ruch ma { $next }.
watched-back = { $place } · Cofnięto grę do tury { $turn }. Teraz ruch ma { $next }.
watched-start = { $place } · Z powrotem na początku. Teraz ruch ma { $next }.
watched-over = { $place } · { $result } To była obserwowana przez ciebie partia.
watched-adjourned = { $place } · Partia { $white } – { $black } została odłożona, więc nie ma już czego obserwować.
featured = { $place } · { $white } – { $black }
featured-player = { $player } ({ $rating })
featured-none = Nie ma trwającej partii, którą mogę tu pokazać: ani w tym kanale, ani w jego otwartych wątkach. { $challenge } albo { $play } zaczyna partię.
versus-list = Inne programy, z którymi można tu zagrać: { $programs }. Na przykład { $versus }.
versus-none = Żadne inne programy tu nie grają. { $play } zaczyna partię ze mną.
versus-unknown = Nie znam programu „{ $name }”.
stood-in = Program { $program } nie mógł zagrać, więc tę turę gram za niego.
choice-versus = Zagraj: { $program }
choice-tournament-join = Zapisz się
choice-tournament-start = Zacznij
choice-tournament-stop = Tak, odwołaj
choice-tournament-keep = Nie, zostaw
predict-noted = Zapisane: typujesz, że wygra { $player } ({ $color }).
predict-made = { $person } typuje: wygra { $player } ({ $color }).
predict-changed = { $person } typuje teraz: wygra { $player } ({ $color }).
predict-already = { $player } ({ $color }) – to już twój typ.
predict-so-far = Dotychczasowe typy: { $white } – { $for-white }, { $black } – { $for-black }.
predict-none = Nikt jeszcze nie typował.
predict-own = To twoja partia: wszystko rozstrzygnie się na planszy!
predict-too-late = Na typowanie jest już za późno: można typować, dopóki nikt nie zdjął pierścienia, a na planszy jest mniej niż { $markers } znaczników.
predict-full = Typowało już { $most } osób i więcej nie policzę.
predict-final = Typ można zmienić tylko { $most } razy, więc twój zostaje: { $player } ({ $color }).
choice-predict = { $player } ({ $color })
over-predicted = Trafne typy: { $right } z { $count } – { $names }.
over-predicted-more = Trafne typy: { $right } z { $count } – { $names } i jeszcze { $more }.
over-predicted-none = { $count ->
    [one] Nikt tego nie przewidział: jedyny typ był nietrafiony.
    [few] Nikt tego nie przewidział: żaden z { $count } typów nie był trafny.
    [many] Nikt tego nie przewidział: żaden z { $count } typów nie był trafny.
   *[other] Nikt tego nie przewidział: żaden z { $count } typów nie był trafny.
}
challenge-timed = { $game } ({ $time })
status-challenge = { $by } wyzywa gracza { $to }: { $variant }. { $accept }, do { $expires }.
status-challenge-anyone = { $by } szuka przeciwnika: { $variant }. { $accept }, do { $expires }.
status-vote-challenge = { $by } i wszyscy tutaj wyzywają gracza { $to }: { $variant }, głosując. { $accept }, do { $expires }.
history = { $turns }
history-empty = Nic jeszcze nie zagrano.
history-left-out = … bez pierwszych tur ({ $turns }). { $export } zawiera wszystkie.
exported = Oto zapis partii { $white } kontra { $black }, { $actions ->
    [one] { $actions } posunięcie
    [few] { $actions } posunięcia
    [many] { $actions } posunięć
   *[other] { $actions } posunięć
}. ({ $sgf } daje SGF z Boardspace.)
exported-brief = Oto zapis partii { $white } kontra { $black }, { $actions ->
    [one] { $actions } posunięcie
    [few] { $actions } posunięcia
    [many] { $actions } posunięć
   *[other] { $actions } posunięcia
}.
imported = { $white } (białe) kontra { $black } (czarne), liczba tur: { $turns }. { $result } Zdjęte pierścienie: białe { $whiterings }, czarne { $blackrings }.
imported-next = Teraz { $next }.
imported-many = ponad { $games }
imported-first = Liczba partii w tym zapisie: { $games }; to pierwsza z nich.
import-nothing = W tej wiadomości nie ma zapisu partii. Wklej go po komendzie albo załącz plik.
file-too-large = Ten plik jest za duży: czytam najwyżej 1 MB.
file-not-text = To nie jest plik tekstowy. Zapisy partii to zwykły tekst albo SGF.
file-unavailable = Nie udało się pobrać tego pliku. Spróbuj ponownie albo wklej zapis po komendzie.
import-bad = Nie mogę odczytać tego zapisu: { $reason }.
result-unknown = Jeszcze bez wyniku.
result-draw = Remis.
result-white = Wygrana białych.
result-black = Wygrana czarnych.
theme-now = Motyw planszy to { $theme }. Do wyboru: { $themes }.
theme-set = Motyw planszy to teraz { $theme }.
theme-unknown = Nie mam motywu „{ $theme }”. Wybierz jeden z tych: { $themes }.
flipped = { $color-id ->
    [white] Teraz widać planszę od strony białych.
   *[black] Teraz widać planszę od strony czarnych.
}

## Results

archive-title = Zakończone partie tutaj: { $total } (strona { $page } z { $pages })
archive-yours = Twoje zakończone partie: { $total } (strona { $page } z { $pages })
archive-of = Zakończone partie gracza { $player }: { $total } (strona { $page } z { $pages })
archive-game = { $number } · { $date } · { $white } { $result } { $black } · { $terms }{ $how }
archive-next = { $show } pokazuje partię, { $export } daje jej zapis, { $analyze } ją analizuje.
archive-none = Żadna partia się tu jeszcze nie skończyła. Zacznij własną ({ $challenge }) albo zagraj ze mną ({ $play }).
archive-none-yours = Nie masz jeszcze zakończonych partii. Zagraj ze mną: { $play }.
archive-none-of = { $player } nie ma tu jeszcze zakończonych partii.
archive-no-page = Nie ma strony { $page }; ostatnia to { $pages }.
how-played = { "" }
how-resigned = , poddanie
how-agreed = , remis za zgodą
how-aborted = , przerwana
how-timed-out = , na czas
how-adjudicated = , decyzja moderatora
no-such-game = Nie ma tu zakończonej partii { $number }. { $archive } pokazuje listę partii.
no-such-number = Nie ma partii o tak dużym numerze. { $archive } pokazuje listę partii.
player-several = Nazwę „{ $name }” ma tu więcej niż jedna osoba. Oznacz tę, o którą ci chodzi: { $command }.
stats-of-bot = Nie mam rankingu: partie ze mną nie są rankingowe. { $stats } pokazuje, jak ci idzie na moich poziomach.
player-unknown = Nie ma tu nikogo o nazwie „{ $name }”. Oznacz osobę, o którą ci chodzi: { $command }.
stats-rating = { $player }, { $terms-id ->
    [terms-normal] zwykłe partie
   *[other] { $terms }
}: { $rating } ± { $deviation } po { $games ->
    [one] jednej partii rankingowej
    [few] { $games } partiach rankingowych
    [many] { $games } partiach rankingowych
   *[other] { $games } partiach rankingowych
}
stats-unrated = { $player }, { $terms-id ->
    [terms-normal] zwykłe partie
   *[other] { $terms }
}: jeszcze bez rankingu
stats-none = Nie ma tu jeszcze zakończonych partii.
stats-no-people = Nie ma jeszcze zakończonych partii z ludźmi.
stats-people = { $games ->
    [one] Jedna partia z ludźmi
    [few] { $games } partie z ludźmi
    [many] { $games } partii z ludźmi
   *[other] { $games } partii z ludźmi
}: wygrane { $won }, remisy { $drawn }, porażki { $lost }.
stats-score = wygrane { $won }, remisy { $drawn }, porażki { $lost }
stats-colors = Białymi: { $white }; czarnymi: { $black }.
stats-on-time = Rozstrzygnięte na czas: wygrane { $won }, porażki { $lost }.
stats-streak-won = { $length ->
    [one] Ostatnia partia to wygrana.
    [few] { $length } wygrane z rzędu.
    [many] { $length } wygranych z rzędu.
   *[other] { $length } wygranych z rzędu.
}
stats-streak-drawn = { $length ->
    [one] Ostatnia partia to remis.
    [few] { $length } remisy z rzędu.
    [many] { $length } remisów z rzędu.
   *[other] { $length } remisów z rzędu.
}
stats-streak-lost = { $length ->
    [one] Ostatnia partia to porażka.
    [few] { $length } porażki z rzędu.
    [many] { $length } porażek z rzędu.
   *[other] { $length } porażek z rzędu.
}
stats-first-ring = Ulubiony pierwszy pierścień: { $point } ({ $times ->
    [one] raz
    [2] dwa razy
    [few] { $times } razy
    [many] { $times } razy
   *[other] { $times } razy
}).
stats-against = Przeciwko graczowi { $other }: { $score }.
stats-bot = Przeciwko mnie (bez rankingu): { $levels }.
stats-level = poziom { $level } ({ $rating }): { $score }
stats-level-version = poziom { $level }, wersja { $version }: { $score }
stats-programs = Przeciwko innym programom (bez rankingu): { $scores }.
stats-program = { $program }: { $score }
stats-puzzles = Zadania: { $rating } ± { $deviation }, za pierwszym razem { $solved } z { $tried }, najdłuższa seria { $best }.
top-title = { $terms-id ->
    [terms-normal] Najwyższe rankingi tutaj, zwykłe partie:
   *[other] Najwyższe rankingi tutaj, { $terms }:
}
top-caption = { $terms-id ->
    [terms-normal] Najwyższe rankingi, zwykłe partie
   *[other] Najwyższe rankingi, { $terms }
}
top-head-player = Gracz
top-head-rating = Ranking
top-head-games = Partie
top-none = { $terms-id ->
    [terms-normal] Nikt nie ma jeszcze wystarczająco pewnego rankingu (zwykłe partie), żeby trafić na listę. Graj partie rankingowe: { $challenge }.
   *[other] Nikt nie ma jeszcze wystarczająco pewnego rankingu ({ $terms }), żeby trafić na listę. Graj partie rankingowe: { $challenge }.
}
top-line = { $place }. { $player }: { $rating } ± { $deviation }, { $games ->
    [one] jedna partia
    [few] { $games } partie
    [many] { $games } partii
   *[other] { $games } partii
}
top-line-own = { $line } (ty)
top-not-yet = Ty: { $rating } ± { $deviation }. Trafisz na listę, gdy druga liczba spadnie poniżej 110: graj więcej partii rankingowych.
reported = Zapisane dla tutejszych moderatorów. Dzięki.
report-nobody = W prywatnej rozmowie nie ma moderatorów. Użyj { $report } tam, gdzie toczyła się partia.
report-too-long = To za długie: zgłoszenie mieści { $most } znaków, a twoje ma { $length }.
report-too-many = Na dziś koniec zgłoszeń. Napisz proszę bezpośrednio do moderatora.
hint-rated = Ta partia jest rankingowa, więc nie ma podpowiedzi.
hint-of-rated = W jednej z twoich partii rankingowych stoi ta sama pozycja, więc nie ma tu do niej podpowiedzi.
opening-next = Dalej w { $games ->
    [one] { $games } partii
    [few] { $games } partiach
    [many] { $games } partiach
   *[other] { $games } partii
} z tej pozycji (jak często i { $score }): { $placements }
opening-white = wynik białych
opening-black = wynik czarnych
opening-placement = { $point } { $share }% ({ $score }%)
opening-unknown = Nie znam żadnej innej partii z tą pozycją.
opening-of-game = Rozstawienie w tej partii i jak często inni stawiali tak samo: { $placements }.
opening-played = { $number }. { $point } { $share }%
opening-new = { $number }. { $point } nowość
opening-rated = To partia rankingowa, więc nie ma otwarć, dopóki nie staną wszystkie pierścienie.
opening-of-rated = W jednej z twoich partii rankingowych stoi ta sama pozycja, więc nie ma tu do niej otwarć.

## What cannot be done

spectator = Tę partię grają { $white } i { $black }; ty oglądasz. Dla wszystkich działają: { $commands }.
not-your-turn = Teraz gra { $other } ({ $color }) i musi { $stage }.
stage-place = postawić pierścień
stage-move = przesunąć pierścień
stage-row = zdjąć rząd
stage-ring = zdjąć pierścień
stage-over = nic nie robić
other-decides = Potem decyduje { $other }.
wrong-in-several = Nic nie zostało zagrane: krok { $number } („{ $decision }”) jest błędny.
wrong-stage-place = Pierścienie są jeszcze stawiane: postaw jeden na wolnym punkcie.
wrong-stage-move = Teraz przesuń pierścień.
wrong-stage-row = Teraz zdejmij rząd pięciu znaczników.
wrong-stage-ring = Teraz zdejmij jeden ze swoich pierścieni, to zapłata za rząd.
wrong-stage-over = Partia jest skończona.
rows-to-choose = Twoje rzędy: { $rows }.
own-rings = Twoje pierścienie stoją na { $rings }.
no-such-row-number = Nie ma rzędu { $number }. Twoje rzędy: { $rows }.
choose-row-first = Masz więcej niż jeden rząd, więc najpierw wybierz: { $rows }. Np. { $command }.
where-to = Dokąd ma pójść pierścień z { $point }? { $moves } pokazuje możliwości.
no-such-point = Nie ma punktu { $point }: litery są od A do K, liczby od 1 do 11, a narożników nie ma.
not-five = { $start } i { $end } to nie dwa końce pięciu punktów w linii.
unreadable = Nie umiem odczytać „{ $text }” jako punktów. Pisz je tak: E4 albo E4 E10.
too-many-decisions = To więcej niż jedna tura: w jednej wiadomości mieści się najwyżej { $most } decyzji.
illegal-occupied = Punkt { $point } jest zajęty. Wybierz wolny; { $board } pokazuje planszę.
illegal-no-ring = Na { $point } nie ma pierścienia.
illegal-other-ring = Pierścień na { $point } nie jest twój.
illegal-same-point = Ten pierścień już stoi na { $point }.
illegal-not-in-line = { $from } i { $to } nie leżą na jednej linii: pierścień porusza się po prostej.
illegal-ring-in-the-way = Po drodze stoi pierścień na { $point }: pierścienie nie przeskakują przez pierścienie.
illegal-marker-there = Na { $point } leży znacznik: pierścień musi stanąć na wolnym punkcie.
illegal-must-stop = Po przeskoczeniu znaczników pierścień musi stanąć na pierwszym wolnym punkcie, { $point }.
illegal-no-such-row = Nie masz rzędu { $row }.
illegal-must-move = Możesz się jeszcze ruszyć, więc nie możesz spasować. Pierścienie, które mogą się ruszyć: { $rings }.
illegal-must-pass = Żaden z twoich pierścieni nie może się ruszyć. Możesz tylko spasować: { $pass }.
unknown-command = Nie znam { $word }. { $help } pokazuje listę komend.
unknown-command-meant = Nie znam { $word }. Chodziło o { $meant }? { $help } pokazuje listę komend.
not-in-several = Wyślij { $command } w osobnej wiadomości.
unexpected-word = Nie rozumiem „{ $word }” po { $command }.
bad-time = Nie rozumiem „{ $word }” jako czasu. Podaj jednostki: 3d, 1d12h, 15m+10s.
bad-span = Nie rozumiem „{ $word }” jako długości czasu. Napisz np. 12h, 3d albo 1d12h.
span-in-one-word = Długość czasu pisz jednym słowem, bez spacji: 12h, 3d, 1d12h.
two-times = Podane są dwa czasy: { $first } i { $second }.
two-words = Jest tu i „{ $first }”, i „{ $second }”. Wybierz jedno.
word-meant = Chodziło o „{ $meant }”, jednym słowem?
time-in-one-word = Czas pisz jednym słowem, bez spacji: 3d, 1d12h, 5d+12h.
time-too-short = „{ $word }” to za krótko. Podaj co najmniej minutę.
time-too-long = „{ $word }” to za długo: najwyżej 30 dni (30d).
missing-words = Czegoś brakuje po { $command }.
usage-plain = Użycie: { $usage }
usage = Użycie: { $usage }, np. { $example }
unreadable-message = Nie mogę odszyfrować tej wiadomości: nie mam do niej klucza. Wyślij ją jeszcze raz.
choice-not-yours = To dla kogoś innego.
stale-choice = To już nieaktualne. { $board } pokazuje obecną pozycję.
render-failed = Udało się, ale nie umiem ubrać odpowiedzi w słowa. { $status } pokazuje, jak stoi partia.
internal-error = Coś poszło u mnie nie tak i nic się nie zmieniło. Spróbuj jeszcze raz.

## Help

help-intro = Prowadzę partie YINSH. Zacznij własną ({ $challenge }) albo zagraj ze mną ({ $play }). Dopiero zaczynasz? { $tutorial } uczy gry, a { $rules } objaśnia zasady w skrócie.
help-group-begin = Start: { $commands }
help-group-play = Gra: { $commands }
help-group-look = Podgląd: { $commands }
help-group-settle = Ustalenia: { $commands }
help-group-moderate = Moderacja: { $commands }
help-group-more = Więcej: { $commands }
help-more = { $help } objaśnia jedną komendę. Działają też same punkty (E4 albo E4 E10, po prefiksie), a także kilka decyzji w jednej wiadomości, po przecinku.
help-aliases = Także: { $aliases }.
help-local = Po polsku: { $word }.
help-challenge = Wyzywa kogoś konkretnego albo każdego, kto ma ochotę zagrać. W blitzu wygrywa pierwszy zdjęty pierścień. Kolor to ten, którym grasz; poziom jest do partii ze mną. Partie rankingowe liczą się do rankingu obu stron i nie ma w nich podpowiedzi.
help-times = Czas: 3d daje każdej stronie trzy dni na każdą turę, 15m+10s piętnaście minut plus dziesięć sekund na turę, untimed tyle, ile chcecie. Komu skończy się czas, przegrywa.
help-accept = Przyjmuje wyzwanie, prośbę przeciwnika albo miejsce, które ktoś ci oddaje. Prośby to remis, cofnięcie, przerwa i jej koniec.
help-decline = Odrzuca wyzwanie, prośbę przeciwnika albo miejsce, które ktoś ci oddaje.
help-withdraw = Wycofuje twoje wyzwanie albo twoją prośbę.
help-play = Zaczyna partię ze mną, od poziomu 1 (łagodnie) do 10 (na całego); domyślnie poziom 4. Kolor to ten, którym grasz.
help-versus = Zaczyna partię z innym programem, który tu gra. Bez nazwy pokazuje listę programów.
help-vote-game = Zaczyna partię, w której wszyscy tutaj grają razem przeciwko botowi, albo wyzywa kogoś, żeby zagrał przeciw wszystkim.
help-tournament = Otwiera tutaj turniej, pozwala się zapisać lub zrezygnować i pokazuje, jak stoi.
help-simul = Otwiera tutaj symultanę: grasz naraz ze wszystkimi, którzy się zapiszą.
simul-details = Podaj czas do namysłu (2d), a jeśli chcesz, także blitz lub rankingowa. Na każdej planszy masz białe, chyba że podasz czarne lub losowo. Inni zapisują się przyciskiem albo przez „turniej dołącz”, a zaczynasz przez „turniej start”. „następna” prowadzi do kolejnej partii, która na ciebie czeka.
tournament-details = System szwajcarski (swiss): spotykają się gracze o równym dorobku, tyle rund, ile chcesz. Każdy z każdym (round-robin). Puchar (knockout): kto przegra, odpada; po remisie dalej przechodzą czarne. Arena: kto jest wolny, gra następną partię, przez godzinę albo tyle minut, ile podasz. Podaj czas do namysłu (2d, a na arenie 5m+5s), a jeśli chcesz, także blitz lub rankingowa. Kto turniej otworzył, zaczyna go, usuwa graczy i może go odwołać.
help-votes = Pokazuje dotychczasowe głosy.
help-levels = Poziomy: { $levels }.
help-rematch = Prosi o kolejną partię z tym samym przeciwnikiem, ze zmianą kolorów.
help-tutorial = Uczy YINSH w dziesięciu krótkich lekcjach, w których to ty wykonujesz ruchy, i pamięta, gdzie przerwano. Numer otwiera lekcję, „show” pokazuje rozwiązanie, „stop” kończy lekcję, „game” zaczyna pierwszą partię z podpowiedziami. Widzisz to tylko ty: użyj /tutorial na Discordzie albo napisz do mnie prywatnie.
help-puzzle = Daje zadanie, którego jeszcze nie było, mniej więcej na twoim poziomie. Szukasz najlepszego ruchu, krok po kroku. Temat wybiera, o co w nim chodzi, „harder” i „easier” trudność, „next” daje następne, „show” pokazuje rozwiązanie, „stop” kończy. Widzisz to tylko ty: użyj /puzzle na Discordzie albo napisz do mnie prywatnie.
help-daily = Daje zadanie dnia, takie samo dla wszystkich; każdy rozwiązuje je sam. Następnego dnia podaję rozwiązanie i to, komu się udało na tym serwerze.
help-train = Daje ci twoje własne błędy jako zadania: po analizie każdy z nich czeka tutaj. Rozwiązane wracają po 1, 3, 7, 14 i 30 dniach, a potem są opanowane. „next” daje następne, „show” pokazuje rozwiązanie, „stop” kończy.
help-race = Wyścig: ile zadań rozwiążesz w trzy minuty? Każde na jedną turę; po każdym rozwiązanym następne jest trudniejsze. Zła odpowiedź kosztuje tylko czas. Samo polecenie mówi, kto był najlepszy na tym serwerze; „start” zaczyna, „skip” pomija zadanie, „stop” kończy wyścig.
help-place = Stawia jeden z twoich pięciu pierścieni na wolnym punkcie.
help-move = Wkłada znacznik do twojego pierścienia i przesuwa pierścień po linii. Przeskoczone znaczniki się odwracają.
help-row = Zdejmuje jeden z twoich rzędów pięciu znaczników, według numeru na planszy albo dwóch końców.
help-ring = Zdejmuje jeden z twoich pierścieni, jako zapłatę za rząd. Jeśli masz tylko jeden rząd, też zostanie zdjęty.
help-pass = Pasuje. Można tylko wtedy, gdy żaden z twoich pierścieni nie może się ruszyć.
help-tap = Gra przez wybieranie: pokazuję obrazki z numerami, a ty stukasz w pierścień i w miejsce, na które idzie.
help-if = Planuje twoją odpowiedź na następną turę przeciwnika i gra ją od razu, jeśli ta tura padnie: „if E4 E10 then G2 G5”. Możesz dopisywać kolejne „then” i użyć komendy ponownie dla innych tur. Bez wariantu pokazuje twoje plany; „clear” je usuwa. Widzimy to tylko ty i ja: użyj /if na Discordzie albo prywatnej rozmowy ze mną, z „#2” dla drugiej z twoich partii.
help-hint = Podpowiada, co zrobić i dlaczego: 1 gdzie patrzeć, 2 co zrobić, 3 wszystko. Zapytać można tylko w swojej turze. Odpowiedź jest w miarę możliwości prywatna, a zapis partii liczy podpowiedzi.
help-coach = Z „on” daję ci podpowiedź w każdej twojej turze w tej partii, jeśli grasz ze mną albo z innym programem.
help-board = Pokazuje planszę jako obrazek albo, z „text”, jako tekst: z tej partii, z trwającej gdzie indziej (numer z listy „games”, kanał albo wątek) albo to, jak skończyła się zakończona partia (#12).
help-moves = Pokazuje, dokąd może pójść pierścień.
help-rows = Pokazuje rzędy pięciu znaczników na planszy.
help-status = Pokazuje, kto gra, wynik, zegary i czyj jest ruch.
help-history = Pokazuje tury partii.
help-show = Pokazuje planszę po wybranej turze tej partii albo zakończonej partii o podanym numerze. Stamtąd przejdziesz do wcześniejszych i późniejszych tur.
help-replay = Pokazuje partię jeszcze raz jako animację: tę tutaj albo zakończoną według numeru, w całości albo wybrane tury, np. 20-40.
help-better = Pokazuje punkt zwrotny z ostatniej analizy tutaj: planszę z tym, co zagrano, i z tym, co było lepsze, oraz do czego by to doprowadziło.
help-opening = Mówi, jak często stawiano pierścień na każdym punkcie w innych partiach i z jakim wynikiem.
help-watch = Mówi ci o każdej turze partii w prywatnej wiadomości, bez dźwięku, aż do końca: o tej partii albo o innej, według kanału lub wątku. Z „off” przestajesz obserwować; gdy nie ma tu partii, pokazuje listę obserwowanych.
help-featured = Pokazuje planszę najlepszej trwającej partii w tym kanale i jego wątkach: tej, której gracze mają najwyższe rankingi.
help-predict = Zapisuje, kto twoim zdaniem wygra tę partię – dla zabawy, dopóki nikt nie zdjął pierścienia, a na planszy jest mniej niż 20 znaczników. Typ można zmienić najwyżej 3 razy. Bez koloru widać dotychczasowe typy. Po partii powiem, kto trafił.
help-games = Pokazuje twoje partie, najpilniejsze najpierw, oraz otwarte wyzwania i partie odłożone. Wszędzie, gdzie grasz; a tam, gdzie czytają też inni, tylko te z tego kanału lub pokoju.
help-next = Pokazuje planszę najpilniejszej partii, która czeka na twój ruch.
help-undo = Cofa twoją ostatnią turę. Przeciwnik musi się zgodzić.
help-draw = Proponuje remis albo przyjmuje propozycję przeciwnika.
help-pause = Prosi przeciwnika o zatrzymanie zegara, najwyżej na 30 dni.
help-resume = Uruchamia zatrzymany zegar. Jeśli to zegar przeciwnika, a na ruch jest mniej niż dzień, przeciwnik musi się najpierw zgodzić. Wznawia też odłożoną partię, przy dowolnym wolnym stole na waszym wspólnym kanale.
help-keep = Mówi mi, że partia bez zegara trwa, choć od dawna nikt się nie rusza.
help-holiday = Daje ci urlop: w twoich powolnych partiach z innymi ludźmi zegar stoi. Powolne to takie, w których na ruch jest co najmniej dzień. Masz 21 dni w roku.
help-my-data = Daje ci plik ze wszystkim, co mam o tobie zapisane: ustawienia, partie, rankingi, czasy i całą resztę. Tylko dla ciebie.
help-forget-me = Usuwa wszystko, co mam o tobie zapisane, gdy to potwierdzisz. Najpierw mówię, co to oznacza.
help-give-time = Daje przeciwnikowi więcej czasu, np. dodatkowy dzień.
help-abort = Przerywa partię bez wyniku, gdy przeciwnika już tu nie ma. Moderatorzy mogą to zrobić zawsze.
help-standin = Oddaje mi twoje miejsce, na wybranym poziomie (domyślnie 4). Partia rankingowa przestaje wtedy taka być, więc poproszę o potwierdzenie. Jeśli na planszy jest już twój pierścień, partia nie liczy się dla ciebie.
help-seat = Proponuje twoje miejsce komuś innemu, kto je przyjmuje albo odrzuca. Partia nie jest już wtedy rankingowa, a jeśli na planszy jest już twój pierścień, nie liczy się dla nikogo z was.
help-resign = Poddaje partię. Poproszę o potwierdzenie.
help-export = Daje ci zapis tej partii, albo zakończonej według numeru, jako plik; na życzenie jako SGF.
help-analyze = Analizuje zakończoną partię: wykres szans, punkty zwrotne, lepsze możliwości i dokładność obu stron. Działa dla ostatniej partii tutaj, dla zakończonej partii według numeru i dla zapisu, który wkleisz lub załączysz.
help-import = Pokazuje końcową pozycję zapisu, który wkleisz lub załączysz.
help-archive = Pokazuje partie zakończone tutaj, najnowsze najpierw; tylko czyjeś, jeśli podasz nazwę. Każda ma numer, np. #123, do pokazania, zapisu lub analizy.
help-stats = Pokazuje czyjś ranking i wyniki na tym serwerze oraz wasze wspólne partie. Bez nazwy: twoje.
help-top = Pokazuje najwyższe rankingi na tym serwerze i twoje miejsce.
help-report = Zostawia zgłoszenie dla tutejszych moderatorów, np. o nieuczciwej grze. Podaj numer partii. To, co wpiszesz, przeczytają tu wszyscy; /report na Discordzie jest prywatne.
help-block = Blokuje kogoś: ta osoba nie może cię wyzwać ani oddać ci miejsca. Bez nazwy pokazuje, kogo blokujesz. Wiemy o tym tylko ty i ja: użyj /block na Discordzie albo prywatnej rozmowy ze mną.
help-unblock = Cofa blokadę.
help-adjudicate = Kończy partię tutaj z podanym wynikiem. Dla moderatorów, którzy w niej nie grają.
help-score = Ustala wynik partii bieżącej rundy turnieju, której nie da się dokończyć. Dla organizatora turnieju i moderatorów.
help-schedule = Planuje tutaj turnieje, co tydzień lub codziennie, albo pokazuje, co jest zaplanowane. Dla moderatorów.
schedule-details = Podaj system, dzień (albo codziennie), godzinę i strefę czasową, a potem zegar i resztę. Zapisać się można od 24 godzin przed startem (sześciu, jeśli codziennie), a turniej zaczyna się sam, gdy zapiszą się co najmniej trzy osoby. Nie odbywa się, jeśli poprzedni jeszcze trwa. „harmonogram wył” kończy to wszystko.
help-mute = Nie pozwala komuś niczego tu zaczynać; trwa tydzień, jeśli nie podasz inaczej. Swoje partie ta osoba może dokończyć. Dla moderatorów.
help-unmute = Znosi wyciszenie. Dla moderatorów.
help-audit = Pokazuje działania moderatorów tutaj: zakończone partie, wyciszenia, ustawienia. Dla moderatorów.
help-reports = Pokazuje zgłoszenia graczy dla tutejszych moderatorów. Dla moderatorów.
help-remind = Ustawia, gdzie przypominam ci o ruchu. Robię to, gdy została połowa i gdy została jedna dziesiąta czasu: tutaj na kanale, w wiadomości prywatnej albo wcale. Dotyczy wszystkich twoich partii.
help-auto = Z „on” gram za ciebie, gdy masz tylko jedną możliwość: jedyny rząd, jedyny ruch, pas. Dotyczy wszystkich twoich partii i jest wyłączone, dopóki tego nie włączysz.
help-settings = Pokazuje, co jest tu ustawione dla ciebie, dla kanału i dla serwera, i pozwala to zmienić. Z „channel” lub „server” to, co obowiązuje tam wszystkich.
help-set = Zmienia ustawienie: twoje albo, z „channel” lub „server”, wszystkich tam. Wartość „default” je przywraca.
help-set-details = Każdy może ustawić własne language, theme, view, challenges, remind, auto, tips i quiet. Kto zarządza kanałem lub serwerem, może tam też ustawić prefix, clock, rated, hints, reviews, challenges, play, tips, quiet, games, announcements, announceto i daily.
help-theme = Wybiera wygląd planszy: classic, dark albo contrast, który nie wymaga rozróżniania kolorów.
help-flip = Obraca planszę.
help-rules = Objaśnia zasady, w skrócie albo według tematów.
help-help = Pokazuje listę komend albo objaśnia jedną.

## The rules

rules-short = Na początku gracze na zmianę stawiają po pięć pierścieni. Potem w każdej turze: włóż znacznik swojego koloru do jednego ze swoich pierścieni i przesuń ten pierścień po linii. Przeskoczone znaczniki odwracają się na drugi kolor. Pięć znaczników twojego koloru w rzędzie: zdejmij je i jeden ze swoich pierścieni. Wygrywa, kto pierwszy zdejmie trzy pierścienie (w blitzu: jeden).
rules-topics = Więcej: { $topics }
rules-goal = Cel: zdjąć trzy z pięciu własnych pierścieni, zanim zrobi to przeciwnik (w blitzu tylko jeden). Pierścień zdejmujesz za każdym razem, gdy ułożysz rząd pięciu znaczników swojego koloru, więc każdy krok do wygranej zostawia ci mniej pierścieni.
rules-board = Plansza ma 85 punktów. Punkt nazywa się od litery, czyli linii biegnącej od jednego gracza do drugiego, i od liczby, czyli linii, która ją przecina: od A2 do A5 po lewej, od E1 do E10 i od G2 do G11 w środku, od K7 do K10 po prawej. W każdym punkcie spotykają się trzy linie: ta sama litera, ta sama liczba oraz litera i liczba rosnące razem.
rules-placing = Najpierw stawia się dziesięć pierścieni. Zaczynają białe; gracze na zmianę stawiają po jednym pierścieniu na dowolnym wolnym punkcie, aż wszystkie będą na planszy. Pierwszy ruch też mają białe.
rules-moving = W swojej turze włóż znacznik swojego koloru do jednego ze swoich pierścieni, a potem przesuń ten pierścień po prostej na wolny punkt. Może minąć dowolnie wiele wolnych punktów i przeskoczyć dowolnie wiele znaczników leżących obok siebie, ale musi stanąć na pierwszym wolnym punkcie za nimi. Nigdy nie mija ani nie przeskakuje innego pierścienia.
rules-turning = Wszystkie znaczniki, które przeskoczy pierścień, odwracają się, niezależnie od koloru: białe stają się czarne, a czarne białe. Znacznik zostawiony tam, skąd ruszył pierścień, się nie zmienia.
rules-rows = Pięć znaczników jednego koloru obok siebie w linii to rząd. Zdejmuje go gracz tego koloru, nawet jeśli rząd ułożył przeciwnik; zaczyna gracz, którego jest tura. W dłuższym ciągu wybierasz, które pięć. Jeśli przecinają się dwa twoje rzędy, bierzesz jeden, a drugi liczy się tylko wtedy, gdy cała piątka wciąż leży. Zdjętych znaczników można użyć ponownie.
rules-rings = Za każdy zdjęty rząd zdejmij jeden ze swoich pierścieni. Może być dowolny i liczy się do twojego celu.
rules-end = Partia kończy się, gdy tylko ktoś zdejmie trzeci pierścień (w blitzu: pierwszy). Jeśli wszystkie 51 znaczników leży na planszy i nie ma rzędu do zdjęcia, wygrywa ten, kto ma więcej zdjętych pierścieni; przy równej liczbie jest remis. Kto nie może ruszyć żadnym pierścieniem, pasuje; jeśli pasują obie strony, partia kończy się tak, jakby znaczniki się skończyły.
rules-notation = W zapisie postawiony pierścień to f6, ruch to e4-e10, zdjęty rząd to xe5-e9, a zdjęty pierścień to xc3. Czytam to wszystko, także wielkimi literami i ze spacją w środku.

## The picture in words

alt-caption = { $caption }.
alt-last = Ostatnio: { $last }.
alt-white = Białe ({ $player }): pierścienie: { $rings }; znaczniki: { $markers }; zdjęte pierścienie: { $removed } z { $goal }.
alt-black = Czarne ({ $player }): pierścienie: { $rings }; znaczniki: { $markers }; zdjęte pierścienie: { $removed } z { $goal }.
alt-clocks = Pozostały czas: białe { $white }, czarne { $black }.
alt-rows = Rzędy do zdjęcia: { $rows }.
alt-targets = Pierścień z { $from } może pójść na { $targets }.
alt-numbers = Numery: { $numbers }.
alt-areas = Części planszy i ich wolne punkty: { $areas }.
alt-nudge = Przyjrzyj się: { $points }.
alt-hints = Podpowiedzi, od najlepszej: { $hints }.
alt-replay = Animacja partii { $white } (białe) kontra { $black } (czarne), { $turns }. Plansza na końcu:
alt-curve = Szanse w trakcie partii { $white } (białe) kontra { $black } (czarne). { $caption }. { $result }
alt-curve-chances = Szanse białych na wygraną, tura po turze: { $chances }.
alt-curve-chance = { $turn }: { $percent }%
alt-curve-rings = { $color-id ->
    [white] Białe zdejmują pierścienie w turach { $turns }.
   *[black] Czarne zdejmują pierścienie w turach { $turns }.
}
alt-ratings = Zmiany rankingu. { $caption }. Od { $first } do { $last } w { $games ->
    [one] jednej partii
    [few] { $games } partiach
    [many] { $games } partiach
   *[other] { $games } partiach
}; najniżej { $lowest }, najwyżej { $highest }.
alt-leaderboard = Tabela. { $caption }.
alt-leaderboard-line = { $line }.
alt-bracket = Drabinka. { $caption }.
alt-curve-points = Punkty zwrotne: tury { $turns }.
alt-pool = Znaczniki w puli: { $pool }.
alt-none = brak
alt-place = { $color } stawiają pierścień na { $point }
alt-move = { $turned ->
    [0] { $color } przesuwają { $from } na { $to }
    [one] { $color } przesuwają { $from } na { $to } i odwracają { $markers }
    [few] { $color } przesuwają { $from } na { $to } i odwracają { $markers }
    [many] { $color } przesuwają { $from } na { $to } i odwracają { $markers }
   *[other] { $color } przesuwają { $from } na { $to } i odwracają { $markers }
}
alt-row = { $color } zdejmują rząd { $row }
alt-ring = { $color } zdejmują pierścień z { $point }
alt-pass = { $color } pasują

## The tutorial

tutorial-private = Lekcje są tylko między nami, więc piszę do ciebie w prywatnej wiadomości. Jeśli nic nie przyjdzie, napisz do mnie prywatnie: { $command }
tutorial-here = Zaczynamy? Napisz tu { $command }, a nauczę cię YINSH w dziesięciu krótkich lekcjach.
tutorial-stopped = Dobrze, na razie wystarczy. { $tutorial } wraca do miejsca, w którym przerwaliśmy.
tutorial-not-open = Żadna lekcja nie jest otwarta. { $tutorial } otwiera lekcję.
tutorial-complete = To już wszystko, lekcji było { $last }: znasz YINSH! Zagraj teraz pierwszą partię: gram łagodnie i podpowiadam. { $again } powtarza lekcję.
no-such-lesson = Nie ma lekcji { $number }. Lekcje są od 1 do { $last }.
lesson-title = Lekcja { $number } z { $last }: { $title }
lesson-offer = Nie szkodzi: { $show } pokazuje rozwiązanie.
lesson-shown = Oto rozwiązanie: { $action }. Spróbuj: { $command }
lesson-solved = Rozwiązane lekcje: { $solved } z { $last }. { $tutorial } prowadzi dalej.
lesson-task-row = Zdejmij swój rząd: { $row }
lesson-task-ring = Teraz zdejmij jeden ze swoich pierścieni: { $ring }

lesson-placing-title = Stawianie pierścieni
lesson-placing-text = Grasz białymi. Ty i czarne na zmianę stawiacie po pięć pierścieni na dowolnych wolnych punktach. Im więcej punktów pierścień ma w zasięgu, tym lepiej.
lesson-placing-task = Postaw ostatni pierścień na jednym z wyróżnionych punktów: { $place }
lesson-placing-hint = Wskazówka: wyróżnione punkty są w środku, gdzie spotykają się długie linie.
lesson-placing-done = Dobre miejsce: stąd pierścień sięga daleko. Gdy wszystkie dziesięć pierścieni jest na planszy, zaczynają się ruszać.

lesson-moving-title = Ruchy pierścieni
lesson-moving-text = W każdej turze wkładasz biały znacznik do jednego ze swoich pierścieni. Potem przesuwasz ten pierścień po prostej, przez dowolnie wiele wolnych punktów. Znacznik zostaje na miejscu. Pierścień nigdy nie mija innego pierścienia.
lesson-moving-task = Przesuń pierścień na wyróżniony punkt: { $move }
lesson-moving-hint = Wskazówka: przejrzyj trzy linie przez J6. Do którego białego pierścienia droga jest wolna?
lesson-moving-done = Właśnie tak. Biały znacznik leży tam, skąd ruszył pierścień. Z takich znaczników powstają rzędy.

lesson-jumping-title = Skoki
lesson-jumping-text = Pierścień może przeskoczyć znaczniki obu kolorów, jeśli leżą obok siebie. Musi stanąć na pierwszym wolnym punkcie za nimi. Pierścieni nigdy nie przeskakuje.
lesson-jumping-task = Przeskocz co najmniej trzy znaczniki jednym ruchem.
lesson-jumping-hint = Wskazówka: spójrz na linię 5. Który twój pierścień ma tuż przed sobą trzy znaczniki?
lesson-jumping-done = Co za skok! A widzisz, że znaczniki zmieniły kolor? O tym jest następna lekcja.

lesson-turning-title = Odwracanie znaczników
lesson-turning-text = Każdy przeskoczony znacznik się odwraca: czarny staje się biały, ale biały staje się czarny. Znacznik, który zostawiasz za sobą, się nie zmienia.
lesson-turning-task = Odwróć co najmniej trzy czarne znaczniki jednym ruchem.
lesson-turning-hint = Wskazówka: na linii G leżą obok siebie trzy czarne znaczniki. Który pierścień stoi tuż przed nimi?
lesson-turning-done = Trzy kolejne są twoje. W YINSH kolory ciągle się zmieniają, więc miej oko na każdą linię.

lesson-row-title = Własny rząd
lesson-row-text = Pięć znaczników twojego koloru obok siebie w linii to rząd. Zdejmujesz całą piątkę i jeden ze swoich pierścieni. Trzy zdjęte pierścienie wygrywają partię.
lesson-row-task = Ułóż rząd jednym ruchem.
lesson-row-hint = Wskazówka: na linii E leżą cztery białe znaczniki, a obok nich stoi pierścień. Co zostawi za sobą, gdy odejdzie?
lesson-row-done = Jeden pierścień zdjęty, do wygranej brakuje dwóch. Ale każdy rząd to też o jeden pierścień mniej do gry.

lesson-gift-title = Rząd dla drugiej strony
lesson-gift-text = Rząd należy do swojego koloru, obojętnie, kto go ułożył. Czarne zagrały właśnie F5 → F7 i ułożyły rząd dla ciebie. Najpierw zdejmujesz go razem z pierścieniem, potem wykonujesz ruch.
lesson-gift-task = Teraz twój ruch. Idź, dokąd chcesz, ale nie układaj rzędu czarnym.
lesson-gift-hint = Wskazówka: czarne mają cztery znaczniki na linii I, obok twojego na I6. Tego jednego nie przeskakuj.
lesson-gift-done = Bardzo dobrze. Zanim skoczysz, sprawdź, czyj rząd powstanie.

lesson-crossing-title = Rzędy, które się przecinają
lesson-crossing-text = Twój ruch ułożył dwa rzędy, które przecinają się na E7. Zdjąć możesz tylko jeden: zabiera ze sobą E7, więc drugi przestaje być rzędem.
lesson-crossing-task = Zdejmij ten rząd, po którym zostaną ci cztery znaczniki obok siebie: { $row }
lesson-crossing-hint = Wskazówka: E7 leży na końcu jednego rzędu i w środku drugiego. Rząd, który traci tylko koniec, zachowuje cztery znaczniki obok siebie.
lesson-crossing-done = Zostały cztery w linii. Jeszcze jeden i jest następny rząd.

lesson-long-title = Więcej niż pięć
lesson-long-text = Jeśli w linii leży więcej niż pięć znaczników, wybierasz, które pięć zdejmujesz. Reszta zostaje. Tu masz sześć, od F4 do F9.
lesson-long-task = Zdejmij pięć, ale zostaw F4: dzięki niemu masz cztery na linii 4. { $row }
lesson-long-hint = Wskazówka: weź piątkę, która kończy się na F9.
lesson-long-done = F4 zostaje, a z nim cztery znaczniki na linii 4.

lesson-blocking-title = Blokowanie
lesson-blocking-text = Czarne grożą ruchem E4 → E6: ten skok odwraca E5 i układa rząd C5–G5. Możesz odwrócić jeden ze znaczników tego rzędu albo postawić pierścień na drodze.
lesson-blocking-task = Powstrzymaj ten rząd.
lesson-blocking-hint = Wskazówka: żeby przeskoczyć E5, czarne muszą stanąć na E6. Który twój pierścień może tam być pierwszy?
lesson-blocking-done = Zablokowane! Wypatruj czterech znaczników w linii i tego, co może stać się piątym.

lesson-end-title = Koniec partii
lesson-end-text = Kto zdejmie trzeci pierścień, od razu wygrywa. Tu obie strony zdjęły po dwa, a czarne grożą rzędem na linii D. Jeśli wcześniej na planszy znajdzie się wszystkie 51 znaczników, wygrywa ten, kto ma więcej zdjętych pierścieni.
lesson-end-task = Nie tylko powstrzymaj czarne: ułóż rząd i wygraj.
lesson-end-hint = Wskazówka: z pięciu punktów od H5 do H9 czarny jest tylko H7. Odwróć go.
lesson-end-done = Trzy pierścienie do dwóch: wygrana!

miss-other = Tak można, ale nie o to chodzi w tej lekcji.
miss-reach = { $reached ->
    [one] Tak można, ale z { $point } pierścień ma w zasięgu { $reached } punkt. Z wyróżnionego co najmniej { $least }.
    [few] Tak można, ale z { $point } pierścień ma w zasięgu { $reached } punkty. Z wyróżnionego co najmniej { $least }.
    [many] Tak można, ale z { $point } pierścień ma w zasięgu { $reached } punktów. Z wyróżnionego co najmniej { $least }.
   *[other] Tak można, ale z { $point } pierścień ma w zasięgu { $reached } punktu. Z wyróżnionego co najmniej { $least }.
}
miss-move-to = Tak można, ale tym razem pierścień ma stanąć na { $point }.
miss-jump = { $jumped ->
    [0] Ten pierścień niczego nie przeskakuje. Trzeba przeskoczyć co najmniej { $least }.
    [one] Ten pierścień przeskakuje { $jumped } znacznik. Trzeba przeskoczyć co najmniej { $least }.
    [few] Ten pierścień przeskakuje { $jumped } znaczniki. Trzeba przeskoczyć co najmniej { $least }.
    [many] Ten pierścień przeskakuje { $jumped } znaczników. Trzeba przeskoczyć co najmniej { $least }.
   *[other] Ten pierścień przeskakuje { $jumped } znacznika. Trzeba przeskoczyć co najmniej { $least }.
}
miss-flip = { $flipped ->
    [0] { $from } → { $to } nie odwraca czarnych znaczników. Trzeba odwrócić co najmniej { $least }.
    [one] { $from } → { $to } odwraca { $flipped } czarny znacznik. Trzeba odwrócić co najmniej { $least }.
    [few] { $from } → { $to } odwraca { $flipped } czarne znaczniki. Trzeba odwrócić co najmniej { $least }.
    [many] { $from } → { $to } odwraca { $flipped } czarnych znaczników. Trzeba odwrócić co najmniej { $least }.
   *[other] { $from } → { $to } odwraca { $flipped } czarnego znacznika. Trzeba odwrócić co najmniej { $least }.
}
miss-flip-own = { $from } → { $to } odwraca znaczniki obu kolorów (białe: { $own }, czarne: { $flipped }), a białe stają się czarne. Czarnych trzeba odwrócić co najmniej { $least }.
miss-row = To nie daje rzędu: pięć białych znaczników musi leżeć obok siebie.
miss-row-flipped = { $count ->
    [one] To nie daje rzędu: twój pierścień odwraca { $count } twój własny znacznik.
    [few] To nie daje rzędu: twój pierścień odwraca { $count } twoje własne znaczniki.
    [many] To nie daje rzędu: twój pierścień odwraca { $count } twoich własnych znaczników.
   *[other] To nie daje rzędu: twój pierścień odwraca { $count } twojego własnego znacznika.
}
miss-keep = { $count ->
    [one] To zabiera { $points }, a ten znacznik ma zostać.
    [few] To zabiera { $points }, a te znaczniki mają zostać.
    [many] To zabiera { $points }, a te znaczniki mają zostać.
   *[other] To zabiera { $points }, a te znaczniki mają zostać.
}
miss-gift = To układa rząd { $row } dla czarnych.
miss-stop = Czarne wciąż mogą zagrać { $action }, co układa rząd { $row }.

coach-begins = W każdej turze dam ci podpowiedź. { $off } to wyłącza.
coach-bot-only = W każdej turze podpowiadam tylko w partiach ze mną albo z innym programem. { $hint } to prośba o jedną podpowiedź.
coach-is-on = W każdej turze dostajesz podpowiedź. { $other } to wyłącza.
coach-is-off = Podpowiadam tylko na prośbę. { $other } daje podpowiedź w każdej turze.
coach-set-on = Od teraz w każdej turze dostajesz podpowiedź. { $other } to wyłącza.
coach-set-off = Dobrze, podpowiadam już tylko na prośbę. { $other } to przywraca.

choice-first-game = Zagraj pierwszą partię
choice-next-lesson = Lekcja { $number }
choice-again = Jeszcze raz
choice-show = Pokaż
choice-coach-off = Bez podpowiedzi

## Puzzles

puzzle-words = Tematy: wygrana (wymuszona wygrana), rząd (ułóż rząd), podwójny (dwa rzędy naraz), obrona (powstrzymaj rząd), obrót (odwróć wiele znaczników), ofiara (oddaj rząd), pułapka (zamknij pierścień), końcówka, stawianie, blitz.
puzzle-private = Zadania są tylko między nami, więc piszę do ciebie w prywatnej wiadomości. Jeśli nic nie przyjdzie, napisz do mnie prywatnie: { $command }
puzzle-here = Masz ochotę na zadanie? Napisz tu { $command }.
puzzle-stopped = Dobrze, na razie wystarczy. { $puzzle } da ci następne zadanie.
puzzle-not-open = Żadne zadanie nie jest otwarte. { $puzzle } da ci zadanie.
no-such-puzzle = Nie mam już tego zadania. { $puzzle } da ci inne.
puzzle-all = Imponujące: to były już wszystkie moje zadania!
puzzle-theme-all = Nie mam już dla ciebie zadań tego rodzaju. { $puzzle } da ci inne.
puzzle-title = Zadanie
puzzle-title-theme = Zadanie: { $theme }
puzzle-caption = { $color-id ->
    [white] Zadanie: ruch białych
   *[other] Zadanie: ruch czarnych
}
puzzle-practice = To zadanie już było, więc się nie liczy.
puzzle-move = { $color-id ->
    [white] Ruch białych. Znajdź najlepszy: { $command }
   *[other] Ruch czarnych. Znajdź najlepszy: { $command }
}
puzzle-place = { $color-id ->
    [white] Białe stawiają pierścień. Znajdź najlepszy punkt: { $command }
   *[other] Czarne stawiają pierścień. Znajdź najlepszy punkt: { $command }
}
puzzle-row = { $color-id ->
    [white] Białe zdejmują rząd ({ $rows }). Który? { $command }
   *[other] Czarne zdejmują rząd ({ $rows }). Który? { $command }
}
puzzle-ring = { $color-id ->
    [white] Białe zdejmują pierścień. Który? { $command }
   *[other] Czarne zdejmują pierścień. Który? { $command }
}
puzzle-right = Dobrze! Dalej.
puzzle-wrong = To nie to: { $action }.
puzzle-refuted = { $color-id ->
    [white] Białe mogą odpowiedzieć: { $action }.
   *[other] Czarne mogą odpowiedzieć: { $action }.
}
puzzle-solved = Rozwiązane za pierwszym razem. Brawo!
puzzle-solved-late = Właśnie tak!
puzzle-shown = Rozwiązanie: { $turns }.
puzzle-turn = { $color }: { $actions }
puzzle-themes = { $count ->
    [one] Temat: { $themes }.
    [few] Tematy: { $themes }.
    [many] Tematy: { $themes }.
   *[other] Tematy: { $themes }.
}
puzzle-rating = Twój ranking w zadaniach: { $rating } ({ $change }).
puzzle-streak = { $count ->
    [one] { $count } z rzędu!
    [few] { $count } z rzędu!
    [many] { $count } z rzędu!
   *[other] { $count } z rzędu!
}
puzzle-theme-win = wymuszona wygrana
puzzle-theme-row = ułożenie rzędu
puzzle-theme-double = dwa rzędy naraz
puzzle-theme-defence = powstrzymanie rzędu
puzzle-theme-flip = odwrócenie wielu znaczników
puzzle-theme-sacrifice = oddanie rzędu
puzzle-theme-trap = zamknięcie pierścienia
puzzle-theme-endgame = końcówka
puzzle-theme-placement = stawianie pierścieni
puzzle-theme-blitz = blitz
daily-title = Zadanie dnia, { $day }
daily-invite = Dzisiejsze już jest, takie samo dla wszystkich. Każdy rozwiązuje je sam: { $daily }
daily-yesterday = Rozwiązanie z wczoraj: { $turns }.
daily-solvers = Udało się: { $people }.
daily-solvers-more = Udało się: { $people } i jeszcze { $more }.
daily-done = Dzisiejsze zadanie masz już za sobą. Następne będzie o północy UTC. Dni z rzędu: { $count }.
daily-streak = Dni z rzędu: { $count }.
race-invite = Wyścig z zadaniami: ile się da w trzy minuty. Każde na jedną turę, coraz trudniejsze.
race-how = Dołącz, każdy gra sam: { $race }
race-best = Twój rekord: { $count }.
race-rank = { $place }. { $person }: { $count }
race-here = Masz ochotę na wyścig? Napisz tu { $command }.
race-title = Wyścig: rozwiązane { $count }, zostało { $left }
race-right = Dobrze!
race-wrong = Nie: { $action }.
race-time = Koniec czasu!
race-result = Wynik: { $count }. Twój rekord: { $best }.
race-result-best = Wynik: { $count }, nowy rekord! Poprzedni: { $best }.
race-result-first = Wynik: { $count }.
race-none = Nie ma żadnego wyścigu. { $race } zacznie nowy.
choice-race = Wyścig
choice-race-start = Start
choice-race-again = Jeszcze jeden wyścig
choice-race-ranking = Tabela wyników
choice-race-skip = Pomiń
train-private = Twoje błędy zostają między nami, więc piszę do ciebie w prywatnej wiadomości. Jeśli nic nie przyjdzie, napisz do mnie prywatnie: { $command }
train-here = Poćwiczymy? Napisz tu { $command }.
train-stopped = Dobrze, na razie wystarczy. { $train } wróci do twoich błędów.
train-title = Twój własny błąd, tura { $turn }
train-played = W partii było: { $action }, kosztowało to { $loss }%.
train-same = Tak było w partii: { $action }.
train-as-good = Mój wybór to { $best }, ale twój jest równie dobry.
train-comes-back = To zadanie wróci { $at }.
train-learned = Rozwiązane także po 30 dniach: opanowane!
train-help-ring = Podpowiedź: rusz pierścień z { $point }.
train-help = Do tego nie mam podpowiedzi.
train-later = { $count ->
    [one] Na razie nie ma czego ćwiczyć. Jeden błąd wróci { $next }.
    [few] Na razie nie ma czego ćwiczyć. Wrócą { $count } błędy, najbliższy { $next }.
    [many] Na razie nie ma czego ćwiczyć. Wróci { $count } błędów, najbliższy { $next }.
   *[other] Na razie nie ma czego ćwiczyć. Wróci { $count } błędu, najbliższy { $next }.
}
train-none = Jeszcze nie ma czego ćwiczyć. Po partii { $analyze } znajdzie twoje błędy i będą tu czekać.
choice-next-mistake = Następny błąd
choice-next-puzzle = Następne zadanie
choice-try-again = Spróbuj jeszcze raz
choice-solution = Pokaż rozwiązanie
choice-daily = Rozwiąż
