CREATE TYPE "public"."consent_source" AS ENUM('booking', 'sign_up', 'profile', 'unsubscribe_page', 'existing_customer');--> statement-breakpoint
CREATE TABLE "mail_consents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"address_hash" text NOT NULL,
	"source" "consent_source" NOT NULL,
	"wording" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"confirm_key" text,
	"mailed_at" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "mail_consents_current_idx" ON "mail_consents" USING btree ("address_hash",("source" = 'existing_customer')) WHERE "mail_consents"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "mail_consents_address_idx" ON "mail_consents" USING btree ("address_hash");--> statement-breakpoint
CREATE INDEX "mail_consents_listed_idx" ON "mail_consents" USING btree ("requested_at" desc,"id" desc);
--> statement-breakpoint
-- Who booked before the site asked for consent may be written to about the sessions that they book, as before (decision 046).
INSERT INTO "mail_consents" ("email", "address_hash", "source", "wording", "requested_at", "confirmed_at")
SELECT email, translate(encode(sha256(convert_to(email, 'UTF8')), 'base64'), '+/=', '-_'), 'existing_customer',
  'Booked before this site asked. Each message has a link to unsubscribe.', min(created_at), min(created_at)
FROM (SELECT lower(trim(attendee_email)) AS email, created_at FROM session_bookings
  WHERE status IN ('confirmed', 'completed') AND attendee_email NOT LIKE '%@deleted.invalid') AS booked
GROUP BY email;
