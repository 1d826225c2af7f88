# Messages on Discord only.

# Entries in the context menus of a person and a message, at most 32 characters each.

menu-challenge = Challenge to YINSH
menu-analyze = Analyze this record

# What is said.

menu-no-record = I see no game record in that message. I read notation such as “1. f6 2. a5 …”, SGF, or a file with one of the two.
discord-add-app = No commands of mine under “/”? Tap my name, then “Add App”, and add me to your apps. Then you can make your moves here.
discord-not-here = I don't play here.
discord-cannot-send = I can't post there. In the channel's settings, give me the permissions “View Channel” and “Send Messages”, and in threads “Send Messages in Threads”.
discord-cannot-attach = I can't post pictures there. In the channel's settings, give me the permission “Attach Files”.
discord-cannot-thread = I can't open a thread there, so there's no place for a second game. In the channel's settings, give me the permissions “Create Public Threads” and “Send Messages in Threads”.
discord-no-thread-now = Discord won't let me open a thread right now, so there's no place for a second game. Challenge again in a few minutes, or when the game in the channel is over.
discord-grant = This link gives me everything I need: { $link }
discord-ask-managers = Someone who manages the server can change that.
discord-too-much = There's too much going on here. Try again in a moment.

# Beside the bot's name: how many games are running.
discord-presence = { $games ->
    [0] /help
    [one] /help · { $games } game
   *[other] /help · { $games } games
}

# Descriptions of slash command options, at most 100 characters each.

option-opponent = Who you challenge. Leave it out to challenge anyone.
option-challenge-level = If you challenge me: how well I play, from 1 (gentle) to 10.
option-challenger = Whose challenge, if you have several.
option-variant = In blitz, the first ring removed wins instead of the third.
option-level = How well I play, from 1 (gentle) to 10; 4 by default.
option-lesson = Which lesson, from 1 to 10; the next one by default.
option-tutorial = To leave the lesson, to see its solution, or to play a first game.
option-puzzle = A theme, how hard it is, or what to do with the open puzzle.
option-train = What to do with the open exercise.
option-race = Start, skip a puzzle, or stop.
option-colour = Your colour.
option-holiday = How long, for example 5d.
option-holiday-end = Ends your holiday.
option-weekends = Saturdays and Sundays (UTC) don't count for the clocks.
option-time = Time for each turn (3d), or for the game plus each turn (5d+12h, 15m+10s).
option-span = How much, such as 1d, 2h or 10m.
option-hint = 1 where to look, 2 what to do and why, 3 everything.
option-coach = Whether I give you a hint on each turn in this game.
option-point = An empty point, for example E4.
option-from = The ring to move.
option-to = Where it goes.
option-row-number = The row's number on the board.
option-row-end = One end of the row, instead of its number.
option-row-other-end = The other end of the row.
option-ring = Where the ring is, for example E4.
option-board-form = As a picture or as text.
option-sure = Are you sure?
option-record-form = Plain text or SGF.
option-record = The record, pasted as text.
option-file = Or a file with the record.
option-remind = In the channel, in a private message, or not at all.
option-set-key = Which setting.
option-set-value = What it is to be; “default” resets it. Without it, you see what it is.
option-set-for = Only for you, or for the whole channel or server.
option-auto = Whether I play for you when you have only one choice.
option-if = Their turn, “then” yours: E4 E10 then G2 G5. Or “clear”. Nothing lists.
option-theme = How the board looks. “contrast” works without colour vision.
option-topic = What you want to know about.
option-rated = A rated game counts for both ratings.
option-game = The number of a finished game.
option-running-number = The number of your running game, as “games” lists them.
option-place = The channel or thread of a running game.
option-watch = Whether you watch the game or end it.
option-watch-number = With “off”: which of the games that you watch.
option-predict = Who you think wins.
option-program = The program; leave it out to see which ones play here.
option-round = How long a vote lasts, such as 10m.
option-quorum = How many people have to vote.
option-vote-player = Who plays against everyone; the bot if left out.
option-tournament = Open one (swiss, round-robin, knockout, arena), or join, leave, start, remove, stop.
option-rounds = Number of rounds (Swiss system), or of minutes (arena).
option-schedule = The system (swiss, round-robin, knockout, arena), or off.
option-day = On which day of the week, or daily.
option-at = At what time of day, such as 18:00.
option-zone = In which time zone, such as Europe/Warsaw or +01:00. UTC by default.
option-removed = The player to remove.
option-board = The board in the current round.
option-score = Who won, or draw, or none if nobody gets a point.
option-turn = The number of the turn. The last one if left out.
option-turns = From which turn to which, such as 20-40. All if left out.
option-turning = The number of its turn. The first turning point if left out.
option-turning-which = With a turn that has more than one turning point: which of them.
option-player = Whose; your own if you leave it out.
option-note = What happened.
option-substitute = Who plays on for you, if they accept.
option-adjourned = The number of your game that was put aside.
option-page = The page; 1 is the newest.
option-part = Which part, if there are several files.
option-command = The command you want to know about.
option-adjudicate = How the game ends.
option-mute = Who.
option-mute-time = For how long, for example 7d.
