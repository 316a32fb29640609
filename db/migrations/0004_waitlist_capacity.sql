-- An open waitlist offer takes a place like a booking does: by its status alone.
CREATE OR REPLACE FUNCTION assert_capacity(session uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  capacity integer;
  taken integer;
BEGIN
  -- Under repeatable read the count below would look at an old snapshot, whatever the lock says.
  IF current_setting('transaction_isolation') = 'repeatable read' THEN
    RAISE EXCEPTION 'places cannot be taken under repeatable read' USING ERRCODE = 'BR002';
  END IF;
  SELECT max_attendees INTO capacity FROM live_sessions WHERE id = session FOR NO KEY UPDATE;
  IF capacity IS NULL THEN
    RETURN;
  END IF;
  SELECT (SELECT count(*) FROM session_bookings
      WHERE session_id = session AND status IN ('pending', 'confirmed', 'completed'))
    + (SELECT count(*) FROM session_waitlist WHERE session_id = session AND status = 'offered')
    INTO taken;
  IF taken > capacity THEN
    RAISE EXCEPTION 'session % has % places and % would be taken', session, capacity, taken
      USING ERRCODE = 'BR001', DETAIL = json_build_object('capacity', capacity, 'taken', taken)::text;
  END IF;
END
$$;
--> statement-breakpoint
CREATE TRIGGER session_waitlist_capacity_on_insert
  AFTER INSERT ON session_waitlist FOR EACH ROW
  WHEN (NEW.status = 'offered')
  EXECUTE FUNCTION check_booking_capacity();
--> statement-breakpoint
CREATE TRIGGER session_waitlist_capacity_on_update
  AFTER UPDATE OF status, session_id ON session_waitlist FOR EACH ROW
  WHEN (NEW.status = 'offered' AND (OLD.status <> 'offered' OR NEW.session_id <> OLD.session_id))
  EXECUTE FUNCTION check_booking_capacity();
