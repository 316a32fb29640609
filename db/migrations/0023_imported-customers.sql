ALTER TYPE "public"."import_format" ADD VALUE 'customers';--> statement-breakpoint
CREATE TABLE "imported_customers" (
	"email" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"imported_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "imported_customers_digest_idx" ON "imported_customers" USING btree (md5("email"));
--> statement-breakpoint
-- As in 0012, with imported customers among a person's records.
CREATE OR REPLACE FUNCTION refresh_account_person(account uuid) RETURNS void LANGUAGE plpgsql AS $$
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
      WHERE user_id IS NULL AND lower(customer_email) = own_address AND archived_at IS NULL),
    (SELECT imported_at FROM imported_customers WHERE email = own_address));
  IF newest IS NULL OR owner.id IS NULL THEN
    DELETE FROM people WHERE key = account::text;
  ELSE
    UPDATE people SET user_id = account, address = own_address, name = owner.full_name, email = owner.email, last_at = newest
    WHERE key = account::text;
  END IF;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refresh_guest_person(guest text) RETURNS void LANGUAGE plpgsql AS $$
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
    UNION ALL
    SELECT name, imported_at FROM imported_customers WHERE email = guest
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
CREATE FUNCTION refresh_people_of_import() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_guest_person(CASE WHEN TG_OP = 'DELETE' THEN OLD.email ELSE NEW.email END);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER imported_customers_people
  AFTER INSERT OR DELETE ON imported_customers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION refresh_people_of_import();
