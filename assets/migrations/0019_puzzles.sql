-- Ratings of the puzzles that somebody has tried. Nothing tells who that was.
CREATE TABLE puzzle_ratings (
    puzzle INTEGER PRIMARY KEY, -- a hash of its position
    tries INTEGER NOT NULL,
    rating TEXT NOT NULL -- JSON
) STRICT;
