-- The last word on places: whatever code writes, no session ends up with more places taken than it has.
-- A place is taken by status alone: a pending, confirmed or completed booking, or an offer to the waitlist. The session's
-- row is locked first, so that writers of one session queue and each one counts what the one before it committed. (No
-- key update: each insert's foreign key already holds a key share lock, and two that wanted more would block each other.)
CREATE FUNCTION assert_capacity(session uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  capacity integer;
  taken integer;
BEGIN
  -- Under the others the count below would look at an old snapshot, whatever the lock says.
  IF current_setting('transaction_isolation') NOT IN ('read committed', 'read uncommitted') THEN
    RAISE EXCEPTION 'places cannot be taken under %', current_setting('transaction_isolation') USING ERRCODE = 'BR002';
  END IF;
  SELECT max_attendees INTO capacity FROM live_sessions WHERE id = session FOR NO KEY UPDATE;
  IF capacity IS NULL THEN
    RETURN;
  END IF;
  SELECT (SELECT coalesce(sum(quantity), 0) FROM session_bookings
      WHERE session_id = session AND status IN ('pending', 'confirmed', 'completed'))
    + (SELECT coalesce(sum(quantity), 0) FROM session_waitlist WHERE session_id = session AND status = 'offered')
    INTO taken;
  IF taken > capacity THEN
    RAISE EXCEPTION 'session % has % places and % would be taken', session, capacity, taken
      USING ERRCODE = 'BR001', DETAIL = json_build_object('capacity', capacity, 'taken', taken)::text;
  END IF;
END
$$;
--> statement-breakpoint
CREATE FUNCTION check_booking_capacity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM assert_capacity(NEW.session_id);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION check_session_capacity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM assert_capacity(NEW.id);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER session_bookings_capacity_on_insert
  AFTER INSERT ON session_bookings FOR EACH ROW
  WHEN (NEW.status IN ('pending', 'confirmed', 'completed'))
  EXECUTE FUNCTION check_booking_capacity();
--> statement-breakpoint
CREATE TRIGGER session_bookings_capacity_on_update
  AFTER UPDATE OF status, session_id ON session_bookings FOR EACH ROW
  WHEN (NEW.status IN ('pending', 'confirmed', 'completed')
    AND (OLD.status = 'cancelled' OR NEW.session_id <> OLD.session_id))
  EXECUTE FUNCTION check_booking_capacity();
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
--> statement-breakpoint
CREATE TRIGGER live_sessions_capacity
  AFTER UPDATE OF max_attendees ON live_sessions FOR EACH ROW
  WHEN (NEW.max_attendees IS NOT NULL)
  EXECUTE FUNCTION check_session_capacity();
--> statement-breakpoint
CREATE TRIGGER session_bookings_capacity_on_more_tickets
  AFTER UPDATE OF quantity ON session_bookings FOR EACH ROW
  WHEN (NEW.status IN ('pending', 'confirmed', 'completed') AND NEW.quantity > OLD.quantity)
  EXECUTE FUNCTION check_booking_capacity();
--> statement-breakpoint
CREATE TRIGGER session_waitlist_capacity_on_more_tickets
  AFTER UPDATE OF quantity ON session_waitlist FOR EACH ROW
  WHEN (NEW.status = 'offered' AND NEW.quantity > OLD.quantity)
  EXECUTE FUNCTION check_booking_capacity();
--> statement-breakpoint
-- Each place of a booking is a ticket; the first has the id of its booking.
CREATE FUNCTION add_tickets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO booking_tickets (id, booking_id, number)
  SELECT CASE number WHEN 1 THEN NEW.id ELSE gen_random_uuid() END, NEW.id, number
  FROM generate_series(1, NEW.quantity) AS number;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER session_bookings_tickets
  AFTER INSERT ON session_bookings FOR EACH ROW
  EXECUTE FUNCTION add_tickets();
