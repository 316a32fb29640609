CREATE TYPE "public"."currency" AS ENUM('GBP', 'EUR', 'USD');--> statement-breakpoint
CREATE TYPE "public"."user_role" AS ENUM('member', 'admin');--> statement-breakpoint
CREATE TYPE "public"."location_type" AS ENUM('online', 'onsite');--> statement-breakpoint
CREATE TYPE "public"."discount_type" AS ENUM('percentage', 'fixed_amount');--> statement-breakpoint
CREATE TYPE "public"."booking_payment_status" AS ENUM('pending', 'paid', 'free', 'failed', 'cancelled', 'refunded');--> statement-breakpoint
CREATE TYPE "public"."booking_status" AS ENUM('pending', 'confirmed', 'completed', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."payment_provider" AS ENUM('stripe', 'outside');--> statement-breakpoint
CREATE TYPE "public"."payment_state" AS ENUM('open', 'paid', 'failed', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."refund_reason" AS ENUM('late_payment', 'cancelled', 'admin', 'stripe');--> statement-breakpoint
CREATE TYPE "public"."refund_state" AS ENUM('pending', 'succeeded', 'failed');--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"full_name" text NOT NULL,
	"password_hash" text,
	"role" "user_role" DEFAULT 'member' NOT NULL,
	"subscription_status" text DEFAULT 'free' NOT NULL,
	"email_confirmed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "live_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"category" text,
	"start_time" timestamp with time zone NOT NULL,
	"duration_minutes" integer DEFAULT 60 NOT NULL,
	"location_type" "location_type" DEFAULT 'online' NOT NULL,
	"location" text,
	"address" text,
	"city" text,
	"post_code" text,
	"zoom_link" text,
	"recording_url" text,
	"is_recording_public" boolean DEFAULT false NOT NULL,
	"price_minor" integer DEFAULT 0 NOT NULL,
	"entered_price_minor" integer DEFAULT 0 NOT NULL,
	"entered_currency" "currency" DEFAULT 'GBP' NOT NULL,
	"max_attendees" integer,
	"is_featured" boolean DEFAULT false NOT NULL,
	"is_published" boolean DEFAULT true NOT NULL,
	"what_to_bring" text,
	"thumbnail_url" text,
	"cancelled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "live_sessions_duration_positive" CHECK ("live_sessions"."duration_minutes" >= 1),
	CONSTRAINT "live_sessions_price_not_negative" CHECK ("live_sessions"."price_minor" >= 0 and "live_sessions"."entered_price_minor" >= 0),
	CONSTRAINT "live_sessions_price_free_together" CHECK (("live_sessions"."price_minor" = 0) = ("live_sessions"."entered_price_minor" = 0)),
	CONSTRAINT "live_sessions_max_attendees_positive" CHECK ("live_sessions"."max_attendees" is null or "live_sessions"."max_attendees" >= 1)
);
--> statement-breakpoint
CREATE TABLE "session_categories" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "session_categories_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "discount_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"discount_type" "discount_type" NOT NULL,
	"discount_percentage" integer,
	"discount_amount_minor" integer,
	"discount_currency" "currency",
	"is_active" boolean DEFAULT true NOT NULL,
	"is_one_time_use" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "discount_codes_code_unique" UNIQUE("code"),
	CONSTRAINT "discount_codes_code_form" CHECK ("discount_codes"."code" = upper(btrim("discount_codes"."code")) and "discount_codes"."code" <> ''),
	CONSTRAINT "discount_codes_code_not_reserved" CHECK ("discount_codes"."code" not in ('BIRTH_PACKAGE_PRICE', 'STRESS_PACKAGE_PRICE')),
	CONSTRAINT "discount_codes_terms" CHECK (case "discount_codes"."discount_type"
        when 'percentage' then coalesce("discount_codes"."discount_percentage" between 1 and 100, false)
        else coalesce("discount_codes"."discount_amount_minor" > 0, false) and "discount_codes"."discount_currency" is not null end)
);
--> statement-breakpoint
CREATE TABLE "session_bookings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"session_id" uuid NOT NULL,
	"user_id" uuid,
	"attendee_first_name" text NOT NULL,
	"attendee_last_name" text NOT NULL,
	"attendee_email" text NOT NULL,
	"status" "booking_status" NOT NULL,
	"payment_status" "booking_payment_status" NOT NULL,
	"form_key" uuid NOT NULL,
	"hold_until" timestamp with time zone,
	"list_price_minor" integer NOT NULL,
	"discount_minor" integer DEFAULT 0 NOT NULL,
	"total_minor" integer NOT NULL,
	"currency" "currency" NOT NULL,
	"exchange_rate" numeric,
	"applied_discount_code" text,
	"discount_terms" jsonb,
	"time_zone" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	CONSTRAINT "session_bookings_form_key" UNIQUE("session_id","form_key"),
	CONSTRAINT "session_bookings_total" CHECK ("session_bookings"."total_minor" between 0 and "session_bookings"."list_price_minor")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid NOT NULL,
	"provider" "payment_provider" DEFAULT 'stripe' NOT NULL,
	"state" "payment_state" DEFAULT 'open' NOT NULL,
	"amount_minor" integer NOT NULL,
	"currency" "currency" NOT NULL,
	"stripe_checkout_session_id" text,
	"stripe_payment_intent_id" text,
	"checkout_url" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	CONSTRAINT "payments_stripeCheckoutSessionId_unique" UNIQUE("stripe_checkout_session_id"),
	CONSTRAINT "payments_stripePaymentIntentId_unique" UNIQUE("stripe_payment_intent_id")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount_minor" integer NOT NULL,
	"currency" "currency" NOT NULL,
	"reason" "refund_reason" NOT NULL,
	"state" "refund_state" DEFAULT 'pending' NOT NULL,
	"stripe_refund_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "refunds_stripeRefundId_unique" UNIQUE("stripe_refund_id")
);
--> statement-breakpoint
CREATE TABLE "outbox_emails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"template" text NOT NULL,
	"props" jsonb NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"reply_to" text,
	"dedupe_key" text NOT NULL,
	"html" text,
	"text" text,
	"provider_id" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "outbox_emails_dedupeKey_unique" UNIQUE("dedupe_key")
);
--> statement-breakpoint
ALTER TABLE "live_sessions" ADD CONSTRAINT "live_sessions_category_session_categories_name_fk" FOREIGN KEY ("category") REFERENCES "public"."session_categories"("name") ON DELETE set null ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "session_bookings" ADD CONSTRAINT "session_bookings_session_id_live_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."live_sessions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_bookings" ADD CONSTRAINT "session_bookings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_booking_id_session_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."session_bookings"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "live_sessions_start_time_idx" ON "live_sessions" USING btree ("start_time");--> statement-breakpoint
CREATE INDEX "live_sessions_city_idx" ON "live_sessions" USING btree ("city","start_time");--> statement-breakpoint
CREATE INDEX "session_bookings_taken_idx" ON "session_bookings" USING btree ("session_id","status") WHERE "session_bookings"."status" <> 'cancelled';--> statement-breakpoint
CREATE INDEX "session_bookings_user_idx" ON "session_bookings" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "payments_booking_idx" ON "payments" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "refunds_payment_idx" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "outbox_emails_sent_idx" ON "outbox_emails" USING btree ("created_at" desc);