ALTER TABLE "memberships" ADD COLUMN "customer_reference" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "attempt_key" uuid;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "attempted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "checkout_id" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "checkout_url" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "trial_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "terms_version" integer;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "privacy_version" integer;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "syncs" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "synced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "renewal_ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_trial_days" CHECK ("memberships"."trial_days" between 0 and 90);