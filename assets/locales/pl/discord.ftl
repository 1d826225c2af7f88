# Messages on Discord only.

# Entries in the context menus of a person and a message, at most 32 characters each.

menu-challenge = Wyzwij na partię YINSH
menu-analyze = Przeanalizuj ten zapis

# What is said.

menu-no-record = Nie widzę w tej wiadomości zapisu partii. Czytam notację taką jak „1. f6 2. a5 …”, SGF albo plik z jednym z nich.
discord-add-app = Nie widzisz moich komend po „/”? Dotknij mojej nazwy, potem „Dodaj aplikację” (Add App) i dodaj mnie do swoich aplikacji. Wtedy możesz tu wykonywać ruchy.
discord-not-here = Tutaj nie gram.
discord-cannot-send = Nie mogę tam pisać. Daj mi w ustawieniach kanału uprawnienia „Wyświetlanie kanału” (View Channel) i „Wysyłanie wiadomości” (Send Messages), a w wątkach „Wysyłanie wiadomości w wątkach” (Send Messages in Threads).
discord-cannot-attach = Nie mogę tam wrzucać obrazków. Daj mi w ustawieniach kanału uprawnienie „Załączanie plików” (Attach Files).
discord-cannot-thread = Nie mogę tam założyć wątku, więc nie ma miejsca na drugą partię. Daj mi w ustawieniach kanału uprawnienia „Tworzenie publicznych wątków” (Create Public Threads) i „Wysyłanie wiadomości w wątkach” (Send Messages in Threads).
discord-no-thread-now = Discord nie pozwala mi teraz założyć wątku, więc nie ma miejsca na drugą partię. Rzuć wyzwanie jeszcze raz za kilka minut albo gdy skończy się partia na kanale.
discord-grant = Ten link daje mi wszystko, czego potrzebuję: { $link }
discord-ask-managers = Może to zmienić ktoś, kto zarządza serwerem.
discord-too-much = Za dużo się tu teraz dzieje. Spróbuj ponownie za chwilę.

# Beside the bot's name: how many games are running.
discord-presence = { $games ->
    [0] /help
    [one] /help · { $games } partia
    [few] /help · { $games } partie
    [many] /help · { $games } partii
   *[other] /help · { $games } partii
}

# Descriptions of slash command options, at most 100 characters each.

option-opponent = Kogo wyzywasz. Pomiń, aby wyzwać kogokolwiek.
option-challenge-level = Jeśli wyzywasz mnie: jak dobrze mam grać, od 1 (łagodnie) do 10.
option-challenger = Czyje wyzwanie, jeśli masz kilka.
option-variant = W blitzu wygrywa pierwszy zdjęty pierścień, a nie trzeci.
option-level = Jak dobrze mam grać, od 1 (łagodnie) do 10; domyślnie 4.
option-lesson = Która lekcja, od 1 do 10; domyślnie następna.
option-tutorial = Zakończyć lekcję, zobaczyć rozwiązanie albo zagrać pierwszą partię.
option-puzzle = Temat, trudność albo co zrobić z otwartym zadaniem.
option-train = Co zrobić z otwartym ćwiczeniem.
option-race = Zacznij, pomiń zadanie albo zakończ.
option-colour = Twój kolor.
option-holiday = Jak długo, np. 5d.
option-holiday-end = Kończy twój urlop.
option-weekends = Soboty i niedziele (UTC) nie liczą się do zegara.
option-time = Czas na każdą turę (3d) albo na partię plus na każdą turę (5d+12h, 15m+10s).
option-span = Ile czasu, np. 1d, 2h albo 10m.
option-hint = 1 gdzie patrzeć, 2 co zrobić i dlaczego, 3 wszystko.
option-coach = Czy podpowiadam w każdej turze tej partii.
option-point = Wolny punkt, np. E4.
option-from = Pierścień, który rusza.
option-to = Dokąd rusza.
option-row-number = Numer rzędu na planszy.
option-row-end = Jeden koniec rzędu, zamiast numeru.
option-row-other-end = Drugi koniec rzędu.
option-ring = Gdzie jest pierścień, np. E4.
option-board-form = Jako obrazek albo jako tekst.
option-sure = Na pewno?
option-record-form = Zwykły tekst albo SGF.
option-record = Zapis partii wklejony jako tekst.
option-file = Albo plik z zapisem partii.
option-remind = Na kanale, w wiadomości prywatnej albo wcale.
option-set-key = Które ustawienie.
option-set-value = Nowa wartość; „default” przywraca domyślną. Bez niej zobaczysz obecną.
option-set-for = Tylko dla ciebie czy dla całego kanału lub serwera.
option-auto = Czy mam grać za ciebie, gdy masz tylko jedną możliwość.
option-if = Tura przeciwnika, „then” twoja: E4 E10 then G2 G5. Albo „clear”. Puste pokazuje listę.
option-theme = Wygląd planszy. „contrast” nie wymaga rozróżniania kolorów.
option-topic = O czym chcesz się dowiedzieć.
option-rated = Partia rankingowa liczy się do rankingu obu stron.
option-game = Numer zakończonej partii.
option-running-number = Numer twojej trwającej partii z listy „games”.
option-place = Kanał albo wątek trwającej partii.
option-watch = Czy obserwujesz partię, czy przestajesz.
option-watch-number = Z „off”: która z obserwowanych partii.
option-predict = Kto twoim zdaniem wygra.
option-program = Nazwa programu. Bez niej zobaczysz listę.
option-round = Jak długo trwa głosowanie, np. 10m.
option-quorum = Ile osób musi zagłosować.
option-vote-player = Kto gra przeciw wszystkim; bot, jeśli pominięte.
option-tournament = Otwórz (szwajcarski, każdy-z-każdym, puchar, arena), dołącz, rezygnuj, start, usuń, zakończ.
option-rounds = Liczba rund (system szwajcarski) albo minut (arena).
option-schedule = System (szwajcarski, każdy-z-każdym, puchar, arena) albo wyłączone.
option-day = W który dzień tygodnia, albo codziennie.
option-at = O której godzinie, np. 18:00.
option-zone = W jakiej strefie czasowej, np. Europe/Warsaw albo +01:00. Domyślnie UTC.
option-removed = Kogo usunąć.
option-board = Stół w bieżącej rundzie.
option-score = Kto wygrał, remis, albo bez-punktu dla nikogo.
option-turn = Numer tury. Domyślnie ostatnia.
option-turns = Od której tury do której, np. 20-40. Domyślnie wszystkie.
option-turning = Numer jego tury. Domyślnie pierwszy punkt zwrotny.
option-turning-which = Gdy tura ma kilka punktów zwrotnych: który z nich.
option-player = Czyje; twoje, jeśli pominiesz.
option-note = Co się stało.
option-substitute = Kto gra dalej za ciebie, jeśli się zgodzi.
option-adjourned = Numer twojej odłożonej partii.
option-page = Strona; 1 to najnowsza.
option-part = Która część, jeśli jest kilka plików.
option-command = Komenda, o którą pytasz.
option-adjudicate = Jak kończy się partia.
option-mute = Kogo.
option-mute-time = Na jak długo, np. 7d.
