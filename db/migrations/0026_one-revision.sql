-- All migrations that a site has missed run in one transaction: what earlier ones have left to its end comes first.
SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
-- One number rises with every change that public pages show, places that are taken among them.
DROP TABLE content_revision;--> statement-breakpoint
CREATE TABLE "public_revision" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"revision" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "public_revision_one_row" CHECK ("public_revision"."is_only")
);
--> statement-breakpoint
INSERT INTO public_revision DEFAULT VALUES;--> statement-breakpoint
-- Once per transaction: a row that this transaction has written has its new revision already.
CREATE FUNCTION raise_public_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public_revision SET revision = revision + 1 WHERE xmin <> pg_current_xact_id()::xid;
  RETURN NULL;
END
$$;
--> statement-breakpoint
DROP FUNCTION raise_content_revision, raise_session_revisions, raise_session_revision(uuid), raise_own_revision CASCADE;
--> statement-breakpoint
ALTER TABLE live_sessions DROP COLUMN revision;--> statement-breakpoint
-- Deferred, so that the one row is always locked last and only for the commit.
DO $$
DECLARE
  shown text;
BEGIN
  FOREACH shown IN ARRAY ARRAY['live_sessions', 'session_categories', 'site_settings', 'collections', 'recordings',
    'resources', 'resource_files', 'site_pages', 'testimonials']
  LOOP
    EXECUTE format('CREATE CONSTRAINT TRIGGER %I AFTER INSERT OR DELETE OR UPDATE ON %I DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION raise_public_revision()', shown || '_public', shown);
  END LOOP;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER session_bookings_public_on_insert
  AFTER INSERT ON session_bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.status <> 'cancelled')
  EXECUTE FUNCTION raise_public_revision();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER session_bookings_public_on_update
  AFTER UPDATE OF status, quantity, session_id ON session_bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.status, OLD.quantity, OLD.session_id) IS DISTINCT FROM (NEW.status, NEW.quantity, NEW.session_id))
  EXECUTE FUNCTION raise_public_revision();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER session_bookings_public_on_delete
  AFTER DELETE ON session_bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.status <> 'cancelled')
  EXECUTE FUNCTION raise_public_revision();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER session_waitlist_public_on_insert
  AFTER INSERT ON session_waitlist DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.status = 'offered')
  EXECUTE FUNCTION raise_public_revision();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER session_waitlist_public_on_update
  AFTER UPDATE OF status, quantity, session_id ON session_waitlist DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.status = 'offered' OR NEW.status = 'offered')
    AND (OLD.status, OLD.quantity, OLD.session_id) IS DISTINCT FROM (NEW.status, NEW.quantity, NEW.session_id))
  EXECUTE FUNCTION raise_public_revision();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER session_waitlist_public_on_delete
  AFTER DELETE ON session_waitlist DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.status = 'offered')
  EXECUTE FUNCTION raise_public_revision();
