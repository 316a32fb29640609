CREATE TYPE "public"."withdrawal_status" AS ENUM('received', 'refunded', 'declined');--> statement-breakpoint
CREATE TABLE "withdrawal_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"contract" text NOT NULL,
	"digest" text NOT NULL,
	"status" "withdrawal_status" DEFAULT 'received' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"contract_kind" text,
	"contract_id" uuid,
	"decline_reason" text,
	CONSTRAINT "withdrawal_requests_digest_unique" UNIQUE("digest"),
	CONSTRAINT "withdrawal_requests_decided" CHECK (("withdrawal_requests"."status" = 'received') = ("withdrawal_requests"."decided_at" is null)
        and num_nonnulls("withdrawal_requests"."contract_kind", "withdrawal_requests"."contract_id") = case "withdrawal_requests"."status" when 'refunded' then 2 else 0 end
        and ("withdrawal_requests"."decline_reason" is not null) = ("withdrawal_requests"."status" = 'declined'))
);
--> statement-breakpoint
ALTER TABLE "collection_purchases" ADD COLUMN "waiver_text" text;--> statement-breakpoint
ALTER TABLE "collection_purchases" ADD COLUMN "waiver_version" integer;--> statement-breakpoint
ALTER TABLE "collection_purchases" ADD COLUMN "waived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "collection_purchases" ADD COLUMN "opens_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "withdrawal_requests_email_idx" ON "withdrawal_requests" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "withdrawal_requests_created_idx" ON "withdrawal_requests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "withdrawal_requests_open_idx" ON "withdrawal_requests" USING btree ("created_at") WHERE "withdrawal_requests"."status" = 'received';--> statement-breakpoint
ALTER TABLE "collection_purchases" ADD CONSTRAINT "collection_purchases_waiver_whole" CHECK (num_nonnulls("collection_purchases"."waiver_text", "collection_purchases"."waiver_version", "collection_purchases"."waived_at") in (0, 3));