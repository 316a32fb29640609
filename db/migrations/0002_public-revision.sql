-- One number rises with every change that public pages show, places that are taken among them.
INSERT INTO public_revision DEFAULT VALUES;--> statement-breakpoint
-- Once per transaction: a row that this transaction has written has its new revision already.
CREATE FUNCTION raise_public_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public_revision SET revision = revision + 1 WHERE xmin <> pg_current_xact_id()::xid;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Deferred, so that the one row is always locked last and only for the commit.
CREATE CONSTRAINT TRIGGER live_sessions_public AFTER INSERT OR DELETE OR UPDATE ON live_sessions DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION raise_public_revision();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER session_categories_public AFTER INSERT OR DELETE OR UPDATE ON session_categories DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION raise_public_revision();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER site_settings_public AFTER INSERT OR DELETE OR UPDATE ON site_settings DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION raise_public_revision();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER products_public AFTER INSERT OR DELETE OR UPDATE ON products DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION raise_public_revision();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER recordings_public AFTER INSERT OR DELETE OR UPDATE ON recordings DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION raise_public_revision();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER resource_files_public AFTER INSERT OR DELETE OR UPDATE ON resource_files DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION raise_public_revision();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER site_pages_public AFTER INSERT OR DELETE OR UPDATE ON site_pages DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION raise_public_revision();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER testimonials_public AFTER INSERT OR DELETE OR UPDATE ON testimonials DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION raise_public_revision();
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
