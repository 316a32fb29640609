CREATE TYPE "public"."mail_stop" AS ENUM('refused', 'withheld', 'unconfirmed');--> statement-breakpoint
CREATE TYPE "public"."suppression_reason" AS ENUM('unsubscribed', 'bounced', 'complained');--> statement-breakpoint
CREATE TABLE "mail_events" (
	"id" text PRIMARY KEY NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_pace" (
	"service" text PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_suppressions" (
	"address_hash" text NOT NULL,
	"reason" "suppression_reason" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_suppressions_address_hash_reason_pk" PRIMARY KEY("address_hash","reason")
);
--> statement-breakpoint
ALTER TABLE "outbox_emails" ADD COLUMN "is_announcement" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox_emails" ADD COLUMN "unsubscribe_key" text;--> statement-breakpoint
ALTER TABLE "outbox_emails" ADD COLUMN "unanswered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outbox_emails" ADD COLUMN "stopped" "mail_stop";--> statement-breakpoint
ALTER TABLE "outbox_emails" ADD COLUMN "delivered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outbox_emails" ADD COLUMN "bounced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outbox_emails" ADD COLUMN "bounce_reason" text;--> statement-breakpoint
ALTER TABLE "outbox_emails" ADD COLUMN "complained_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outbox_emails" ADD COLUMN "dismissed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "outbox_emails_provider_idx" ON "outbox_emails" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "outbox_emails_recipient_idx" ON "outbox_emails" USING btree (lower("recipient"));--> statement-breakpoint
CREATE INDEX "outbox_emails_unsent_idx" ON "outbox_emails" USING btree ("created_at") WHERE "outbox_emails"."sent_at" is null and "outbox_emails"."stopped" is null;--> statement-breakpoint
CREATE INDEX "outbox_emails_undelivered_idx" ON "outbox_emails" USING btree ("created_at") WHERE "outbox_emails"."bounced_at" is not null or "outbox_emails"."complained_at" is not null or "outbox_emails"."stopped" is not null;