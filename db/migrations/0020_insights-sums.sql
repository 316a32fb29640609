CREATE TABLE "session_attendance" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"booked" integer NOT NULL,
	"came" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "revenue_sums" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "revenue_sums_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"month" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"currency" "currency" NOT NULL,
	"entries" integer NOT NULL,
	"net_minor" bigint NOT NULL
);
--> statement-breakpoint
DROP INDEX "payments_revenue_idx";--> statement-breakpoint
CREATE INDEX "revenue_sums_month_idx" ON "revenue_sums" USING btree ("month");--> statement-breakpoint
CREATE INDEX "session_bookings_payment_idx" ON "session_bookings" USING btree ("payment_status","created_at" desc,"id" desc) WHERE "session_bookings"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "session_bookings_paid_idx" ON "session_bookings" USING btree ("created_at","id") WHERE "session_bookings"."payment_status" = 'paid';--> statement-breakpoint
CREATE INDEX "session_bookings_code_use_idx" ON "session_bookings" USING btree ("created_at","applied_discount_code","currency","discount_minor") WHERE "session_bookings"."applied_discount_code" is not null and "session_bookings"."status" <> 'cancelled';--> statement-breakpoint
CREATE INDEX "payments_provider_idx" ON "payments" USING btree ("provider","paid_at","currency","amount_minor") WHERE "payments"."state" = 'paid';--> statement-breakpoint
CREATE INDEX "payments_paid_booking_idx" ON "payments" USING btree ("booking_id") WHERE "payments"."state" = 'paid';--> statement-breakpoint
CREATE INDEX "refunds_settled_idx" ON "refunds" USING btree ("settled_at");--> statement-breakpoint
CREATE FUNCTION revenue_kind(purchase uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT CASE WHEN resource_id IS NOT NULL THEN 'resources' ELSE collection::text END
    FROM collection_purchases WHERE id = purchase), 'sessions')
$$;
--> statement-breakpoint
CREATE FUNCTION append_revenue(at timestamptz, purchase uuid, paid_in currency, number integer, minor bigint)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO revenue_sums (month, kind, currency, entries, net_minor)
  SELECT date_trunc('month', at, 'UTC'), revenue_kind(purchase), paid_in, number, minor WHERE at IS NOT NULL
$$;
--> statement-breakpoint
-- A refund counts while its payment is paid.
CREATE FUNCTION append_revenue_of_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.state = 'paid' THEN
    PERFORM append_revenue(OLD.paid_at, OLD.purchase_id, OLD.currency, -1, -OLD.amount_minor);
    PERFORM append_revenue(created_at, OLD.purchase_id, currency, -1, amount_minor)
      FROM refunds WHERE payment_id = OLD.id AND state <> 'failed';
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.state = 'paid' THEN
    PERFORM append_revenue(NEW.paid_at, NEW.purchase_id, NEW.currency, 1, NEW.amount_minor);
    PERFORM append_revenue(created_at, NEW.purchase_id, currency, 1, -amount_minor)
      FROM refunds WHERE payment_id = NEW.id AND state <> 'failed';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION append_revenue_of_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.state <> 'failed' THEN
    PERFORM append_revenue(OLD.created_at, purchase_id, OLD.currency, -1, OLD.amount_minor)
      FROM payments WHERE id = OLD.payment_id AND state = 'paid';
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.state <> 'failed' THEN
    PERFORM append_revenue(NEW.created_at, purchase_id, NEW.currency, 1, -NEW.amount_minor)
      FROM payments WHERE id = NEW.payment_id AND state = 'paid';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER payments_revenue
  AFTER INSERT OR DELETE ON payments FOR EACH ROW
  EXECUTE FUNCTION append_revenue_of_payment();
--> statement-breakpoint
CREATE TRIGGER payments_revenue_on_update
  AFTER UPDATE ON payments FOR EACH ROW
  WHEN ((OLD.state, OLD.paid_at, OLD.purchase_id, OLD.currency, OLD.amount_minor)
    IS DISTINCT FROM (NEW.state, NEW.paid_at, NEW.purchase_id, NEW.currency, NEW.amount_minor))
  EXECUTE FUNCTION append_revenue_of_payment();
--> statement-breakpoint
CREATE TRIGGER refunds_revenue
  AFTER INSERT OR DELETE ON refunds FOR EACH ROW
  EXECUTE FUNCTION append_revenue_of_refund();
--> statement-breakpoint
CREATE TRIGGER refunds_revenue_on_update
  AFTER UPDATE ON refunds FOR EACH ROW
  WHEN ((OLD.state, OLD.created_at, OLD.payment_id, OLD.currency, OLD.amount_minor)
    IS DISTINCT FROM (NEW.state, NEW.created_at, NEW.payment_id, NEW.currency, NEW.amount_minor))
  EXECUTE FUNCTION append_revenue_of_refund();
--> statement-breakpoint
-- Adds the appended rows up. Runs beside payments and itself: each row is deleted once, with the sum that has it.
CREATE FUNCTION add_up_revenue() RETURNS void LANGUAGE sql AS $$
  WITH gone AS (DELETE FROM revenue_sums RETURNING month, kind, currency, entries, net_minor)
  INSERT INTO revenue_sums (month, kind, currency, entries, net_minor)
  SELECT month, kind, currency, sum(entries), sum(net_minor) FROM gone GROUP BY month, kind, currency
$$;
--> statement-breakpoint
-- Writes a session anew from its bookings, once per transaction: all is deferred, so the first call sees everything.
-- Transactions that change the same session take turns by its row, so that the last one sees all others.
CREATE FUNCTION refresh_attendance(session uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM session_attendance WHERE session_id = session AND xmin = pg_current_xact_id()::xid) THEN
    RETURN;
  END IF;
  PERFORM FROM session_attendance WHERE session_id = session FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO session_attendance (session_id, booked, came) VALUES (session, 0, 0)
    ON CONFLICT (session_id) DO UPDATE SET booked = session_attendance.booked;
  END IF;
  UPDATE session_attendance SET
    booked = (SELECT coalesce(sum(quantity), 0) FROM session_bookings
      WHERE session_id = session AND status IN ('confirmed', 'completed')),
    came = (SELECT count(*) FROM session_bookings AS booking JOIN booking_tickets AS ticket ON ticket.booking_id = booking.id
      WHERE booking.session_id = session AND booking.status IN ('confirmed', 'completed')
        AND ticket.checked_in_at IS NOT NULL AND ticket.cancelled_at IS NULL)
  WHERE session_id = session;
END
$$;
--> statement-breakpoint
CREATE FUNCTION refresh_attendance_of_booking() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    PERFORM refresh_attendance(NEW.session_id);
  END IF;
  IF TG_OP = 'DELETE' OR TG_OP = 'UPDATE' AND OLD.session_id <> NEW.session_id THEN
    PERFORM refresh_attendance(OLD.session_id);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION refresh_attendance_of_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_attendance(session_id) FROM session_bookings
    WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.booking_id ELSE NEW.booking_id END;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION forget_attendance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM session_attendance WHERE session_id = OLD.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- All at the commit: by then the code has locked everything else, and the lock lasts a moment.
CREATE CONSTRAINT TRIGGER session_bookings_attendance_on_insert
  AFTER INSERT ON session_bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.status IN ('confirmed', 'completed'))
  EXECUTE FUNCTION refresh_attendance_of_booking();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER session_bookings_attendance_on_update
  AFTER UPDATE OF status, quantity, session_id ON session_bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.status IN ('confirmed', 'completed') OR NEW.status IN ('confirmed', 'completed'))
    AND (OLD.status, OLD.quantity, OLD.session_id) IS DISTINCT FROM (NEW.status, NEW.quantity, NEW.session_id))
  EXECUTE FUNCTION refresh_attendance_of_booking();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER session_bookings_attendance_on_delete
  AFTER DELETE ON session_bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.status IN ('confirmed', 'completed'))
  EXECUTE FUNCTION refresh_attendance_of_booking();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER booking_tickets_attendance_on_insert
  AFTER INSERT ON booking_tickets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.checked_in_at IS NOT NULL)
  EXECUTE FUNCTION refresh_attendance_of_ticket();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER booking_tickets_attendance_on_update
  AFTER UPDATE OF checked_in_at, cancelled_at ON booking_tickets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.checked_in_at IS NOT NULL, OLD.cancelled_at IS NOT NULL)
    IS DISTINCT FROM (NEW.checked_in_at IS NOT NULL, NEW.cancelled_at IS NOT NULL))
  EXECUTE FUNCTION refresh_attendance_of_ticket();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER booking_tickets_attendance_on_delete
  AFTER DELETE ON booking_tickets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.checked_in_at IS NOT NULL)
  EXECUTE FUNCTION refresh_attendance_of_ticket();
--> statement-breakpoint
CREATE TRIGGER live_sessions_attendance
  AFTER DELETE ON live_sessions FOR EACH ROW
  EXECUTE FUNCTION forget_attendance();
--> statement-breakpoint
-- Creating the triggers has locked the tables until the commit: nothing is missed, nothing counted twice.
INSERT INTO session_attendance (session_id, booked, came)
SELECT booking.session_id, coalesce(sum(booking.quantity), 0), coalesce(sum(arrived.tickets), 0)
FROM session_bookings AS booking LEFT JOIN (
  SELECT booking_id, count(*) AS tickets FROM booking_tickets
  WHERE checked_in_at IS NOT NULL AND cancelled_at IS NULL GROUP BY booking_id
) AS arrived ON arrived.booking_id = booking.id
WHERE booking.status IN ('confirmed', 'completed') GROUP BY booking.session_id;
--> statement-breakpoint
INSERT INTO revenue_sums (month, kind, currency, entries, net_minor)
SELECT month, revenue_kind(purchase_id), currency, count(*), sum(minor) FROM (
  SELECT date_trunc('month', paid_at, 'UTC') AS month, purchase_id, currency, amount_minor AS minor
  FROM payments WHERE state = 'paid' AND paid_at IS NOT NULL
  UNION ALL
  SELECT date_trunc('month', refunds.created_at, 'UTC'), purchase_id, refunds.currency, -refunds.amount_minor
  FROM refunds JOIN payments ON payments.id = payment_id AND payments.state = 'paid'
  WHERE refunds.state <> 'failed'
) AS moved GROUP BY 1, 2, 3;
