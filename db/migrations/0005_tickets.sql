CREATE TABLE "booking_tickets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"name" text,
	"checked_in_at" timestamp with time zone,
	"check_in_set_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	CONSTRAINT "booking_tickets_number" UNIQUE("booking_id","number"),
	CONSTRAINT "booking_tickets_number_range" CHECK ("booking_tickets"."number" between 1 and 6)
);
--> statement-breakpoint
ALTER TABLE "session_bookings" ADD COLUMN "quantity" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "session_waitlist" ADD COLUMN "quantity" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "booking_tickets" ADD CONSTRAINT "booking_tickets_booking_id_session_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."session_bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_bookings" ADD CONSTRAINT "session_bookings_quantity" CHECK ("session_bookings"."quantity" between 1 and 6);--> statement-breakpoint
ALTER TABLE "session_waitlist" ADD CONSTRAINT "session_waitlist_quantity" CHECK ("session_waitlist"."quantity" between 1 and 6);--> statement-breakpoint
-- session_bookings.checked_in_at and check_in_set_at stay until no process of the last release writes them.
INSERT INTO booking_tickets (id, booking_id, number, checked_in_at, check_in_set_at)
SELECT id, id, 1, checked_in_at, check_in_set_at FROM session_bookings;
--> statement-breakpoint
-- Also for bookings that a process of the last release inserts.
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
--> statement-breakpoint
-- As in 0001_capacity, but counts tickets instead of rows.
CREATE OR REPLACE FUNCTION assert_capacity(session uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  capacity integer;
  taken integer;
BEGIN
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
CREATE TRIGGER session_bookings_capacity_on_more_tickets
  AFTER UPDATE OF quantity ON session_bookings FOR EACH ROW
  WHEN (NEW.status IN ('pending', 'confirmed', 'completed') AND NEW.quantity > OLD.quantity)
  EXECUTE FUNCTION check_booking_capacity();
--> statement-breakpoint
CREATE TRIGGER session_waitlist_capacity_on_more_tickets
  AFTER UPDATE OF quantity ON session_waitlist FOR EACH ROW
  WHEN (NEW.status = 'offered' AND NEW.quantity > OLD.quantity)
  EXECUTE FUNCTION check_booking_capacity();
