ALTER TABLE "session_bookings" DROP CONSTRAINT "session_bookings_pass";--> statement-breakpoint
DROP INDEX "credit_entries_taken_once";--> statement-breakpoint
ALTER TABLE "live_sessions" ADD COLUMN "credit_cost" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "booking_tickets" ADD COLUMN "share_minor" integer;--> statement-breakpoint
-- The shares that were computed until now: they differ by at most 1, and the larger ones come first.
UPDATE booking_tickets SET share_minor = total_minor / tickets + CASE WHEN number <= total_minor % tickets THEN 1 ELSE 0 END
FROM session_bookings, (SELECT booking_id, count(*)::integer AS tickets FROM booking_tickets GROUP BY booking_id) AS counted
WHERE session_bookings.id = booking_tickets.booking_id AND counted.booking_id = booking_tickets.booking_id;--> statement-breakpoint
ALTER TABLE "booking_tickets" ALTER COLUMN "share_minor" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "session_bookings" ADD COLUMN "credits" integer;--> statement-breakpoint
UPDATE session_bookings SET credits = (SELECT count(*) FROM booking_tickets WHERE booking_id = session_bookings.id)
WHERE pass_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE "session_waitlist" ADD COLUMN "pass_id" uuid;--> statement-breakpoint
ALTER TABLE "session_waitlist" ADD COLUMN "held_credits" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD COLUMN "turn" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "session_waitlist" ADD CONSTRAINT "session_waitlist_pass_id_passes_id_fk" FOREIGN KEY ("pass_id") REFERENCES "public"."passes"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_waitlist_pass_idx" ON "session_waitlist" USING btree ("pass_id") WHERE "session_waitlist"."status" = 'offered' and "session_waitlist"."pass_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entries_taken_once" ON "credit_entries" USING btree ("ticket_id","turn") WHERE "credit_entries"."kind" = 'taken';--> statement-breakpoint
ALTER TABLE "live_sessions" ADD CONSTRAINT "live_sessions_credit_cost" CHECK ("live_sessions"."credit_cost" between 1 and 20);--> statement-breakpoint
ALTER TABLE "booking_tickets" ADD CONSTRAINT "booking_tickets_share_not_negative" CHECK ("booking_tickets"."share_minor" >= 0);--> statement-breakpoint
ALTER TABLE "session_bookings" ADD CONSTRAINT "session_bookings_credits" CHECK ("session_bookings"."credits" is null or ("session_bookings"."pass_id" is not null and "session_bookings"."credits" > 0));--> statement-breakpoint
ALTER TABLE "session_waitlist" ADD CONSTRAINT "session_waitlist_held_credits" CHECK (("session_waitlist"."pass_id" is not null) = ("session_waitlist"."held_credits" > 0));--> statement-breakpoint
-- Each place of a booking is a ticket; the first has the id of its booking. Their shares are even until they are told
-- apart in the same transaction; a process of the previous version leaves them so.
CREATE OR REPLACE FUNCTION add_tickets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO booking_tickets (id, booking_id, number, share_minor)
  SELECT CASE number WHEN 1 THEN NEW.id ELSE gen_random_uuid() END, NEW.id, number,
    NEW.total_minor / NEW.quantity + CASE WHEN number <= NEW.total_minor % NEW.quantity THEN 1 ELSE 0 END
  FROM generate_series(1, NEW.quantity) AS number;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Looks when all is written: the shares of a booking's tickets add up to its total, and no ticket is paid by money and
-- by a credit.
CREATE FUNCTION assert_shares(booking uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  total integer;
  shares bigint;
BEGIN
  SELECT total_minor INTO total FROM session_bookings WHERE id = booking;
  SELECT sum(share_minor) INTO shares FROM booking_tickets WHERE booking_id = booking;
  IF shares <> total THEN
    RAISE EXCEPTION 'the tickets of booking % share %, not %', booking, shares, total USING ERRCODE = 'BR005';
  END IF;
  IF EXISTS (SELECT FROM booking_tickets JOIN credit_entries AS taken ON taken.ticket_id = booking_tickets.id
      WHERE booking_id = booking AND share_minor > 0 AND taken.kind = 'taken'
        AND NOT EXISTS (SELECT FROM credit_entries AS returned WHERE returned.taken_id = taken.id)) THEN
    RAISE EXCEPTION 'a ticket of booking % is paid by money and by a credit', booking USING ERRCODE = 'BR005';
  END IF;
END
$$;
--> statement-breakpoint
CREATE FUNCTION check_ticket_shares() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM assert_shares(NEW.booking_id);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION check_booking_shares() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM assert_shares(NEW.id);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION check_paid_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM assert_shares(booking_id) FROM booking_tickets WHERE id = NEW.ticket_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER booking_tickets_shares AFTER UPDATE OF share_minor ON booking_tickets
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ticket_shares();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER booking_tickets_added AFTER INSERT ON booking_tickets
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.number > 1 OR NEW.id <> NEW.booking_id)
  EXECUTE FUNCTION check_ticket_shares();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER session_bookings_shares AFTER UPDATE OF total_minor ON session_bookings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.total_minor <> OLD.total_minor)
  EXECUTE FUNCTION check_booking_shares();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER credit_entries_paid_once AFTER INSERT ON credit_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.kind = 'taken') EXECUTE FUNCTION check_paid_once();
--> statement-breakpoint
-- What is held for open offers can't be taken for anything else, and a ticket takes again only what came back. Whatever
-- ends a pass (a refund, its last day) needs no regard to offers.
CREATE OR REPLACE FUNCTION check_credit_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  limited boolean;
  balance integer;
BEGIN
  -- Under the others the sum below would look at an old snapshot, whatever the lock says.
  IF current_setting('transaction_isolation') NOT IN ('read committed', 'read uncommitted') THEN
    RAISE EXCEPTION 'credits cannot be taken under %', current_setting('transaction_isolation') USING ERRCODE = 'BR002';
  END IF;
  SELECT credits IS NOT NULL INTO limited FROM passes WHERE id = NEW.pass_id FOR NO KEY UPDATE;
  IF NEW.kind = 'taken' AND EXISTS (SELECT FROM credit_entries AS taken
      WHERE taken.ticket_id = NEW.ticket_id AND taken.kind = 'taken' AND taken.id <> NEW.id
        AND NOT EXISTS (SELECT FROM credit_entries AS returned WHERE returned.taken_id = taken.id)) THEN
    RAISE EXCEPTION 'ticket % is paid already', NEW.ticket_id USING ERRCODE = 'BR006';
  END IF;
  IF NOT limited THEN
    RETURN NULL;
  END IF;
  SELECT sum(amount) INTO balance FROM credit_entries WHERE pass_id = NEW.pass_id;
  IF NEW.kind = 'taken' THEN
    balance := balance - credits_on_offer(NEW.pass_id);
  END IF;
  IF balance < 0 THEN
    RAISE EXCEPTION 'pass % would have % credits', NEW.pass_id, balance USING ERRCODE = 'BR003';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION credits_on_offer(pass uuid) RETURNS integer LANGUAGE sql AS $$
  SELECT coalesce(sum(held_credits), 0)::integer FROM session_waitlist WHERE pass_id = pass AND status = 'offered'
$$;
--> statement-breakpoint
CREATE FUNCTION check_held_credits() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  limited boolean;
  balance integer;
BEGIN
  SELECT credits IS NOT NULL INTO limited FROM passes WHERE id = NEW.pass_id FOR NO KEY UPDATE;
  IF NOT limited THEN
    RETURN NULL;
  END IF;
  SELECT sum(amount) INTO balance FROM credit_entries WHERE pass_id = NEW.pass_id;
  IF balance < credits_on_offer(NEW.pass_id) THEN
    RAISE EXCEPTION 'pass % has no % credits to hold', NEW.pass_id, NEW.held_credits USING ERRCODE = 'BR003';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER session_waitlist_held_on_update
  AFTER UPDATE OF status, held_credits, pass_id ON session_waitlist FOR EACH ROW
  WHEN (NEW.status = 'offered' AND NEW.pass_id IS NOT NULL)
  EXECUTE FUNCTION check_held_credits();
--> statement-breakpoint
CREATE TRIGGER session_waitlist_held_on_insert
  AFTER INSERT ON session_waitlist FOR EACH ROW
  WHEN (NEW.status = 'offered' AND NEW.pass_id IS NOT NULL)
  EXECUTE FUNCTION check_held_credits();

--> statement-breakpoint
DROP TRIGGER credit_entries_kept ON credit_entries;
--> statement-breakpoint
CREATE TRIGGER credit_entries_kept
  BEFORE DELETE OR UPDATE OF id, pass_id, kind, amount, ticket_id, turn, taken_id, created_at ON credit_entries FOR EACH ROW
  EXECUTE FUNCTION refuse_change();
