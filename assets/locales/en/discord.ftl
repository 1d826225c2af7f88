# What is said on Discord alone.

discord-not-here = I do not play here.
discord-cannot-send = I cannot say anything there. In the channel's settings, give me the permissions «View Channel» and «Send Messages», and in threads «Send Messages in Threads».
discord-cannot-attach = I cannot show pictures there. In the channel's settings, give me the permission «Attach Files».
discord-cannot-thread = I cannot open a thread there, so a second game has no place. In the channel's settings, give me the permissions «Create Public Threads» and «Send Messages in Threads».
discord-no-thread-now = Discord lets me open no thread there at present, so a second game has no place. Challenge again in a few minutes, or once the game in the channel is over.
discord-too-much = Too much is going on here at once. Try again in a moment.

# What the options of the slash commands are for, in at most 100 characters.

option-opponent = Whom you challenge; anyone who likes, if you name nobody.
option-challenge-level = If you challenge me: how well I play, 1 (gentle) to 10 (all I have).
option-challenger = Whose challenge, if several wait for you.
option-variant = In blitz the first removed ring wins, otherwise the third.
option-level = How well I play: 1 is gentle, 10 is all I have; 4 if you name none.
option-colour = Your own colour.
option-hint = 1 tells where to look, 2 what to do and why, 3 everything.
option-point = An empty point, for example E4.
option-from = The ring that you move.
option-to = Where it goes.
option-row-number = The row's number on the board.
option-row-end = Or one end of the row,
option-row-other-end = and its other end.
option-ring = The point on which the ring stands.
option-board-form = As a picture, or in letters.
option-sure = Whether you are sure.
option-record-form = As plain text, or as SGF.
option-record = The record itself.
option-file = Or a file with it.
option-theme = How the board is drawn; contrast needs no colour vision.
option-topic = What you want to know about.
option-command = The command that you want to know about.
