# Messages on Discord only.

# Entries in the context menus of a person and a message, at most 32 characters each.

menu-challenge = Défier au YINSH
menu-analyze = Analyser cette partie

# What is said.

menu-no-record = Je ne vois pas de feuille de partie dans ce message. Je lis une notation comme « 1. f6 2. a5 … », du SGF, ou un fichier avec l'un des deux.
discord-add-app = Pas de commandes à moi sous « / » ? Touche mon nom, puis « Ajouter l'application », et ajoute-moi à tes applications. Tu pourras alors jouer tes coups ici.
discord-not-here = Je ne joue pas ici.
discord-cannot-send = Je ne peux pas écrire là-bas. Dans les paramètres du salon, donne-moi les permissions « Voir le salon » et « Envoyer des messages », et pour les fils « Envoyer des messages dans les fils ».
discord-cannot-attach = Je ne peux pas envoyer d'images là-bas. Dans les paramètres du salon, donne-moi la permission « Joindre des fichiers ».
discord-cannot-thread = Je ne peux pas ouvrir de fil là-bas, donc il n'y a pas de place pour une deuxième partie. Dans les paramètres du salon, donne-moi les permissions « Créer des fils publics » et « Envoyer des messages dans les fils ».
discord-no-thread-now = Discord ne me laisse pas ouvrir de fil pour l'instant, donc il n'y a pas de place pour une deuxième partie. Relance ton défi dans quelques minutes, ou quand la partie du salon sera finie.
discord-grant = Ce lien me donne tout ce qu'il me faut : { $link }
discord-ask-managers = Quelqu'un qui gère le serveur peut changer ça.
discord-too-much = Il se passe trop de choses ici. Réessaie dans un instant.

# Beside the bot's name: how many games are running.
discord-presence = { $games ->
    [0] /help
    [one] /help · { $games } partie
   *[other] /help · { $games } parties
}

# Descriptions of slash command options, at most 100 characters each.

option-opponent = Qui tu défies. Sans rien, le défi est ouvert à tout le monde.
option-challenge-level = Si tu me défies : ma force, de 1 (en douceur) à 10.
option-challenger = Le défi de qui, si tu en as reçu plusieurs.
option-variant = En blitz, le premier anneau retiré gagne, au lieu du troisième.
option-level = Ma force, de 1 (en douceur) à 10 ; 4 par défaut.
option-lesson = Quelle leçon, de 1 à 10 ; la suivante par défaut.
option-tutorial = Quitter la leçon, voir la solution, ou jouer une première partie.
option-puzzle = Un thème, la difficulté, ou quoi faire du problème ouvert.
option-train = Quoi faire de l'exercice ouvert.
option-race = Commencer, passer un problème ou arrêter.
option-colour = Ta couleur.
option-holiday = Combien de temps, par exemple 5d.
option-holiday-end = Met fin à tes vacances.
option-weekends = Les samedis et dimanches (UTC) ne comptent pas pour les pendules.
option-time = Temps par tour (3d), ou pour la partie plus chaque tour (5d+12h, 15m+10s).
option-span = Combien, par exemple 1d, 2h ou 10m.
option-hint = 1 où regarder, 2 quoi faire et pourquoi, 3 tout.
option-coach = Si je te donne un indice à chaque tour dans cette partie.
option-point = Un point vide, par exemple E4.
option-from = L'anneau à déplacer.
option-to = Où il va.
option-row-number = Le numéro de l'alignement sur le plateau.
option-row-end = Un bout de l'alignement, au lieu de son numéro.
option-row-other-end = L'autre bout de l'alignement.
option-ring = Où est l'anneau, par exemple E4.
option-board-form = En image ou en texte.
option-sure = C'est vraiment ce que tu veux ?
option-record-form = Texte brut ou SGF.
option-record = La feuille de partie, collée en texte.
option-file = Ou un fichier avec la feuille de partie.
option-remind = Dans le salon, en message privé, ou pas du tout.
option-set-key = Quel réglage.
option-set-value = La nouvelle valeur ; « default » réinitialise. Sans rien, tu vois la valeur actuelle.
option-set-for = Seulement pour toi, ou pour tout le salon ou le serveur.
option-auto = Si je joue pour toi quand tu n'as qu'un seul choix.
option-if = Son tour, « then » le tien : E4 E10 then G2 G5. Ou « clear ». Sans rien, la liste.
option-theme = L'aspect du plateau. « contrast » marche sans voir les couleurs.
option-topic = Ce que tu veux savoir.
option-rated = Une partie classée compte pour les deux cotes.
option-game = Le numéro d'une partie terminée.
option-running-number = Le numéro de ta partie en cours, dans la liste de « games ».
option-place = Le salon ou le fil d'une partie en cours.
option-watch = Suivre la partie, ou ne plus la suivre.
option-watch-number = Avec « off » : laquelle des parties que tu suis.
option-predict = Qui va gagner, d'après toi.
option-program = Le programme ; sans lui, tu vois ceux qui jouent ici.
option-round = La durée d'un vote, par exemple 10m.
option-quorum = Le nombre de personnes qui doivent voter.
option-vote-player = Qui joue contre tout le monde ; le bot si rien n'est indiqué.
option-tournament = Ouvrir (suisse, toutes-rondes, élimination, arène), participer, quitter, départ, retirer, arrêter.
option-rounds = Le nombre de rondes (système suisse), ou de minutes (arène).
option-schedule = Le système (suisse, toutes-rondes, élimination, arène), ou désactivé.
option-day = Quel jour de la semaine, ou chaque jour.
option-at = À quelle heure, par exemple 18:00.
option-zone = Le fuseau horaire, par exemple Europe/Paris ou +01:00. UTC par défaut.
option-removed = La personne à retirer.
option-board = La table dans la ronde en cours.
option-score = Qui a gagné, ou nulle, ou aucun si personne ne marque.
option-turn = Le numéro du tour. Le dernier par défaut.
option-turns = De quel tour à quel tour, par exemple 20-40. Tous par défaut.
option-turning = Le numéro de son tour. Le premier tournant par défaut.
option-turning-which = Pour un tour qui a plusieurs tournants : lequel.
option-player = De qui ; toi, si tu ne mets rien.
option-note = Ce qui s'est passé.
option-substitute = Qui continue à ta place, en cas d'accord.
option-adjourned = Le numéro de ta partie mise de côté.
option-page = La page ; la 1 est la plus récente.
option-part = Quel morceau, s'il y a plusieurs fichiers.
option-command = La commande qui t'intéresse.
option-adjudicate = Comment la partie se termine.
option-mute = Qui.
option-mute-time = Pour combien de temps, par exemple 7d.
