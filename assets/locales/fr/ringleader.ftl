# Every sentence that players read. The session fills the placeables; {$command} and the like
# are commands, shown with the prefix of the platform.

white = blancs
black = noirs
variant-normal = une partie normale
variant-blitz = une partie blitz
variant-normal-rated = une partie normale classée
variant-blitz-rated = une partie blitz classée
terms-normal = normale
terms-blitz = blitz
terms-normal-rated = normale, classée
terms-blitz-rated = blitz, classée
time-per-move = { $time } par tour
time-fischer = { $bank } par personne, plus { $increment } par tour
time-weekends-off = { $time }, hors week-ends (UTC)
time-bank = { $bank } par personne pour toute la partie

# The bot at one of its levels: in sentences, and on the plate beside the board.
bot-at-level = { $bot } (niveau { $level }, { $name })
bot-on-plate = { $bot }, niveau { $level }
level-named = { $level } { $name }
level-1 = Caillou
level-2 = Apprenti
level-3 = Saltimbanque
level-4 = Jongleuse
level-5 = Échassier
level-6 = Acrobate
level-7 = Funambule
level-8 = Illusionniste
level-9 = Dompteuse
level-10 = Monsieur Loyal
no-such-level = Il n'y a pas de niveau { $level }. Ça va de 1 (en douceur) à { $last } (je donne tout).

## Beginning

challenged =
    { $by } défie { $to } pour { $variant } de YINSH, { $color }.
    { $accept } ou { $decline } ? Défi ouvert jusqu'au { $expires }.
challenged-anyone = { $by } cherche quelqu'un pour { $variant } de YINSH, { $color }. { $accept } pour jouer. Défi ouvert jusqu'au { $expires }.
takes-white = en prenant les blancs
takes-black = en prenant les noirs
takes-random = couleurs au hasard
takes-timed = { $time }, { $color }
challenge-bot-level = Tu peux choisir ma force, de 1 à { $last }. Essaie { $play } la prochaine fois.
challenge-level = Les niveaux, c'est seulement pour jouer contre moi. Affronte-moi avec { $play }, ou lance ton défi sans niveau.
challenge-self = Tu ne peux pas te défier toi-même. Affronte-moi avec { $play }, ou trouve quelqu'un avec { $anyone }.
challenge-unknown = Je ne connais personne ici sous le nom de « { $name } ». Mentionne la personne en question : { $command }.
challenge-waits = Ton dernier défi attend encore une réponse. Retire-le d'abord avec { $withdraw }.
challenges-full = Il y a déjà dix défis ouverts ici. Acceptes-en un, ou attends qu'un autre expire.
challenge-which = Plusieurs personnes te défient : { $by }. Précise à qui tu réponds, par exemple { $accept }.
challenge-own = C'est ton propre défi, il faut que quelqu'un d'autre l'accepte. { $withdraw } pour le retirer.
challenge-not-yours = { $by } défie { $to } : il n'y a que { $to } qui puisse répondre.
challenge-none = Personne ne t'a lancé de défi. Commence une partie avec { $challenge }, ou affronte-moi avec { $play }.
accepted = { $by } accepte le défi lancé par { $challenger }.
declined = { $challenger }, { $by } refuse ton défi. Une prochaine fois, peut-être !
withdrawn = { $by } retire son défi.
withdraw-nothing = Tu n'as rien à retirer : aucun défi, aucune demande de ta part n'est en attente.
expired = { $by }, personne n'a répondu à ton défi, il a donc expiré. Retente ta chance avec { $challenge }.
started-normal = La partie commence : { $white } (blancs) contre { $black } (noirs). Qui retire en premier trois de ses anneaux gagne !
started-blitz = La partie blitz commence : { $white } (blancs) contre { $black } (noirs). Qui retire en premier un de ses anneaux gagne !
started-rated = C'est une partie classée, donc pas d'indices.
challenge-bot-rated = Les parties contre moi ne sont pas classées. Enlève « rated », ou défie quelqu'un d'autre.
started-timed = { $started } Cadence : { $time }.
too-much = Ça fait beaucoup d'un coup ! Laisse-moi { $seconds } secondes.
too-many-games = Tu as déjà { $most } parties en cours, c'est le maximum. Finis-en une d'abord, ou abandonnes-en une avec { $resign }.
too-many-games-other = { $player } a déjà { $most } parties en cours, c'est le maximum.
table-yours = Tu as déjà une partie en cours ici. Finis-la d'abord, ou arrête-la avec { $draw } ou { $resign }.
table-taken = { $white } et { $black } jouent ici. Tu pourras commencer une partie quand la leur sera finie.
challenges-void = Une partie commence ici, donc ces défis ouverts expirent : { $by }.
moved-along = Ce salon en remplace un autre. Tout ce qui était là-bas continue ici.
back-again = Je n'ai pas pu écrire ici pendant un moment. Voici où on en est.
rematch-spectator = La revanche, c'est pour celles et ceux qui viennent de jouer. Commence ta propre partie avec { $challenge }.
no-game = Il n'y a pas de partie en cours ici. Commences-en une avec { $challenge }, ou affronte-moi avec { $play }.

## What happened

told-place = { $player } place un anneau { $color-id ->
    [white] blanc
   *[black] noir
} en { $point }.
told-move = { $turned ->
    [0] { $player } joue { $from } → { $to }.
    [one] { $player } joue { $from } → { $to } et retourne { $turned } marqueur.
   *[other] { $player } joue { $from } → { $to } et retourne { $turned } marqueurs.
}
played-for = Un seul choix possible, donc je joue pour { $player } : { $told }
played-for-all = Un seul choix possible, donc je joue pour tout le monde : { $told }
played-conditional = Comme prévu par { $player } : { $told }
told-row = { $player } retire l'alignement { $row }.
told-ring = { $player } retire son anneau en { $point } : anneau { $number } sur { $goal }.
told-pass = { $player } passe : aucun anneau ne peut bouger.

## Whose turn it is

turn-place = { $player } ({ $color }), place un anneau ({ $number } sur { $rings }), par exemple { $command }.
turn-move = { $player } ({ $color }), à toi de jouer : { $command }. { $moves } montre où un anneau peut aller.
turn-pass = { $player } ({ $color }), aucun de tes anneaux ne peut bouger : { $pass }.
turn-row = { $count ->
    [one] { $player } ({ $color }), tu as un alignement de cinq : { $rows }. Retire-le avec { $command }.
   *[other] { $player } ({ $color }), tu as { $count } alignements de cinq : { $rows }. Retires-en un, par exemple { $command }.
}
turn-ring = { $player } ({ $color }), retire maintenant un de tes anneaux ({ $rings }), par exemple { $command }.
turn-place-brief = { $player } ({ $color }), place un anneau ({ $number } sur { $rings }).
turn-move-brief = { $player } ({ $color }), à toi de jouer.
turn-row-brief = { $count ->
    [one] { $player } ({ $color }), tu as un alignement de cinq : { $rows }. Retire-le.
   *[other] { $player } ({ $color }), tu as { $count } alignements de cinq : { $rows }. Retires-en un.
}
turn-ring-brief = { $player } ({ $color }), retire maintenant un de tes anneaux ({ $rings }).
turn-bot = À moi de jouer ({ $color })…
turn-program = { $program } ({ $color }) réfléchit…
crowd = Le public
vote-place = Votez : où placer l'anneau { $number } sur { $rings } ({ $color }) ? Par exemple { $command }.
vote-move = Votez pour le prochain coup ({ $color }) : { $command }. { $moves } montre où un anneau peut aller.
vote-pass = Aucun de vos anneaux ne peut bouger ({ $color }) : { $pass }.
vote-row = Votez pour l'alignement à retirer ({ $color }) : { $rows }. Par exemple { $command }.
vote-ring = Votez pour l'anneau à retirer ({ $color }) : { $rings }. Par exemple { $command }.
vote-timed = { $quorum ->
    [one] { $turn } Fin du vote : { $end }, ou dès le premier vote ensuite.
    [many] { $turn } Fin du vote : { $end }, ou plus tard, dès que { $quorum } personnes auront voté.
   *[other] { $turn } Fin du vote : { $end }, ou plus tard, dès que { $quorum } personnes auront voté.
}
vote-cast = Ton vote : { $vote }.
vote-already = Tu as déjà voté pour { $vote }.
vote-final = Tu as changé d'avis { $most } fois pendant ce tour de vote : ton vote ne change plus.
vote-full = { $most } personnes ont déjà voté ; je ne peux pas en compter davantage.
vote-one = Vote pour une seule décision à la fois.
vote-host = Ici, tout le monde vote pour les coups, mais cela est réservé à { $host }, qui a commencé la partie.
vote-not-here = C'est impossible dans une partie où tout le monde vote.
vote-count = { $vote } ({ $votes })
votes-none = Personne n'a encore voté.
votes-so-far = { $voters ->
    [one] Un vote : { $votes }.
    [many] { $voters } votes : { $votes }.
   *[other] { $voters } votes : { $votes }.
}
votes-no-vote = Il n'y a pas de vote en cours ici. { $command } commence une partie où tout le monde vote.
vote-round-wrong = Un vote peut durer de { $least } à { $most }.
vote-quorum-wrong = Le quorum peut aller de 1 à { $most } personnes.
vote-how = Tout le monde peut voter ici, en écrivant un coup ou en le choisissant. Le coup qui a le plus de voix est joué ; { $votes } montre où en est le vote.
vote-challenged = { $by } et tout le monde ici défient { $to } pour { $variant } de YINSH, { $color } : ils votent pour chaque coup.
    { $to }, { $accept } ou { $decline } ? Défi ouvert jusqu'au { $expires }.
vote-self = Tu ne peux pas jouer à la fois avec tout le monde et contre tout le monde. Demande à quelqu'un d'autre de te défier : il suffit d'écrire la commande avec ton nom.
vote-level = Les niveaux ne servent que contre moi. Retire le niveau, ou le joueur.
rematch-crowd = Ici, tous les autres jouaient l'autre camp : c'est à l'un d'eux de demander, avec { $command }.

tournament-swiss = système suisse
tournament-round-robin = toutes rondes, chacun rencontre tous les autres
tournament-knockout = élimination directe
tournament-simul = simultanée
tournament-arena = arène, { $minutes } minutes
tournament-open = { $by } organise un tournoi ({ $system }). Chaque partie : { $games }.
tournament-sign-up = Les inscriptions au tournoi sont ouvertes ({ $system }). Chaque partie : { $games }.
tournament-nobody = Personne ne s'est encore inscrit.
tournament-joined = { $number ->
    [one] Un joueur pour l'instant : { $players }.
    [many] { $number } joueurs pour l'instant : { $players }.
   *[other] { $number } joueurs pour l'instant : { $players }.
}
tournament-how = Inscris-toi avec { $join }. { $by } le lance avec { $start }.
tournament-rules = Chaque partie a son propre fil, et la ronde suivante commence quand toutes les parties sont finies. Sans premier coup dans les temps, tu perds le point et ta participation s'arrête là.
tournament-joins = { $number ->
    [one] { $player } s'inscrit : c'est le premier nom de la liste.
    [many] { $player } s'inscrit : { $number } joueurs pour l'instant.
   *[other] { $player } s'inscrit : { $number } joueurs pour l'instant.
}
tournament-withdrawn = { $player } quitte le tournoi.
tournament-removed = { $player } ne joue plus dans le tournoi.
tournament-own-game = Tu joues cette partie. Quelqu'un d'autre doit fixer son résultat, par exemple la modération.
tournament-round = Ronde { $round } sur { $rounds }
tournament-byes = Pas d'adversaire pour cette ronde, mais un point entier : { $players }.
tournament-free = Sans partie dans cette ronde : { $players }.
tournament-board = Table { $board } : { $white } (blancs) – { $black } (noirs)
tournament-playing = { $board }. { $white } – { $black } : en cours
tournament-result = { $board }. { $white } – { $black }  { $score }
tournament-forfeit = Forfait ou départ : { $player } ne joue plus dans le tournoi.
tournament-game = { $white } – { $black } : ronde { $round } du tournoi, table { $board }. Bonne chance !
tournament-over = { $number ->
    [1] Le tournoi est terminé. Victoire de { $winners }. Félicitations !
   *[other] Le tournoi est terminé. À égalité en tête : { $winners }. Félicitations !
}
tournament-line = { $place }. { $player } : { $points } (départage { $tiebreak })
tournament-line-plain = { $place }. { $player } : { $points }
tournament-caption = Classement après la ronde { $round } sur { $rounds }
tournament-head-points = Points
tournament-head-tiebreak = Départage
bracket-final = Finale
bracket-semi-finals = Demi-finales
bracket-quarter-finals = Quarts de finale
bracket-round-of-16 = Huitièmes de finale
bracket-round-of-32 = Seizièmes de finale
bracket-match = { $round } : { $upper } – { $lower }
bracket-score = { $round } : { $upper } – { $lower } { $score }
bracket-over = Le tournoi est terminé
tournament-standings = Classement :
tournament-finished = Le dernier tournoi ici est terminé. Classement final :
tournament-called-off = Le tournoi est annulé.
tournament-lapsed = Personne n'a lancé le tournoi en 30 jours : il est annulé.
tournament-kept = D'accord, ça continue.
tournament-sure = { $player }, annuler le tournoi ? Les parties en cours continuent, mais ne comptent plus pour le tournoi. { $yes } ou { $no }
tournament-not-here = Il faut un salon où je peux ouvrir des fils. Un tournoi ou une simultanée ne s'ouvre ni dans un fil ni dans une conversation privée.
tournament-goes-on = Il y a déjà un tournoi ici : { $tournament }. La personne qui l'organise ou la modération peut l'annuler avec { $stop }.
tournament-rounds-wrong = Un tournoi suisse a de 1 à { $most } rondes.
tournament-rounds-fixed = Seul un tournoi suisse prend un nombre de rondes. Dans les autres systèmes, il dépend du nombre de joueurs.
tournament-untimed = Ces parties ont besoin d'une pendule, pour que personne n'attende sans fin : { $example }.
tournament-begun = Les parties ont déjà commencé.
tournament-already = Tu es déjà sur la liste.
tournament-full = C'est complet : il y a { $most } places.
tournament-not-in = Tu n'es pas sur la liste.
tournament-already-left = Tu es déjà hors du tournoi.
tournament-no-player = Personne du nom de « { $name } » n'est sur la liste.
tournament-few = Il faut au moins { $least } inscriptions : { $join }.
tournament-no-board = Il n'y a pas de telle table dans cette ronde. { $tournament } montre les parties.
tournament-has-result = Cette partie a déjà un résultat.
tournament-none = Il n'y a pas de tournoi ici. Pour en organiser un : { $open }.
tournament-organizer = C'est réservé à { $by }, qui organise, et à la modération.
tournament-not-begun = Je n'ai pas pu ouvrir de fil pour la table { $board } ({ $white } – { $black }). Il me faut la permission de créer des fils ici. Ensuite, { $start } réessaie, ou { $score } fixe le résultat.
tournament-no-handover = On ne peut pas céder sa place dans un tournoi ou une simultanée. { $resign } pour abandonner.
tournament-no-pause = Une partie de tournoi ou de simultanée ne peut pas être suspendue : d'autres l'attendent.
arena-rules = Chaque partie a son propre fil. Une fois la tienne finie, tu joues contre la première personne libre, jusqu'à la fin de l'arène. Après deux victoires de suite, les parties comptent double, jusqu'à la première que tu ne gagnes pas, comprise. Sans premier coup dans les temps, tu perds le point et tu fais une pause jusqu'à ta prochaine inscription.
arena-forfeit = Forfait ou départ : { $player } fait une pause, jusqu'à sa prochaine inscription.
arena-game = { $white } – { $black } : partie { $board } de l'arène. Bonne chance !
arena-title = Fin de l'arène : { $ends }.
arena-closing = Plus de nouvelles parties dans l'arène : celles en cours se jouent jusqu'au bout et comptent.
arena-caption = { $number ->
    [one] Classement après { $number } partie
   *[other] Classement après { $number } parties
}
arena-minutes-wrong = Une arène dure de { $least } à { $most } minutes.
arena-slow = Les parties d'une arène sont courtes : une pendule de 30 minutes au plus par personne, et une minute au plus ajoutée par tour, par exemple 5m+5s. Elle tourne aussi le week-end. La durée de l'arène elle-même est un simple nombre de minutes, par exemple 60.
arena-over = L'arène est terminée. Personne n'a marqué de points.
tournament-kept-out = Tu ne fais plus partie de ce tournoi sur décision de l'organisation : impossible de te réinscrire.
simul-open = { $by } joue contre tout le monde à la fois (simultanée, { $color } partout). Chaque partie : { $games }.
simul-rules = Chaque partie a son propre fil. Sans premier coup dans les temps, tu perds la partie par forfait.
simul-withdrawn = { $player } quitte la simultanée.
simul-removed = { $player } ne joue plus dans la simultanée.
simul-forfeit = Forfait de { $player }.
simul-game = { $white } – { $black } : table { $board } de la simultanée. Bonne chance !
simul-score = { $number ->
    [0] Simultanée de { $by } : aucune partie n'est encore finie.
   *[other] Simultanée de { $by } : { $points } sur { $number } pour l'instant.
}
simul-over = La simultanée est terminée. Score de { $by } : { $points } sur { $number }.
simul-winners = Victoire contre { $by } : { $players }. Félicitations !
simul-draws = Nulles : { $players }.
simul-finished = La dernière simultanée ici est terminée. Résultats :
simul-called-off = La simultanée est annulée.
simul-lapsed = Personne n'a lancé la simultanée en 30 jours : elle est annulée.
simul-sure = { $player }, annuler la simultanée ? Les parties en cours continuent, mais ne comptent plus. { $yes } ou { $no }
simul-goes-on = Il y a déjà une simultanée ici : { $tournament }. La personne qui l'organise ou la modération peut l'annuler avec { $stop }.
simul-own = C'est contre toi que tout le monde joue : pas besoin de t'inscrire.
simul-one-game = Les parties ont commencé. Pour abandonner la tienne, tape { $resign } dans son fil.
simul-alone = La personne qui devait jouer contre tout le monde n'est plus là. Pour annuler : { $stop }.
on-monday = tous les lundis
on-tuesday = tous les mardis
on-wednesday = tous les mercredis
on-thursday = tous les jeudis
on-friday = tous les vendredis
on-saturday = tous les samedis
on-sunday = tous les dimanches
on-every-day = tous les jours
schedule-line = Un tournoi ici { $every } à { $at } ({ $zone }) : { $system }. Chaque partie : { $games }. Prochain début : { $next }.
schedule-opens = Inscriptions à partir du { $opens }.
schedule-none = Aucun tournoi n'est programmé ici. Pour en programmer, tape par exemple { $example }.
schedule-off = Plus aucun tournoi n'est programmé ici.
schedule-open-still = Un tournoi est déjà ouvert et commencera quand même le { $starts }. Pour l'annuler : { $stop }.
schedule-time = Écris l'heure comme 18:00.
bad-zone = Je ne connais pas le fuseau horaire « { $word } ». Écris-le comme Europe/Paris ou +01:00.
tournament-starts = Inscris-toi avec { $join }. Début automatique : { $starts }.
tournament-soon = { $players } : le tournoi commence { $starts }.
tournament-too-few = Moins de { $least } inscriptions : le tournoi est annulé.

turn-timed = { $turn } Échéance : { $deadline }.
turn-holiday = { $turn } { $player } est en vacances jusqu'au { $until }, donc la pendule ne tourne pas.
turn-paused-asked = La pendule est en pause jusqu'au { $until }. Ce sera à { $player } ({ $color }) de jouer.
turn-paused = La pendule est en pause jusqu'au { $until }. { $resume } pour reprendre la partie : ce sera à { $player } ({ $color }) de jouer.

caption-holiday = { $caption } (en vacances : { $players })
caption-paused = En pause, puis à { $player } de jouer
caption-place = { $player } : placer un anneau
caption-move = { $player } : déplacer un anneau
caption-pass = { $player } : passer
caption-row = { $player } : retirer un alignement
caption-ring = { $player } : retirer un anneau

## Hints

hint-nudge-place = Regarde les points vides de la ligne { $line }.
hint-nudge-move = Regarde l'anneau en { $point } et où il peut aller.
hint-nudge-row = Regarde l'alignement qui commence en { $point }, et les marqueurs qui resteraient.
hint-nudge-ring = Quel anneau te sert le moins ? Regarde la ligne { $line }.
hint-pass = Tu ne peux que passer.
hint-best = Je te conseille de { $action } : { $command }.
hint-chance = Ça te donne { $percent } % de chances de gagner : { $word }.
hint-chance-lost = quasiment perdu
hint-chance-bad = difficile à tenir
hint-chance-worse = un peu moins bien
hint-chance-even = à peu près égal
hint-chance-better = un peu mieux
hint-chance-good = nettement mieux
hint-chance-won = quasiment gagné
hint-clear = Rien d'autre n'arrive à la cheville de ce coup.
hint-better = C'est un peu mieux que le reste.
hint-close = D'autres choix se valent à peu près, prends celui qui te plaît.
hint-other = Tu peux aussi { $action }.
hint-others = Ça vaut aussi le coup d'œil : { $actions }.
hint-turn = { $player } : { $actions }
hint-continuation = Ce que j'attends ensuite : { $turns }.
hint-under-way = Ton indice arrive.
hint-failed = Pardon, je n'ai pas réussi à trouver d'indice. Réessaie { $hint }.
hint-late = La partie a avancé avant que ton indice soit prêt. { $hint } pour en demander un nouveau.
hint-waits = { $place ->
    [one] Je réfléchis pour quelqu'un d'autre. Tu es juste après : ton indice arrivera tout seul.
   *[other] Je réfléchis pour d'autres personnes. Tu as le numéro { $place } dans la file : ton indice arrivera tout seul.
}
hint-because = Ce coup { $reasons }.
hint-but = Mais ce coup { $reasons }.
reason-and = { $first } et { $second }
reason-wins-now = gagne immédiatement
reason-wins-in = gagne en { $turns } tours, quoi qu'il arrive
reason-loses-in = { $turns ->
    [one] n'empêche pas l'adversaire de gagner au prochain tour
   *[other] n'empêche pas l'adversaire de gagner en { $turns } tours
}
reason-only-choice = est le seul choix
reason-makes-row = forme l'alignement { $row }
reason-keeps-row = laisse aussi l'alignement { $row } à retirer
reason-sure-row = mène à un alignement imparable
reason-stops-row = empêche l'alignement { $row }
reason-sets-up = prépare un alignement en { $row }
reason-turns = { $count ->
    [one] retourne { $count } marqueur { $color-id ->
        [white] blanc
       *[black] noir
    }
   *[other] retourne { $count } marqueurs { $color }
}
reason-central = occupe un point central
reason-reaches = { $points ->
    [one] donne accès à { $points } point
   *[other] donne accès à { $points } points
}
reason-frees = ouvre { $moves } coups de plus
reason-blocks = enlève { $moves } coups à l'adversaire
reason-least-use = { $points ->
    [0] retire un anneau qui ne peut plus bouger
    [one] retire un anneau qui ne peut atteindre que { $points } point
   *[other] retire un anneau qui ne peut atteindre que { $points } points
}
reason-gives-row = forme l'alignement { $row } pour l'adversaire
reason-allows-row = permet à l'adversaire de former l'alignement { $row }
reason-double-threat = menace deux alignements à la fois : { $row } et { $other }
reason-forces-reply = { $answers ->
    [one] ne laisse à l'adversaire qu'une seule parade
   *[other] ne laisse à l'adversaire que { $answers } parades
}
reason-avoids-row-alone = est le seul qui ne donne pas d'alignement à l'adversaire
reason-avoids-row = ne donne pas d'alignement à l'adversaire, contrairement à { $count } des { $of } autres
reason-keeps-threat = garde l'alignement { $row } à portée
reason-breaks-line = { $count ->
    [3] casse les trois marqueurs alignés de l'adversaire en { $row }
   *[other] casse les quatre marqueurs alignés de l'adversaire en { $row }
}
reason-builds-line = { $count ->
    [3] aligne trois de tes marqueurs en { $row }
   *[other] aligne quatre de tes marqueurs en { $row }
}
reason-guards-line = { $count ->
    [3] met à l'abri tes trois marqueurs en { $row }
   *[other] met à l'abri tes quatre marqueurs en { $row }
}
reason-prepares-line = { $count ->
    [3] prépare trois marqueurs alignés en { $row }
   *[other] prépare quatre marqueurs alignés en { $row }
}
reason-denies-line = { $count ->
    [3] empêche l'adversaire d'aligner trois marqueurs en { $row }
   *[other] empêche l'adversaire d'aligner quatre marqueurs en { $row }
}
reason-turns-for-good = { $count ->
    [one] retourne { $count } marqueur que l'adversaire ne peut pas reprendre aussitôt
   *[other] retourne { $count } marqueurs que l'adversaire ne peut pas reprendre aussitôt
}
reason-safe-markers = ne laisse à l'adversaire aucun de tes marqueurs à retourner, contrairement à { $count } des { $of } autres
reason-threatens-turns = te permet de retourner { $count } marqueurs au coup suivant
reason-opens-ring = dégage ton anneau en { $ring } (coups possibles : { $before } → { $after })
reason-hampers-ring = gêne l'anneau en { $ring } (coups possibles : { $before } → { $after })
reason-frees-ring = libère ton anneau en { $ring } (coups possibles : { $before } → { $after })
reason-shuts-in = enferme l'anneau en { $ring } (coups possibles : { $before } → { $after })
reason-moves-out = mène l'anneau là où il a plus de coups ({ $before } → { $after })
reason-most-turned = retourne plus de marqueurs en ta faveur que tout autre ({ $count })
reason-most-moves = laisse plus de coups à tes anneaux que tout autre ({ $moves })
reason-fewest-moves = laisse moins de coups à l'adversaire que tout autre ({ $moves })
reason-leaves-row = n'empêche pas l'alignement { $row }
reason-misses-row = laisse passer l'alignement { $row }
reason-loses-in-named = { $turns ->
    [one] n'empêche pas l'adversaire de gagner au prochain tour
   *[other] n'empêche pas l'adversaire de gagner en { $turns } tours
}
reason-keeps-row-named = laisse aussi l'alignement { $row } à retirer
reason-blocks-named = enlève { $moves } coups à l'adversaire
reason-gives-row-named = forme l'alignement { $row } pour l'adversaire
reason-allows-row-named = permet à l'adversaire de former l'alignement { $row }
reason-forces-reply-named = { $answers ->
    [one] ne laisse à l'adversaire qu'une seule parade
   *[other] ne laisse à l'adversaire que { $answers } parades
}
reason-avoids-row-alone-named = est le seul qui ne donne pas d'alignement à l'adversaire
reason-avoids-row-named = ne donne pas d'alignement à l'adversaire, contrairement à { $count } des { $of } autres
reason-breaks-line-named = { $count ->
    [3] casse les trois marqueurs alignés de l'adversaire en { $row }
   *[other] casse les quatre marqueurs alignés de l'adversaire en { $row }
}
reason-builds-line-named = { $count ->
    [3] aligne trois marqueurs en { $row }
   *[other] aligne quatre marqueurs en { $row }
}
reason-guards-line-named = { $count ->
    [3] met à l'abri les trois marqueurs en { $row }
   *[other] met à l'abri les quatre marqueurs en { $row }
}
reason-denies-line-named = { $count ->
    [3] empêche l'adversaire d'aligner trois marqueurs en { $row }
   *[other] empêche l'adversaire d'aligner quatre marqueurs en { $row }
}
reason-safe-markers-named = ne laisse à l'adversaire aucun marqueur du joueur à retourner, contrairement à { $count } des { $of } autres
reason-threatens-turns-named = permet de retourner { $count } marqueurs au coup suivant
reason-opens-ring-named = dégage l'anneau en { $ring } (coups possibles : { $before } → { $after })
reason-frees-ring-named = libère l'anneau en { $ring } (coups possibles : { $before } → { $after })
reason-most-turned-named = retourne plus de marqueurs en faveur du joueur que tout autre ({ $count })
reason-most-moves-named = laisse plus de coups aux anneaux du joueur que tout autre ({ $moves })
reason-fewest-moves-named = laisse moins de coups à l'adversaire que tout autre ({ $moves })
review-begins = J'analyse { $white } contre { $black }. Ça prend environ une demi-minute, je poste le résultat ici.
review-half = L'analyse de la partie { $white } contre { $black } en est à la moitié.
review-waits = { $place ->
    [one] Il y a une analyse avant la tienne.
   *[other] Il y a { $place } analyses avant la tienne.
}
review-under-way = Une analyse est déjà en cours ici. Redemande quand elle sera finie.
review-yours-under-way = Ton analyse est déjà en route. Redemande quand elle sera finie.
review-goes-on = Cette partie n'est pas encore finie. Quand elle le sera, { $analyze } montrera où elle a basculé.
review-of-rated = On y passe par une position de ta partie classée, qui n'est pas encore finie.
review-unfinished = Cette partie n'a pas de résultat. Je n'analyse que les parties terminées.
review-empty = Rien n'a été joué dans cette partie.
review-failed = Pardon, je n'ai pas pu terminer cette analyse. Réessaie { $analyze }.
review-done = { $white } (blancs) contre { $black } (noirs), analyse demandée par { $by } :
review-player = { $player } : précision { $accuracy } % ; { $inaccuracies ->
    [0] aucune imprécision
    [one] une imprécision
   *[other] { $inaccuracies } imprécisions
}, { $mistakes ->
    [0] aucune erreur
    [one] une erreur
   *[other] { $mistakes } erreurs
}, { $blunders ->
    [0] aucune gaffe
    [one] une gaffe
   *[other] { $blunders } gaffes
}.
review-player-idle = { $player } n'a jamais eu le choix.
review-point = { $number }. Tour { $turn }, { $player } : { $action }, c'était { $class } qui coûte { $loss } % ({ $before } → { $after } %).
review-against = Ce coup { $reasons }.
review-better = Mieux : { $action }. { $led }
review-also = De plus, ce coup { $reasons }.
class-inaccuracy = une imprécision
class-mistake = une erreur
class-blunder = une gaffe
led-wins-now = { $player } aurait gagné sur-le-champ.
led-wins-in = { $player } aurait gagné en { $turns } tours, quoi que fasse { $other }.
led-makes-row = { $player } aurait formé l'alignement { $row } et retiré un anneau.
led-keeps-row = { $player } aurait aussi gardé l'alignement { $row } à retirer.
led-sure-row = { $player } aurait eu un alignement au tour suivant, quoi que fasse { $other }.
led-double-threat = { $player } aurait menacé deux alignements à la fois : { $row } et { $second }.
led-forces-reply = { $answers ->
    [one] Une seule réponse sur { $of } aurait privé { $player } d'un alignement au tour suivant.
   *[other] Seules { $answers } réponses sur { $of } auraient privé { $player } d'un alignement au tour suivant.
}
led-prepares-row = { $player } aurait menacé de former l'alignement { $row }.
led-keeps-threat = { $player } aurait toujours menacé de former l'alignement { $row }.
led-taken = { $other } n'aurait pas pu retirer l'alignement { $row } au tour { $turn }.
led-stops-row = { $other } n'aurait pas pu former l'alignement { $row } juste après.
led-avoids-row = { $other } n'aurait pas pu former d'alignement juste après.
led-reasons = Ce coup { $reasons }, et { $player } en serait à { $before } %.
led-chance = { $player } en serait à { $before } %.
better-none = Il n'y a pas encore d'analyse à revoir ici. { $analyze } en fait une quand une partie est finie.
better-elsewhere = La dernière analyse ici n'a pas de tournant à ce tour. Elle a : { $turns }
better-caption = Tour { $turn } : { $better } valait mieux que { $played }
choice-turning = Tour { $turn }
choice-turning-one = Tour { $turn } ({ $number })
review-no-points = Aucune grosse occasion manquée, ni d'un côté ni de l'autre.
review-train = Retravaille tes propres erreurs : { $train }
choice-train = M'entraîner
replay-begins = Je dessine { $white } contre { $black }, { $turns }. Ça prend quelques secondes, je poste le film ici.
replay-half = Le film de la partie { $white } contre { $black } en est à la moitié.
replay-waits = { $place ->
    [one] Il y a un film avant le tien.
   *[other] Il y a { $place } films avant le tien.
}
replay-under-way = Je dessine déjà un film ici. Redemande quand il sera fini.
replay-yours-under-way = Ton film est déjà en route. Redemande quand il sera fini.
replay-failed = Pardon, je n'ai pas pu dessiner ce film. Réessaie { $replay }.
show-turn = Tour { $number } sur { $turns }
choice-first = ⏮
choice-previous = ◀
choice-next = ▶
choice-last = ⏭
replay-empty = Rien n'a encore été joué dans cette partie.
replay-beyond = { $turns ->
    [one] Cette partie n'a qu'un tour. Essaie { $replay }.
   *[other] Cette partie n'a que { $turns } tours. Essaie { $replay }.
}
replay-backwards = Le tour { $from } vient après le tour { $to }. Tu voulais dire { $replay } ?
replay-done = { $white } (blancs) contre { $black } (noirs), { $turns }, film demandé par { $by } :
replay-shorter = En entier, le fichier serait trop gros à envoyer : le film commence au tour { $turn }.
replay-some-turns = tours { $from } à { $to }
replay-one-turn = tour { $from }
replay-title = { $white } – { $black }
replay-turn = { $number }. { $player } : { $actions }
replay-row = alignement { $row }
replay-ring = anneau { $point }
review-caption = Précision : { $white } { $whiteaccuracy }, { $black } { $blackaccuracy }
percent = { $number } %
percent-none = –
action-place = placer un anneau en { $point }
action-move = déplacer { $from } → { $to }
action-row = retirer l'alignement { $row }
action-ring = retirer l'anneau en { $point }
action-pass = passer
choice-hint = Indice
choice-do = Jouer : { $action }
choice-more = Détails

## How it ended

over-won = { $winner } ({ $color }) gagne { $first }–{ $second } !
over-won-on-count = Plus de marqueurs : { $winner } ({ $color }) gagne { $first }–{ $second } aux anneaux retirés !
over-won-stuck = Plus personne ne peut bouger : { $winner } ({ $color }) gagne { $first }–{ $second } aux anneaux retirés !
over-draw = Partie nulle, { $first }–{ $second }.
over-aborted = { $other } n'est plus là, alors { $by } annule la partie. Elle ne compte pas.
over-timed-out = { $loser } n'a plus de temps. { $winner } gagne !
over-called-off = { $player } n'a plus de temps et n'a aucun anneau sur le plateau : la partie est annulée. Elle ne compte pas.
over-left = { $player } est parti pour de bon : la partie est annulée. Elle ne compte pas.
over-resigned = { $loser } abandonne. { $winner } gagne !
over-agreed = Partie nulle d'un commun accord.
over-adjudicated = Décision de la modération : { $winner } ({ $color }) gagne !
over-adjudicated-draw = Décision de la modération : partie nulle.
over-stopped = La modération a annulé la partie. Elle ne compte pas.
over-not-rated = La partie est trop courte pour compter pour les cotes : il faut trois déplacements d'anneau de chaque côté.
announced = { $place } : { $white } (blancs) contre { $black } (noirs), { $terms }. { $result }
over-next-again = { $rematch } pour rejouer.
over-next = { $rematch } pour rejouer, { $analyze } pour voir où la partie a basculé, { $export } pour la sauvegarder.
over-next-unreviewed = { $rematch } pour rejouer, { $export } pour sauvegarder la partie.
over-next-left = { $analyze } pour voir où la partie a basculé, { $export } pour la sauvegarder.
over-next-left-unreviewed = { $export } pour sauvegarder la partie.
over-already = La partie est finie.

## Settling

offer-draw-stands = { $by } propose la nulle. { $other }, { $accept } ou { $decline } ?
offer-undo-stands = { $actions ->
    [one] { $by } voudrait reprendre la dernière action.
   *[other] { $by } voudrait reprendre les { $actions } dernières actions.
} { $other }, { $accept } ou { $decline } ?
offer-pause-stands = { $by } voudrait mettre la pendule en pause. { $other }, { $accept } ou { $decline } ?
offer-resume-stands = { $by } voudrait reprendre la partie. { $other }, { $accept } (ta pendule démarre) ou { $decline } ?
offer-waits = Tu as déjà demandé quelque chose à { $other }. { $withdraw } pour retirer ta demande.
offer-first = { $other } t'a déjà demandé quelque chose : { $accept } ou { $decline } ?
offer-own = La demande vient de toi, c'est à { $other } de répondre. { $withdraw } pour la retirer.
offer-withdrawn = { $player } retire sa demande.
draw-accepted = { $player } accepte la nulle.
draw-declined = { $player } refuse la nulle.
pause-declined = { $player } préfère ne pas faire de pause.
resume-declined = { $player } préfère ne pas reprendre tout de suite.
undo-declined = { $player } préfère ne pas revenir en arrière.
offer-lapsed = La partie continue, donc la demande n'est plus valable.
nothing-asked = { $other } ne t'a rien demandé.
undo-nothing = Tu n'as pas encore de tour à reprendre.
took-back = { $actions ->
    [one] { $player } reprend son dernier tour.
   *[other] { $player } reprend son dernier tour et ce qui a suivi.
}
paused = La pendule est en pause jusqu'au { $until }. { $resume } pour reprendre la partie.
not-paused = La pendule n'est pas en pause.
resumed = { $player } reprend la partie.
weekends-untimed = Des week-ends libres, ça n'a de sens qu'avec une pendule. Ajoute un temps : { $challenge }.
untimed = Cette partie se joue sans pendule. La prochaine fois, ajoute un temps au défi : { $challenge }.
time-given-full = { $to } a déjà { $left } en réserve. Ça ferait plus de { $most }, et c'est bien assez pour n'importe qui.
time-given = { $by } donne { $time } de plus à { $to }, ce qui fait { $left } en tout.
bot-plays-on = Je préfère continuer à jouer.
program-plays-on = { $program } ne peut pas accepter de nulle : la partie continue.
standin-done = { $by } quitte la partie, et { $bot } joue les { $color } à partir de maintenant.
standin-sure = { $player }, cette partie est classée. Si je prends ta place, elle ne le sera plus, et aucune cote ne changera. { $yes } pour me céder ta place, { $no } pour continuer.
standin-both = Je ne remplace quelqu'un que face à une autre personne. Cède ta place à quelqu'un avec { $seat }, ou abandonne avec { $resign }.
seat-offered = { $to }, { $by } voudrait te céder sa place ({ $color }). { $accept } ou { $decline } ?
seat-offered-rated = Cette partie est classée. Si { $to } accepte, elle ne le sera plus, et aucune cote ne changera.
seat-offer-stands = { $by } propose sa place à { $to } : { $accept } ou { $decline } ?
seat-taken = { $to } prend la place laissée par { $by } et joue les { $color } à partir de maintenant.
seat-declined = { $by }, { $to } préfère ne pas prendre ta place.
seat-unrated = La partie n'est plus classée, donc aucune cote ne changera.
seat-bot = Avec plaisir : { $standin } pour me céder ta place.
seat-self = C'est déjà ta place.
seat-opponent = { $other } joue contre toi, et ne peut pas jouer des deux côtés.
seat-absent = { $other } n'est pas ici et ne peut donc pas prendre ta place.
seat-waits = Tu as déjà proposé ta place à { $other }. { $withdraw } pour retirer ta proposition.
seat-first = Une place de cette partie est déjà proposée à quelqu'un. Attends la réponse.
resign-sure = { $player }, tu veux vraiment abandonner ? { $yes } met fin à la partie, { $no } la continue.
abort-present = { $other } est toujours là, donc on ne peut pas annuler la partie. Propose la nulle avec { $draw }, ou abandonne avec { $resign }.
abort-unknown = Je n'arrive pas à savoir si { $other } est toujours là. Réessaie dans un instant.
abort-bot = Je ne bouge pas d'ici ! Tu peux abandonner avec { $resign }.
abort-program = { $other } ne bouge pas d'ici ! Tu peux abandonner avec { $resign }.
adjudicated = { $by }, de la modération, met fin à la partie ({ $players }).
adjudicate-own = C'est ta propre partie : la décision revient à quelqu'un d'autre de la modération. Tu peux abandonner avec { $resign }, ou proposer la nulle avec { $draw }.
moderators-only = Il n'y a que la modération qui peut faire ça ici.
muted = Tu es en sourdine ici jusqu'au { $until }. Tu peux quand même finir tes parties.
mute-done = { $by } met { $player } en sourdine jusqu'au { $until } : { $player } peut finir ses parties, mais pas en commencer.
unmute-done = { $by } lève la sourdine pour { $player }.
mute-bot = Je préfère ne pas me mettre en sourdine.
mute-self = Tu ne peux pas te mettre en sourdine.
not-available = { $player } n'est pas disponible pour ça. { $anyone } pour trouver quelqu'un qui l'est.
audit-title = Ce que la modération a fait ici : { $total } (page { $page } sur { $pages })
audit-line = { $at } · { $by } : { $command }
audit-line-about = { $at } · { $by } : { $command } · { $player }
audit-none = Le journal de modération est vide ici.
reports-title = Signalements à la modération ici : { $total } (page { $page } sur { $pages })
reports-line = { $at } · { $by } : { $note }
reports-none = Aucun signalement à la modération ici.
moderation-private = C'est réservé à la modération, alors je te l'envoie en message privé.
block-done = C'est fait. { $player } ne peut plus te défier ni te proposer sa place, et ne saura pas pourquoi. Ça ne change rien aux parties en cours. { $unblock } pour revenir en arrière.
unblock-done = Tu ne bloques plus { $player }.
unblock-not = Tu ne bloques pas { $player }. { $block } donne la liste des personnes que tu bloques.
block-public = Qui tu bloques, ça reste entre toi et moi. Utilise la commande slash de Discord, ou écris-moi en privé : { $block }.
block-bot = Tu ne peux pas me bloquer. Si je prends trop de place ici, vois avec la modération.
block-self = Tu ne peux pas te bloquer toi-même.
block-none = Tu ne bloques personne. Pour bloquer quelqu'un : { $block }.
block-list = Tu bloques { $players }.
forgotten-name = quelqu'un
forget-sure = Tout ce que j'ai noté sur toi ici sera supprimé : réglages, classements, vacances, blocages, signalements et ce que je t'ai répondu. Dans les parties des autres, « quelqu'un » prend ta place. C'est définitif.
forget-games = Tes parties en cours se terminent : une partie classée comme si tu abandonnais, les autres sans résultat. Les parties mises de côté et les défis ouverts sont annulés.
forget-stays = Les mises en sourdine et les blocages décidés par d'autres restent valables, sans ton nom. Les messages de cette conversation ne m'appartiennent pas : ils restent où ils sont.
forget-how = { $data } te donne d'abord le tout. Pour tout supprimer : { $yes }
forget-not = Rien n'a été supprimé.
forgotten = C'est fait, je ne te connais plus. Si tu rejoues, tu repars de zéro.
left-game = { $other }, la personne contre qui tu jouais est partie pour de bon et a fait supprimer ses données.
left-challenge = { $other }, le défi est annulé : l'autre personne est partie pour de bon et a fait supprimer ses données.
left-seat = { $other }, tu gardes ta place : la personne à qui tu la proposais est partie pour de bon et a fait supprimer ses données.
my-data = Voici tout ce que j'ai noté sur toi. { $forget } pour tout supprimer.
my-data-more = C'est la partie { $part } sur { $parts }. La suivante : { $next }
my-data-no-part = Cette partie n'existe pas. La dernière : { $last }
my-data-private = Ça ne regarde que toi, alors je te l'envoie en message privé. Si rien n'arrive, écris-moi en privé : { $data }
time-up = { $players }, le temps est écoulé !
reminder-private = { $player }, c'est à toi de jouer contre { $other } dans { $place }, et il te reste { $left }. Échéance : { $deadline }.
reminder = { $player }, c'est à toi de jouer contre { $other }, et il te reste { $left }. Échéance : { $deadline }.
remind-now-channel = Je te rappelle dans le salon de la partie que c'est ton tour. Pour changer ça : { $commands }.
remind-now-private = Je te rappelle en message privé que c'est ton tour. Pour changer ça : { $commands }.
remind-now-off = Je ne te rappelle pas que c'est ton tour. Pour changer ça : { $commands }.
remind-set-channel = À partir de maintenant, je te rappelle dans le salon de la partie que c'est ton tour.
remind-set-private = À partir de maintenant, je te rappelle en message privé que c'est ton tour. Si je ne peux pas t'en envoyer, je le fais dans le salon.
remind-set-off = Je ne te rappellerai plus que c'est ton tour.
settings-here = Réglages ici :
settings-of-channel = Réglages de ce salon :
settings-of-server = Réglages de ce serveur :
settings-line = { $key } : { $value } ({ $level }) · { $about }
settings-own = à toi
settings-table = cette table
settings-channel = ce salon
settings-server = ce serveur
settings-default = par défaut
settings-how = { $own } ne vaut que pour toi. Pour la modération : { $channel }, { $server }.
settings-how-place = Qui le gère peut les changer : { $set }.
setting-untimed = sans pendule
language-en = English
language-fr = français
language-pl = polski
language-ru = русский
setting-about-prefix = par quoi commencent les commandes
setting-about-language = la langue que je parle
setting-about-theme = l'aspect des plateaux
setting-about-view = le côté du plateau qui est en bas
setting-about-clock = le temps d'une partie si le défi n'en dit rien
setting-about-rated = si les parties sont classées quand le défi n'en dit rien
setting-about-hints = si je donne des indices
setting-about-reviews = si j'analyse les parties
setting-about-challenges = qui peut lancer des défis, aux autres ou à toi
setting-about-play = si je joue ici
setting-about-remind = où je te rappelle que c'est ton tour
setting-about-auto = si je joue pour toi quand tu n'as qu'un seul choix
setting-about-tips = si je suggère quoi taper ensuite
setting-about-quiet = les heures où je reste silencieux
setting-about-games = comment se jouent les parties : une à la fois, ou chacune dans son fil
setting-games-channel = une à la fois
setting-games-threads = dans des fils
setting-no-threads = Je ne peux pas ouvrir de fils ici, les parties restent donc dans le salon.
setting-about-announcements = ce que j'annonce des parties d'ici
setting-about-announceto = où je l'annonce
setting-about-daily = où je publie le problème du jour
setting-results = résultats des parties
setting-nowhere = nulle part
setting-on = oui
setting-off = non
setting-everyone = tout le monde
setting-moderators = modération seulement
setting-nobody = personne
setting-in-channel = dans le salon
setting-in-private = en privé
setting-values = Essaie { $commands }.
setting-set-own = C'est noté : pour toi, { $key } = { $value }.
setting-set-channel = { $by } change le réglage « { $key } » pour ce salon : { $value }.
setting-set-server = { $by } change le réglage « { $key } » pour tout le serveur : { $value }.
setting-reset-own = Pour toi, le réglage « { $key } » redevient celui de tout le monde.
setting-reset-channel = { $by } réinitialise le réglage « { $key } » pour ce salon : celui du serveur s'applique de nouveau.
setting-reset-server = { $by } réinitialise le réglage « { $key } » pour tout le serveur.
setting-bad-value = « { $value } » n'est pas une valeur possible pour le réglage « { $key } ».
setting-of-places = Le réglage « { $key } » ne se change que pour un salon ou un serveur : { $channel }, { $server }.
setting-of-persons = Le réglage « { $key } » est propre à chaque personne : { $set } change le tien.
setting-no-server = Il n'y a pas de serveur ici. { $set } règle ce qui vaut pour ce salon.
setting-channel-rights = Il faut gérer ce salon pour régler ça pour tout le monde.
setting-server-rights = Il faut gérer ce serveur pour régler ça pour tout le monde.
setting-prefix-slash = Ici, les commandes sont des commandes slash : il n'y a pas de préfixe à régler.
rights-unknown = Je n'arrive pas à savoir ce que tu as le droit de régler ici. Réessaie dans un instant.
hints-off = Les indices sont désactivés ici.
reviews-off = Les analyses sont désactivées ici.
play-off = Je ne joue pas dans ce salon. La modération peut changer ça avec { $set }.
challenges-off = Les défis sont désactivés ici. Tu peux m'affronter avec { $play }.
challenges-moderators = Ici, seule la modération peut lancer des parties entre les gens.
auto-is-on = Quand tu n'as qu'un seul choix, je le joue pour toi. { $other } pour arrêter.
auto-is-off = Tu joues tout toi-même. Avec { $other }, je joue pour toi quand tu n'as qu'un seul choix.
auto-set-on = Dès ta prochaine décision, je joue pour toi quand tu n'as qu'un seul choix.
auto-set-off = À partir de maintenant, tu joues tout toi-même.
silence-question =
    { $players }, il ne se passe plus rien dans cette partie depuis { $days } jours. On continue ? { $keep } la garde en place, n'importe quel coup aussi.
    Sinon, je la mets de côté le { $until }, et elle pourra reprendre une autre fois.
silence-adjourned = { $players }, il ne se passe plus rien ici depuis { $days } jours, alors j'ai mis la partie de côté, et cette table est libre. { $resume } pour la reprendre, ici ou à n'importe quelle table libre.
place-gone = { $player }, le salon de ta partie contre { $other } n'existe plus, alors j'ai mis la partie de côté. { $resume } pour la reprendre dans un salon que vous avez en commun.
place-gone-bot = { $player }, le salon de ta partie n'existe plus, alors je l'ai mise de côté. { $resume } pour la reprendre partout où je suis.
place-left = { $player }, je ne suis plus dans le salon de ta partie contre { $other }, alors j'ai mis la partie de côté. { $resume } pour la reprendre dans un salon que vous avez en commun.
place-left-bot = { $player }, je ne suis plus dans le salon de ta partie, alors je l'ai mise de côté. { $resume } pour la reprendre partout où je suis.
may-not-speak = { $person }, j'ai quitté { $place }, parce que je n'ai pas le droit d'y envoyer des messages. Autorise-moi à en envoyer (dans les paramètres du salon, sous « Rôles et permissions »), puis invite-moi de nouveau.
greeting = Salut ! J'organise ici des parties de YINSH. { $challenge } pour trouver un adversaire, { $play } pour m'affronter.
greeting-rules = Tu ne connais pas YINSH ? { $tutorial } te l'apprend en petites leçons, { $rules } explique les règles. Tout ce que je sais faire : { $help }
greeting-language = Je parle English, français, polski et русский. { $set } choisit la langue pour tout le monde ici.
continued = { $by } reprend la partie contre { $other } mise de côté le { $adjourned }.
continued-paused = { $by } ramène ici la partie contre { $other } mise de côté le { $adjourned }.
resume-which = Tu as plusieurs parties mises de côté. Choisis-en une :
resume-none = Tu n'as pas de partie à reprendre. Commences-en une avec { $challenge }, ou affronte-moi avec { $play }.
resume-no-such = Aucune de tes parties mises de côté ne porte le numéro { $number }. { $resume } en donne la liste.
resume-only = Tu n'as qu'une seule partie mise de côté. { $resume } pour la reprendre.
resume-gone = Cette partie a déjà repris. { $games } donne la liste de tes parties.
resume-not-yours = Pour reprendre cette partie, il faut y jouer.
resume-taken = { $white } et { $black } jouent ici. { $resume } fonctionne à une table libre.
resume-absent = { $other } n'est pas ici, donc votre partie ne peut pas reprendre ici. Essaie dans un salon que vous avez en commun.
adjourned-game = { $resume } · contre { $other } · { $terms } · mise de côté le { $adjourned }
adjourned-game-timed = { $resume } · contre { $other } · { $terms }, { $time } · mise de côté le { $adjourned }
games-running = Tes parties :
games-game = { $number }. { $place } · contre { $other } · { $terms } · { $turn }
games-yours = à toi de jouer
games-yours-timed = à toi de jouer, reste { $left }, échéance : { $deadline }
games-yours-holiday = à toi de jouer, en vacances jusqu'au { $until }
games-theirs = à l'adversaire de jouer
games-theirs-timed = à l'adversaire de jouer, reste { $left }, échéance : { $deadline }
games-theirs-holiday = à l'adversaire de jouer, en vacances jusqu'au { $until }
games-paused = en pause jusqu'au { $until }
games-challenges = Défis ouverts :
games-challenge = { $place } · { $by } te défie : { $game }, expiration : { $expires }
games-challenge-own = { $place } · tu défies { $to } : { $game }, expiration : { $expires }
games-challenge-anyone = { $place } · tu défies qui veut : { $game }, expiration : { $expires }
games-adjourned = Parties mises de côté, à reprendre à n'importe quelle table libre :
games-none-here = Tu n'as pas de partie ici. Demande-moi en privé pour voir les autres.
games-more = … et { $count } de plus.
games-none = Tu n'as aucune partie en cours. Commences-en une avec { $challenge }, ou affronte-moi avec { $play }.
next-game = Ta partie la plus urgente, dans { $place } :
next-game-here = Ta partie la plus urgente ici, dans { $place } :
next-elsewhere = { $count ->
    [one] C'est à toi de jouer dans { $count } partie ailleurs. Demande-moi en privé pour la voir.
   *[other] C'est à toi de jouer dans { $count } parties ailleurs. Demande-moi en privé pour les voir.
}
next-none = Aucune de tes parties n'attend ton coup. { $games } donne leur liste.
next-none-here = Aucune de tes parties ici n'attend ton coup.
games-elsewhere = { $count ->
    [one] { $count } de plus ailleurs. Demande-moi en privé pour la voir.
   *[other] { $count } de plus ailleurs. Demande-moi en privé pour les voir.
}
kept = { $player } continue la partie.
keep-timed = Cette partie a une pendule, donc elle ne sera pas mise de côté.
if-public = Les coups conditionnels restent entre toi et moi. Utilise la commande slash de Discord, ou écris-moi en privé en précisant la partie : { $example } est pour la deuxième de la liste que donne { $games }.
if-which = C'est pour quelle partie ? { $example } est pour la deuxième de la liste que donne { $games }.
if-no-such-game = Tu n'as pas de partie en cours avec le numéro { $number }. { $games } en donne la liste.
if-your-turn = C'est ton tour : joue d'abord. Ensuite, prévois tes réponses au tour suivant ({ $other }).
if-too-long = Ça fait { $length } caractères, et j'en prends { $most } au maximum. Utilise plutôt plusieurs lignes.
if-too-deep = Ça fait trop de tours dans une ligne, j'en prends { $most } au maximum.
if-too-many = Tu as déjà { $most } lignes, et je n'en garde pas plus. { $clear } pour en supprimer une.
if-wrong = Le tour { $number } de la ligne ne marche pas : « { $turn } ».
if-impossible = Le tour { $number } de la ligne ne marche pas : à ce moment-là, { $player } ne peut pas jouer « { $turn } ».
if-their-rows = Alignements ({ $player }) : { $rows }.
if-their-rings = Anneaux ({ $player }) : { $rings }.
if-unfinished = Le tour { $number } de la ligne n'est pas complet : après « { $turn } », { $player } doit encore { $stage }.
if-over = La partie est finie avant le tour { $number } de la ligne, « { $turn } ».
if-no-answer = La ligne s'arrête sur un tour joué par { $player }, « { $turn } ». Ajoute « then » et ta réponse.
if-where-to = Dis aussi où va l'anneau en { $point }.
if-occupied = { $point } est pris à ce moment-là.
if-known = C'est déjà dans la ligne { $number }.
if-answered = La ligne { $number } répond autrement aux mêmes tours. { $clear } pour la supprimer.
if-set = C'est prévu contre { $other } dans { $place }. Ça reste entre toi et moi :
if-list = Tes coups conditionnels contre { $other } dans { $place } :
if-line = { $number }. { $line }
if-list-end = { $clear } supprime tout, { $one } une seule ligne.
if-none = Tu n'as pas de coups conditionnels contre { $other } dans { $place }. Pour en prévoir un : { $example }.
if-dropped-unforeseen = Tu n'as plus de coups conditionnels contre { $other } dans { $place } : la partie a pris une autre tournure.
if-dropped-taken-back = Tu n'as plus de coups conditionnels contre { $other } dans { $place } : il y a eu un retour en arrière.
if-dropped-offer = Tu n'as plus de coups conditionnels contre { $other } dans { $place } : une place a été proposée à quelqu'un d'autre.
if-of-game = Ta partie contre { $other } dans { $place } :
if-cleared = Tes coups conditionnels contre { $other } dans { $place } sont supprimés.
if-cleared-one = La ligne { $number } contre { $other } dans { $place } est supprimée.
if-no-branch = { $last ->
    [one] Il n'y a pas de ligne { $number } : tu en as { $last }.
   *[other] Il n'y a pas de ligne { $number } : tu en as { $last }.
}
holiday-begun = { $player } est en vacances jusqu'au { $until }, et sa pendule ne tourne pas.
holiday-over = { $player } est de retour de vacances.
holiday-taken = Bonnes vacances, jusqu'au { $until } ! Ta pendule ne tourne pas dans les parties avec un jour ou plus par coup. { $end } pour revenir plus tôt. Vacances restantes en { $year } : { $left }.
holiday-ended = Bon retour parmi nous ! Tes pendules tournent de nouveau. Vacances restantes en { $year } : { $left }.
holiday-now = Tu es en vacances jusqu'au { $until }. { $end } pour revenir plus tôt. Vacances restantes en { $year } : { $left }.
holiday-left = Vacances restantes en { $year } : { $left }. { $holiday } pour en prendre : ta pendule ne tournera pas dans les parties avec un jour ou plus par coup.
holiday-used-up = Vacances restantes en { $year } : { $left }.
holiday-time = { $time }
holiday-time-none = aucune
holiday-none = Tu n'es pas en vacances. { $holiday } pour en prendre.
holiday-running = Tu es déjà en vacances, jusqu'au { $until }. { $end } pour y mettre fin d'abord.
holiday-too-short = Des vacances, c'est au moins une heure.
holiday-too-long = C'est trop long. Vacances restantes en { $year } : { $left }.
pause-over = { $players }, la pause est finie et la pendule tourne de nouveau.
resign-not = Très bien, la partie continue.

choice-accept = Accepter
choice-accept-of = Accepter : { $by }
choice-decline = Refuser
choice-resume = Reprendre
choice-keep = On continue
choice-row = Alignement { $row }
choice-ring = Anneau { $point }
choice-pass = Passer
choice-tap-place = Placer
choice-tap-move = Bouger
choice-point = { $point }
choice-area = Autour de { $point }
choice-others = Suite
choice-back = Retour
choice-cancel = Annuler
choice-moves = { $point }
choice-move = { $from } → { $to }
choice-rematch = Revanche
choice-export = Feuille de partie
choice-analyze = Analyse
choice-replay = Revoir
choice-resign-yes = Oui, abandonner
choice-standin-yes = Oui, prends ma place
choice-resign-no = Non, continuer
choice-older = Plus ancien
choice-newer = Plus récent
choice-channel = Ce salon
choice-server = Ce serveur
choice-value = { $value }
choice-present = ✓ { $value }
choice-default = par défaut
choice-theme = { $theme }

## Looking

moves-list = L'anneau en { $from } peut aller en { $targets }.
moves-rings = Anneaux qui peuvent bouger : { $rings }.
moves-none = L'anneau en { $from } ne peut pas bouger. Ceux-ci le peuvent : { $rings }.
moves-no-ring = Il n'y a pas d'anneau en { $point }. Essaie l'un de ceux-ci : { $rings }.
moves-not-yet = On en est encore à placer les anneaux : ils bougent une fois que les dix sont sur le plateau. Places-en un avec { $place }.
tap-area = Anneau { $number } sur { $rings } : dans quelle partie du plateau ?
tap-point = Autour de { $point } : sur quel point ?
tap-ring = Quel anneau ?
tap-target = Où va l'anneau en { $from } ?
tap-cancelled = D'accord, rien n'a changé.
tap-no-area = Il n'y a pas de partie { $number } ; choisis de 1 à { $last }.
rows-of = Alignements, { $player } ({ $color }) : { $rows }.
rows-none = Il n'y a pas d'alignement de cinq.
status = { $white } (blancs) contre { $black } (noirs) : { $variant }, commencée le { $started }, { $actions ->
    [one] { $actions } action
   *[other] { $actions } actions
} jusqu'ici.
score = Anneaux retirés : blancs { $whiterings }, noirs { $blackrings } sur { $goal }. Marqueurs restants : { $pool }.
status-clocks = Temps restant : blancs { $white }, noirs { $black } ({ $time }).
board-legend = R est un anneau blanc, r un noir ; M est un marqueur blanc, m un noir.
board-last = Dernier coup : { $turn }
board-elsewhere = { $place } · { $white } – { $black }
no-game-elsewhere = Il n'y a pas là-bas de partie en cours que je puisse te montrer ici. Je montre celles de ce salon et de ses fils, et les tiennes ailleurs si tu me demandes en privé : { $games } donne leur liste.
watch-on = Tu suis maintenant { $white } – { $black } dans { $place }. Je te signale chaque tour en message privé, sans bruit, jusqu'à la fin de la partie. { $off } y met fin avant.
watch-off = Tu ne suis plus { $white } – { $black } dans { $place }.
watch-own = Tu joues toi-même cette partie : de toute façon, je te dis quand c'est à toi. Avec { $remind }, ça vient en message privé.
watch-untold = Je ne peux pas t'écrire au sujet de cette partie : là où elle se joue, je peux seulement répondre aux commandes. { $board } t'y montre où elle en est, quand tu veux.
watch-already = Tu suis déjà cette partie. { $off } y met fin.
watch-full = { $most } personnes suivent déjà cette partie, je ne peux pas en prévenir plus.
watch-too-many = Tu peux suivre { $most } parties à la fois, et c'est déjà le cas.
watch-how = Il n'y a pas de partie en cours ici. Avec { $watch } dans le salon d'une partie, je te signale chaque tour en message privé, sans bruit ; { $place } le fait pour une partie ailleurs.
watch-list = Tu suis :
watch-game = { $number }. { $place } · { $white } – { $black }
watch-elsewhere = { $count ->
    [one] { $count } partie de plus ailleurs. Demande-moi en privé pour la voir.
   *[other] { $count } parties de plus ailleurs. Demande-moi en privé pour les voir.
}
watch-end = Pour arrêter, donne le numéro : { $off }.
watch-none = Tu ne suis aucune partie.
watch-which = De quelle partie s'agit-il ?
watched-turn = { $place } · { $player } a joué { $turn }. À { $next } de jouer.
watched-back = { $place } · Retour en arrière, au tour { $turn }. À { $next } de jouer.
watched-start = { $place } · Retour au début. À { $next } de jouer.
watched-over = { $place } · { $result } C'était la partie que tu suivais.
watched-adjourned = { $place } · La partie de { $white } et { $black } est mise de côté : il n'y a plus rien à suivre.
featured = { $place } · { $white } – { $black }
featured-player = { $player } ({ $rating })
featured-none = Il n'y a pas de partie en cours que je puisse montrer ici, ni dans ce salon ni dans ses fils ouverts. { $challenge } ou { $play } en commence une.
versus-list = Autres programmes contre lesquels tu peux jouer ici : { $programs }. Par exemple : { $versus }.
versus-none = Aucun autre programme ne joue ici. { $play } commence une partie avec moi.
versus-unknown = Je ne connais aucun programme « { $name } ».
stood-in = { $program } n'a pas pu jouer : j'ai joué ce tour à sa place.
choice-versus = Jouer contre { $program }
choice-tournament-join = S'inscrire
choice-tournament-start = Lancer
choice-tournament-stop = Oui, annuler
choice-tournament-keep = Non, continuer
predict-noted = C'est noté : tu pronostiques la victoire de { $player } ({ $color }).
predict-made = { $person } pronostique la victoire de { $player } ({ $color }).
predict-changed = { $person } pronostique maintenant la victoire de { $player } ({ $color }).
predict-already = { $player } ({ $color }) : c'est déjà ton pronostic.
predict-so-far = Pronostics : { $for-white } pour { $white }, { $for-black } pour { $black }.
predict-none = Personne n'a encore fait de pronostic.
predict-own = Tu joues toi-même cette partie : c'est sur le plateau que ça se décide !
predict-too-late = C'est trop tard pour pronostiquer : je prends les pronostics tant que personne n'a retiré d'anneau et qu'il y a moins de { $markers } marqueurs sur le plateau.
predict-full = { $most } personnes ont déjà fait un pronostic, et je ne peux pas en compter plus.
predict-final = Tu as déjà changé d'avis { $most } fois : ton pronostic reste { $player } ({ $color }).
choice-predict = { $player } ({ $color })
over-predicted = { $count ->
    [one] Le seul pronostic était juste : { $names }.
   *[other] Bons pronostics : { $right } sur { $count } – { $names }.
}
over-predicted-more = Bons pronostics : { $right } sur { $count } – { $names } et { $more } de plus.
over-predicted-none = { $count ->
    [one] Personne ne l'avait vu venir : le seul pronostic était faux.
   *[other] Personne ne l'avait vu venir : les { $count } pronostics étaient faux.
}
challenge-timed = { $game } ({ $time })
status-challenge = { $by } défie { $to } pour { $variant } : { $accept }, jusqu'au { $expires }.
status-challenge-anyone = { $by } cherche quelqu'un pour { $variant } : { $accept }, jusqu'au { $expires }.
status-vote-challenge = { $by } et tout le monde ici défient { $to } pour { $variant }, par votes : { $accept }, jusqu'au { $expires }.
history = { $turns }
history-empty = Rien n'a encore été joué.
history-left-out = … les premiers tours ne sont pas montrés ({ $turns }). { $export } les donne tous.
exported = Voici la feuille de la partie { $white } contre { $black }, { $actions ->
    [one] { $actions } action
   *[other] { $actions } actions
}. ({ $sgf } donne le SGF de Boardspace.)
exported-brief = Voici la feuille de la partie { $white } contre { $black }, { $actions ->
    [one] { $actions } action
   *[other] { $actions } actions
}.
imported = { $white } (blancs) contre { $black } (noirs), tours : { $turns }. { $result } Anneaux retirés : blancs { $whiterings }, noirs { $blackrings }.
imported-next = Maintenant, { $next }.
imported-many = plus de { $games }
imported-first = Il y a { $games } parties là-dedans, voici la première.
import-nothing = Il n'y a pas de feuille de partie dans ce message. Colle-la après la commande, ou joins un fichier.
file-too-large = Ce fichier est trop gros : je lis jusqu'à 1 Mo.
file-not-text = Ce fichier n'est pas un fichier texte. Les feuilles de partie sont en texte brut ou en SGF.
file-unavailable = Je n'ai pas pu récupérer ce fichier. Réessaie, ou colle la feuille de partie après la commande.
import-bad = Je n'arrive pas à lire cette feuille de partie : { $reason }.
result-unknown = Pas encore de résultat.
result-draw = Partie nulle.
result-white = Victoire des blancs.
result-black = Victoire des noirs.
theme-now = Le thème du plateau est { $theme }. Disponibles : { $themes }.
theme-set = Le thème du plateau est maintenant { $theme }.
theme-unknown = Je n'ai pas de thème « { $theme } ». Choisis parmi { $themes }.
flipped = Le plateau est maintenant vu du côté des { $color }.

## Results

archive-title = Parties terminées ici : { $total } (page { $page } sur { $pages })
archive-yours = Tes parties terminées : { $total } (page { $page } sur { $pages })
archive-of = Parties terminées, { $player } : { $total } (page { $page } sur { $pages })
archive-game = { $number } · { $date } · { $white } { $result } { $black } · { $terms }{ $how }
archive-next = { $show } montre une partie, { $export } te donne sa feuille, { $analyze } l'analyse.
archive-none = Aucune partie ne s'est encore terminée ici. Commences-en une avec { $challenge }, ou affronte-moi avec { $play }.
archive-none-yours = Tu n'as pas encore terminé de partie. Affronte-moi avec { $play }.
archive-none-of = { $player } n'a pas encore terminé de partie ici.
archive-no-page = Il n'y a pas de page { $page } ; la dernière est la { $pages }.
how-played = { "" }
how-resigned = , abandon
how-agreed = , nulle d'un commun accord
how-aborted = , annulée
how-timed-out = , au temps
how-adjudicated = , décision de la modération
no-such-game = Il n'y a pas de partie terminée { $number } ici. { $archive } donne la liste des parties.
no-such-number = Aucune partie n'a un numéro aussi grand. { $archive } donne la liste des parties.
player-several = Plusieurs personnes ici portent le nom « { $name } ». Mentionne la bonne : { $command }.
stats-of-bot = Je n'ai pas de cote : les parties contre moi ne sont pas classées. { $stats } montre tes résultats contre mes niveaux.
player-unknown = Je ne connais personne ici sous le nom de « { $name } ». Mentionne la personne en question : { $command }.
stats-rating = { $player }, partie { $terms } : { $rating } ± { $deviation } après { $games ->
    [one] { $games } partie classée
   *[other] { $games } parties classées
}
stats-unrated = { $player }, partie { $terms } : pas encore de cote
stats-none = Aucune partie terminée ici pour l'instant.
stats-no-people = Aucune partie terminée contre des humains pour l'instant.
stats-people = Parties contre des humains ({ $games }) : { $won ->
    [one] { $won } victoire
   *[other] { $won } victoires
}, { $drawn ->
    [one] { $drawn } nulle
   *[other] { $drawn } nulles
}, { $lost ->
    [one] { $lost } défaite
   *[other] { $lost } défaites
}.
stats-score = { $won ->
    [one] { $won } victoire
   *[other] { $won } victoires
}, { $drawn ->
    [one] { $drawn } nulle
   *[other] { $drawn } nulles
}, { $lost ->
    [one] { $lost } défaite
   *[other] { $lost } défaites
}
stats-colors = Avec les blancs : { $white } ; avec les noirs : { $black }.
stats-on-time = Au temps : { $won ->
    [one] { $won } victoire
   *[other] { $won } victoires
}, { $lost ->
    [one] { $lost } défaite
   *[other] { $lost } défaites
}.
stats-streak-won = { $length ->
    [one] La dernière : une victoire.
   *[other] { $length } victoires d'affilée.
}
stats-streak-drawn = { $length ->
    [one] La dernière : une nulle.
   *[other] { $length } nulles d'affilée.
}
stats-streak-lost = { $length ->
    [one] La dernière : une défaite.
   *[other] { $length } défaites d'affilée.
}
stats-first-ring = Premier anneau favori : { $point } ({ $times ->
    [one] une fois
    [2] deux fois
   *[other] { $times } fois
}).
stats-against = Contre { $other } : { $score }.
stats-bot = Contre moi (hors classement) : { $levels }.
stats-level = niveau { $level } ({ $rating }) : { $score }
stats-level-version = niveau { $level }, version { $version } : { $score }
stats-programs = Contre d'autres programmes (hors classement) : { $scores }.
stats-program = { $program } : { $score }
stats-puzzles = Problèmes : { $rating } ± { $deviation }, { $solved } sur { $tried } résolus du premier coup, plus longue série { $best }.
top-title = Les meilleures cotes ici, partie { $terms } :
top-caption = Meilleures cotes, partie { $terms }
top-head-player = Nom
top-head-rating = Cote
top-head-games = Parties
top-none = Aucune cote (partie { $terms }) n'est encore assez sûre pour figurer ici. Joue des parties classées : { $challenge }.
top-line = { $place }. { $player } : { $rating } ± { $deviation }, { $games ->
    [one] { $games } partie
   *[other] { $games } parties
}
top-line-own = { $line } (toi)
top-not-yet = Toi : { $rating } ± { $deviation }. Tu apparaîtras ici quand le deuxième nombre passera sous 110 : joue plus de parties classées.
reported = C'est noté pour la modération. Merci.
report-nobody = Il n'y a pas de modération dans une conversation privée. Utilise { $report } là où tu as joué.
report-too-long = C'est trop long : un signalement a droit à { $most } caractères, et le tien en a { $length }.
report-too-many = Je ne peux rien noter de plus aujourd'hui. Adresse-toi directement à la modération.
hint-rated = C'est une partie classée, donc pas d'indices.
hint-of-rated = Une de tes parties classées en est à la même position, donc pas d'indices ici.
opening-next = Suite dans { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} depuis cette position (fréquence et { $score }) : { $placements }
opening-white = score des blancs
opening-black = score des noirs
opening-placement = { $point } { $share } % ({ $score } %)
opening-unknown = Je ne connais aucune autre partie avec cette position.
opening-of-game = Placements de cette partie, et part des autres parties qui ont fait le même choix : { $placements }.
opening-played = { $number }. { $point } { $share } %
opening-new = { $number }. { $point } nouveau
opening-rated = C'est une partie classée, donc pas d'ouvertures avant que tous les anneaux soient posés.
opening-of-rated = Une de tes parties classées en est à la même position, donc pas d'ouvertures ici.

## What cannot be done

spectator = { $white } et { $black } jouent cette partie, et toi, tu regardes. Tout le monde peut utiliser : { $commands }.
not-your-turn = C'est à { $other } ({ $color }) de jouer : { $stage }.
stage-place = placer un anneau
stage-move = déplacer un anneau
stage-row = retirer un alignement
stage-ring = retirer un anneau
stage-over = ne rien faire
other-decides = Après ça, c'est à { $other } de décider.
wrong-in-several = Rien n'a été joué : l'étape { $number } (« { $decision } ») ne marche pas.
wrong-stage-place = On en est encore à placer les anneaux : mets-en un sur un point vide.
wrong-stage-move = C'est le moment de déplacer un anneau.
wrong-stage-row = C'est le moment de retirer un alignement de cinq.
wrong-stage-ring = C'est le moment de retirer un de tes anneaux, pour payer l'alignement.
wrong-stage-over = La partie est finie.
rows-to-choose = Tes alignements : { $rows }.
own-rings = Tes anneaux sont en { $rings }.
no-such-row-number = Il n'y a pas d'alignement { $number }. Tes alignements : { $rows }.
choose-row-first = Tu as plusieurs alignements, choisis-en d'abord un : { $rows }. Par exemple { $command }.
where-to = Où va l'anneau en { $point } ? { $moves } montre les possibilités.
no-such-point = Il n'y a pas de point { $point } : les lettres vont de A à K, les numéros de 1 à 11, et il manque les coins.
not-five = { $start } et { $end } ne sont pas les deux bouts de cinq points alignés.
unreadable = Je n'arrive pas à lire « { $text } » comme des points. Écris-les comme E4, ou E4 E10.
too-many-decisions = Ça fait plus d'un tour : un message peut contenir { $most } décisions au maximum.
illegal-occupied = { $point } est pris. Choisis un point vide ; { $board } montre le plateau.
illegal-no-ring = Il n'y a pas d'anneau en { $point }.
illegal-other-ring = L'anneau en { $point } n'est pas à toi.
illegal-same-point = L'anneau est déjà en { $point }.
illegal-not-in-line = { $from } et { $to } ne sont pas sur la même ligne : un anneau se déplace en ligne droite.
illegal-ring-in-the-way = L'anneau en { $point } bloque le passage : un anneau ne saute pas par-dessus un autre anneau.
illegal-marker-there = Il y a un marqueur en { $point } : un anneau doit arriver sur un point vide.
illegal-must-stop = Après avoir sauté des marqueurs, un anneau doit s'arrêter sur le premier point vide, { $point }.
illegal-no-such-row = Tu n'as pas d'alignement en { $row }.
illegal-must-move = Tu peux encore bouger, donc tu ne peux pas passer. Anneaux qui peuvent bouger : { $rings }.
illegal-must-pass = Aucun de tes anneaux ne peut bouger. Tout ce que tu peux faire, c'est { $pass }.
unknown-command = Je ne connais pas { $word }. { $help } donne la liste des commandes.
unknown-command-meant = Je ne connais pas { $word }. Tu voulais dire { $meant } ? { $help } donne la liste des commandes.
not-in-several = Envoie { $command } dans un message à part.
unexpected-word = Je ne comprends pas « { $word } » après { $command }.
bad-time = Je n'arrive pas à lire « { $word } » comme un temps. Indique les unités : 3d, 1d12h, 15m+10s.
bad-span = Je n'arrive pas à lire « { $word } » comme une durée. Écris-la comme 12h, 3d ou 1d12h.
span-in-one-word = Écris la durée en un seul mot, sans espaces : 12h, 3d, 1d12h.
two-times = Tu as donné deux temps : { $first } et { $second }.
two-words = Tu as donné à la fois « { $first } » et « { $second } ». Choisis l'un des deux.
word-meant = Tu voulais dire « { $meant } », en un seul mot ?
time-in-one-word = Écris le temps en un seul mot, sans espaces : 3d, 1d12h, 5d+12h.
time-too-short = « { $word } », c'est trop court. Essaie au moins une minute.
time-too-long = « { $word } », c'est trop long : 30 jours (30d) au maximum.
missing-words = Il manque quelque chose après { $command }.
usage-plain = Utilisation : { $usage }
usage = Utilisation : { $usage }, par exemple { $example }
unreadable-message = Je n'ai pas pu déchiffrer ce message : je n'ai jamais reçu sa clé. Renvoie-le, s'il te plaît.
choice-not-yours = C'est pour quelqu'un d'autre.
stale-choice = Ce n'est plus d'actualité. { $board } montre la position actuelle.
render-failed = Ça a marché, mais je n'ai pas réussi à mettre la réponse en mots. { $status } montre où on en est.
internal-error = Quelque chose s'est mal passé de mon côté, et rien n'a changé. Réessaie, s'il te plaît.

## Help

help-intro = J'organise des parties de YINSH. Commences-en une avec { $challenge }, ou affronte-moi avec { $play }. Tu débutes ? { $tutorial } t'apprend le jeu ; { $rules } l'explique en bref.
help-group-begin = Commencer : { $commands }
help-group-play = Jouer : { $commands }
help-group-look = Regarder : { $commands }
help-group-settle = S'arranger : { $commands }
help-group-moderate = Modérer : { $commands }
help-group-more = Et aussi : { $commands }
help-more = { $help } explique une commande. Des points seuls marchent aussi (E4, ou E4 E10, après le préfixe), tout comme plusieurs décisions dans un même message, séparées par des virgules.
help-aliases = Aussi : { $aliases }.
help-local = En français : { $word }.
help-challenge = Défie quelqu'un, ou toute personne qui veut jouer. En blitz, le premier anneau retiré gagne. La couleur est celle que tu joues ; un niveau, c'est pour les parties contre moi. Les parties classées comptent pour les deux cotes, et se jouent sans indices.
help-times = Temps : 3d donne trois jours par tour, 15m+10s quinze minutes plus dix secondes par tour, untimed tout le temps que vous voulez. Qui n'a plus de temps perd.
help-accept = Accepte un défi, une demande (nulle, coup repris, pause, fin de pause) ou une place qu'on te cède.
help-decline = Refuse un défi, une demande de l'adversaire, ou une place qu'on te cède.
help-withdraw = Retire ton défi, ou ta demande.
help-play = Commence une partie contre moi, du niveau 1 (en douceur) à 10 (je donne tout) ; 4 par défaut. La couleur est celle que tu joues.
help-versus = Commence une partie contre un autre programme qui joue ici. Sans nom, donne la liste des programmes.
help-vote-game = Lance une partie où tout le monde ici joue ensemble contre le bot, ou défie quelqu'un de jouer contre tout le monde.
help-tournament = Organise un tournoi ici, permet de s'y inscrire ou de le quitter, et montre où il en est.
help-simul = Ouvre une simultanée ici : tu joues contre tous les inscrits à la fois.
simul-details = Précise le temps de réflexion (2d), et blitz ou classée si tu veux. Tu as les blancs partout, sauf avec noirs ou hasard. On s'inscrit par un choix ou avec « tournoi participer », et tu la lances avec « tournoi départ ». « suivante » te mène à la prochaine partie qui t'attend.
tournament-details = Suisse (swiss) : se rencontrent ceux qui ont le même score, sur le nombre de rondes voulu. Toutes rondes (round-robin) : chacun rencontre tous les autres. Élimination (knockout) : qui perd est éliminé ; après une nulle, les noirs continuent. Arène (arena) : qui est libre joue la partie suivante, pendant une heure ou le nombre de minutes voulu. Précise le temps de réflexion (2d, ou 5m+5s dans une arène), et blitz ou classée si tu veux. Qui l'organise le lance, retire des joueurs et peut l'annuler.
help-votes = Montre où en est le vote.
help-levels = Niveaux : { $levels }.
help-rematch = Propose une nouvelle partie contre la même personne, en échangeant les couleurs.
help-tutorial = T'apprend YINSH en dix petites leçons où c'est toi qui joues, et retient où tu en es. Un numéro ouvre une leçon, « show » montre la solution, « stop » en sort, « game » lance une première partie avec des indices. Personne d'autre ne le voit : avec /tutorial sur Discord, ou en privé avec moi.
help-puzzle = Te donne un problème que tu n'as pas encore eu, à peu près de ton niveau. À toi de trouver le meilleur coup, pas à pas. Un thème choisit le sujet, « harder » et « easier » la difficulté, « next » passe au suivant, « show » montre la solution, « stop » en sort. Personne d'autre ne le voit : avec /puzzle sur Discord, ou en privé avec moi.
help-daily = Te donne le problème du jour, le même pour tout le monde, à résoudre chacun pour soi. Le lendemain, je dis la solution, et qui l'a résolu depuis ce serveur.
help-train = Te redonne tes propres erreurs à résoudre : après une analyse, chacune t'attend ici. Ce que tu résous revient après 1, 3, 7, 14 et 30 jours, puis c'est acquis. « next » passe au suivant, « show » montre la solution, « stop » en sort.
help-race = Une course : autant de problèmes que possible en trois minutes, chacun d'un seul tour. Chaque problème résolu rend le suivant plus dur ; une mauvaise réponse ne coûte que du temps. Sans rien de plus, je dis qui a fait le mieux sur ce serveur ; « start » commence, « skip » passe un problème, « stop » arrête la course.
help-place = Place un de tes cinq anneaux sur un point vide.
help-move = Pose un marqueur dans un de tes anneaux et déplace l'anneau en ligne droite. Les marqueurs qu'il saute sont retournés.
help-row = Retire un de tes alignements de cinq, par son numéro sur le plateau ou par ses deux bouts.
help-ring = Retire un de tes anneaux, pour payer un alignement. Si tu n'as qu'un seul alignement, il est retiré aussi.
help-pass = Passe ton tour. Seulement si aucun de tes anneaux ne peut bouger.
help-tap = Joue du bout du doigt : je te montre des images numérotées, et tu touches ton anneau, puis où il va.
help-if = Prévoit ta réponse au prochain tour adverse. Si ce tour arrive, je la joue aussitôt : « if E4 E10 then G2 G5 ». Continue avec « then » aussi loin que tu veux, et recommence pour d'autres tours. Sans rien, tu vois ce que tu as prévu ; « clear » l'efface. Ça reste entre toi et moi : utilise /if sur Discord, ou une conversation privée avec moi, avec « #2 » pour la deuxième de tes parties.
help-hint = Suggère quoi faire et pourquoi : 1 où regarder, 2 quoi faire, 3 tout. Seule la personne dont c'est le tour peut demander. La réponse est privée si possible, et la feuille de partie compte les indices.
help-coach = Avec « on », je te donne un indice à chacun de tes tours dans cette partie, si tu joues contre moi ou un autre programme.
help-board = Montre le plateau en image, ou en texte si tu ajoutes « text » : celui de la partie d'ici, d'une partie en cours ailleurs (son numéro dans « games », son salon ou son fil), ou la fin d'une partie terminée (#12).
help-moves = Montre où un anneau peut aller.
help-rows = Donne la liste des alignements de cinq sur le plateau.
help-status = Montre qui joue, le score, les pendules et à qui est le tour.
help-history = Donne la liste des tours de la partie.
help-show = Montre le plateau tel qu'il était après un tour de la partie d'ici, ou d'une partie terminée par son numéro. De là, tu peux passer aux tours d'avant et d'après.
help-replay = Remontre une partie en animation : celle d'ici ou une partie terminée par son numéro, en entier ou quelques tours, par exemple 20-40.
help-better = Montre un tournant de la dernière analyse ici : le plateau avec ce qui a été joué et ce qui valait mieux, et ce que ça aurait donné.
help-opening = Indique à quelle fréquence chaque placement a été joué dans d'autres parties, et avec quel résultat.
help-watch = Te signale chaque tour d'une partie en message privé, sans bruit, jusqu'à sa fin : la partie d'ici, ou une autre par son salon ou son fil. Avec « off », tu ne la suis plus ; sans partie ici, tu vois la liste de celles que tu suis.
help-featured = Montre le plateau de la meilleure partie en cours dans ce salon et ses fils : celle dont les joueurs ont les cotes les plus élevées.
help-predict = Enregistre ton pronostic sur la partie d'ici, pour le plaisir, tant que personne n'a retiré d'anneau et qu'il y a moins de 20 marqueurs sur le plateau. Tu peux changer d'avis jusqu'à 3 fois. Sans couleur, tu vois les pronostics des autres. À la fin, je dis qui avait raison.
help-games = Donne la liste de toutes tes parties, la plus urgente d'abord. Avec tes défis ouverts et les parties mises de côté. Là où d'autres lisent, seulement celles de ce salon.
help-next = Montre le plateau de ta partie la plus urgente où c'est à toi de jouer.
help-undo = Reprend ton dernier tour. Il faut l'accord de l'adversaire.
help-draw = Propose la nulle, ou accepte celle qu'on te propose.
help-pause = Demande à l'adversaire d'arrêter la pendule, jusqu'à 30 jours.
help-resume = Relance une pendule en pause. Si c'est la pendule adverse et que vous n'avez pas un jour ou plus par coup, il faut l'accord de l'adversaire. Reprend aussi une partie mise de côté, à n'importe quelle table libre d'un salon que vous avez en commun.
help-keep = Me dit qu'une partie sans pendule continue, quand personne n'a joué depuis un moment.
help-holiday = Te met en vacances : ta pendule s'arrête dans tes parties lentes contre des humains. Lente veut dire un jour ou plus par coup. Tu as 21 jours par an.
help-my-data = Te donne un fichier avec tout ce que j'ai noté sur toi : réglages, parties, classements, temps et tout le reste. Rien que pour toi.
help-forget-me = Supprime tout ce que j'ai noté sur toi, une fois que tu as confirmé. Je t'explique d'abord ce que ça change.
help-give-time = Donne plus de temps à ton adversaire, par exemple un jour de plus.
help-abort = Annule la partie sans résultat, après le départ ou le bannissement de ton adversaire. La modération peut le faire à tout moment.
help-standin = Me cède ta place, au niveau que tu choisis (4 par défaut). Une partie classée ne l'est alors plus, donc je te demande de confirmer. Si tu as déjà placé un anneau, elle ne compte pas pour toi.
help-seat = Propose ta place à quelqu'un d'autre, qui accepte ou refuse. La partie n'est alors plus classée, et si tu as déjà placé un anneau, elle ne compte ni pour toi ni pour l'autre personne.
help-resign = Abandonne la partie. Je te demande de confirmer.
help-export = Te donne la feuille de la partie, ou d'une partie terminée par son numéro, en fichier ; en SGF si tu le demandes.
help-analyze = Analyse une partie terminée : les chances, où ça a basculé, ce qui était mieux, la précision. Ça marche avec la dernière partie jouée ici, avec une partie terminée par son numéro, ou avec une feuille de partie que tu colles ou joins.
help-import = Montre la position finale d'une feuille de partie que tu colles ou joins.
help-archive = Donne la liste des parties terminées ici, les plus récentes d'abord. Nomme quelqu'un pour ne voir que les siennes. Chacune a un numéro, comme #123, pour la montrer, l'exporter ou l'analyser.
help-stats = Montre la cote et les résultats de quelqu'un sur ce serveur, et ton bilan contre cette personne. Sans nom, les tiens.
help-top = Donne la liste des meilleures cotes sur ce serveur, et ta place.
help-report = Laisse un mot à la modération, par exemple pour signaler de la triche. Indique la partie par son numéro. Ce que tu tapes ici, tout le monde peut le lire ; /report sur Discord est privé.
help-block = Bloque quelqu'un : plus aucun défi ni aucune place proposée de sa part. Sans nom, tu vois qui tu bloques. Ça reste entre toi et moi : utilise /block sur Discord, ou une conversation privée avec moi.
help-unblock = Lève un blocage.
help-adjudicate = Termine la partie en cours ici avec un résultat. Pour la modération, sauf dans ses propres parties.
help-score = Fixe le résultat d'une partie de la ronde en cours qui ne peut pas être jouée jusqu'au bout. Pour la personne qui organise le tournoi et la modération.
help-schedule = Programme des tournois ici, chaque semaine ou chaque jour, ou montre ce qui est programmé. Pour la modération.
schedule-details = Donne le système, le jour (ou chaque-jour), l'heure et le fuseau horaire, puis la pendule et le reste. Les inscriptions ouvrent 24 heures avant (six heures, si c'est chaque jour), et le tournoi commence tout seul s'il y a au moins trois inscriptions. Il n'a pas lieu si le précédent n'est pas fini. « programmer désactivé » arrête tout.
help-mute = Empêche quelqu'un de lancer quoi que ce soit ici, pendant une semaine si tu ne dis rien. Ses parties en cours peuvent se finir. Pour la modération.
help-unmute = Lève une mise en sourdine. Pour la modération.
help-audit = Montre ce que la modération a fait ici : parties arrêtées, sourdines, réglages. Pour la modération.
help-reports = Donne la liste des signalements laissés à la modération ici. Pour la modération.
help-remind = Règle où je te rappelle que c'est ton tour : dans le salon, en message privé, ou pas du tout. Le rappel vient quand il te reste la moitié de ton temps, puis un dixième. Ça vaut pour toutes tes parties.
help-auto = Avec « on », je joue pour toi quand tu n'as qu'un seul choix (alignement, coup ou passe). Ça vaut pour toutes tes parties, et c'est désactivé tant que tu ne l'actives pas.
help-settings = Montre les réglages d'ici (les tiens, ceux du salon et ceux du serveur) et propose de les changer. Avec « channel » ou « server », ce qui vaut là pour tout le monde.
help-set = Change un réglage : le tien, ou avec « channel » ou « server » celui de tout le monde. La valeur « default » le réinitialise.
help-set-details = Tout le monde peut régler pour soi language, theme, view, challenges, remind, auto, tips et quiet. Qui gère un salon ou un serveur peut aussi en régler prefix, clock, rated, hints, reviews, challenges, play, tips, quiet, games, announcements, announceto et daily.
help-theme = Choisit l'aspect du plateau : classic, dark, ou contrast, qui marche sans voir les couleurs.
help-flip = Fait tourner le plateau d'un demi-tour.
help-rules = Explique les règles, en bref ou par thème.
help-help = Donne la liste des commandes, ou en explique une.

## The rules

rules-short = À tour de rôle, chaque camp place cinq anneaux. Ensuite, à chaque tour : pose un marqueur de ta couleur dans un de tes anneaux et déplace cet anneau en ligne droite. Les marqueurs qu'il saute changent de couleur. Cinq marqueurs de ta couleur alignés : retire-les, avec un de tes anneaux. Qui retire trois anneaux en premier gagne (en blitz : un seul).
rules-topics = Plus de détails : { $topics }
rules-goal = Le but : retirer en premier trois de tes cinq anneaux (en blitz, un seul). Tu retires un anneau chaque fois que tu formes un alignement de cinq marqueurs de ta couleur : chaque pas vers la victoire te laisse donc avec moins d'anneaux.
rules-board = Le plateau a 85 points. Un point se nomme par sa lettre, pour la ligne qui va d'un camp à l'autre, et par son numéro, pour la ligne qui la croise : A2 à A5 à gauche, E1 à E10 et G2 à G11 au milieu, K7 à K10 à droite. Trois lignes passent par chaque point : même lettre, même numéro, et les deux qui augmentent ensemble.
rules-placing = D'abord, on place les dix anneaux. Les blancs commencent, et chaque camp place à tour de rôle un anneau sur n'importe quel point vide, jusqu'à ce que tous soient sur le plateau. Ensuite, ce sont aussi les blancs qui commencent à déplacer.
rules-moving = À ton tour, pose un marqueur de ta couleur dans un de tes anneaux, puis déplace cet anneau en ligne droite jusqu'à un point vide. Il peut passer par autant de points vides et sauter autant de marqueurs contigus que tu veux, mais il doit s'arrêter sur le premier point vide après eux. Il ne traverse ni ne saute jamais un anneau.
rules-turning = Tous les marqueurs qu'un anneau saute sont retournés, quelle que soit leur couleur : les blancs deviennent noirs, les noirs deviennent blancs. Le marqueur laissé au point de départ de l'anneau ne change pas.
rules-rows = Cinq marqueurs d'une même couleur côte à côte sur une ligne forment un alignement. C'est le camp de cette couleur qui les retire, même si c'est l'adversaire qui l'a formé ; le camp dont c'est le tour passe en premier. Dans une suite plus longue, tu choisis les cinq. Si deux de tes alignements se croisent, tu en prends un, et l'autre ne compte que si ses cinq marqueurs sont toujours là. Les marqueurs retirés resservent.
rules-rings = Pour chaque alignement que tu retires, retire un de tes propres anneaux. N'importe lequel convient, et il compte pour ton objectif.
rules-end = La partie se termine dès qu'un camp retire son troisième anneau (en blitz, le premier). Si les 51 marqueurs sont sur le plateau et qu'il ne reste aucun alignement à retirer, c'est le camp avec le plus d'anneaux retirés qui gagne ; à égalité, la partie est nulle. Un camp qui ne peut bouger aucun anneau passe ; si les deux doivent passer, la partie se termine comme s'il ne restait plus de marqueurs.
rules-notation = Sur les feuilles de partie, un anneau placé s'écrit f6, un déplacement e4-e10, un alignement retiré xe5-e9, un anneau retiré xc3. Je lis tout ça, même en majuscules et avec un espace au milieu.

## The picture in words

alt-caption = { $caption }.
alt-last = Dernier coup : { $last }.
alt-white = Blancs ({ $player }) : anneaux { $rings } ; marqueurs { $markers } ; anneaux retirés { $removed } sur { $goal }.
alt-black = Noirs ({ $player }) : anneaux { $rings } ; marqueurs { $markers } ; anneaux retirés { $removed } sur { $goal }.
alt-clocks = Temps restant : blancs { $white }, noirs { $black }.
alt-rows = Alignements à retirer : { $rows }.
alt-targets = L'anneau en { $from } peut aller en { $targets }.
alt-numbers = Numéros : { $numbers }.
alt-areas = Parties du plateau et leurs points vides : { $areas }.
alt-nudge = Regarde { $points }.
alt-hints = Indices, le meilleur d'abord : { $hints }.
alt-replay = Animation de la partie { $white } (blancs) contre { $black } (noirs), { $turns }. Le plateau à la fin :
alt-curve = Les chances au fil de la partie { $white } (blancs) contre { $black } (noirs). { $caption }. { $result }
alt-curve-chances = Chances de gagner des blancs, par tour : { $chances }.
alt-curve-chance = { $turn } : { $percent } %
alt-curve-rings = Les { $color } retirent un anneau au tour { $turns }.
alt-ratings = Cotes au fil du temps. { $caption }. De { $first } à { $last } en { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} ; minimum { $lowest }, maximum { $highest }.
alt-leaderboard = Un tableau. { $caption }.
alt-leaderboard-line = { $line }.
alt-bracket = Un tableau à élimination. { $caption }.
alt-curve-points = Tournants : tours { $turns }.
alt-pool = Marqueurs restants : { $pool }.
alt-none = aucun
alt-place = les { $color } placent un anneau en { $point }
alt-move = { $turned ->
    [0] les { $color } jouent { $from } → { $to }
   *[other] les { $color } jouent { $from } → { $to } et retournent { $markers }
}
alt-row = les { $color } retirent l'alignement { $row }
alt-ring = les { $color } retirent l'anneau en { $point }
alt-pass = les { $color } passent

## The tutorial

tutorial-private = Les leçons, c'est entre toi et moi, alors je t'ai écrit en message privé. Si rien n'arrive, écris-moi en privé : { $command }
tutorial-here = On commence ? Dis { $command } ici, et je t'apprends YINSH en dix petites leçons.
tutorial-stopped = D'accord, on s'arrête là. { $tutorial } pour reprendre où tu en étais.
tutorial-not-open = Aucune leçon n'est ouverte. { $tutorial } en ouvre une.
tutorial-complete = Voilà les { $last } leçons : tu connais YINSH ! Joue maintenant une première partie : j'irai doucement, avec des indices. { $again } pour refaire une leçon.
no-such-lesson = Il n'y a pas de leçon { $number }. Les leçons vont de 1 à { $last }.
lesson-title = Leçon { $number } sur { $last } : { $title }
lesson-offer = Pas de souci : { $show } te montre comment faire.
lesson-shown = Voici comment : { $action }. À toi : { $command }
lesson-solved = Leçons réussies : { $solved } sur { $last }. { $tutorial } pour continuer.
lesson-task-row = Retire ton alignement : { $row }
lesson-task-ring = Retire maintenant un de tes anneaux : { $ring }

lesson-placing-title = Placer les anneaux
lesson-placing-text = Tu as les blancs. À tour de rôle, les noirs et toi, vous placez cinq anneaux chacun, sur n'importe quel point vide. Plus un anneau atteint de points, mieux c'est.
lesson-placing-task = Place ton dernier anneau sur un des points mis en évidence : { $place }
lesson-placing-hint = Indice : ces points sont au milieu, là où de longues lignes se croisent.
lesson-placing-done = Bien placé : de là, ton anneau va loin. Une fois les dix anneaux sur le plateau, ils commencent à bouger.

lesson-moving-title = Déplacer les anneaux
lesson-moving-text = À chaque tour, tu poses un marqueur blanc dans un de tes anneaux. Puis tu déplaces cet anneau en ligne droite, sur autant de points vides que tu veux. Le marqueur reste derrière. Un anneau ne traverse jamais un autre anneau.
lesson-moving-task = Amène un anneau sur le point mis en évidence : { $move }
lesson-moving-hint = Indice : suis les trois lignes qui passent par J6. Quel anneau blanc rencontres-tu sans rien entre les deux ?
lesson-moving-done = C'est ça. Le marqueur blanc reste au point de départ de ton anneau. C'est avec eux qu'on fait des alignements.

lesson-jumping-title = Sauter
lesson-jumping-text = Un anneau peut sauter des marqueurs des deux couleurs s'ils sont côte à côte. Il doit s'arrêter sur le premier point vide derrière eux. Il ne saute jamais un anneau.
lesson-jumping-task = Saute au moins trois marqueurs en un coup.
lesson-jumping-hint = Indice : regarde la ligne 5. Lequel de tes anneaux a trois marqueurs juste devant lui ?
lesson-jumping-done = Quel saut ! Et as-tu vu les marqueurs changer de couleur ? C'est la suite.

lesson-turning-title = Retourner les marqueurs
lesson-turning-text = Chaque marqueur que tu sautes est retourné : le noir devient blanc, mais le blanc devient noir aussi. Le marqueur que tu laisses derrière toi ne change pas.
lesson-turning-task = Retourne au moins trois marqueurs noirs en un coup.
lesson-turning-hint = Indice : trois marqueurs noirs sont côte à côte sur la ligne G. Quel anneau est juste devant ?
lesson-turning-done = Trois de plus pour toi. À YINSH, les couleurs changent tout le temps : garde un œil sur chaque ligne.

lesson-row-title = Ton alignement
lesson-row-text = Cinq marqueurs de ta couleur côte à côte sur une ligne forment un alignement. Tu retires les cinq, et un de tes anneaux. Avec trois anneaux retirés, c'est gagné.
lesson-row-task = Forme un alignement en un coup.
lesson-row-hint = Indice : il y a quatre marqueurs blancs sur la ligne E, et un anneau juste à côté. Que laisse-t-il derrière lui quand il s'en va ?
lesson-row-done = Un anneau de moins : encore deux, et c'est gagné. Mais chaque alignement te laisse aussi un anneau de moins pour jouer.

lesson-gift-title = Un alignement pour l'autre
lesson-gift-text = Un alignement appartient à sa couleur, peu importe qui l'a formé. Les noirs viennent de jouer F5 → F7 et t'ont fait un alignement. Tu le retires d'abord avec un anneau ; ensuite, tu joues.
lesson-gift-task = À toi de jouer maintenant. Va où tu veux, mais ne fais pas d'alignement pour les noirs.
lesson-gift-hint = Indice : les noirs ont quatre marqueurs sur la ligne I, à côté du tien en I6. Ne saute pas celui-là.
lesson-gift-done = Bien joué. Avant de sauter, vérifie pour qui est l'alignement.

lesson-crossing-title = Alignements croisés
lesson-crossing-text = Tu viens de former deux alignements qui se croisent en E7. Tu ne peux en retirer qu'un : E7 part avec lui, et l'autre n'en est plus un.
lesson-crossing-task = Retire celui qui te laisse quatre marqueurs côte à côte : { $row }
lesson-crossing-hint = Indice : E7 est au bout d'un des deux, et au milieu de l'autre. Celui qui ne perd que son bout garde quatre marqueurs côte à côte.
lesson-crossing-done = Il en reste quatre en ligne. Encore un, et c'est le prochain alignement.

lesson-long-title = Plus de cinq
lesson-long-text = Si plus de cinq marqueurs se suivent, tu choisis les cinq que tu retires. Les autres restent. Ici tu en as six, de F4 à F9.
lesson-long-task = Retires-en cinq, mais garde F4 : avec lui, il y en a quatre sur la ligne 4. { $row }
lesson-long-hint = Indice : prends les cinq qui finissent en F9.
lesson-long-done = F4 reste, et avec lui quatre marqueurs sur la ligne 4.

lesson-blocking-title = Bloquer
lesson-blocking-text = Les noirs menacent E4 → E6 : ce saut retourne E5 et forme l'alignement C5–G5. Tu peux retourner toi-même un de ses marqueurs, ou mettre un anneau sur le chemin.
lesson-blocking-task = Empêche cet alignement.
lesson-blocking-hint = Indice : pour sauter E5, les noirs doivent s'arrêter en E6. Lequel de tes anneaux peut y aller avant ?
lesson-blocking-done = Bloqué ! Repère les suites de quatre marqueurs, et ce qui pourrait devenir le cinquième.

lesson-end-title = La fin
lesson-end-text = Qui retire son troisième anneau gagne aussitôt. Ici, vous en avez retiré deux chacun, et les noirs menacent un alignement sur la ligne D. Si les 51 marqueurs sont d'abord tous posés, c'est le camp avec le plus d'anneaux retirés qui gagne.
lesson-end-task = Ne te contente pas de bloquer : forme un alignement et gagne.
lesson-end-hint = Indice : de H5 à H9, seul H7 est noir. Retourne-le.
lesson-end-done = Trois anneaux à deux : c'est gagné !

miss-other = C'est permis, mais ce n'est pas le sujet de cette leçon.
miss-reach = { $reached ->
    [one] C'est permis, mais de { $point } il n'atteindrait que { $reached } point. Depuis un point mis en évidence, c'est { $least } ou plus.
   *[other] C'est permis, mais de { $point } il n'atteindrait que { $reached } points. Depuis un point mis en évidence, c'est { $least } ou plus.
}
miss-move-to = C'est permis, mais cette fois l'anneau doit finir en { $point }.
miss-jump = { $jumped ->
    [0] Cet anneau ne saute rien. Il faut { $least } marqueurs.
    [one] Cet anneau saute { $jumped } marqueur. Il en faut { $least }.
   *[other] Cet anneau saute { $jumped } marqueurs. Il en faut { $least }.
}
miss-flip = { $flipped ->
    [0] { $from } → { $to } ne retourne aucun marqueur noir. Il en faut { $least }.
    [one] { $from } → { $to } retourne { $flipped } marqueur noir. Il en faut { $least }.
   *[other] { $from } → { $to } retourne { $flipped } marqueurs noirs. Il en faut { $least }.
}
miss-flip-own = { $from } → { $to } retourne des marqueurs des deux couleurs (blancs : { $own }, noirs : { $flipped }), et les blancs deviennent noirs. Il faut { $least } noirs.
miss-row = Ça ne fait pas d'alignement : il faut cinq marqueurs blancs côte à côte.
miss-row-flipped = { $count ->
    [one] Ça ne fait pas d'alignement : ton anneau retourne { $count } de tes propres marqueurs.
   *[other] Ça ne fait pas d'alignement : ton anneau retourne { $count } de tes propres marqueurs.
}
miss-keep = { $count ->
    [one] Ça retire { $points }, qui devrait rester.
   *[other] Ça retire { $points }, qui devraient rester.
}
miss-gift = Ça fait l'alignement { $row } pour les noirs.
miss-stop = Les noirs peuvent encore jouer { $action }, ce qui fait l'alignement { $row }.

coach-begins = Je te donne un indice à chaque tour. { $off } pour arrêter.
coach-bot-only = Je ne donne des indices à chaque tour que dans les parties contre moi ou un autre programme. { $hint } en demande un seul.
coach-is-on = Tu as un indice à chaque tour. { $other } pour arrêter.
coach-is-off = Tu n'as que les indices que tu demandes. { $other } en donne un à chaque tour.
coach-set-on = À partir de maintenant, tu as un indice à chaque tour. { $other } pour arrêter.
coach-set-off = D'accord, je n'en donne que si tu en demandes. { $other } pour les remettre.

choice-first-game = Jouer une première partie
choice-next-lesson = Leçon { $number }
choice-again = Encore une fois
choice-show = Montre-moi
choice-coach-off = Sans indices

## Puzzles

puzzle-words = Thèmes : gain (gagner de force), alignement (former un alignement), double (deux alignements à la fois), défense (empêcher un alignement), retourner (retourner beaucoup de marqueurs), sacrifice (céder un alignement), piège (enfermer un anneau), finale, placement, blitz.
puzzle-private = Les problèmes, c'est entre toi et moi, alors je t'ai écrit en message privé. Si rien n'arrive, écris-moi en privé : { $command }
puzzle-here = Envie d'un problème ? Dis { $command } ici.
puzzle-stopped = D'accord, on s'arrête là. { $puzzle } t'en donne un autre.
puzzle-not-open = Aucun problème n'est ouvert. { $puzzle } t'en donne un.
no-such-puzzle = Je n'ai plus ce problème. { $puzzle } t'en donne un autre.
puzzle-all = Chapeau : tu as eu tous mes problèmes !
puzzle-theme-all = Je n'ai plus de problème de ce genre pour toi. { $puzzle } t'en donne un autre.
puzzle-title = Problème
puzzle-title-theme = Problème : { $theme }
puzzle-caption = { $color-id ->
    [white] Problème : les blancs jouent
   *[other] Problème : les noirs jouent
}
puzzle-practice = Tu l'as déjà eu, il ne compte donc pas.
puzzle-move = { $color-id ->
    [white] Les blancs jouent. Trouve le meilleur coup : { $command }
   *[other] Les noirs jouent. Trouve le meilleur coup : { $command }
}
puzzle-place = { $color-id ->
    [white] Les blancs placent un anneau. Trouve le meilleur point : { $command }
   *[other] Les noirs placent un anneau. Trouve le meilleur point : { $command }
}
puzzle-row = { $color-id ->
    [white] Les blancs retirent un alignement ({ $rows }). Lequel ? { $command }
   *[other] Les noirs retirent un alignement ({ $rows }). Lequel ? { $command }
}
puzzle-ring = { $color-id ->
    [white] Les blancs retirent un anneau. Lequel ? { $command }
   *[other] Les noirs retirent un anneau. Lequel ? { $command }
}
puzzle-right = Bien vu ! Continue.
puzzle-wrong = Ce n'est pas ça : { $action }.
puzzle-refuted = { $color-id ->
    [white] Les blancs pourraient répondre : { $action }.
   *[other] Les noirs pourraient répondre : { $action }.
}
puzzle-solved = Résolu du premier coup. Bravo !
puzzle-solved-late = C'est ça !
puzzle-shown = La solution : { $turns }.
puzzle-turn = { $color } : { $actions }
puzzle-themes = { $count ->
    [one] Thème : { $themes }.
   *[other] Thèmes : { $themes }.
}
puzzle-rating = Ta cote aux problèmes : { $rating } ({ $change }).
puzzle-streak = { $count ->
    [one] { $count } d'affilée !
   *[other] { $count } d'affilée !
}
puzzle-theme-win = gagner de force
puzzle-theme-row = former un alignement
puzzle-theme-double = deux alignements à la fois
puzzle-theme-defence = empêcher un alignement
puzzle-theme-flip = retourner beaucoup de marqueurs
puzzle-theme-sacrifice = céder un alignement
puzzle-theme-trap = enfermer un anneau
puzzle-theme-endgame = finale
puzzle-theme-placement = placement des anneaux
puzzle-theme-blitz = blitz
daily-title = Problème du jour, { $day }
daily-invite = Celui d'aujourd'hui est là, le même pour tout le monde. À résoudre chacun pour soi : { $daily }
daily-yesterday = La solution d'hier : { $turns }.
daily-solvers = Résolu par { $people }.
daily-solvers-more = Résolu par { $people } et { $more } de plus.
daily-done = Tu as résolu le problème du jour. Le prochain arrive à minuit UTC. Jours d'affilée : { $count }.
daily-streak = Jours d'affilée : { $count }.
race-invite = Course aux problèmes : autant que possible en trois minutes. Chacun ne prend qu'un tour, et ils deviennent plus durs.
race-how = Participe, juste pour toi : { $race }
race-best = Ton record : { $count }.
race-rank = { $place }. { $person } : { $count }
race-here = C'est parti pour la course ? Dis { $command } ici.
race-title = { $count ->
    [one] Course : { $count } résolu, encore { $left }
   *[other] Course : { $count } résolus, encore { $left }
}
race-right = Bien vu !
race-wrong = Non : { $action }.
race-time = C'est fini !
race-result = Tu en as résolu { $count }. Ton record : { $best }.
race-result-best = Tu en as résolu { $count } : nouveau record ! L'ancien était de { $best }.
race-result-first = Tu en as résolu { $count }.
race-none = Aucune course n'est en cours. { $race } en lance une.
choice-race = Course
choice-race-start = C'est parti
choice-race-again = Encore une course
choice-race-ranking = Classement
choice-race-skip = Passer
train-private = Tes erreurs restent entre toi et moi, alors je t'ai écrit en message privé. Si rien n'arrive, écris-moi en privé : { $command }
train-here = On s'entraîne ? Dis { $command } ici.
train-stopped = D'accord, on s'arrête là. { $train } reprend tes erreurs.
train-title = Ta propre erreur, tour { $turn }
train-played = Dans la partie, tu as choisi : { $action }. Ça t'a coûté { $loss } %.
train-same = C'est ce que tu avais joué dans la partie : { $action }.
train-as-good = J'aurais choisi autre chose ({ $best }), mais ton choix est tout aussi bon.
train-comes-back = Elle reviendra { $at }.
train-learned = Résolue encore après 30 jours : celle-là, c'est acquis !
train-help-ring = Un indice : bouge l'anneau en { $point }.
train-help = Pas d'indice pour celui-ci.
train-later = { $count ->
    [one] Rien à travailler pour le moment. Une erreur revient { $next }.
   *[other] Rien à travailler pour le moment. { $count } erreurs reviennent, la prochaine { $next }.
}
train-none = Rien à travailler pour l'instant. Après une partie, { $analyze } trouve tes erreurs, et elles t'attendent ici.
choice-next-mistake = Erreur suivante
choice-next-puzzle = Problème suivant
choice-try-again = Réessayer
choice-solution = Voir la solution
choice-daily = Résoudre
