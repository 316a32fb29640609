CREATE TABLE "waitlist_dates" (
	"entry_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	CONSTRAINT "waitlist_dates_entry_id_session_id_pk" PRIMARY KEY("entry_id","session_id")
);
--> statement-breakpoint
ALTER TABLE "session_waitlist" DROP CONSTRAINT "session_waitlist_accepted";--> statement-breakpoint
ALTER TABLE "session_waitlist" ALTER COLUMN "session_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "session_waitlist" ADD COLUMN "course_id" uuid;--> statement-breakpoint
ALTER TABLE "session_waitlist" ADD COLUMN "purchase_id" uuid;--> statement-breakpoint
ALTER TABLE "waitlist_dates" ADD CONSTRAINT "waitlist_dates_entry_id_session_waitlist_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."session_waitlist"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_dates" ADD CONSTRAINT "waitlist_dates_session_id_live_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."live_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waitlist_dates_session_idx" ON "waitlist_dates" USING btree ("session_id");--> statement-breakpoint
ALTER TABLE "session_waitlist" ADD CONSTRAINT "session_waitlist_course_id_products_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_waitlist" ADD CONSTRAINT "session_waitlist_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "session_waitlist_one_course_entry" ON "session_waitlist" USING btree ("course_id",lower("email")) WHERE "session_waitlist"."status" in ('waiting', 'offered');--> statement-breakpoint
ALTER TABLE "session_waitlist" ADD CONSTRAINT "session_waitlist_course_form_key" UNIQUE("course_id","form_key");--> statement-breakpoint
ALTER TABLE "session_waitlist" ADD CONSTRAINT "session_waitlist_one_line" CHECK (num_nonnulls("session_waitlist"."session_id", "session_waitlist"."course_id") = 1);--> statement-breakpoint
ALTER TABLE "session_waitlist" ADD CONSTRAINT "session_waitlist_course" CHECK ("session_waitlist"."course_id" is null or "session_waitlist"."quantity" = 1);--> statement-breakpoint
ALTER TABLE "session_waitlist" ADD CONSTRAINT "session_waitlist_accepted" CHECK (("session_waitlist"."status" = 'accepted') or num_nonnulls("session_waitlist"."booking_id", "session_waitlist"."purchase_id") = 0);--> statement-breakpoint
-- As in 0001, and an offer of a course takes a place in each of its dates for as long as its entry is offered.
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
  SELECT (SELECT coalesce(sum(quantity), 0) FROM session_bookings
      WHERE session_id = session AND status IN ('pending', 'confirmed', 'completed'))
    + (SELECT coalesce(sum(quantity), 0) FROM session_waitlist WHERE session_id = session AND status = 'offered')
    + (SELECT count(*) FROM waitlist_dates JOIN session_waitlist ON session_waitlist.id = waitlist_dates.entry_id
      WHERE waitlist_dates.session_id = session AND session_waitlist.status = 'offered')
    INTO taken;
  IF taken > capacity THEN
    RAISE EXCEPTION 'session % has % places and % would be taken', session, capacity, taken
      USING ERRCODE = 'BR001', DETAIL = json_build_object('capacity', capacity, 'taken', taken)::text;
  END IF;
END
$$;
--> statement-breakpoint
CREATE FUNCTION check_offered_dates() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  date uuid;
BEGIN
  FOR date IN SELECT session_id FROM waitlist_dates WHERE entry_id = NEW.id ORDER BY session_id LOOP
    PERFORM assert_capacity(date);
  END LOOP;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER session_waitlist_dates_capacity
  AFTER UPDATE OF status ON session_waitlist FOR EACH ROW
  WHEN (NEW.status = 'offered' AND OLD.status <> 'offered' AND NEW.course_id IS NOT NULL)
  EXECUTE FUNCTION check_offered_dates();
--> statement-breakpoint
CREATE TRIGGER waitlist_dates_capacity
  AFTER INSERT OR UPDATE ON waitlist_dates FOR EACH ROW
  EXECUTE FUNCTION check_booking_capacity();
