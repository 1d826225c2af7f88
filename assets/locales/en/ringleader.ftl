# Every sentence that players read. The session fills the placeables; {$command} and the like
# are commands, shown with the prefix of the platform.

white = white
black = black
variant-normal = a normal game
variant-blitz = a blitz game
variant-normal-rated = a rated normal game
variant-blitz-rated = a rated blitz game
terms-normal = normal
terms-blitz = blitz
terms-normal-rated = normal, rated
terms-blitz-rated = blitz, rated
time-per-move = { $time } a turn
time-fischer = { $bank } each, plus { $increment } a turn
time-weekends-off = { $time }, weekends (UTC) off
time-bank = { $bank } each for the whole game

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
no-such-level = There is no level { $level }. Levels go from 1 (gentle) to { $last } (everything I've got).

## Beginning

challenged =
    { $by } challenges { $to } to { $variant } of YINSH, { $color }.
    { $accept } or { $decline }? Open until { $expires }.
challenged-anyone = { $by } is looking for an opponent: { $variant } of YINSH, { $color }. { $accept } to play. Open until { $expires }.
takes-white = playing white
takes-black = playing black
takes-random = with random colours
takes-timed = { $time }, { $color }
challenge-bot-level = You can choose how well I play, from 1 to { $last }. Try { $play } next time.
challenge-level = Levels are only for games against me. Play me with { $play }, or challenge your friend without a level.
challenge-self = You can't challenge yourself. Play me with { $play }, or find an opponent with { $anyone }.
challenge-unknown = I don't know anyone called “{ $name }” here. Mention the person you mean: { $command }.
challenge-waits = Your last challenge is still waiting for an answer. Take it back with { $withdraw } first.
challenges-full = Ten challenges are open here already. Accept one of them, or wait for one to expire.
challenge-which = You've been challenged by { $by }. Say whose challenge you mean, for example { $accept }.
challenge-own = That's your own challenge; someone else has to accept it. { $withdraw } takes it back.
challenge-not-yours = { $by } challenged { $to }, so only { $to } can answer.
challenge-none = Nobody has challenged you. Start a game with { $challenge }, or play me with { $play }.
accepted = { $by } accepted { $challenger }'s challenge.
declined = { $challenger }, { $by } declined your challenge. Maybe next time!
withdrawn = { $by } took the challenge back.
withdraw-nothing = You have nothing to take back: no challenge or request of yours is open.
expired = { $by }, nobody answered your challenge, so it has expired. Try again with { $challenge }.
started-normal = The game begins: { $white } (white) against { $black } (black). First to remove three of their own rings wins.
started-blitz = The blitz game begins: { $white } (white) against { $black } (black). First to remove one of their own rings wins.
started-rated = This game is rated, so there are no hints.
challenge-bot-rated = Games against me aren't rated. Leave out “rated”, or challenge a friend.
started-timed = { $started } Time: { $time }.
too-much = That's a lot at once! Give me { $seconds } seconds.
too-many-games = You're already playing { $most } games, which is the limit. Finish one first, or give one up with { $resign }.
too-many-games-other = { $player } is already playing { $most } games, which is the limit.
table-yours = You're already playing a game here. Finish it first, or end it with { $draw } or { $resign }.
table-taken = { $white } and { $black } are playing here. You can start a new game when theirs is over.
challenges-void = A game begins here, so the open challenges of { $by } have expired.
moved-along = This room replaces an older one. Everything from there continues here.
back-again = I couldn't post here for a while. Here is how things stand.
rematch-spectator = Only the players of the last game can ask for a rematch. Start your own with { $challenge }.
no-game = No game is being played here. Start one with { $challenge }, or play me with { $play }.

## What happened

told-place = { $player } placed a { $color } ring on { $point }.
told-move = { $turned ->
    [0] { $player } moved { $from } → { $to }.
    [one] { $player } moved { $from } → { $to } and flipped { $turned } marker.
   *[other] { $player } moved { $from } → { $to } and flipped { $turned } markers.
}
played-for = Only one choice, so I played it for { $player }: { $told }
played-for-all = Only one choice, so I played it for everyone: { $told }
played-conditional = As { $player } had planned: { $told }
told-row = { $player } removed the row { $row }.
told-ring = { $player } removed the ring on { $point }: ring { $number } of { $goal }.
told-pass = { $player } passed: no ring could move.

## Whose turn it is

turn-place = { $player } ({ $color }), place ring { $number } of { $rings }, for example { $command }.
turn-move = { $player } ({ $color }), your turn: { $command }. { $moves } shows where a ring can go.
turn-pass = { $player } ({ $color }), none of your rings can move: { $pass }.
turn-row = { $count ->
    [one] { $player } ({ $color }), you have a row of five: { $rows }. Remove it with { $command }.
   *[other] { $player } ({ $color }), you have { $count } rows of five: { $rows }. Remove one, for example { $command }.
}
turn-ring = { $player } ({ $color }), now remove one of your rings ({ $rings }), for example { $command }.
turn-place-brief = { $player } ({ $color }), place ring { $number } of { $rings }.
turn-move-brief = { $player } ({ $color }), your turn.
turn-row-brief = { $count ->
    [one] { $player } ({ $color }), you have a row of five: { $rows }. Remove it.
   *[other] { $player } ({ $color }), you have { $count } rows of five: { $rows }. Remove one.
}
turn-ring-brief = { $player } ({ $color }), now remove one of your rings ({ $rings }).
turn-bot = My turn ({ $color }) …
turn-program = { $program } ({ $color }) is thinking …
crowd = The crowd
vote-place = Vote on where to place ring { $number } of { $rings } ({ $color }), for example { $command }.
vote-move = Vote on the next move ({ $color }): { $command }. { $moves } shows where a ring can go.
vote-pass = None of your rings can move ({ $color }): { $pass }.
vote-row = Vote on the row to remove ({ $color }): { $rows }. For example { $command }.
vote-ring = Vote on the ring to remove ({ $color }): { $rings }. For example { $command }.
vote-timed = { $quorum ->
    [one] { $turn } The vote ends { $end }, or with the first vote after that.
   *[other] { $turn } The vote ends { $end }, or later, once { $quorum } people have voted.
}
vote-cast = Your vote: { $vote }.
vote-already = You've already voted for { $vote }.
vote-final = You've changed your vote { $most } times in this round, so it stands.
vote-full = { $most } people have voted already; I can't count any more.
vote-one = Vote on one decision at a time.
vote-host = Everyone votes on the moves here, but only { $host }, who began the game, can do that.
vote-not-here = That can't be done in a game in which everyone votes.
vote-count = { $vote } ({ $votes })
votes-none = Nobody has voted yet.
votes-so-far = { $voters ->
    [one] One vote: { $votes }.
   *[other] { $voters } votes: { $votes }.
}
votes-no-vote = There's no vote here at the moment. { $command } begins a game in which everyone votes.
vote-round-wrong = A vote can last from { $least } to { $most }.
vote-quorum-wrong = A vote can require 1 to { $most } people.
vote-how = Everyone here can vote, by typing a move or picking one. The move with the most votes is played; { $votes } shows how it stands.
vote-challenged = { $by } and everyone here challenge { $to } to { $variant } of YINSH, { $color }: they vote on each move.
    { $to }, { $accept } or { $decline }? Open until { $expires }.
vote-self = You can't be one of everyone and play against them. Ask someone else to challenge you: they type the command with your name.
vote-level = Levels are only for games against me. Leave out the level, or the player.
rematch-crowd = Everyone else here played the other side, so one of them has to ask: { $command }.

tournament-swiss = Swiss system
tournament-round-robin = round robin, everyone meets everyone
tournament-knockout = knockout
tournament-simul = simul
tournament-arena = arena, { $minutes } minutes
tournament-open = { $by } has opened a tournament ({ $system }). All games: { $games }.
tournament-sign-up = Sign-up is open for the tournament here ({ $system }). All games: { $games }.
tournament-nobody = Nobody has joined yet.
tournament-joined = { $number ->
    [one] One player so far: { $players }.
   *[other] { $number } players so far: { $players }.
}
tournament-how = Join with { $join }. { $by } starts it with { $start }.
tournament-rules = Each game gets a thread of its own, and the next round begins once all games are over. If you don't make your first move in time, you forfeit the game and are out of the tournament.
tournament-joins = { $number ->
    [one] { $player } has joined, the first player so far.
   *[other] { $player } has joined; { $number } players so far.
}
tournament-withdrawn = { $player } leaves the tournament.
tournament-removed = { $player } is out of the tournament.
tournament-own-game = You play in that game yourself. Someone else has to set its result, such as a moderator.
tournament-round = Round { $round } of { $rounds }
tournament-byes = Bye this round (one point): { $players }.
tournament-free = Bye this round (no points): { $players }.
tournament-board = Board { $board }: { $white } (white) – { $black } (black)
tournament-playing = { $board }. { $white } – { $black }: still playing
tournament-result = { $board }. { $white } – { $black }  { $score }
tournament-forfeit = { $player } forfeits and is out of the tournament.
tournament-game = { $white } – { $black }: round { $round } of the tournament, board { $board }. Good luck!
tournament-over = { $number ->
    [1] The tournament is over. { $winners } wins. Congratulations!
   *[other] The tournament is over. { $winners } share first place. Congratulations!
}
tournament-line = { $place }. { $player }: { $points } (tie-break { $tiebreak })
tournament-line-plain = { $place }. { $player }: { $points }
tournament-caption = Standings after round { $round } of { $rounds }
tournament-head-points = Points
tournament-head-tiebreak = Tie-break
bracket-final = Final
bracket-semi-finals = Semi-finals
bracket-quarter-finals = Quarter-finals
bracket-round-of-16 = Round of 16
bracket-round-of-32 = Round of 32
bracket-match = { $round }: { $upper } – { $lower }
bracket-score = { $round }: { $upper } – { $lower } { $score }
bracket-over = The tournament is over
tournament-standings = Standings:
tournament-finished = The last tournament here is over. Final standings:
tournament-called-off = The tournament has been called off.
tournament-lapsed = Nobody started the tournament within 30 days, so it has been called off.
tournament-kept = All right, it goes on.
tournament-sure = { $player }, call the tournament off? Games in progress continue but no longer count. { $yes } or { $no }
tournament-not-here = Tournaments and simuls need a channel or room where I can open threads. They can't be opened in a thread or a private chat.
tournament-goes-on = There's a tournament here already: { $tournament }. Whoever opened it or a moderator can call it off with { $stop }.
tournament-rounds-wrong = A Swiss tournament has 1 to { $most } rounds.
tournament-rounds-fixed = You can only set the number of rounds for a Swiss tournament; in the others it depends on the number of players.
tournament-untimed = These games need a clock, so that nobody waits forever: { $example }.
tournament-begun = The games have already begun.
tournament-already = You've already joined.
tournament-full = All { $most } places are taken.
tournament-not-in = You haven't joined.
tournament-already-left = You've already left.
tournament-no-player = Nobody called “{ $name }” has joined.
tournament-few = At least { $least } players have to join first: { $join }.
tournament-no-board = There's no such board in this round. { $tournament } lists the games.
tournament-has-result = That game already has this result.
tournament-none = There's no tournament here. Open one: { $open }.
tournament-organizer = Only { $by }, who opened it, or a moderator can do that.
tournament-not-begun = I couldn't start board { $board } ({ $white } – { $black }). Check that I may create threads here; then { $start } tries again, or set the result with a command such as { $score }.
tournament-no-handover = A seat in a tournament or simul can't be handed over. { $resign } gives the game up.
tournament-no-pause = Tournament and simul games can't be paused: others are waiting for them.
arena-rules = Each game gets a thread of its own. When yours is over, you meet the next player who is free, until the time is up. After two wins in a row, games count twice, up to and including the first that you don't win. If you don't make your first move in time, you forfeit the game and sit out until you join again.
arena-forfeit = { $player } forfeits and sits out until they join again.
arena-game = { $white } – { $black }: game { $board } of the arena. Good luck!
arena-title = The arena ends { $ends }.
arena-closing = No new games in the arena from now on. Games in progress are played out and still count.
arena-caption = { $number ->
    [one] Standings after { $number } game
   *[other] Standings after { $number } games
}
arena-minutes-wrong = An arena lasts { $least } to { $most } minutes.
arena-slow = Games in an arena are short: a clock of at most 30 minutes for each player, plus at most a minute added per turn, such as 5m+5s. It runs on weekends, too. How long the arena itself lasts is a plain number of minutes, such as 60.
arena-over = The arena is over. Nobody has scored.
tournament-kept-out = You were removed from this tournament, so you can't join again.
simul-open = { $by } plays everyone at once in a simul, with { $color } on every board. All games: { $games }.
simul-rules = Each game gets a thread of its own. If you don't make your first move in time, you forfeit the game.
simul-withdrawn = { $player } leaves the simul.
simul-removed = { $player } is out of the simul.
simul-forfeit = { $player } forfeits.
simul-game = { $white } – { $black }: board { $board } of the simul. Good luck!
simul-score = { $number ->
    [0] Simul of { $by }: no game has ended yet.
   *[other] Simul of { $by }: { $points } out of { $number } so far.
}
simul-over = The simul is over. { $by } scored { $points } out of { $number }.
simul-winners = Won against { $by }: { $players }. Congratulations!
simul-draws = Draws: { $players }.
simul-finished = The last simul here is over. Its results:
simul-called-off = The simul has been called off.
simul-lapsed = Nobody started the simul within 30 days, so it has been called off.
simul-sure = { $player }, call the simul off? Games in progress continue but no longer count. { $yes } or { $no }
simul-goes-on = There's a simul here already: { $tournament }. Whoever opened it or a moderator can call it off with { $stop }.
simul-own = You're the one everybody plays against, so there's no need to join.
simul-one-game = The games have begun. To give yours up, type { $resign } in its thread.
simul-alone = Whoever was going to play everyone is gone. Call it off with { $stop }.
on-monday = every Monday
on-tuesday = every Tuesday
on-wednesday = every Wednesday
on-thursday = every Thursday
on-friday = every Friday
on-saturday = every Saturday
on-sunday = every Sunday
on-every-day = every day
schedule-line = A tournament here { $every } at { $at } ({ $zone }): { $system }. All games: { $games }. The next one starts { $next }.
schedule-opens = People can join it from { $opens } on.
schedule-none = No tournaments are scheduled here. To schedule them, type for example { $example }.
schedule-off = No more tournaments are scheduled here.
schedule-open-still = One is open now and still starts { $starts }. { $stop } calls it off.
schedule-time = Write the time of day like 18:00.
bad-zone = I don't know the time zone “{ $word }”. Write it like Europe/Warsaw or +01:00.
tournament-starts = Join with { $join }. It starts on its own: { $starts }.
tournament-soon = { $players }: the tournament you joined starts { $starts }.
tournament-too-few = Fewer than { $least } players joined, so the tournament has been called off.

turn-timed = { $turn } Deadline: { $deadline }.
turn-holiday = { $turn } { $player } is on holiday until { $until }, so the clock isn't running.
turn-paused-asked = The clock is paused until { $until }. { $player } ({ $color }) is next.
turn-paused = The clock is paused until { $until }. { $resume } continues the game: { $player } ({ $color }) is next.

caption-holiday = { $caption } ({ $players } on holiday)
caption-paused = Paused, { $player } is next
caption-place = { $player }: place a ring
caption-move = { $player }: move a ring
caption-pass = { $player }: pass
caption-row = { $player }: remove a row
caption-ring = { $player }: remove a ring

## Hints

hint-nudge-place = Look at the empty points of line { $line }.
hint-nudge-move = Look at the ring on { $point } and where it can go.
hint-nudge-row = Look at the row that starts at { $point }, and at the markers that would be left.
hint-nudge-ring = Which ring helps you least? Look at line { $line }.
hint-pass = You can only pass.
hint-best = I would { $action }: { $command }.
hint-chance = That gives you a { $percent }% chance to win: { $word }.
hint-chance-lost = as good as lost
hint-chance-bad = hard to hold
hint-chance-worse = a little behind
hint-chance-even = about even
hint-chance-better = a little ahead
hint-chance-good = well ahead
hint-chance-won = as good as won
hint-clear = Nothing else comes close.
hint-better = It's a bit better than the rest.
hint-close = Other choices are about as good, so pick what you like.
hint-other = You could also { $action }.
hint-others = Also worth a look: { $actions }.
hint-turn = { $player }: { $actions }
hint-continuation = What I'd expect next: { $turns }.
hint-under-way = Your hint is on its way.
hint-failed = Sorry, I couldn't come up with a hint. Please try { $hint } again.
hint-late = The game moved on before your hint was ready. { $hint } asks for a new one.
hint-waits = { $place ->
    [one] I'm thinking for someone else. You're next: your hint will come on its own.
   *[other] I'm thinking for others. You're number { $place } in line: your hint will come on its own.
}
hint-because = It { $reasons }.
hint-but = But it { $reasons }.
reason-and = { $first } and { $second }
reason-wins-now = wins this very turn
reason-wins-in = wins in { $turns } turns, whatever happens
reason-loses-in = { $turns ->
    [one] can't stop your opponent from winning next turn
   *[other] can't stop your opponent from winning in { $turns } turns
}
reason-only-choice = is the only choice
reason-makes-row = makes the row { $row }
reason-keeps-row = leaves you the row { $row } to remove as well
reason-sure-row = leads to a row that can't be stopped
reason-stops-row = stops { $row }
reason-sets-up = prepares a row on { $row }
reason-turns = { $count ->
    [one] flips { $count } { $color } marker
   *[other] flips { $count } { $color } markers
}
reason-central = takes a central point
reason-reaches = { $points ->
    [one] reaches { $points } point
   *[other] reaches { $points } points
}
reason-frees = gives { $moves } more moves
reason-blocks = takes { $moves } moves from your opponent
reason-least-use = { $points ->
    [0] gives up a ring that can't move
    [one] gives up a ring that can only reach { $points } point
   *[other] gives up a ring that can only reach { $points } points
}
reason-gives-row = makes the row { $row } for your opponent
reason-allows-row = lets your opponent make { $row }
reason-double-threat = threatens two rows at once: { $row } and { $other }
reason-forces-reply = { $answers ->
    [one] leaves your opponent only one way to stop your row
   *[other] leaves your opponent only { $answers } ways to stop your row
}
reason-avoids-row-alone = is the only move that gives your opponent no row
reason-avoids-row = gives your opponent no row, as { $count } of the other { $of } moves would
reason-keeps-threat = keeps the row { $row } ready
reason-breaks-line = { $count ->
    [3] breaks up your opponent's three on { $row }
   *[other] breaks up your opponent's four on { $row }
}
reason-builds-line = { $count ->
    [3] gets you three in line on { $row }
   *[other] gets you four in line on { $row }
}
reason-guards-line = { $count ->
    [3] keeps your three on { $row } from being flipped
   *[other] keeps your four on { $row } from being flipped
}
reason-prepares-line = { $count ->
    [3] prepares three in line on { $row }
   *[other] prepares four in line on { $row }
}
reason-denies-line = { $count ->
    [3] keeps your opponent from three in line on { $row }
   *[other] keeps your opponent from four in line on { $row }
}
reason-turns-for-good = { $count ->
    [one] flips { $count } marker that can't be flipped straight back
   *[other] flips { $count } markers that can't be flipped straight back
}
reason-safe-markers = leaves your opponent no marker of yours to flip, unlike { $count } of the other { $of } moves
reason-threatens-turns = lets you flip { $count } markers with the next move
reason-opens-ring = opens lines for your ring on { $ring } (moves: { $before } → { $after })
reason-hampers-ring = gets in the way of the ring on { $ring } (moves: { $before } → { $after })
reason-frees-ring = frees your ring on { $ring } (moves: { $before } → { $after })
reason-shuts-in = shuts in the ring on { $ring } (moves: { $before } → { $after })
reason-moves-out = takes the ring where it has more moves ({ $before } → { $after })
reason-most-turned = flips more markers your way than any other move ({ $count })
reason-most-moves = leaves your rings more moves than anything else ({ $moves })
reason-fewest-moves = leaves your opponent fewer moves than anything else ({ $moves })
reason-leaves-row = doesn't stop { $row }
reason-misses-row = gives up the row { $row }
reason-loses-in-named = { $turns ->
    [one] can't stop the opponent from winning next turn
   *[other] can't stop the opponent from winning in { $turns } turns
}
reason-keeps-row-named = leaves the row { $row } to remove as well
reason-blocks-named = takes { $moves } moves from the opponent
reason-gives-row-named = makes the row { $row } for the opponent
reason-allows-row-named = lets the opponent make { $row }
reason-forces-reply-named = { $answers ->
    [one] leaves the opponent only one way to stop the row
   *[other] leaves the opponent only { $answers } ways to stop the row
}
reason-avoids-row-alone-named = is the only move that gives the opponent no row
reason-avoids-row-named = gives the opponent no row, as { $count } of the other { $of } moves would
reason-breaks-line-named = { $count ->
    [3] breaks up the opponent's three on { $row }
   *[other] breaks up the opponent's four on { $row }
}
reason-builds-line-named = { $count ->
    [3] makes three in line on { $row }
   *[other] makes four in line on { $row }
}
reason-guards-line-named = { $count ->
    [3] keeps the three on { $row } from being flipped
   *[other] keeps the four on { $row } from being flipped
}
reason-denies-line-named = { $count ->
    [3] keeps the opponent from three in line on { $row }
   *[other] keeps the opponent from four in line on { $row }
}
reason-safe-markers-named = leaves none of the player's markers for the opponent to flip, unlike { $count } of the other { $of } moves
reason-threatens-turns-named = makes it possible to flip { $count } markers with the next move
reason-opens-ring-named = opens lines for the ring on { $ring } (moves: { $before } → { $after })
reason-frees-ring-named = frees the ring on { $ring } (moves: { $before } → { $after })
reason-most-turned-named = flips more markers in the player's favour than any other move ({ $count })
reason-most-moves-named = leaves the player's rings more moves than anything else ({ $moves })
reason-fewest-moves-named = leaves the opponent fewer moves than anything else ({ $moves })
review-begins = I'm reviewing { $white } against { $black }. It takes about half a minute; I'll post the result here.
review-half = Halfway through the review of { $white } against { $black }.
review-waits = { $place ->
    [one] One review is ahead of yours.
   *[other] { $place } reviews are ahead of yours.
}
review-under-way = A review is already under way here. Ask again when it's done.
review-yours-under-way = Your review is already on its way. Ask again when it's done.
review-goes-on = This game isn't over yet. When it is, { $analyze } shows where it turned.
review-of-rated = That leads through a position of your rated game, which isn't over yet.
review-unfinished = That game has no result. I only review finished games.
review-empty = Nothing was played in that game.
review-failed = Sorry, I couldn't finish that review. Please try { $analyze } again.
review-done = { $white } (white) against { $black } (black), reviewed for { $by }:
review-player = { $player }: accuracy { $accuracy }%; { $inaccuracies ->
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
review-point = { $number }. Turn { $turn }, { $player }: choosing to { $action } was { $class } and cost { $loss }% ({ $before } → { $after }%).
review-against = It { $reasons }.
review-better = Better: { $action }. { $led }
review-also = It also { $reasons }.
class-inaccuracy = an inaccuracy
class-mistake = a mistake
class-blunder = a blunder
led-wins-now = { $player } would have won on the spot.
led-wins-in = { $player } would have won within { $turns } turns, whatever { $other } did.
led-makes-row = { $player } would have completed { $row } and removed a ring.
led-keeps-row = { $player } would have kept { $row } to remove as well.
led-sure-row = { $player } would have had a row by the next turn, whatever { $other } did.
led-double-threat = { $player } would have threatened two rows at once: { $row } and { $second }.
led-forces-reply = { $answers ->
    [one] Only one of { $of } replies would have kept { $player } from a row on the next turn.
   *[other] Only { $answers } of { $of } replies would have kept { $player } from a row on the next turn.
}
led-prepares-row = { $player } would have threatened to complete { $row }.
led-keeps-threat = { $player } would still have threatened to complete { $row }.
led-taken = { $other } couldn't have taken the row { $row } in turn { $turn }.
led-stops-row = { $other } couldn't have completed { $row } next.
led-avoids-row = { $other } couldn't have completed a row next.
led-reasons = It { $reasons }, and { $player } would have stood at { $before }%.
led-chance = { $player } would have stood at { $before }%.
better-none = There's no review here to look into yet. { $analyze } makes one once a game is over.
better-elsewhere = The last review here has no turning point there. It has: { $turns }
better-caption = Turn { $turn }: { $better } was better than { $played }
choice-turning = Turn { $turn }
choice-turning-one = Turn { $turn } ({ $number })
review-no-points = Neither player missed a big chance.
review-train = Train your own mistakes: { $train }
choice-train = Train
replay-begins = I'm drawing { $white } against { $black }, { $turns }. It takes a few seconds; I'll post it here.
replay-half = Halfway through drawing { $white } against { $black }.
replay-waits = { $place ->
    [one] One replay is ahead of yours.
   *[other] { $place } replays are ahead of yours.
}
replay-under-way = A replay is already being drawn here. Ask again when it's done.
replay-yours-under-way = Your replay is already on its way. Ask again when it's done.
replay-failed = Sorry, I couldn't draw that replay. Please try { $replay } again.
show-turn = Turn { $number } of { $turns }
choice-first = ⏮
choice-previous = ◀
choice-next = ▶
choice-last = ⏭
replay-empty = Nothing has been played in that game yet.
replay-beyond = { $turns ->
    [one] That game has only one turn. Try { $replay }.
   *[other] That game has only { $turns } turns. Try { $replay }.
}
replay-backwards = Turn { $from } comes after turn { $to }. Did you mean { $replay }?
replay-done = { $white } (white) against { $black } (black), { $turns }, for { $by }:
replay-shorter = All of it would be too large to send, so it begins with turn { $turn }.
replay-some-turns = turns { $from }–{ $to }
replay-one-turn = turn { $from }
replay-title = { $white } – { $black }
replay-turn = { $number }. { $player }: { $actions }
replay-row = row { $row }
replay-ring = ring { $point }
review-caption = Accuracy: { $white } { $whiteaccuracy }, { $black } { $blackaccuracy }
percent = { $number }%
percent-none = –
action-place = place a ring on { $point }
action-move = move { $from } → { $to }
action-row = remove the row { $row }
action-ring = remove the ring on { $point }
action-pass = pass
choice-hint = Hint
choice-do = Do it: { $action }
choice-more = More

## How it ended

over-won = { $winner } ({ $color }) won { $first }–{ $second }!
over-won-on-count = No markers left: { $winner } ({ $color }) won { $first }–{ $second } on rings removed!
over-won-stuck = Nobody can move: { $winner } ({ $color }) won { $first }–{ $second } on rings removed!
over-draw = It's a draw, { $first }–{ $second }.
over-aborted = { $other } is no longer here, so { $by } called the game off. It doesn't count.
over-timed-out = { $loser } ran out of time. { $winner } won!
over-called-off = { $player } ran out of time with no ring on the board, so the game is called off. It doesn't count.
over-left = { $player } has left for good, so the game is called off. It doesn't count.
over-resigned = { $loser } resigned. { $winner } won!
over-agreed = Draw agreed.
over-adjudicated = Decided by a moderator: { $winner } ({ $color }) won!
over-adjudicated-draw = Decided by a moderator: it's a draw.
over-stopped = A moderator called the game off. It doesn't count.
over-not-rated = The game was too short to count for the ratings: that takes three ring moves by each player.
announced = { $place }: { $white } (white) against { $black } (black), { $terms }. { $result }
over-next-again = { $rematch } to play again.
over-next = { $rematch } to play again, { $analyze } to see where the game turned, { $export } to save the game.
over-next-unreviewed = { $rematch } to play again, { $export } to save the game.
over-next-left = { $analyze } to see where the game turned, { $export } to save the game.
over-next-left-unreviewed = { $export } to save the game.
over-already = The game is over.

## Settling

offer-draw-stands = { $by } offers a draw. { $other }, { $accept } or { $decline }?
offer-undo-stands = { $actions ->
    [one] { $by } would like to take back the last action.
   *[other] { $by } would like to take back the last { $actions } actions.
} { $other }, { $accept } or { $decline }?
offer-pause-stands = { $by } would like to pause the clock. { $other }, { $accept } or { $decline }?
offer-resume-stands = { $by } would like to continue. { $other }, { $accept } (your clock starts) or { $decline }?
offer-waits = You've already asked { $other } something. { $withdraw } takes it back.
offer-first = { $other } asked you first: { $accept } or { $decline }?
offer-own = You asked that yourself, so { $other } has to answer. { $withdraw } takes it back.
offer-withdrawn = { $player } took the request back.
draw-accepted = { $player } accepted the draw.
draw-declined = { $player } declined the draw.
pause-declined = { $player } would rather not pause.
resume-declined = { $player } would rather not continue yet.
undo-declined = { $player } would rather not take that back.
offer-lapsed = The game goes on, so the request has expired.
nothing-asked = { $other } hasn't asked you anything.
undo-nothing = You have no turn to take back yet.
took-back = { $actions ->
    [one] { $player } took back the last turn.
   *[other] { $player } took back the last turn and what followed.
}
paused = The clock is paused until { $until }. { $resume } continues the game.
not-paused = The clock isn't paused.
resumed = { $player } resumed the game.
weekends-untimed = Weekends off only makes sense with a clock. Add a time: { $challenge }.
untimed = This game has no clock. Next time, challenge with a time: { $challenge }.
time-given-full = { $to } has { $left } left already. That would make more than { $most }, which is enough for anyone.
time-given = { $by } gives { $to } { $time } more: { $left } left.
bot-plays-on = I'd rather play on.
program-plays-on = { $program } can't agree to a draw, so the game goes on.
standin-done = { $by } leaves the game, and { $bot } plays { $color } from here on.
standin-sure = { $player }, this game is rated. If I take your seat, it no longer is, and neither rating changes. { $yes } hands me your seat, { $no } plays on.
standin-both = I only stand in against people. Hand your seat to a friend with { $seat }, or give up with { $resign }.
seat-offered = { $to }, { $by } would like to hand you their seat ({ $color }). { $accept } or { $decline }?
seat-offered-rated = This game is rated. If { $to } accepts, it no longer is, and neither rating changes.
seat-offer-stands = { $by } offers their seat to { $to }: { $accept } or { $decline }?
seat-taken = { $to } takes over from { $by } and plays { $color } from here on.
seat-declined = { $by }, { $to } would rather not take your seat.
seat-unrated = The game is no longer rated, so neither rating changes.
seat-bot = I'd be glad to: { $standin } hands your seat to me.
seat-self = That's your own seat.
seat-opponent = { $other } is your opponent, and can't play both sides.
seat-absent = { $other } isn't here, so they can't take your seat.
seat-waits = You've already offered your seat to { $other }. { $withdraw } takes the offer back.
seat-first = A seat of this game is being offered already. Wait for the answer.
resign-sure = { $player }, do you really want to resign? { $yes } ends the game, { $no } plays on.
abort-present = { $other } is still here, so the game can't be called off. Offer a draw with { $draw }, or give up with { $resign }.
abort-unknown = I couldn't find out whether { $other } is still here. Please try again in a moment.
abort-bot = I'm not going anywhere! You can give up with { $resign }.
abort-program = { $other } isn't going anywhere! You can give up with { $resign }.
adjudicated = { $by }, a moderator here, has ended the game of { $players }.
adjudicate-own = That's your own game, so another moderator has to decide it. You can give up with { $resign }, or offer a { $draw }.
moderators-only = Only the moderators here can do that.
muted = You're muted here until { $until }. You can still finish your games.
mute-done = { $by } muted { $player } until { $until }: { $player } can finish their games, but not start any.
unmute-done = { $by } unmuted { $player }.
mute-bot = I'd rather not mute myself.
mute-self = You can't mute yourself.
not-available = { $player } isn't available for that. { $anyone } finds someone who is.
audit-title = What moderators did here: { $total } (page { $page } of { $pages })
audit-line = { $at } · { $by }: { $command }
audit-line-about = { $at } · { $by }: { $command } · { $player }
audit-none = Nothing in the audit log here.
reports-title = Notes for the moderators here: { $total } (page { $page } of { $pages })
reports-line = { $at } · { $by }: { $note }
reports-none = No notes for the moderators here.
moderation-private = That's for moderators alone, so it comes as a private message.
block-done = Done. { $player } can't challenge you or hand you a seat any more, and won't be told why. Games that are going on aren't affected. { $unblock } takes it back.
unblock-done = { $player } is no longer blocked.
unblock-not = You haven't blocked { $player }. { $block } lists those you have.
block-public = Whom you block stays between you and me. Use Discord's slash command, or write to me in a private chat: { $block }.
block-bot = You can't block me. If I'm too much here, ask the moderators.
block-self = You can't block yourself.
block-none = You haven't blocked anyone. To block someone: { $block }.
block-list = You have blocked { $players }.
forgotten-name = someone
forget-sure = This deletes everything I have stored about you here: your settings, ratings, holidays, blocks, notes and what I told you. In games of others, “someone” takes your place. There is no way back.
forget-games = Your games in progress end: a rated one as if you had resigned, any other without a result. Games that were put aside and open challenges are off.
forget-stays = Mutes and blocks that others have set against you still hold, without your name. Messages in this chat are not mine to delete: they stay where they are.
forget-how = { $data } hands you all of it first. To have it deleted: { $yes }
forget-not = Nothing was deleted.
forgotten = Done, I no longer know you. If you play again, you start from scratch.
left-game = { $other }, your opponent has left for good and had their data deleted.
left-challenge = { $other }, the challenge is off: the other player has left for good and had their data deleted.
left-seat = { $other }, you keep your seat: whoever you offered it to has left for good and had their data deleted.
my-data = Here is everything I have stored about you. { $forget } has it deleted.
my-data-more = This is part { $part } of { $parts }. The next one: { $next }
my-data-no-part = There is no such part. The last one: { $last }
my-data-private = That's for you alone, so it comes as a private message. If none arrives, write to me in a private chat: { $data }
time-up = { $players }, time's up!
reminder-private = { $player }, it's your turn against { $other } in { $place } and you have { $left } left. Deadline: { $deadline }.
reminder = { $player }, it's your turn against { $other } and you have { $left } left. Deadline: { $deadline }.
remind-now-channel = I remind you of your turn in the channel of the game. To change that: { $commands }.
remind-now-private = I remind you of your turn in a private message. To change that: { $commands }.
remind-now-off = I don't remind you of your turn. To change that: { $commands }.
remind-set-channel = From now on I'll remind you of your turn in the channel of the game.
remind-set-private = From now on I'll remind you of your turn in a private message. If I can't send you one, I'll do it in the channel.
remind-set-off = I won't remind you of your turn any more.
settings-here = Settings here:
settings-of-channel = Settings of this channel:
settings-of-server = Settings of this server:
settings-line = { $key }: { $value } ({ $level }) · { $about }
settings-own = yours
settings-table = this table
settings-channel = this channel
settings-server = this server
settings-default = default
settings-how = { $own } is for you alone. Moderators: { $channel }, { $server }.
settings-how-place = Those who manage it can change them: { $set }.
setting-untimed = untimed
language-en = English
language-fr = français
language-pl = polski
language-ru = русский
setting-about-prefix = what commands begin with
setting-about-language = the language I speak
setting-about-theme = how boards look
setting-about-view = whose side of the board is below
setting-about-clock = time for a game if the challenge doesn't say
setting-about-rated = whether games count if the challenge doesn't say
setting-about-hints = whether I give hints
setting-about-reviews = whether I review games
setting-about-challenges = who may challenge people, or you
setting-about-play = whether I play here
setting-about-remind = where I remind you of your turn
setting-about-auto = whether I play for you when you have only one choice
setting-about-tips = whether I suggest what to type next
setting-about-quiet = hours in which I stay quiet
setting-about-games = how games run: one at a time, or each in its own thread
setting-games-channel = one at a time
setting-games-threads = in threads
setting-no-threads = I can't open threads here, so games stay in the channel.
setting-about-announcements = what I announce of games here
setting-about-announceto = where I announce it
setting-about-daily = where I post the puzzle of the day
setting-results = results of games
setting-nowhere = nowhere
setting-on = on
setting-off = off
setting-everyone = everyone
setting-moderators = moderators only
setting-nobody = nobody
setting-in-channel = in the channel
setting-in-private = in private
setting-values = Try { $commands }.
setting-set-own = For you, { $key } is { $value } from now on.
setting-set-channel = { $by } set { $key } to { $value } for this channel.
setting-set-server = { $by } set { $key } to { $value } for the whole server.
setting-reset-own = For you, { $key } is what it is for everybody again.
setting-reset-channel = { $by } reset { $key } for this channel: it's the server's again.
setting-reset-server = { $by } reset { $key } for the whole server.
setting-bad-value = “{ $value }” isn't a value of { $key }.
setting-of-places = { $key } can only be set for a channel or a server: { $channel }, { $server }.
setting-of-persons = { $key } is everybody's own: { $set } sets yours.
setting-no-server = There's no server here. { $set } sets what holds for this room.
setting-channel-rights = Only those who manage this channel can set that for everybody.
setting-server-rights = Only those who manage this server can set that for everybody.
setting-prefix-slash = Commands here are slash commands, so there's no prefix to set.
rights-unknown = I couldn't find out what you may set here. Please try again in a moment.
hints-off = Hints are turned off here.
reviews-off = Reviews are turned off here.
play-off = I don't play in this channel. Moderators can change that with { $set }.
challenges-off = Challenges are turned off here. You can play me with { $play }.
challenges-moderators = Only moderators start games between people here.
auto-is-on = Whenever you have only one choice, I play it for you. { $other } stops that.
auto-is-off = You play everything yourself. With { $other }, I play for you whenever you have only one choice.
auto-set-on = From your next decision on, I'll play for you whenever you have only one choice.
auto-set-off = From now on you play everything yourself.
silence-question =
    { $players }, nothing has happened in this game for { $days } days. Are you still playing? { $keep } keeps it, and so does any move.
    Otherwise I'll put it aside on { $until }, and you can continue it another time.
silence-adjourned = { $players }, nothing has happened here for { $days } days, so I've put your game aside, and this table is free. { $resume } continues it, here or at any free table.
place-gone = { $player }, the channel of your game against { $other } is gone, so I've put it aside. { $resume } continues it where you both are.
place-gone-bot = { $player }, the channel of your game is gone, so I've put it aside. { $resume } continues it anywhere I am.
place-left = { $player }, I'm no longer in the channel of your game against { $other }, so I've put it aside. { $resume } continues it where you both are.
place-left-bot = { $player }, I'm no longer in the channel of your game, so I've put it aside. { $resume } continues it anywhere I am.
may-not-speak = { $person }, I've left { $place }, since I'm not allowed to send messages there. Let me send them (in the room's settings, under roles and permissions), then invite me again.
greeting = Hi! I run games of YINSH here. { $challenge } finds you an opponent, { $play } is a game against me.
greeting-rules = New to YINSH? { $tutorial } teaches you in short lessons, { $rules } explains the rules. Everything I can do: { $help }
greeting-language = I speak English, français, polski and русский. { $set } sets the language for everyone here.
continued = { $by } continues the game against { $other } that was put aside on { $adjourned }.
continued-paused = { $by } brings back the game against { $other } that was put aside on { $adjourned }.
resume-which = You have several games that were put aside. Pick one:
resume-none = You have no game to continue. Start one with { $challenge }, or play me with { $play }.
resume-no-such = None of your games that were put aside has the number { $number }. { $resume } lists them.
resume-only = You have only one game that was put aside. { $resume } continues it.
resume-gone = That game has already been continued. { $games } lists your games.
resume-not-yours = Only the players of that game can continue it.
resume-taken = { $white } and { $black } are playing here. { $resume } works at a table that is free.
resume-absent = { $other } isn't here, so your game can't go on here. Try where you both are.
adjourned-game = { $resume } · against { $other } · { $terms } · put aside { $adjourned }
adjourned-game-timed = { $resume } · against { $other } · { $terms }, { $time } · put aside { $adjourned }
games-running = Your games:
games-game = { $number }. { $place } · against { $other } · { $terms } · { $turn }
games-yours = your turn
games-yours-timed = your turn, { $left } left, deadline { $deadline }
games-yours-holiday = your turn, on holiday until { $until }
games-theirs = their turn
games-theirs-timed = their turn, { $left } left, deadline { $deadline }
games-theirs-holiday = their turn, on holiday until { $until }
games-paused = paused until { $until }
games-challenges = Open challenges:
games-challenge = { $place } · { $by } challenges you: { $game }, open until { $expires }
games-challenge-own = { $place } · you challenge { $to }: { $game }, open until { $expires }
games-challenge-anyone = { $place } · you challenge anyone: { $game }, open until { $expires }
games-adjourned = Games that were put aside, to continue at any free table:
games-none-here = You have no games here. Ask me in a private chat to see the others.
games-more = … and { $count } more.
games-none = You have no game going on. Start one with { $challenge }, or play me with { $play }.
next-game = Your most urgent game, in { $place }:
next-game-here = Your most urgent game here, in { $place }:
next-elsewhere = { $count ->
    [one] It's your turn in one game elsewhere. Ask me in a private chat to see it.
   *[other] It's your turn in { $count } games elsewhere. Ask me in a private chat to see them.
}
next-none = It isn't your turn in any of your games. { $games } lists them.
next-none-here = It isn't your turn in any of your games here.
games-elsewhere = { $count ->
    [one] One more elsewhere. Ask me in a private chat to see it.
   *[other] { $count } more elsewhere. Ask me in a private chat to see them.
}
kept = { $player } is still playing.
keep-timed = This game has a clock, so it won't be put aside.
if-public = Conditional moves stay between you and me. Use Discord's slash command, or write to me in a private chat and say which game: { $example } is for the second one that { $games } lists.
if-which = Which game is it for? { $example } is for the second one that { $games } lists.
if-no-such-game = You have no running game with the number { $number }. { $games } lists them.
if-your-turn = It's your turn: play it first. Then plan your answers to { $other }'s turn.
if-too-long = That's { $length } characters, and I take { $most } at most. Use several lines instead.
if-too-deep = That's too many turns in one line; I take { $most } at most.
if-too-many = You have { $most } lines already, which is as many as I keep. { $clear } drops one.
if-wrong = Turn { $number } of the line doesn't work: “{ $turn }”.
if-impossible = Turn { $number } of the line doesn't work: { $player } can't play “{ $turn }” then.
if-their-rows = { $player }'s rows: { $rows }.
if-their-rings = { $player }'s rings are on { $rings }.
if-unfinished = Turn { $number } of the line isn't complete: after “{ $turn }”, { $player } still has to { $stage }.
if-over = The game is over before turn { $number } of the line, “{ $turn }”.
if-no-answer = The line ends with { $player }'s turn, “{ $turn }”. Add “then” and your answer.
if-where-to = Say where the ring on { $point } goes, too.
if-occupied = { $point } is taken then.
if-known = That's in line { $number } already.
if-answered = Line { $number } answers the same turns differently. { $clear } drops it.
if-set = Planned against { $other } in { $place }. Only you and I know:
if-list = Your conditional moves against { $other } in { $place }:
if-line = { $number }. { $line }
if-list-end = { $clear } drops all, { $one } a single line.
if-none = You have no conditional moves against { $other } in { $place }. To plan one: { $example }.
if-dropped-unforeseen = You have no conditional moves against { $other } in { $place } any more: the game took another course.
if-dropped-taken-back = You have no conditional moves against { $other } in { $place } any more: a turn was taken back.
if-dropped-offer = You have no conditional moves against { $other } in { $place } any more: a seat was offered to somebody else.
if-of-game = Your game against { $other } in { $place }:
if-cleared = Your conditional moves against { $other } in { $place } are gone.
if-cleared-one = Line { $number } against { $other } in { $place } is gone.
if-no-branch = { $last ->
    [one] There's no line { $number }: you have one.
   *[other] There's no line { $number }: you have { $last }.
}
holiday-begun = { $player } is on holiday until { $until }, and their clock doesn't run.
holiday-over = { $player } is back from holiday.
holiday-taken = Enjoy your holiday, until { $until }! Your clock doesn't run in games with a day or more for a move. { $end } brings you back early. You have { $left } left for { $year }.
holiday-ended = Welcome back! Your clocks are running again. You have { $left } left for { $year }.
holiday-now = You're on holiday until { $until }. { $end } brings you back early. You have { $left } left for { $year }.
holiday-left = You have { $left } left for { $year }. { $holiday } takes some: your clock won't run in games with a day or more for a move.
holiday-used-up = You have { $left } left for { $year }.
holiday-time = { $time } of holiday
holiday-time-none = no holiday
holiday-none = You're not on holiday. { $holiday } takes some.
holiday-running = You're on holiday already, until { $until }. { $end } ends it first.
holiday-too-short = A holiday is an hour at least.
holiday-too-long = That's too long: you have { $left } left for { $year }.
pause-over = { $players }, the pause is over and the clock is running again.
resign-not = Good, the game goes on.

choice-accept = Accept
choice-accept-of = Accept: { $by }
choice-decline = Decline
choice-resume = Resume
choice-keep = Still playing
choice-row = Row { $row }
choice-ring = Ring { $point }
choice-pass = Pass
choice-tap-place = Place
choice-tap-move = Move
choice-point = { $point }
choice-area = Around { $point }
choice-others = More
choice-back = Back
choice-cancel = Cancel
choice-moves = { $point }
choice-move = { $from } → { $to }
choice-rematch = Rematch
choice-export = Record
choice-analyze = Analysis
choice-replay = Replay
choice-resign-yes = Yes, resign
choice-standin-yes = Yes, take my seat
choice-resign-no = No, play on
choice-older = Older
choice-newer = Newer
choice-channel = This channel
choice-server = This server
choice-value = { $value }
choice-present = ✓ { $value }
choice-default = default
choice-theme = { $theme }

## Looking

moves-list = The ring on { $from } can go to { $targets }.
moves-rings = Rings that can move: { $rings }.
moves-none = The ring on { $from } can't move. These rings can: { $rings }.
moves-no-ring = There's no ring on { $point }. Try one of these: { $rings }.
moves-not-yet = Rings are still being placed; they move once all ten are on the board. Place one with { $place }.
tap-area = Ring { $number } of { $rings }: which part of the board?
tap-point = Around { $point }: which point?
tap-ring = Which ring?
tap-target = Where does the ring on { $from } go?
tap-cancelled = OK, nothing's changed.
tap-no-area = There's no part { $number }; pick one from 1 to { $last }.
rows-of = { $player }'s rows ({ $color }): { $rows }.
rows-none = There are no rows of five.
status = { $white } (white) against { $black } (black): { $variant }, started { $started }, { $actions ->
    [one] { $actions } action
   *[other] { $actions } actions
} so far.
score = Rings removed: white { $whiterings }, black { $blackrings } of { $goal }. Markers left: { $pool }.
status-clocks = Time left: white { $white }, black { $black } ({ $time }).
board-legend = R is a white ring, r a black one; M is a white marker, m a black one.
board-last = Last turn: { $turn }
board-elsewhere = { $place } · { $white } – { $black }
no-game-elsewhere = There's no running game there that I can show you here. I show the games of this channel and its threads, and your own ones elsewhere if you ask me in private: { $games } lists them.
watch-on = You now watch { $white } – { $black } in { $place }. I'll tell you of each turn in a private message, without a sound, until the game ends. { $off } ends it before that.
watch-off = You don't watch { $white } – { $black } in { $place } any more.
watch-own = You play in this game yourself, so I tell you anyway when it's your turn. { $remind } has that come as a private message.
watch-untold = I can't message you about this game: where it's played, I can only answer commands. { $board } there shows you how it stands, whenever you like.
watch-already = You watch this game already. { $off } ends that.
watch-full = { $most } people watch this game already, and that's as many as I can tell.
watch-too-many = You can watch { $most } games at a time, and you do.
watch-how = There's no game going on here. { $watch } in the channel of a game has me tell you of each turn in a private message, without a sound; { $place } does that for a game elsewhere.
watch-list = You watch:
watch-game = { $number }. { $place } · { $white } – { $black }
watch-elsewhere = { $count ->
    [one] One more game elsewhere. Ask me in a private chat to see it.
   *[other] { $count } more games elsewhere. Ask me in a private chat to see them.
}
watch-end = To end it, say the number: { $off }.
watch-none = You aren't watching a game.
watch-which = Which game do you mean?
watched-turn = { $place } · { $player } played { $turn }. It's { $next }'s turn.
watched-back = { $place } · Taken back to turn { $turn }. It's { $next }'s turn.
watched-start = { $place } · Back at the start. It's { $next }'s turn.
watched-over = { $place } · { $result } That was the game you watched.
watched-adjourned = { $place } · The game of { $white } and { $black } was put aside, so there's nothing more to watch.
featured = { $place } · { $white } – { $black }
featured-player = { $player } ({ $rating })
featured-none = There's no game in progress that I can show here, neither in this channel nor in its open threads. { $challenge } or { $play } begins one.
versus-list = Other programs you can play here: { $programs }. Try { $versus }.
versus-none = No other programs play here. { $play } begins a game with me.
versus-unknown = I don't know any program called “{ $name }”.
stood-in = { $program } couldn't move, so I've played this turn in its place.
choice-versus = Play { $program }
choice-tournament-join = Join
choice-tournament-start = Start
choice-tournament-stop = Yes, call it off
choice-tournament-keep = No, keep it
predict-noted = Noted: you predict a win for { $player } ({ $color }).
predict-made = { $person } predicts a win for { $player } ({ $color }).
predict-changed = { $person } now predicts a win for { $player } ({ $color }).
predict-already = { $player } ({ $color }): that's already your prediction.
predict-so-far = Predictions so far: { $for-white } for { $white }, { $for-black } for { $black }.
predict-none = Nobody has made a prediction yet.
predict-own = You're playing this game yourself: settle it on the board!
predict-too-late = It's too late for predictions: I take them until somebody removes a ring or { $markers } markers are on the board.
predict-full = { $most } people have made a prediction already, and that's as many as I can count.
predict-final = You've changed your mind { $most } times already, so your prediction stays: { $player } ({ $color }).
choice-predict = { $player } ({ $color })
over-predicted = { $count ->
    [one] The one prediction was right: { $names }.
   *[other] { $right } of { $count } predicted it: { $names }.
}
over-predicted-more = { $right } of { $count } predicted it: { $names } and { $more } more.
over-predicted-none = { $count ->
    [one] Nobody saw that coming: the one prediction was wrong.
   *[other] Nobody saw that coming: all { $count } predictions were wrong.
}
challenge-timed = { $game } ({ $time })
status-challenge = { $by } challenged { $to } to { $variant }: { $accept }, until { $expires }.
status-challenge-anyone = { $by } is looking for an opponent for { $variant }: { $accept }, until { $expires }.
status-vote-challenge = { $by } and everyone here challenged { $to } to { $variant }, by votes: { $accept }, until { $expires }.
history = { $turns }
history-empty = Nothing has been played yet.
history-left-out = … the first turns are left out ({ $turns }). { $export } has them all.
exported = Here's the record of { $white } against { $black }, { $actions ->
    [one] { $actions } action
   *[other] { $actions } actions
}. ({ $sgf } gives Boardspace's SGF.)
exported-brief = Here's the record of { $white } against { $black }, { $actions ->
    [one] { $actions } action
   *[other] { $actions } actions
}.
imported = { $white } (white) against { $black } (black), turns: { $turns }. { $result } Rings removed: white { $whiterings }, black { $blackrings }.
imported-next = Now { $next }.
imported-many = more than { $games }
imported-first = There are { $games } games in that record; this is the first.
import-nothing = There's no record in that message. Paste it after the command, or attach a file.
file-too-large = That file is too large: I read up to 1 MB.
file-not-text = That file is not a text file. Records are plain text or SGF.
file-unavailable = I couldn't fetch that file. Try again, or paste the record after the command.
import-bad = I can't read that record: { $reason }.
result-unknown = No result yet.
result-draw = It ended in a draw.
result-white = White won.
result-black = Black won.
theme-now = The board's theme is { $theme }. Available: { $themes }.
theme-set = The board's theme is now { $theme }.
theme-unknown = I have no theme “{ $theme }”. Choose one of { $themes }.
flipped = The board is now seen from { $color }'s side.

## Results

archive-title = Finished games here: { $total } (page { $page } of { $pages })
archive-yours = Your finished games: { $total } (page { $page } of { $pages })
archive-of = { $player }'s finished games: { $total } (page { $page } of { $pages })
archive-game = { $number } · { $date } · { $white } { $result } { $black } · { $terms }{ $how }
archive-next = { $show } shows a game, { $export } gives you its record, { $analyze } reviews it.
archive-none = No game has ended here yet. Start one with { $challenge }, or play me with { $play }.
archive-none-yours = You haven't finished a game yet. Play me with { $play }.
archive-none-of = { $player } hasn't finished a game here yet.
archive-no-page = There is no page { $page }; the last one is { $pages }.
how-played = { "" }
how-resigned = , resigned
how-agreed = , draw agreed
how-aborted = , called off
how-timed-out = , on time
how-adjudicated = , adjudicated
no-such-game = There's no finished game { $number } here. { $archive } lists the games.
no-such-number = There's no game with a number that large. { $archive } lists the games.
player-several = More than one person here is called “{ $name }”. Mention the one you mean: { $command }.
stats-of-bot = I don't have a rating: games against me are not rated. { $stats } shows how you do against my levels.
player-unknown = I don't know anyone called “{ $name }” here. Mention the person you mean: { $command }.
stats-rating = { $player }, { $terms }: { $rating } ± { $deviation } after { $games ->
    [one] one rated game
   *[other] { $games } rated games
}
stats-unrated = { $player }, { $terms }: no rating yet
stats-none = No finished games here yet.
stats-no-people = No finished games with people yet.
stats-people = { $games ->
    [one] One game with people
   *[other] { $games } games with people
}: { $won } won, { $drawn } drawn, { $lost } lost.
stats-score = { $won } won, { $drawn } drawn, { $lost } lost
stats-colors = As white: { $white }; as black: { $black }.
stats-on-time = Decided on time: { $won } won, { $lost } lost.
stats-streak-won = { $length ->
    [one] The last one was a win.
   *[other] { $length } wins in a row.
}
stats-streak-drawn = { $length ->
    [one] The last one was a draw.
   *[other] { $length } draws in a row.
}
stats-streak-lost = { $length ->
    [one] The last one was a loss.
   *[other] { $length } losses in a row.
}
stats-first-ring = Favourite first ring: { $point } ({ $times ->
    [one] once
    [2] twice
   *[other] { $times } times
}).
stats-against = Against { $other }: { $score }.
stats-bot = Against me (not rated): { $levels }.
stats-level = level { $level } ({ $rating }): { $score }
stats-level-version = level { $level }, version { $version }: { $score }
stats-programs = Against other programs (not rated): { $scores }.
stats-program = { $program }: { $score }
stats-puzzles = Puzzles: { $rating } ± { $deviation }, { $solved } of { $tried } solved at the first try, longest streak { $best }.
top-title = The best here, { $terms }:
top-caption = Best ratings, { $terms }
top-head-player = Player
top-head-rating = Rating
top-head-games = Games
top-none = Nobody's rating ({ $terms }) is certain enough to be listed yet. Play rated games: { $challenge }.
top-line = { $place }. { $player }: { $rating } ± { $deviation }, { $games ->
    [one] one game
   *[other] { $games } games
}
top-line-own = { $line } (you)
top-not-yet = You: { $rating } ± { $deviation }. You're listed once the second number is below 110: play more rated games.
reported = Noted for the moderators here. Thank you.
report-nobody = There are no moderators in a private chat. Use { $report } where you played.
report-too-long = That's too long: a note has room for { $most } characters, and yours has { $length }.
report-too-many = That's all I can note for today. Please tell a moderator directly.
hint-rated = This game is rated, so there are no hints.
hint-of-rated = A rated game of yours is in the same position, so there are no hints for it here.
opening-next = Next in { $games ->
    [one] { $games } game
   *[other] { $games } games
} from this position (how often, and { $score }): { $placements }
opening-white = White's score
opening-black = Black's score
opening-placement = { $point } { $share }% ({ $score }%)
opening-unknown = I don't know any other game with this position.
opening-of-game = Placements of this game, and how often others chose the same: { $placements }.
opening-played = { $number }. { $point } { $share }%
opening-new = { $number }. { $point } new
opening-rated = This game is rated, so no openings before all rings are placed.
opening-of-rated = A rated game of yours is in the same position, so there are no openings for it here.

## What cannot be done

spectator = { $white } and { $black } are playing this game; you're watching. These work for everyone: { $commands }.
not-your-turn = It's { $other }'s turn ({ $color }): { $stage }.
stage-place = place a ring
stage-move = move a ring
stage-row = remove a row
stage-ring = remove a ring
stage-over = do nothing
other-decides = After that, it's { $other }'s turn to decide.
wrong-in-several = Nothing was played: step { $number } (“{ $decision }”) doesn't work.
wrong-stage-place = Rings are still being placed: put one on an empty point.
wrong-stage-move = Move a ring now.
wrong-stage-row = Remove a row of five now.
wrong-stage-ring = Remove one of your rings now, to pay for the row.
wrong-stage-over = The game is over.
rows-to-choose = Your rows: { $rows }.
own-rings = Your rings are on { $rings }.
no-such-row-number = There is no row { $number }. Your rows: { $rows }.
choose-row-first = You have more than one row, so choose one first: { $rows }. For example { $command }.
where-to = Where should the ring on { $point } go? { $moves } shows the options.
no-such-point = There is no point { $point }: letters go from A to K, numbers from 1 to 11, and the corners are missing.
not-five = { $start } and { $end } aren't the two ends of five points in a line.
unreadable = I can't read “{ $text }” as points. Write them like E4, or E4 E10.
too-many-decisions = That's more than one turn: at most { $most } decisions fit into one message.
illegal-occupied = { $point } is taken. Choose an empty point; { $board } shows the board.
illegal-no-ring = There's no ring on { $point }.
illegal-other-ring = The ring on { $point } isn't yours.
illegal-same-point = The ring is already on { $point }.
illegal-not-in-line = { $from } and { $to } aren't on one line: a ring moves in a straight line.
illegal-ring-in-the-way = The ring on { $point } is in the way: rings can't jump over rings.
illegal-marker-there = There's a marker on { $point }: a ring has to land on an empty point.
illegal-must-stop = After jumping over markers, a ring has to stop on the first empty point, { $point }.
illegal-no-such-row = You have no row at { $row }.
illegal-must-move = You can still move, so you can't pass. Rings that can move: { $rings }.
illegal-must-pass = None of your rings can move. All you can do is { $pass }.
unknown-command = I don't know { $word }. { $help } lists the commands.
unknown-command-meant = I don't know { $word }. Did you mean { $meant }? { $help } lists the commands.
not-in-several = Send { $command } in a message of its own.
unexpected-word = I don't understand “{ $word }” after { $command }.
bad-time = I can't read “{ $word }” as a time. Give units: 3d, 1d12h, 15m+10s.
bad-span = I can't read “{ $word }” as a length of time. Write it like 12h, 3d or 1d12h.
span-in-one-word = Write a length of time as one word, without spaces: 12h, 3d, 1d12h.
two-times = You gave two times: { $first } and { $second }.
two-words = You gave both “{ $first }” and “{ $second }”. Choose one.
word-meant = Did you mean “{ $meant }”, as one word?
time-in-one-word = Write a time as one word, without spaces: 3d, 1d12h, 5d+12h.
time-too-short = “{ $word }” is too short. Try at least a minute.
time-too-long = “{ $word }” is too long: 30 days (30d) at most.
missing-words = Something is missing after { $command }.
usage-plain = Usage: { $usage }
usage = Usage: { $usage }, for example { $example }
unreadable-message = I couldn't decrypt that message: I never received its key. Please send it again.
choice-not-yours = That's for someone else.
stale-choice = That's out of date. { $board } shows the current position.
render-failed = That worked, but I couldn't put the answer into words. { $status } shows how things stand.
internal-error = Something went wrong on my side, and nothing was changed. Please try again.

## Help

help-intro = I run games of YINSH. Start one with { $challenge }, or play me with { $play }. New to it? { $tutorial } teaches you the game; { $rules } explains it in short.
help-group-begin = Start: { $commands }
help-group-play = Play: { $commands }
help-group-look = Look: { $commands }
help-group-settle = Settle: { $commands }
help-group-moderate = Moderate: { $commands }
help-group-more = More: { $commands }
help-more = { $help } explains one command. Points alone work too (E4, or E4 E10, after the prefix), and so do several decisions in one message, separated by commas.
help-aliases = Also: { $aliases }.
help-local = { $word }
help-challenge = Challenges someone, or anyone who wants to play. In blitz, the first ring removed wins. The colour is the one you play; a level is for games against me. Rated games count for both ratings, and have no hints.
help-times = Time: 3d gives each of you three days for every turn, 15m+10s fifteen minutes plus ten seconds a turn, untimed as long as you like. Whoever runs out of time loses.
help-accept = Accepts a challenge, your opponent's request (a draw, an undo, a pause or its end), or a seat that someone offers you.
help-decline = Declines a challenge, your opponent's request, or a seat that someone offers you.
help-withdraw = Takes back your challenge, or your request.
help-play = Starts a game against me, from level 1 (gentle) to 10 (everything I've got); level 4 by default. The colour is the one you play.
help-versus = Starts a game against another program that plays here. Without a name, lists the programs.
help-vote-game = Starts a game in which everyone here plays against the bot together, or challenges someone to play against everyone.
help-tournament = Opens a tournament here, lets you join or leave it, and shows how it stands.
help-simul = Opens a simul here: you play everyone who joins, all at once.
simul-details = Say how long players may think (2d), and blitz or rated if you like. You have white on every board unless you say black or random. Others join by a choice or with “tournament join”, and you start it with “tournament start”. “next” takes you to the next board that waits for you.
tournament-details = Swiss: players with equal scores meet, for as many rounds as you choose. Round robin: everyone meets everyone. Knockout: whoever loses is out; after a draw, Black advances. Arena: whoever is free plays the next game, for an hour or as many minutes as you say. Say how long players may think (2d, or 5m+5s in an arena), and blitz or rated if you like. Whoever opened it can start it, remove players and call it off.
help-votes = Shows the votes so far, with the top three moves on the board.
help-levels = Levels: { $levels }.
help-rematch = Asks for another game against the same opponent, with colours swapped.
help-tutorial = Teaches you YINSH in ten short lessons in which you make the moves, and remembers where you stopped. A number opens a lesson, “show” shows its solution, “stop” leaves it, “game” starts a first game with hints. Only you see it: use Discord's /tutorial, or a private chat with me.
help-puzzle = Gives you a puzzle that you haven't had yet, about as hard as you are strong. You find the best move, step by step. A theme chooses what it is about, “harder” and “easier” how hard it is, “next” skips one, “show” shows the solution, “stop” leaves it. Only you see it: use Discord's /puzzle, or a private chat with me.
help-daily = Gives you the puzzle of the day, the same for everybody, which you solve just for yourself. The next day I tell its solution, and who solved it from this server.
help-train = Gives you your own mistakes as exercises: after a review each one waits for you here. What you solve comes back after 1, 3, 7, 14 and 30 days, and then it's learned. “next” skips one, “show” shows the solution, “stop” leaves it.
help-race = A race: as many puzzles as you can solve in three minutes, each of one turn. Each one you solve makes the next harder; a wrong answer costs nothing but time. On its own it shows who did best on this server; “start” begins, “skip” skips a puzzle, “stop” ends the race.
help-place = Places one of your five rings on an empty point.
help-move = Puts a marker in one of your rings and moves the ring along a line. Markers it jumps over are flipped.
help-row = Removes one of your rows of five, by its number on the board or by its two ends.
help-ring = Removes one of your rings, to pay for a row. If you have just one row, it is removed too.
help-pass = Passes. Allowed only when none of your rings can move.
help-tap = Plays by picking: I show you pictures with numbers, and you tap your ring and where it goes.
help-if = Plans your answer to your opponent's next turn, and plays it at once if that turn comes: “if E4 E10 then G2 G5”. Go on with “then” as far as you like, and use it again for other turns. Without a line it lists what you have planned; “clear” drops it. Only you and I see it: use Discord's /if, or a private chat with me, with “#2” for the second of your games.
help-hint = Suggests what to do and why: 1 where to look, 2 what to do, 3 everything. Only the player to move can ask. The answer is private where possible, and the record counts hints.
help-coach = With “on”, I give you a hint on each of your turns in this game, if you play against me or another program.
help-board = Shows the board as a picture, or as text if you add “text”: of the game here, of a running one elsewhere (its number in “games”, its channel or its thread), or how a finished game ended (#12).
help-moves = Shows where a ring can go.
help-rows = Lists the rows of five on the board.
help-status = Shows who plays, the score, the clocks and whose turn it is.
help-history = Lists the turns of the game.
help-show = Shows the board as it was after a turn of the game here, or of a finished one by its number. From there you can go on to the turns before and after.
help-replay = Shows a game again as an animation: the game here or a finished one by its number, the whole of it or some turns, such as 20-40.
help-better = Shows a turning point of the last review here: the board with what was played and what was better, and what that would have led to.
help-opening = Tells how often each ring placement was played in other games, and how they went.
help-watch = Tells you of each turn of a game in a private message, without a sound, until it ends: of the game here, or of one elsewhere by its channel or thread. With “off” you don't watch it any more; without a game here, it lists those that you watch.
help-featured = Shows the board of the best game in progress in this channel and its threads: the one whose players have the highest ratings.
help-predict = Records who you think will win the game here, just for fun, until somebody removes a ring or 20 markers are on the board. You can change your mind up to 3 times. Without a colour it shows the predictions so far. When the game ends, I tell who was right.
help-games = Lists your games everywhere, the most urgent first, with your open challenges and the games that were put aside. Where others read along, only those of this channel or room.
help-next = Shows the board of your most urgent game in which it's your turn.
help-undo = Takes back your last turn. Your opponent is asked first.
help-draw = Offers a draw, or accepts your opponent's offer.
help-pause = Asks your opponent to stop the clock, for up to 30 days.
help-resume = Starts a paused clock again. If it's your opponent's clock and you don't have a day or more for a move, they are asked first. Also continues a game that was put aside, at any free table where you both are.
help-keep = Tells me that a game without a clock is still on, when nobody has moved for a while.
help-holiday = Takes time off: your clock stands still in your slow games with other people. Slow means a day or more for a move. You have 21 days a year.
help-my-data = Hands you a file with everything I have stored about you: settings, games, ratings, times and all the rest. Only you get it.
help-forget-me = Deletes everything I have stored about you, once you confirm it. First I tell you what that means.
help-give-time = Gives your opponent more time, for example an extra day.
help-abort = Calls the game off without a result, once your opponent has left or been banned. Moderators can do it any time.
help-standin = Leaves your seat to me, at the level you choose (4 by default). A rated game is no longer rated then, so you're asked to confirm. Once you've placed a ring it doesn't count for you.
help-seat = Offers your seat to someone else, who accepts or declines. The game is no longer rated then, and once you've placed a ring it counts for neither of you two.
help-resign = Gives up the game. You're asked to confirm.
help-export = Gives you the record of the game, or of a finished game by its number, as a file; as SGF if you ask for it.
help-analyze = Reviews a finished game: a chart of the chances, where it turned, what was better, and both players' accuracy. Works on the last game here, on a finished game by its number, or on a record that you paste or attach.
help-import = Shows the final position of a record that you paste or attach.
help-archive = Lists the games that have ended here, newest first; only someone's, if you name them. Each has a number, such as #123, to show, export or analyze it by.
help-stats = Shows someone's rating and results on this server, and how you have done against them. Without a name, your own.
help-top = Lists the best ratings on this server, and your place.
help-report = Leaves a note for the moderators here, for example about unfair play. Name the game by its number. What you type, everyone here can read; Discord's /report is private.
help-block = Blocks someone: they can't challenge you or hand you a seat. Without a name it lists those you have blocked. Only you and I know: use Discord's /block, or a private chat with me.
help-unblock = Takes a block back.
help-adjudicate = Ends the game here with a result. For moderators who don't play in it.
help-score = Sets the result of a game of the current tournament round that can't be played to its end. For whoever opened the tournament, and for moderators.
help-schedule = Schedules tournaments here, every week or every day, or shows what is scheduled. For moderators.
schedule-details = Give the system, the day (or daily), the time of day and its time zone, and then the clock and whatever else you like. Sign-up opens a day before the start (six hours, if daily), and each tournament starts on its own if at least three people have joined. It is left out if the last one isn't over. “schedule off” ends it.
help-mute = Keeps someone from starting anything here, for a week unless you say how long. They can finish their games. For moderators.
help-unmute = Takes a mute back. For moderators.
help-audit = Lists what moderators did here: games they ended, mutes, settings. For moderators.
help-reports = Lists the notes that players left for the moderators here. For moderators.
help-remind = Sets where I remind you of your turn when half and when a tenth of your time is left: here in the channel, in a private message, or not at all. It holds for all your games.
help-auto = With “on”, I play for you whenever you have only one choice: the only row, the only move, a pass. It holds for all your games, and is off unless you turn it on.
help-settings = Shows what is set here: for you, the channel and the server, and offers to change it. With “channel” or “server”, what holds for everybody there.
help-set = Changes a setting: yours, or with “channel” or “server” everybody's there. The value “default” resets it.
help-set-details = Everybody can set their own language, theme, view, challenges, remind, auto, tips and quiet. Those who manage a channel or a server can also set its prefix, clock, rated, hints, reviews, challenges, play, tips, quiet, games, announcements, announceto and daily.
help-theme = Chooses how the board looks: classic, dark, or contrast, which works without colour vision.
help-flip = Turns the board around.
help-rules = Explains the rules, in short or by topic.
help-help = Lists the commands, or explains one.

## The rules

rules-short = Taking turns, both players place five rings each. Then, each turn: put a marker of your colour in one of your rings and move that ring along a line. Markers it jumps over flip to the other colour. Five markers of your colour in a row: remove them and one of your rings. First to remove three rings wins (in blitz: one).
rules-topics = More: { $topics }
rules-goal = Be the first to remove three of your own five rings (in blitz, just one). You remove a ring each time you make a row of five markers of your colour, so every step towards winning leaves you with fewer rings.
rules-board = The board has 85 points. A point is named by its letter, for the line that runs from one player to the other, and its number, for the line that crosses it: A2 to A5 on the left, E1 to E10 and G2 to G11 in the middle, K7 to K10 on the right. Three lines meet at each point: same letter, same number, and both growing together.
rules-placing = First, the ten rings are placed. White starts, and the players take turns placing one ring on any empty point until all are on the board. White also moves first.
rules-moving = On your turn, put a marker of your colour in one of your rings, then move that ring in a straight line to an empty point. It may cross any number of empty points and jump over any number of adjacent markers, but it has to stop on the first empty point after them. It never crosses or jumps over a ring.
rules-turning = All markers that a ring jumps over are flipped, whatever their colour: white becomes black, black becomes white. The marker left where the ring started stays as it is.
rules-rows = Five markers of one colour next to each other in a line are a row. The owner of the colour removes them, even if the opponent made the row; the player whose turn it is goes first. In a longer run, you choose which five. If two of your rows cross, you take one, and the other counts only if all five are still there. Removed markers can be used again.
rules-rings = For each row you remove, remove one of your own rings. Any ring will do, and it counts towards your goal.
rules-end = The game ends as soon as a player removes the third ring (in blitz, the first). If all 51 markers are on the board and no row is left to remove, whoever removed more rings wins; if both removed the same number, it's a draw. A player who can't move any ring passes; if both have to pass, the game ends as if no markers were left.
rules-notation = Records write a placed ring as f6, a move as e4-e10, a removed row as xe5-e9, a removed ring as xc3. I read all of these, also in capitals and with a space in the middle.

## The picture in words

alt-caption = { $caption }.
alt-last = Last: { $last }.
alt-white = White ({ $player }): rings { $rings }; markers { $markers }; rings removed { $removed } of { $goal }.
alt-black = Black ({ $player }): rings { $rings }; markers { $markers }; rings removed { $removed } of { $goal }.
alt-clocks = Time left: white { $white }, black { $black }.
alt-rows = Rows to remove: { $rows }.
alt-targets = The ring on { $from } can go to { $targets }.
alt-numbers = Numbers: { $numbers }.
alt-areas = Parts of the board and their empty points: { $areas }.
alt-nudge = Look at { $points }.
alt-hints = Hints, best first: { $hints }.
alt-replay = Animation of { $white } (white) against { $black } (black), { $turns }. The board at its end:
alt-curve = Chances over the game of { $white } (white) against { $black } (black). { $caption }. { $result }
alt-curve-chances = White's chance to win, by turn: { $chances }.
alt-curve-chance = { $turn }: { $percent }%
alt-curve-rings = { $color } removed rings in turn { $turns }.
alt-ratings = Ratings over time. { $caption }. From { $first } to { $last } in { $games ->
    [one] one game
   *[other] { $games } games
}; lowest { $lowest }, highest { $highest }.
alt-leaderboard = A table. { $caption }.
alt-leaderboard-line = { $line }.
alt-bracket = A bracket. { $caption }.
alt-curve-points = Turning points: turns { $turns }.
alt-pool = Markers left: { $pool }.
alt-none = none
alt-place = { $color } placed { $point }
alt-move = { $turned ->
    [0] { $color } moved { $from } to { $to }
   *[other] { $color } moved { $from } to { $to }, flipping { $markers }
}
alt-row = { $color } removed the row { $row }
alt-ring = { $color } removed the ring { $point }
alt-pass = { $color } passed

## The tutorial

tutorial-private = Lessons are just between you and me, so I've sent you a private message. If none arrives, write to me in a private chat: { $command }
tutorial-here = Shall we? Say { $command } here, and I'll teach you YINSH in ten short lessons.
tutorial-stopped = OK, enough for now. { $tutorial } goes on where you stopped.
tutorial-not-open = You aren't in a lesson. { $tutorial } opens one.
tutorial-complete = That's all { $last } lessons: you know YINSH! Now play a first game: I'll be gentle and give you hints. { $again } repeats a lesson.
no-such-lesson = There is no lesson { $number }. Lessons go from 1 to { $last }.
lesson-title = Lesson { $number } of { $last }: { $title }
lesson-offer = Not to worry: { $show } shows you how.
lesson-shown = Here's how: { $action }. Try it: { $command }
lesson-solved = Lessons solved: { $solved } of { $last }. { $tutorial } goes on.
lesson-task-row = Remove your row: { $row }
lesson-task-ring = Now remove one of your rings: { $ring }

lesson-placing-title = Placing rings
lesson-placing-text = You play white. You and black take turns placing five rings each, on any empty point. The more points a ring can reach, the better.
lesson-placing-task = Place your last ring on one of the highlighted points: { $place }
lesson-placing-hint = Hint: the highlighted points are in the middle, where long lines meet.
lesson-placing-done = Well placed: from there your ring reaches far. Once all ten rings are on the board, they begin to move.

lesson-moving-title = Moving rings
lesson-moving-text = On each turn you put a white marker in one of your rings. Then you move that ring in a straight line, over as many empty points as you like. The marker stays behind. A ring never moves across another ring.
lesson-moving-task = Move a ring to the highlighted point: { $move }
lesson-moving-hint = Hint: follow the three lines through J6. Which is the first white ring that you meet with nothing in between?
lesson-moving-done = That's it. The white marker lies where your ring started. Rows are made of such markers.

lesson-jumping-title = Jumping
lesson-jumping-text = A ring may jump over markers of both colours if they lie side by side. It has to stop on the first empty point behind them. It never jumps over rings.
lesson-jumping-task = Jump over at least three markers with one move.
lesson-jumping-hint = Hint: look along line 5. Which of your rings has three markers right in front of it?
lesson-jumping-done = What a jump! And did you see the markers change colour? That's what comes next.

lesson-turning-title = Flipping markers
lesson-turning-text = Every marker you jump over is flipped: black becomes white, but white becomes black, too. The marker you leave behind stays as it is.
lesson-turning-task = Flip at least three black markers with one move.
lesson-turning-hint = Hint: three black markers lie side by side on line G. Which ring stands right in front of them?
lesson-turning-done = Three more for you. Colours change all the time in YINSH, so keep an eye on every line.

lesson-row-title = Your own row
lesson-row-text = Five markers of your colour side by side in a line are a row. You remove all five, and one of your own rings. Three rings removed win the game.
lesson-row-task = Make a row with one move.
lesson-row-hint = Hint: four white markers lie on line E, and a ring stands next to them. What does it leave behind when it moves away?
lesson-row-done = One ring is off, so you need two more to win. But each row also leaves you with one ring less to play with.

lesson-gift-title = A row for the other
lesson-gift-text = A row belongs to its colour, no matter who made it. Black has just moved F5 → F7 and made a row for you. You remove it with a ring first; then you move.
lesson-gift-task = Now your move. Go anywhere, but don't make a row for black.
lesson-gift-hint = Hint: black has four markers on line I, next to your marker on I6. Don't jump over that one.
lesson-gift-done = Well done. Before you jump, check whose row it makes.

lesson-crossing-title = Crossing rows
lesson-crossing-text = You have just made two rows, and they cross on E7. You can only remove one of them: it takes E7 along, so the other one is no longer a row.
lesson-crossing-task = Remove the row that leaves you four markers side by side: { $row }
lesson-crossing-hint = Hint: E7 is at the end of one row, and in the middle of the other. A row that only loses its end keeps four side by side.
lesson-crossing-done = Four are left in a line. One more, and you have the next row.

lesson-long-title = More than five
lesson-long-text = If more than five markers lie in a line, you choose which five to remove. The others stay. Here you have six, from F4 to F9.
lesson-long-task = Remove five of them, but keep F4: it makes four on line 4. { $row }
lesson-long-hint = Hint: take the five that end on F9.
lesson-long-done = F4 stays, and with it four markers on line 4.

lesson-blocking-title = Blocking
lesson-blocking-text = Black threatens E4 → E6: that jump flips E5 and makes the row C5–G5. You can flip a marker of the row yourself, or put a ring in the way.
lesson-blocking-task = Stop the row.
lesson-blocking-hint = Hint: to jump over E5, black has to stop on E6. Which of your rings can go there first?
lesson-blocking-done = Stopped! Watch for four markers in a line, and for what could become the fifth.

lesson-end-title = The end
lesson-end-text = Whoever removes the third ring wins at once. Here both of you have removed two, and black threatens a row on line D. If all 51 markers are on the board first, whoever has removed more rings wins.
lesson-end-task = Don't just stop black: make a row and win.
lesson-end-hint = Hint: of the five points from H5 to H9, only H7 is black. Flip it.
lesson-end-done = Three rings to two: you won!

miss-other = You may do that, but it isn't what this lesson is about.
miss-reach = { $reached ->
    [one] You may place it there, but from { $point } it would reach { $reached } point. From a highlighted one it's { $least } or more.
   *[other] You may place it there, but from { $point } it would reach { $reached } points. From a highlighted one it's { $least } or more.
}
miss-move-to = You may go there, but this time the ring has to end on { $point }.
miss-jump = { $jumped ->
    [0] That ring jumps over nothing. You need { $least } markers.
    [one] That ring jumps over { $jumped } marker. You need { $least }.
   *[other] That ring jumps over { $jumped } markers. You need { $least }.
}
miss-flip = { $flipped ->
    [0] { $from } → { $to } flips no black marker. You need { $least }.
    [one] { $from } → { $to } flips { $flipped } black marker. You need { $least }.
   *[other] { $from } → { $to } flips { $flipped } black markers. You need { $least }.
}
miss-flip-own = { $from } → { $to } flips markers of both colours (white: { $own }, black: { $flipped }), and the white ones become black. You need { $least } black ones.
miss-row = That makes no row: five white markers have to lie side by side.
miss-row-flipped = { $count ->
    [one] That makes no row: your ring flips { $count } marker of your own to black.
   *[other] That makes no row: your ring flips { $count } markers of your own to black.
}
miss-keep = { $count ->
    [one] That takes { $points } away, which should stay.
   *[other] That takes { $points } away, which should stay.
}
miss-gift = That makes the row { $row } for black.
miss-stop = Black can still play { $action }, which makes the row { $row }.

coach-begins = I'll give you a hint on each turn. { $off } stops that.
coach-bot-only = I only coach in games against me or another program. { $hint } asks for a single hint.
coach-is-on = You get a hint on each turn. { $other } stops that.
coach-is-off = You only get hints you ask for. { $other } brings one on each turn.
coach-set-on = From now on you get a hint on each turn. { $other } stops that.
coach-set-off = OK, no more hints unless you ask. { $other } brings them back.

choice-first-game = Play a first game
choice-next-lesson = Lesson { $number }
choice-again = Once more
choice-show = Show me
choice-coach-off = No more hints

## Puzzles

puzzle-words = Themes: win (win by force), row (make a row), double (two rows at once), defence (stop a row), flip (flip many markers), sacrifice (give up a row), trap (trap a ring), endgame, placement, blitz.
puzzle-private = Puzzles are just between you and me, so I've sent you a private message. If none arrives, write to me in a private chat: { $command }
puzzle-here = Fancy a puzzle? Say { $command } here.
puzzle-stopped = OK, enough for now. { $puzzle } gives you another one.
puzzle-not-open = You aren't in a puzzle. { $puzzle } gives you one.
no-such-puzzle = I don't have that puzzle any more. { $puzzle } gives you another one.
puzzle-all = Impressive: you've had every puzzle I have!
puzzle-theme-all = I have no more puzzles of that kind for you. { $puzzle } gives you another one.
puzzle-title = Puzzle
puzzle-title-theme = Puzzle: { $theme }
puzzle-caption = { $color-id ->
    [white] Puzzle: white to play
   *[other] Puzzle: black to play
}
puzzle-practice = You've had this one, so it doesn't count.
puzzle-move = { $color-id ->
    [white] White to move. Find the best move: { $command }
   *[other] Black to move. Find the best move: { $command }
}
puzzle-place = { $color-id ->
    [white] White places a ring. Find the best point: { $command }
   *[other] Black places a ring. Find the best point: { $command }
}
puzzle-row = { $color-id ->
    [white] White removes a row ({ $rows }). Which is the right one? { $command }
   *[other] Black removes a row ({ $rows }). Which is the right one? { $command }
}
puzzle-ring = { $color-id ->
    [white] White removes a ring. Which is the right one? { $command }
   *[other] Black removes a ring. Which is the right one? { $command }
}
puzzle-right = Right! Go on.
puzzle-wrong = That's not it: { $action }.
puzzle-refuted = { $color-id ->
    [white] White could answer: { $action }.
   *[other] Black could answer: { $action }.
}
puzzle-solved = Solved at the first try. Well done!
puzzle-solved-late = That's it!
puzzle-shown = The solution: { $turns }.
puzzle-turn = { $color }: { $actions }
puzzle-themes = { $count ->
    [one] Theme: { $themes }.
   *[other] Themes: { $themes }.
}
puzzle-rating = Your puzzle rating: { $rating } ({ $change }).
puzzle-streak = { $count ->
    [one] { $count } in a row!
   *[other] { $count } in a row!
}
puzzle-theme-win = win by force
puzzle-theme-row = make a row
puzzle-theme-double = two rows at once
puzzle-theme-defence = stop a row
puzzle-theme-flip = flip many markers
puzzle-theme-sacrifice = give up a row
puzzle-theme-trap = trap a ring
puzzle-theme-endgame = endgame
puzzle-theme-placement = placing rings
puzzle-theme-blitz = blitz
daily-title = Puzzle of the day, { $day }
daily-invite = Today's is here, the same for everybody. Solve it just for yourself: { $daily }
daily-yesterday = Yesterday's solution: { $turns }.
daily-solvers = Solved by { $people }.
daily-solvers-more = Solved by { $people } and { $more } more.
daily-done = You've solved today's puzzle. The next one comes at midnight UTC. Days in a row: { $count }.
daily-streak = Days in a row: { $count }.
race-invite = Puzzle race: as many as you can in three minutes. Each takes one turn, and they get harder.
race-how = Join in, just for yourself: { $race }
race-best = Your best: { $count }.
race-rank = { $place }. { $person }: { $count }
race-here = Ready to race? Say { $command } here.
race-title = Race: { $count } solved, { $left } left
race-right = Right!
race-wrong = No: { $action }.
race-time = Time!
race-result = You solved { $count }. Your best: { $best }.
race-result-best = You solved { $count }: a new best! Before it was { $best }.
race-result-first = You solved { $count }.
race-none = You aren't in a race. { $race } starts one.
choice-race = Race
choice-race-start = Start
choice-race-again = Race again
choice-race-ranking = Ranking
choice-race-skip = Skip
train-private = Your mistakes stay between you and me, so I've sent you a private message. If none arrives, write to me in a private chat: { $command }
train-here = Ready to train? Say { $command } here.
train-stopped = OK, enough for now. { $train } goes on with your mistakes.
train-title = Your own mistake, turn { $turn }
train-played = In the game you chose to { $action }, which cost you { $loss }%.
train-same = That's what you chose in the game: { $action }.
train-as-good = I'd have chosen to { $best }, but yours is just as good.
train-comes-back = It comes back { $at }.
train-learned = Solved after 30 days, too: you've learned that one!
train-help-ring = A hint: move the ring on { $point }.
train-help = I have no hint for this one.
train-later = { $count ->
    [one] Nothing to train right now. One mistake comes back { $next }.
   *[other] Nothing to train right now. { $count } mistakes come back, the next one { $next }.
}
train-none = Nothing to train yet. After a game, { $analyze } finds your mistakes, and they wait for you here.
choice-next-mistake = Next mistake
choice-next-puzzle = Next puzzle
choice-try-again = Try again
choice-solution = Show solution
choice-daily = Solve it
