ALTER TABLE "calendar_sources" ADD COLUMN "remarks" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "pending_imports" ADD COLUMN "is_guessed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Searches find names with and without accents, in either form of Unicode. The indexes are added by the start.
CREATE FUNCTION plain_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(value) = length(value) THEN lower(value) ELSE
    replace(replace(replace(
      translate(lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]+', '', 'g')), 'øłđðħı', 'olddhi'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
  END
$$;
--> statement-breakpoint
DROP INDEX IF EXISTS session_bookings_search_idx;--> statement-breakpoint
DROP INDEX IF EXISTS live_sessions_search_idx;--> statement-breakpoint
DROP INDEX IF EXISTS live_sessions_text_idx;--> statement-breakpoint
DROP INDEX IF EXISTS users_search_idx;--> statement-breakpoint
DROP INDEX IF EXISTS outbox_emails_search_idx;--> statement-breakpoint
DROP INDEX IF EXISTS recording_captions_search_idx;--> statement-breakpoint
DROP INDEX IF EXISTS purchases_search_idx;
