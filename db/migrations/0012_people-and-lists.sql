CREATE TABLE "people" (
	"key" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"address" text,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "audit_entries_created_idx";--> statement-breakpoint
CREATE INDEX "people_last_idx" ON "people" USING btree ("last_at","key");--> statement-breakpoint
CREATE INDEX "people_name_idx" ON "people" USING btree (lower(translate("name", 'ÁÀÂÄÃÅÇÉÈÊËÍÌÎÏÑÓÒÔÖÕØÚÙÛÜÝáàâäãåçéèêëíìîïñóòôöõøúùûüýÿ', 'aaaaaaceeeeiiiinoooooouuuuyaaaaaaceeeeiiiinoooooouuuuyy')),"key");--> statement-breakpoint
CREATE INDEX "people_exported_idx" ON "people" USING btree (("user_id" is null),lower("email"));--> statement-breakpoint
CREATE INDEX "users_name_idx" ON "users" USING btree (lower(translate("full_name", 'ÁÀÂÄÃÅÇÉÈÊËÍÌÎÏÑÓÒÔÖÕØÚÙÛÜÝáàâäãåçéèêëíìîïñóòôöõøúùûüýÿ', 'aaaaaaceeeeiiiinoooooouuuuyaaaaaaceeeeiiiinoooooouuuuyy')),"id") WHERE "users"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "booking_tickets_checked_in_idx" ON "booking_tickets" USING btree ("booking_id") WHERE "booking_tickets"."checked_in_at" is not null and "booking_tickets"."cancelled_at" is null;--> statement-breakpoint
CREATE INDEX "session_bookings_booked_idx" ON "session_bookings" USING btree ("session_id","quantity","id") WHERE "session_bookings"."status" in ('confirmed', 'completed');--> statement-breakpoint
CREATE INDEX "session_bookings_session_idx" ON "session_bookings" USING btree ("session_id","id") WHERE "session_bookings"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "collection_purchases_listed_idx" ON "collection_purchases" USING btree ("collection","created_at" desc,"id" desc,"status") WHERE "collection_purchases"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "collection_purchases_name_idx" ON "collection_purchases" USING btree (lower(translate("customer_name", 'ÁÀÂÄÃÅÇÉÈÊËÍÌÎÏÑÓÒÔÖÕØÚÙÛÜÝáàâäãåçéèêëíìîïñóòôöõøúùûüýÿ', 'aaaaaaceeeeiiiinoooooouuuuyaaaaaaceeeeiiiinoooooouuuuyy')),"id") WHERE "collection_purchases"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "payments_revenue_idx" ON "payments" USING btree ("paid_at","amount_minor","currency","purchase_id") WHERE "payments"."state" = 'paid';--> statement-breakpoint
CREATE INDEX "audit_entries_created_idx" ON "audit_entries" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
-- Transactions that change the same person take turns: each statement after this one sees what the others have committed.
-- Not an advisory lock, of which a transaction can't take thousands.
CREATE FUNCTION lock_person(person text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM people WHERE key = person FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO people (key, name, email, last_at) VALUES (person, '', '', '-infinity')
    ON CONFLICT (key) DO UPDATE SET key = excluded.key;
  END IF;
END
$$;
--> statement-breakpoint
-- Writes one person anew from their records.
CREATE FUNCTION refresh_account_person(account uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  owner users%ROWTYPE;
  own_address text;
  newest timestamptz;
BEGIN
  PERFORM lock_person(account::text);
  SELECT * INTO owner FROM users WHERE id = account;
  own_address := CASE WHEN owner.email_confirmed_at IS NOT NULL AND owner.email NOT LIKE '%@deleted.invalid'
    THEN lower(owner.email) END;
  newest := greatest(
    (SELECT max(created_at) FROM session_bookings
      WHERE user_id = account AND archived_at IS NULL AND attendee_email NOT LIKE '%@deleted.invalid'),
    (SELECT max(created_at) FROM session_bookings
      WHERE user_id IS NULL AND lower(attendee_email) = own_address AND archived_at IS NULL),
    (SELECT max(created_at) FROM collection_purchases
      WHERE user_id = account AND archived_at IS NULL AND customer_email NOT LIKE '%@deleted.invalid'),
    (SELECT max(created_at) FROM collection_purchases
      WHERE user_id IS NULL AND lower(customer_email) = own_address AND archived_at IS NULL));
  IF newest IS NULL OR owner.id IS NULL THEN
    DELETE FROM people WHERE key = account::text;
  ELSE
    UPDATE people SET user_id = account, address = own_address, name = owner.full_name, email = owner.email, last_at = newest
    WHERE key = account::text;
  END IF;
END
$$;
--> statement-breakpoint
-- A guest's address, in lower case; its records belong to the account that has confirmed it.
CREATE FUNCTION refresh_guest_person(guest text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  owner uuid;
  newest record;
BEGIN
  PERFORM lock_person(md5(guest));
  SELECT id INTO owner FROM users WHERE lower(email) = guest AND email_confirmed_at IS NOT NULL;
  IF owner IS NOT NULL THEN
    DELETE FROM people WHERE key = md5(guest);
    PERFORM refresh_account_person(owner);
    RETURN;
  END IF;
  SELECT * INTO newest FROM (
    (SELECT attendee_first_name || ' ' || attendee_last_name AS name, created_at FROM session_bookings
      WHERE user_id IS NULL AND lower(attendee_email) = guest AND archived_at IS NULL
      ORDER BY created_at DESC, id LIMIT 1)
    UNION ALL
    (SELECT customer_name, created_at FROM collection_purchases
      WHERE user_id IS NULL AND lower(customer_email) = guest AND archived_at IS NULL
      ORDER BY created_at DESC, id LIMIT 1)
  ) AS records ORDER BY created_at DESC LIMIT 1;
  IF newest.created_at IS NULL OR guest LIKE '%@deleted.invalid' THEN
    DELETE FROM people WHERE key = md5(guest);
  ELSE
    UPDATE people SET address = guest, name = newest.name, email = guest, last_at = newest.created_at
    WHERE key = md5(guest);
  END IF;
END
$$;
--> statement-breakpoint
CREATE FUNCTION refresh_owner(account uuid, email text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF account IS NULL THEN
    PERFORM refresh_guest_person(lower(email));
  ELSE
    PERFORM refresh_account_person(account);
  END IF;
END
$$;
--> statement-breakpoint
CREATE FUNCTION refresh_people_of_booking() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM refresh_owner(OLD.user_id, OLD.attendee_email);
  END IF;
  IF TG_OP = 'INSERT' OR TG_OP = 'UPDATE' AND
      (OLD.user_id, lower(OLD.attendee_email)) IS DISTINCT FROM (NEW.user_id, lower(NEW.attendee_email)) THEN
    PERFORM refresh_owner(NEW.user_id, NEW.attendee_email);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION refresh_people_of_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM refresh_owner(OLD.user_id, OLD.customer_email);
  END IF;
  IF TG_OP = 'INSERT' OR TG_OP = 'UPDATE' AND
      (OLD.user_id, lower(OLD.customer_email)) IS DISTINCT FROM (NEW.user_id, lower(NEW.customer_email)) THEN
    PERFORM refresh_owner(NEW.user_id, NEW.customer_email);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Locks addresses before accounts, as refresh_guest_person does.
CREATE FUNCTION refresh_people_of_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM refresh_guest_person(lower(OLD.email));
  END IF;
  IF TG_OP = 'INSERT' OR TG_OP = 'UPDATE' AND lower(OLD.email) <> lower(NEW.email) THEN
    PERFORM refresh_guest_person(lower(NEW.email));
  END IF;
  PERFORM refresh_account_person(CASE WHEN TG_OP = 'DELETE' THEN OLD.id ELSE NEW.id END);
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- All at the commit: by then the code has locked everything else, and the locks on people last a moment.
CREATE CONSTRAINT TRIGGER session_bookings_people
  AFTER INSERT OR DELETE ON session_bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION refresh_people_of_booking();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER session_bookings_people_on_update
  AFTER UPDATE OF user_id, attendee_email, attendee_first_name, attendee_last_name, created_at, archived_at
  ON session_bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.user_id, OLD.attendee_email, OLD.attendee_first_name, OLD.attendee_last_name, OLD.created_at, OLD.archived_at)
    IS DISTINCT FROM
    (NEW.user_id, NEW.attendee_email, NEW.attendee_first_name, NEW.attendee_last_name, NEW.created_at, NEW.archived_at))
  EXECUTE FUNCTION refresh_people_of_booking();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER collection_purchases_people
  AFTER INSERT OR DELETE ON collection_purchases DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION refresh_people_of_purchase();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER collection_purchases_people_on_update
  AFTER UPDATE OF user_id, customer_email, customer_name, created_at, archived_at
  ON collection_purchases DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.user_id, OLD.customer_email, OLD.customer_name, OLD.created_at, OLD.archived_at)
    IS DISTINCT FROM (NEW.user_id, NEW.customer_email, NEW.customer_name, NEW.created_at, NEW.archived_at))
  EXECUTE FUNCTION refresh_people_of_purchase();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER users_people_on_insert
  AFTER INSERT ON users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.email_confirmed_at IS NOT NULL)
  EXECUTE FUNCTION refresh_people_of_account();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER users_people_on_update
  AFTER UPDATE OF email, full_name, email_confirmed_at ON users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.email, OLD.full_name, OLD.email_confirmed_at) IS DISTINCT FROM (NEW.email, NEW.full_name, NEW.email_confirmed_at))
  EXECUTE FUNCTION refresh_people_of_account();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER users_people_on_delete
  AFTER DELETE ON users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION refresh_people_of_account();
--> statement-breakpoint
INSERT INTO people (key, user_id, address, name, email, last_at)
WITH records AS (
  SELECT user_id, lower(attendee_email) AS email, attendee_first_name || ' ' || attendee_last_name AS name, created_at
  FROM session_bookings WHERE archived_at IS NULL AND attendee_email NOT LIKE '%@deleted.invalid'
  UNION ALL
  SELECT user_id, lower(customer_email), customer_name, created_at
  FROM collection_purchases WHERE archived_at IS NULL AND customer_email NOT LIKE '%@deleted.invalid'
), owned AS (
  SELECT records.*, coalesce(records.user_id, owner.id) AS account_id
  FROM records LEFT JOIN users AS owner
    ON records.user_id IS NULL AND lower(owner.email) = records.email AND owner.email_confirmed_at IS NOT NULL
)
SELECT coalesce(account.id::text, md5(owned.email)), account.id,
  CASE WHEN account.id IS NULL THEN max(owned.email)
    WHEN account.email_confirmed_at IS NOT NULL THEN lower(account.email) END,
  coalesce(account.full_name, (array_agg(owned.name ORDER BY owned.created_at DESC))[1]),
  coalesce(account.email, max(owned.email)), max(owned.created_at)
FROM owned LEFT JOIN users AS account ON account.id = owned.account_id
GROUP BY 1, account.id;
