-- Serializable counts on an old snapshot, too: only what sees each commit may take places.
CREATE OR REPLACE FUNCTION assert_capacity(session uuid) RETURNS void LANGUAGE plpgsql AS $$
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
