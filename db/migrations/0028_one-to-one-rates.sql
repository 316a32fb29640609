ALTER TABLE "price_rates" DROP CONSTRAINT "price_rates_of_one";--> statement-breakpoint
ALTER TABLE "calendar_accounts" ADD COLUMN "left_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "one_to_one_offers" ADD COLUMN "pricing" "session_pricing" DEFAULT 'one' NOT NULL;--> statement-breakpoint
ALTER TABLE "one_to_one_offers" ADD COLUMN "highest_price_minor" integer;--> statement-breakpoint
ALTER TABLE "one_to_one_offers" ADD COLUMN "entered_highest_minor" integer;--> statement-breakpoint
ALTER TABLE "price_rates" ADD COLUMN "offer_id" uuid;--> statement-breakpoint
ALTER TABLE "price_rates" ADD CONSTRAINT "price_rates_offer_id_one_to_one_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."one_to_one_offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "price_rates_offer_name" ON "price_rates" USING btree ("offer_id",lower("name"));--> statement-breakpoint
CREATE INDEX "one_to_one_requests_digest_idx" ON "one_to_one_requests" USING btree (md5(lower("email"))) WHERE "one_to_one_requests"."user_id" is null;--> statement-breakpoint
ALTER TABLE "price_rates" ADD CONSTRAINT "price_rates_offer_number" UNIQUE("offer_id","kind","number");--> statement-breakpoint
ALTER TABLE "one_to_one_offers" ADD CONSTRAINT "one_to_one_offers_highest_price" CHECK ("one_to_one_offers"."pricing" <> 'early' and ("one_to_one_offers"."pricing" in ('rates', 'between')) = ("one_to_one_offers"."highest_price_minor" is not null)
        and ("one_to_one_offers"."highest_price_minor" is null) = ("one_to_one_offers"."entered_highest_minor" is null)
        and coalesce("one_to_one_offers"."highest_price_minor" >= "one_to_one_offers"."price_minor" and "one_to_one_offers"."entered_highest_minor" >= "one_to_one_offers"."entered_price_minor", true));--> statement-breakpoint
ALTER TABLE "price_rates" ADD CONSTRAINT "price_rates_of_offer" CHECK ("price_rates"."offer_id" is null or ("price_rates"."places" is null and "price_rates"."kind" <> 'early'));--> statement-breakpoint
ALTER TABLE "price_rates" ADD CONSTRAINT "price_rates_of_one" CHECK (num_nonnulls("price_rates"."session_id", "price_rates"."product_id", "price_rates"."offer_id") = 1);--> statement-breakpoint
-- Everyone who has booked, bought or asked for a time of a one-to-one session, or was imported as a customer.
CREATE OR REPLACE VIEW people AS
WITH records AS (
  SELECT user_id, NULL AS email, NULL AS name, max(created_at) AS last_at
  FROM session_bookings WHERE user_id IS NOT NULL AND archived_at IS NULL GROUP BY user_id
  UNION ALL
  SELECT user_id, NULL, NULL, max(created_at)
  FROM purchases WHERE user_id IS NOT NULL AND archived_at IS NULL GROUP BY user_id
  UNION ALL
  SELECT user_id, NULL, NULL, max(created_at)
  FROM one_to_one_requests WHERE user_id IS NOT NULL GROUP BY user_id
  UNION ALL
  SELECT NULL, email, (array_agg(name ORDER BY created_at DESC))[1], max(created_at)
  FROM (
    SELECT lower(attendee_email) AS email, attendee_first_name || ' ' || attendee_last_name AS name, created_at
    FROM session_bookings
    WHERE user_id IS NULL AND archived_at IS NULL AND attendee_email NOT LIKE '%@deleted.invalid'
    UNION ALL
    SELECT lower(customer_email), customer_name, created_at
    FROM purchases
    WHERE user_id IS NULL AND archived_at IS NULL AND customer_email NOT LIKE '%@deleted.invalid'
    UNION ALL
    SELECT lower(email), first_name || ' ' || last_name, created_at
    FROM one_to_one_requests WHERE user_id IS NULL AND email NOT LIKE '%@deleted.invalid'
    UNION ALL
    SELECT email, name, imported_at FROM imported_customers
  ) AS guests GROUP BY email
), owned AS (
  SELECT coalesce(records.user_id, owner.id) AS account_id, CASE WHEN owner.id IS NULL THEN records.email END AS guest,
    max(records.name) AS name, max(records.last_at) AS last_at
  FROM records LEFT JOIN users AS owner
    ON records.user_id IS NULL AND lower(owner.email) = records.email AND owner.email_confirmed_at IS NOT NULL
  GROUP BY 1, 2
)
SELECT coalesce(owned.account_id::text, md5(owned.guest)) AS key,
  owned.account_id AS user_id,
  CASE WHEN account.id IS NULL THEN owned.guest
    WHEN account.email_confirmed_at IS NOT NULL THEN lower(account.email) END AS address,
  coalesce(account.full_name, owned.name) AS name,
  coalesce(account.email, owned.guest) AS email,
  owned.last_at
FROM owned LEFT JOIN users AS account ON account.id = owned.account_id
WHERE account.archived_at IS NULL;
