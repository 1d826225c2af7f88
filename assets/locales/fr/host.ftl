# Messages of the host.

no-such-choice = Il n'y a pas de choix { $number }. Choisis un numéro de 1 à { $last }.
table-damaged = Je n'arrive pas à lire la partie enregistrée pour cette table, alors je la laisse telle quelle. La personne qui m'administre est au courant.
