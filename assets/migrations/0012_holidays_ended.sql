-- Whether a person ended a holiday early: then it is over, even if the wall clock is set back. Not
-- known of holidays before this step, which go by their times.
ALTER TABLE holidays ADD COLUMN early INTEGER NOT NULL DEFAULT 0;
