# Every sentence that a person reads. Gaps are filled by the session; {$command} and the like
# stand for commands, which are shown with the prefix of the platform.

white = white
black = black
variant-normal = a normal game
variant-blitz = a blitz game

# The bot at one of its levels: in sentences, and on the plate beside the board.
bot-at-level = { $bot } (level { $level }, { $name })
bot-on-plate = { $bot }, level { $level }
level-named = { $level } { $name }
level-1 = Pebble
level-2 = Apprentice
level-3 = Tumbler
level-4 = Juggler
level-5 = Stilt Walker
level-6 = Acrobat
level-7 = Tightrope Walker
level-8 = Illusionist
level-9 = Lion Tamer
level-10 = Ringmaster
no-such-level = There is no level { $level }: they go from 1, the gentlest, to { $last }, all I have.

## Beginning

challenged =
    { $by } challenged { $to } to { $variant } of YINSH, { $color }.
    Answer with { $accept } or { $decline } — until { $expires }.
challenged-anyone = { $by } would like to play { $variant } of YINSH with anyone here, { $color }. Say { $accept } to sit down — until { $expires }.
takes-white = taking white
takes-black = taking black
takes-random = with colours picked by chance
challenge-bot-level = How well I play is yours to choose, from 1 to { $last }: { $play } next time.
challenge-level = Only I have levels. Play me with { $play }, or challenge your friend without one.
challenge-self = You cannot challenge yourself. Play me with { $play }, or say { $anyone } and see who sits down.
challenge-unknown = I do not know anybody called «{ $name }» here. Mention the person you mean: { $command }.
challenge-several = More than one person here goes by the name «{ $name }». Mention the one you mean: { $command }.
challenge-waits = Your earlier challenge still waits for an answer. Take it back with { $withdraw } first.
challenges-full = Ten challenges wait here already. Accept one of them, or wait until some have lapsed.
challenge-which = More than one challenge waits for you: by { $by }. Say whose you mean, like { $accept }.
challenge-own = That is your own challenge: somebody else has to accept it. { $withdraw } takes it back.
challenge-not-yours = That challenge was made by { $by } to { $to }, and only { $to } can answer.
challenge-none = No challenge waits for you. Begin a game with { $challenge }, or play me with { $play }.
accepted = { $by } accepted the challenge of { $challenger }.
declined = { $challenger }, { $by } declined your challenge. Perhaps another time!
withdrawn = { $by } took the challenge back.
withdraw-nothing = You have nothing to take back: no challenge and no question of yours waits for an answer.
expired = { $by }, nobody answered your challenge in time, so it has lapsed. Ask again with { $challenge }.
started-normal = The game begins — white: { $white }, black: { $black }. The first to remove three of their own rings wins.
started-blitz = The blitz game begins — white: { $white }, black: { $black }. The first to remove one of their own rings wins.
too-much = That was a lot at once. I am listening again in { $seconds } seconds.
too-many-games = You are playing { $most } games already, which is as many as I can keep for one person. Finish one of them first, or give one up with { $resign }.
too-many-games-other = { $player } is playing { $most } games already, which is as many as I can keep for one person.
table-yours = You are in the middle of a game here. Finish it first, or end it with { $draw } or { $resign }.
table-taken = A game of { $white } against { $black } is being played here. A new one can begin when it is over — its players can end it with { $draw } or { $resign }.
challenges-void = A game begins here, so the open challenges of { $by } have lapsed.
moved-along = This room has taken the place of an older one, and what was begun there goes on here.
back-again = I could not speak here for a while. This is how things stand now.
rematch-spectator = Only the two players of the last game can ask for a rematch. Begin your own with { $challenge }.
no-game = No game is being played here. Begin one with { $challenge }, or play me with { $play }.

## What happened

told-place = { $player } placed a { $color } ring on { $point }.
told-move = { $turned ->
    [0] { $player } moved { $from } → { $to }.
    [one] { $player } moved { $from } → { $to } and turned { $turned } marker.
   *[other] { $player } moved { $from } → { $to } and turned { $turned } markers.
}
told-row = { $player } removed the row { $row }.
told-ring = { $player } removed the ring on { $point }: ring { $number } of { $goal }.
told-pass = { $player } passed, as no ring could move.

## Whose turn it is

turn-place = { $player } ({ $color }), place ring { $number } of { $rings }, for example { $command }.
turn-move = { $player } ({ $color }), move a ring: { $command }. Rings that can move: { $rings }; { $moves } shows where to.
turn-pass = { $player } ({ $color }), none of your rings can move: say { $pass }.
turn-row = { $count ->
    [one] { $player } ({ $color }), you have a row of five — { $rows }. Remove it: { $command }.
   *[other] { $player } ({ $color }), you have { $count } rows of five — { $rows }. Remove one of them, for example { $command }.
}
turn-ring = { $player } ({ $color }), pay for the row with one of your rings ({ $rings }), for example { $command }.
turn-bot = Now it is the turn of { $bot } ({ $color }) …

caption-place = { $player }: place a ring
caption-move = { $player }: move a ring
caption-pass = { $player }: pass
caption-row = { $player }: remove a row
caption-ring = { $player }: remove a ring

## Hints

hint-nudge-place = Look at the empty points of the line { $line }.
hint-nudge-move = Look at the ring on { $point }, and at where it can go.
hint-nudge-row = Look at the row that begins on { $point }, and at which markers remain.
hint-nudge-ring = Which ring helps you least? I would look at the line { $line }.
hint-pass = All you can do is pass.
hint-best = I would { $action }: { $command }.
hint-chance = Chance to win that way: { $percent } % — { $word }.
hint-chance-lost = as good as lost
hint-chance-bad = hard to hold
hint-chance-worse = a little behind
hint-chance-even = about even
hint-chance-better = a little ahead
hint-chance-good = well ahead
hint-chance-won = as good as won
hint-clear = Nothing else comes near it.
hint-better = It is somewhat better than the rest.
hint-close = Other ways are about as good, so follow your taste.
hint-other = You could also { $action }.
hint-others = Also worth a thought: { $actions }.
hint-turn = { $player }: { $actions }
hint-continuation = What I expect to follow — { $turns }.
hint-under-way = A hint is on its way to you already.
hint-failed = I could not make up my mind about a hint here, and I am sorry. You may ask again with { $hint }.
hint-late = The game has moved on before your hint was ready; { $hint } asks for a new one.
hint-waits = { $place ->
    [one] I am thinking for others just now. You are next: your hint comes by itself.
   *[other] I am thinking for others just now. You are number { $place } in line: your hint comes by itself.
}
hint-because = It { $reasons }.
hint-but = But it { $reasons }.
reason-wins-now = wins this very turn
reason-wins-in = wins in { $turns } turns, whatever happens
reason-loses-in = { $turns ->
    [one] cannot keep the other player from winning next turn
   *[other] cannot keep the other player from winning in { $turns } turns
}
reason-only-choice = is all that can be done
reason-makes-row = makes the row { $row }
reason-keeps-row = leaves the row { $row } to be removed as well
reason-sure-row = brings a row that can no longer be stopped
reason-stops-row = stops { $row }
reason-sets-up = gets ready to make { $row }
reason-turns = { $count ->
    [one] turns { $count } { $color } marker
   *[other] turns { $count } { $color } markers
}
reason-central = takes a place near the middle
reason-reaches = reaches { $points } points
reason-frees = gives { $moves } more moves
reason-blocks = takes { $moves } moves from the other player
reason-least-use = { $points ->
    [0] gives up a ring that cannot move
    [one] gives up a ring that can go to just { $points } point
   *[other] gives up a ring that can go to just { $points } points
}
reason-gives-row = makes the row { $row } for the other player
reason-allows-row = lets the other player make { $row }
reason-quiet = keeps things together
review-begins = I go through the game of { $white } against { $black }, position by position. That takes half a minute or so; the result comes by itself.
review-half = Half of the game of { $white } against { $black } is reviewed.
review-waits = { $place ->
    [one] Another review goes before yours.
   *[other] { $place } other reviews go before yours.
}
review-under-way = A review is under way at this table. Ask again when it is done.
review-yours-under-way = A review is on its way to you already. Ask again when it is done.
review-goes-on = This game is not over yet. Once it is, { $analyze } tells where it turned.
review-unfinished = That game has no result. I review finished games only.
review-empty = Nothing happened in that game.
review-failed = I could not get through that game. Please ask again with { $analyze }.
review-done = The game of { $white } (white) against { $black } (black), reviewed for { $by }:
review-player = { $player }: accuracy { $accuracy } %; { $inaccuracies ->
    [0] no inaccuracies
    [one] one inaccuracy
   *[other] { $inaccuracies } inaccuracies
}, { $mistakes ->
    [0] no mistakes
    [one] one mistake
   *[other] { $mistakes } mistakes
}, { $blunders ->
    [0] no blunders
    [one] one blunder
   *[other] { $blunders } blunders
}.
review-player-idle = { $player } never had a choice.
review-point = { $number }. Turn { $turn }, { $player }: to { $action } lost { $loss } % ({ $before } → { $after } %).
review-against = It { $reasons }.
review-better = Better was to { $action }: it { $reasons }.
review-no-points = Neither player let a chance slip.
review-caption = Accuracy: { $white } { $whiteaccuracy }, { $black } { $blackaccuracy }
percent = { $number } %
percent-none = –
action-place = place a ring on { $point }
action-move = move { $from } → { $to }
action-row = remove the row { $row }
action-ring = remove the ring on { $point }
action-pass = pass
choice-hint = Hint
choice-do = Do it: { $action }
choice-more = Tell me more

## How it ended

over-won = { $winner } ({ $color }) won { $first }–{ $second }!
over-won-on-count = No markers are left: { $winner } ({ $color }) won { $first }–{ $second } on removed rings!
over-won-stuck = Nobody can move any more: { $winner } ({ $color }) won { $first }–{ $second } on removed rings!
over-draw = The game is a draw, { $first }–{ $second }.
over-aborted = { $other } is no longer here: { $by } called the game off, and it does not count.
over-resigned = { $loser } resigned: { $winner } won!
over-agreed = The players agreed on a draw.
over-next = Play again with { $rematch }; { $analyze } tells where the game turned, { $export } hands out the record.
over-already = The game is over.

## Settling

offer-draw-stands = { $by } offered a draw. { $other }, { $accept } or { $decline }?
offer-undo-stands = { $actions ->
    [one] { $by } would like to take back the last action.
   *[other] { $by } would like to take back the last { $actions } actions.
} { $other }, { $accept } or { $decline }?
offer-waits = You have asked { $other } something already. { $withdraw } takes it back.
offer-first = { $other } has asked you something first: { $accept } or { $decline }?
offer-own = You asked that yourself: { $other } has to answer. { $withdraw } takes it back.
offer-withdrawn = { $player } took the question back.
draw-accepted = { $player } accepted the draw.
draw-declined = { $player } declined the draw.
undo-declined = { $player } would rather not have it taken back.
offer-lapsed = What was asked has lapsed, as the game goes on.
nothing-asked = { $other } has not asked you anything.
undo-nothing = There is no turn of yours to take back yet.
took-back = { $actions ->
    [one] { $player } took the last turn back.
   *[other] { $player } took the last turn back, and what followed it.
}
bot-plays-on = I would rather play on.
resign-sure = { $player }, do you really want to resign? { $yes } ends the game, { $no } goes on.
abort-present = { $other } is still here, so the game cannot be called off. You can offer a draw with { $draw } or give up with { $resign }.
abort-unknown = I could not find out whether { $other } is still here. Please try again in a moment.
abort-bot = I am not going anywhere! You can give up with { $resign }.
resign-not = No resignation, then: the game goes on.

choice-accept = Accept
choice-accept-of = Accept: { $by }
choice-decline = Decline
choice-row = Row { $row }
choice-ring = Ring { $point }
choice-pass = Pass
choice-moves = { $point }
choice-move = { $from } → { $to }
choice-rematch = Rematch
choice-export = Record
choice-analyze = Analysis
choice-resign-yes = Yes, resign
choice-resign-no = No, play on
choice-theme = { $theme }

## Looking

moves-list = From { $from } the ring can go to { $targets }.
moves-none = The ring on { $from } cannot move. These rings can: { $rings }.
moves-no-ring = No ring stands on { $point }. Rings that can be asked for: { $rings }.
moves-not-yet = Rings are still being placed; they move once all ten stand. Place one with { $place }.
rows-of = Rows of { $player } ({ $color }) — { $rows }.
rows-none = No row of five stands.
status = White: { $white }, black: { $black }; { $variant }, begun { $started }; actions so far: { $actions }.
score = Rings removed: white { $whiterings }, black { $blackrings } of { $goal }. Markers left: { $pool }.
board-legend = R and r are a white and a black ring, M and m a white and a black marker.
board-last = The last turn: { $turn }
status-challenge = A challenge by { $by } to { $to } waits: { $accept }, until { $expires }.
status-challenge-anyone = { $by } would like to play with anyone: { $accept }, until { $expires }.
history = { $turns }
history-empty = Nothing has been played yet.
history-left-out = … turns left out here: { $turns }; { $export } hands out all of them.
exported = The record of { $white } against { $black }, actions: { $actions }. ({ $sgf } writes Boardspace's SGF.)
imported = { $white } (white) against { $black } (black), turns: { $turns }. { $result } Rings removed: white { $whiterings }, black { $blackrings }.
imported-next = To decide — { $next }.
imported-many = more than { $games }
imported-first = There are { $games } games in it; this is the first.
import-nothing = There is no record in that message. Put the record behind the command, or attach it as a file.
file-too-large = That file is too large: I read up to 1 MB.
file-not-text = That file is not a text. A record is a text file, plain or SGF.
file-unavailable = I could not fetch that file. Try again, or paste the record behind the command.
import-bad = I cannot read that record: { $reason }.
result-unknown = The game is not finished.
result-draw = It ended in a draw.
result-white = White won.
result-black = Black won.
theme-now = The board is drawn in the theme { $theme }. All of them: { $themes }.
theme-set = The board is now drawn in the theme { $theme }.
theme-unknown = I have no theme «{ $theme }». Choose one of { $themes }.
flipped = The board is now seen from { $color }'s side.

## What cannot be done

spectator = This is a game of { $white } against { $black }, and you are watching. You can still look: { $commands } work for everybody.
not-your-turn = It is the turn of { $other } ({ $color }), who has to { $stage }. Yours comes after that.
stage-place = place a ring
stage-move = move a ring
stage-row = remove a row
stage-ring = remove a ring
stage-over = do nothing
other-decides = After that it is for { $other } to decide.
wrong-in-several = Nothing was played, because decision { $number } («{ $decision }») does not work:
wrong-stage-place = Rings are still being placed: put one on an empty point.
wrong-stage-move = Now a ring has to be moved.
wrong-stage-row = Now a row of five has to be removed.
wrong-stage-ring = Now one of your rings has to be removed, to pay for the row.
wrong-stage-over = The game is over.
rows-to-choose = Rows to choose from — { $rows }.
own-rings = Your rings stand on { $rings }.
no-such-row-number = There is no row { $number }. Rows to choose from — { $rows }.
choose-row-first = More than one row stands, so choose a row first — { $rows }. For example { $command }.
where-to = Where shall the ring on { $point } go? { $moves } shows where it can.
no-such-point = The board has no point { $point }: the letters go from A to K, the numbers from 1 to 11, and the corners are missing.
not-five = { $start } and { $end } are not the two ends of five points in a line.
unreadable = I cannot read «{ $text }» as points. Write them like E4, or E4 E10.
too-many-decisions = That is more than one turn: at most { $most } decisions fit into one message.
illegal-occupied = { $point } is occupied. Choose an empty point; { $board } shows them.
illegal-no-ring = No ring stands on { $point }.
illegal-other-ring = The ring on { $point } is not yours.
illegal-same-point = The ring stands on { $point } already.
illegal-not-in-line = No line of the board joins { $from } and { $to }: a ring moves straight along a line.
illegal-ring-in-the-way = The ring on { $point } is in the way: a ring cannot jump another one.
illegal-marker-there = A marker stands on { $point }: a ring has to land on an empty point.
illegal-must-stop = After jumping over markers a ring must stop on the first empty point behind them, which is { $point }.
illegal-no-such-row = No row of yours stands on { $row }.
illegal-must-move = You can still move, so passing is not allowed. These rings can go somewhere: { $rings }.
illegal-must-pass = None of your rings can move. All you can do is { $pass }.
unknown-command = I do not know { $word }. { $help } lists what I understand.
unknown-command-meant = I do not know { $word }. Did you mean { $meant }? { $help } lists what I understand.
unexpected-word = I do not understand «{ $word }» after { $command }.
missing-words = Something is missing after { $command }.
usage-plain = Write it like this: { $usage }
usage = Write it like this: { $usage } — for example { $example }
unreadable-message = I could not read that message: the key to it never reached me. Please send it again.
choice-not-yours = That question is for somebody else.
stale-choice = That was for an earlier position. { $board } shows how it stands now.
render-failed = I did that, but could not put the answer into words. { $status } shows how things stand.
internal-error = Something went wrong on my side, and nothing was changed. Please try again.

## Help

help-intro = I keep the table for games of YINSH. Begin with { $challenge }, or play me with { $play }; { $rules } explains the game.
help-group-begin = Begin: { $commands }
help-group-play = Play: { $commands }
help-group-look = Look: { $commands }
help-group-settle = Settle: { $commands }
help-group-more = More: { $commands }
help-more = { $help } tells more about one command. Points alone work too: E4, or E4 E10, right behind the prefix; and several decisions in one message, separated by commas.
help-aliases = Also known as { $aliases }.
help-challenge = Challenges somebody to a game, or anyone who likes. In blitz the first removed ring wins. The colour is your own; a level is for games against me.
help-accept = Accepts a challenge, or what the other player has asked: a draw, a turn taken back.
help-decline = Declines a challenge, or what the other player has asked.
help-withdraw = Takes back your challenge, or what you have asked the other player.
help-play = Begins a game against me, at level 1 (gentle) to 10 (all I have), at 4 if you name none. The colour is your own.
help-levels = The levels: { $levels }.
help-rematch = Asks for another game against the same player, with the colours changed.
help-place = Places one of your five rings on an empty point.
help-move = Puts a marker into one of your rings and moves the ring along a line. All markers that it jumps are turned.
help-row = Removes one of your rows of five, by its number on the board or by its two ends.
help-ring = Removes one of your rings, to pay for a row. When just one row stands, the row goes with it.
help-pass = Passes, which is allowed only when none of your rings can move.
help-hint = Tells the player to move what is good and why: 1 where to look, 2 what to do, 3 everything. Games here are friendly, so both players may ask; the answer is private where that is possible, and the record says who asked how often.
help-board = Shows the board as a picture, or in letters with the word text.
help-moves = Shows where a ring can go.
help-rows = Lists the rows of five that stand.
help-status = Tells who plays, how it stands and whose turn it is.
help-history = Lists the turns of the game.
help-undo = Takes back your last turn. Another player is asked first.
help-draw = Offers a draw.
help-abort = Calls the game off without a result, once the other player has left or was banned.
help-resign = Gives the game up, after you have confirmed it.
help-export = Hands out the record of the game as a file, on request as SGF.
help-analyze = Reviews a finished game: the chances over the game as a picture, where it turned and what was better, and the accuracy of both players. The table's last game, or one whose record stands behind the command or comes as a file.
help-import = Shows the final position of a record, which stands behind the command or comes as a file.
help-theme = Chooses how the board is drawn: classic, dark, or contrast, which needs no colour vision.
help-flip = Turns the board round.
help-rules = Explains the rules, all in short or one topic.
help-help = Lists the commands, or explains one of them.

## The rules

rules-short = In turns, both players place five rings each. Then in turns: put a marker of your colour into one of your rings and move that ring along a line. Markers that it jumps are turned to the other colour. Five markers of your colour in a row: remove them and one of your rings. Who first removes three rings wins (in blitz: one).
rules-topics = More about: { $topics }
rules-goal = The goal is to remove three of your own five rings (in blitz just one). You remove a ring each time you make a row of five markers of your colour — so every step towards winning leaves you with fewer rings to play with.
rules-board = The board has 85 points. A point is named by the letter of its line, which runs from one player to the other, and the number of the line that crosses it: A2 to A5 on the left, E1 to E10 and G2 to G11 in the middle, K7 to K10 on the right. Three lines run through each point: same letter, same number, and both growing together.
rules-placing = First the ten rings are placed. White begins, and the players take turns placing one ring of theirs on any empty point until all are on the board. White also moves first.
rules-moving = In your turn put a marker of your colour into one of your rings, then move that ring in a straight line to an empty point. It may pass any number of empty points, and it may jump over markers, as many as stand together, but must stop on the first empty point behind them. It never passes or jumps a ring.
rules-turning = All markers that a ring jumps are turned, whatever their colour: white ones become black, black ones white. The marker left where the ring started is not turned.
rules-rows = Five markers of one colour next to each other in a line are a row. Who owns the colour removes them, even if the other player made the row; first the player whose turn it is, then the other one. In a longer run you choose which five. If two of your rows cross, you take one, and the other counts only if it still has all five. Removed markers can be used again.
rules-rings = For each row you remove, remove one of your own rings, any you like. It counts towards your goal.
rules-end = The game ends the moment a player removes the third ring (in blitz the first). If all 51 markers are on the board and no row is left to remove, who has removed more rings wins; if both have removed the same number, it is a draw. Who cannot move any ring passes; when both have to pass, the game ends as if no markers were left.
rules-notation = Records write a placed ring f6, a move e4-e10, a removed row xe5-e9, a removed ring xc3. I read all of these, also in large letters and with a blank in the middle.

## The picture in words

alt-caption = { $caption }.
alt-last = Last: { $last }.
alt-white = White ({ $player }): rings { $rings }; markers { $markers }; rings removed { $removed } of { $goal }.
alt-black = Black ({ $player }): rings { $rings }; markers { $markers }; rings removed { $removed } of { $goal }.
alt-rows = Rows to remove: { $rows }.
alt-targets = The ring on { $from } can go to { $targets }.
alt-nudge = Look at { $points }.
alt-hints = Hints, the best first: { $hints }.
alt-curve = The chances over the game of { $white } (white) against { $black } (black). { $caption }. { $result }
alt-curve-chances = White's chance to win, by turn: { $chances }.
alt-curve-chance = { $turn }: { $percent } %
alt-curve-rings = { $color } removed rings in turn { $turns }.
alt-curve-points = The game turned in turn { $turns }.
alt-pool = Markers left: { $pool }.
alt-none = none
alt-place = { $color } placed { $point }
alt-move = { $turned ->
    [0] { $color } moved { $from } to { $to }
   *[other] { $color } moved { $from } to { $to }, turning { $markers }
}
alt-row = { $color } removed the row { $row }
alt-ring = { $color } removed the ring { $point }
alt-pass = { $color } passed
