-- The sentence of each collection ends as the others do.
UPDATE "products" SET "words" = jsonb_set("words", '{banner}', to_jsonb("words" ->> 'banner' || '.'))
WHERE "words" ->> 'banner' ~ '[^.]$';
