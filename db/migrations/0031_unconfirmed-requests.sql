CREATE TABLE "one_to_one_unconfirmed" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"offer_id" uuid NOT NULL,
	"start_time" timestamp with time zone NOT NULL,
	"user_id" uuid,
	"email" text NOT NULL,
	"network" text NOT NULL,
	"time_zone" text NOT NULL,
	"sealed" text NOT NULL,
	"manage_key" text DEFAULT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') NOT NULL,
	"form_key" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "one_to_one_unconfirmed_form_key" UNIQUE("form_key")
);
--> statement-breakpoint
ALTER TABLE "one_to_one_requests" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "one_to_one_unconfirmed" ADD CONSTRAINT "one_to_one_unconfirmed_offer_id_one_to_one_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."one_to_one_offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_to_one_unconfirmed" ADD CONSTRAINT "one_to_one_unconfirmed_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "one_to_one_unconfirmed_email_idx" ON "one_to_one_unconfirmed" USING btree (lower("email"));