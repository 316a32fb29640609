CREATE TABLE "content_revision" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"revision" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "content_revision_one_row" CHECK ("content_revision"."is_only")
);
--> statement-breakpoint
ALTER TABLE "live_sessions" ADD COLUMN "revision" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
INSERT INTO content_revision DEFAULT VALUES;
--> statement-breakpoint
-- A session's revision rises with its row, whatever code writes it.
CREATE FUNCTION raise_own_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.revision := greatest(NEW.revision, OLD.revision + 1);
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER live_sessions_revision
  BEFORE UPDATE ON live_sessions FOR EACH ROW
  EXECUTE FUNCTION raise_own_revision();
--> statement-breakpoint
-- Once per transaction: a row that this transaction has written has its new revision already.
CREATE FUNCTION raise_session_revision(session uuid) RETURNS void LANGUAGE sql AS $$
  UPDATE live_sessions SET revision = revision + 1 WHERE id = session AND xmin <> pg_current_xact_id()::xid
$$;
--> statement-breakpoint
CREATE FUNCTION raise_session_revisions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    PERFORM raise_session_revision(NEW.session_id);
  END IF;
  IF TG_OP = 'DELETE' THEN
    PERFORM raise_session_revision(OLD.session_id);
  ELSIF TG_OP = 'UPDATE' AND OLD.session_id <> NEW.session_id THEN
    PERFORM raise_session_revision(OLD.session_id);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Deferred to the commit, so that no lock is held longer than before. The code has locked the session's row by then.
CREATE CONSTRAINT TRIGGER session_bookings_revision_on_insert
  AFTER INSERT ON session_bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.status <> 'cancelled')
  EXECUTE FUNCTION raise_session_revisions();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER session_bookings_revision_on_update
  AFTER UPDATE OF status, quantity, session_id ON session_bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.status, OLD.quantity, OLD.session_id) IS DISTINCT FROM (NEW.status, NEW.quantity, NEW.session_id))
  EXECUTE FUNCTION raise_session_revisions();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER session_bookings_revision_on_delete
  AFTER DELETE ON session_bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.status <> 'cancelled')
  EXECUTE FUNCTION raise_session_revisions();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER session_waitlist_revision_on_insert
  AFTER INSERT ON session_waitlist DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.status = 'offered')
  EXECUTE FUNCTION raise_session_revisions();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER session_waitlist_revision_on_update
  AFTER UPDATE OF status, quantity, session_id ON session_waitlist DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.status = 'offered' OR NEW.status = 'offered')
    AND (OLD.status, OLD.quantity, OLD.session_id) IS DISTINCT FROM (NEW.status, NEW.quantity, NEW.session_id))
  EXECUTE FUNCTION raise_session_revisions();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER session_waitlist_revision_on_delete
  AFTER DELETE ON session_waitlist DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.status = 'offered')
  EXECUTE FUNCTION raise_session_revisions();
--> statement-breakpoint
CREATE FUNCTION raise_content_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE content_revision SET revision = revision + 1 WHERE xmin <> pg_current_xact_id()::xid;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Deferred, so that the one row is always locked last and only for the commit. All columns but the revision.
CREATE CONSTRAINT TRIGGER live_sessions_content
  AFTER INSERT OR DELETE OR UPDATE OF id, title, description, category, start_time, duration_minutes, location_type,
    location, address, city, post_code, zoom_link, recording_url, is_recording_public, price_minor, entered_price_minor,
    entered_currency, max_attendees, is_featured, is_published, what_to_bring, thumbnail_url, cancelled_at,
    rescheduled_at, calendar_sequence, series_id, version, created_at
  ON live_sessions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION raise_content_revision();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER session_categories_content
  AFTER INSERT OR DELETE OR UPDATE ON session_categories DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION raise_content_revision();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER site_settings_content
  AFTER INSERT OR DELETE OR UPDATE ON site_settings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION raise_content_revision();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER collections_content
  AFTER INSERT OR DELETE OR UPDATE ON collections DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION raise_content_revision();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER recordings_content
  AFTER INSERT OR DELETE OR UPDATE ON recordings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION raise_content_revision();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER resources_content
  AFTER INSERT OR DELETE OR UPDATE ON resources DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION raise_content_revision();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER resource_files_content
  AFTER INSERT OR DELETE OR UPDATE ON resource_files DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION raise_content_revision();
