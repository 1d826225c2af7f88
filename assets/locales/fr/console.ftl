# Messages of the console.

console-greeting =
    Salut ! Affronte-moi avec { $play }, ou tape { $challenge } et réponds à la place de bob. { $tutorial } t'apprend le jeu.
    Commence une ligne par un nom et deux-points pour parler au nom de quelqu'un : alice: { $help }
    Tape un numéro pour choisir dans une liste. Ctrl-D pour quitter, ta partie est conservée.
console-unreadable = Je n'arrive pas à lire le fichier « { $file } » : { $reason }.
console-name-too-long = Ce nom est trop long : { $most } caractères au maximum.
console-too-long = Cette ligne est trop longue : je lis { $most } octets au maximum.
console-no-time = Je n'arrive pas à lire cette heure. Tape +2d 4h pour avancer l'horloge, ou @2026-03-05T08:00:00Z pour la régler.
