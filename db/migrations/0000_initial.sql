CREATE TYPE "public"."currency" AS ENUM('GBP', 'EUR', 'USD');--> statement-breakpoint
CREATE TYPE "public"."user_role" AS ENUM('member', 'admin');--> statement-breakpoint
CREATE TYPE "public"."account_token_purpose" AS ENUM('verify_email', 'reset_password', 'sign_in', 'change_email');--> statement-breakpoint
CREATE TYPE "public"."location_type" AS ENUM('online', 'onsite');--> statement-breakpoint
CREATE TYPE "public"."discount_type" AS ENUM('percentage', 'fixed_amount');--> statement-breakpoint
CREATE TYPE "public"."booking_payment_status" AS ENUM('pending', 'paid', 'free', 'failed', 'cancelled', 'refunded');--> statement-breakpoint
CREATE TYPE "public"."booking_status" AS ENUM('pending', 'confirmed', 'completed', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."waitlist_status" AS ENUM('waiting', 'offered', 'accepted', 'declined', 'expired', 'left', 'removed', 'closed');--> statement-breakpoint
CREATE TYPE "public"."media_kind" AS ENUM('video', 'image', 'captions');--> statement-breakpoint
CREATE TYPE "public"."collection" AS ENUM('birth', 'stress');--> statement-breakpoint
CREATE TYPE "public"."purchase_status" AS ENUM('pending', 'paid', 'free', 'failed', 'cancelled', 'refunded');--> statement-breakpoint
CREATE TYPE "public"."payment_provider" AS ENUM('stripe', 'outside');--> statement-breakpoint
CREATE TYPE "public"."payment_state" AS ENUM('open', 'paid', 'failed', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."refund_reason" AS ENUM('late_payment', 'cancelled', 'admin', 'stripe');--> statement-breakpoint
CREATE TYPE "public"."refund_state" AS ENUM('pending', 'succeeded', 'failed');--> statement-breakpoint
CREATE TYPE "public"."mail_stop" AS ENUM('refused', 'withheld', 'unconfirmed');--> statement-breakpoint
CREATE TYPE "public"."suppression_reason" AS ENUM('unsubscribed', 'bounced', 'complained');--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"full_name" text NOT NULL,
	"password_hash" text,
	"role" "user_role" DEFAULT 'member' NOT NULL,
	"subscription_status" text DEFAULT 'free' NOT NULL,
	"email_confirmed_at" timestamp with time zone,
	"admin_signed_in_at" timestamp with time zone,
	"calendar_key" text,
	"time_zone" text,
	"currency" "currency",
	"has_reminders" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp with time zone,
	CONSTRAINT "users_calendarKey_unique" UNIQUE("calendar_key")
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"key_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_complete" boolean DEFAULT true NOT NULL,
	"recovered_at" timestamp with time zone,
	"user_agent" text,
	"known_device_id" uuid,
	"impersonator_id" uuid,
	"impersonation_reason" text,
	"impersonator_session_id" text,
	CONSTRAINT "user_sessions_impersonation" CHECK (num_nonnulls("user_sessions"."impersonator_id", "user_sessions"."impersonation_reason", "user_sessions"."impersonator_session_id") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"details" jsonb,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" "account_token_purpose" NOT NULL,
	"token_hash" text NOT NULL,
	"return_to" text,
	"email" text,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_tokens_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"encrypted_secret" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp with time zone
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
	"rescheduled_at" timestamp with time zone,
	"calendar_sequence" integer DEFAULT 0 NOT NULL,
	"series_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
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
	"valid_from" timestamp with time zone,
	"valid_until" timestamp with time zone,
	"max_uses" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "discount_codes_code_unique" UNIQUE("code"),
	CONSTRAINT "discount_codes_code_form" CHECK ("discount_codes"."code" = upper(btrim("discount_codes"."code")) and "discount_codes"."code" <> ''),
	CONSTRAINT "discount_codes_code_not_reserved" CHECK ("discount_codes"."code" not in ('BIRTH_PACKAGE_PRICE', 'STRESS_PACKAGE_PRICE')),
	CONSTRAINT "discount_codes_max_uses_positive" CHECK ("discount_codes"."max_uses" is null or "discount_codes"."max_uses" >= 1),
	CONSTRAINT "discount_codes_validity" CHECK ("discount_codes"."valid_until" > "discount_codes"."valid_from"),
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
	"hold_browser" text,
	"hold_network" text,
	"list_price_minor" integer NOT NULL,
	"discount_minor" integer DEFAULT 0 NOT NULL,
	"total_minor" integer NOT NULL,
	"currency" "currency" NOT NULL,
	"exchange_rate" numeric,
	"applied_discount_code" text,
	"discount_terms" jsonb,
	"time_zone" text NOT NULL,
	"manage_key" text DEFAULT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') NOT NULL,
	"health_version" integer,
	"health_note" text,
	"attendee_note" text,
	"checked_in_at" timestamp with time zone,
	"check_in_set_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"refund_waived_at" timestamp with time zone,
	"archived_at" timestamp with time zone,
	CONSTRAINT "session_bookings_form_key" UNIQUE("session_id","form_key"),
	CONSTRAINT "session_bookings_total" CHECK ("session_bookings"."total_minor" between 0 and "session_bookings"."list_price_minor")
);
--> statement-breakpoint
CREATE TABLE "session_waitlist" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"session_id" uuid NOT NULL,
	"user_id" uuid,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"time_zone" text NOT NULL,
	"status" "waitlist_status" DEFAULT 'waiting' NOT NULL,
	"form_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"queue_number" integer GENERATED ALWAYS AS IDENTITY (sequence name "session_waitlist_queue_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"manage_key" text DEFAULT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') NOT NULL,
	"offered_at" timestamp with time zone,
	"offer_ends_at" timestamp with time zone,
	"booking_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "session_waitlist_form_key" UNIQUE("session_id","form_key"),
	CONSTRAINT "session_waitlist_offer" CHECK ("session_waitlist"."status" <> 'offered' or "session_waitlist"."offer_ends_at" is not null),
	CONSTRAINT "session_waitlist_accepted" CHECK (("session_waitlist"."status" = 'accepted') or "session_waitlist"."booking_id" is null)
);
--> statement-breakpoint
CREATE TABLE "media_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" "media_kind" NOT NULL,
	"storage_key" text NOT NULL,
	"original_name" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"etag" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "media_files_storageKey_unique" UNIQUE("storage_key")
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"collection" "collection" PRIMARY KEY NOT NULL,
	"price_minor" integer NOT NULL,
	"price_currency" "currency" NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "collections_price_not_negative" CHECK ("collections"."price_minor" >= 0)
);
--> statement-breakpoint
CREATE TABLE "playback_progress" (
	"user_id" uuid NOT NULL,
	"recording_id" uuid NOT NULL,
	"position_seconds" integer NOT NULL,
	"finished_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "playback_progress_user_id_recording_id_pk" PRIMARY KEY("user_id","recording_id"),
	CONSTRAINT "playback_progress_position" CHECK ("playback_progress"."position_seconds" >= 0)
);
--> statement-breakpoint
CREATE TABLE "recordings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"collection" "collection" NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"is_free" boolean DEFAULT false NOT NULL,
	"order_index" integer DEFAULT 0 NOT NULL,
	"video_id" uuid,
	"video_url" text,
	"poster_id" uuid,
	"captions_id" uuid,
	"duration_seconds" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recordings_video" CHECK (num_nonnulls("recordings"."video_id", "recordings"."video_url") = 1),
	CONSTRAINT "recordings_order_not_negative" CHECK ("recordings"."order_index" >= 0)
);
--> statement-breakpoint
CREATE TABLE "collection_purchases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"collection" "collection" NOT NULL,
	"user_id" uuid,
	"customer_name" text NOT NULL,
	"customer_email" text NOT NULL,
	"status" "purchase_status" NOT NULL,
	"form_key" uuid NOT NULL,
	"hold_until" timestamp with time zone,
	"list_price_minor" integer NOT NULL,
	"discount_minor" integer DEFAULT 0 NOT NULL,
	"total_minor" integer NOT NULL,
	"currency" "currency" NOT NULL,
	"exchange_rate" numeric,
	"applied_discount_code" text,
	"discount_terms" jsonb,
	"manage_key" text DEFAULT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp with time zone,
	"refund_waived_at" timestamp with time zone,
	"archived_at" timestamp with time zone,
	CONSTRAINT "collection_purchases_formKey_unique" UNIQUE("form_key"),
	CONSTRAINT "collection_purchases_total" CHECK ("collection_purchases"."total_minor" between 0 and "collection_purchases"."list_price_minor")
);
--> statement-breakpoint
CREATE TABLE "resources" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"category" text,
	"price_minor" integer DEFAULT 0 NOT NULL,
	"price_currency" "currency" DEFAULT 'USD' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "resources_price_not_negative" CHECK ("resources"."price_minor" >= 0)
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_id" uuid NOT NULL,
	"stripe_dispute_id" text NOT NULL,
	"amount_minor" integer NOT NULL,
	"currency" "currency" NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"due_by" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "disputes_stripeDisputeId_unique" UNIQUE("stripe_dispute_id")
);
--> statement-breakpoint
CREATE TABLE "fraud_warnings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_id" uuid NOT NULL,
	"stripe_warning_id" text NOT NULL,
	"fraud_type" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fraud_warnings_stripeWarningId_unique" UNIQUE("stripe_warning_id")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid,
	"purchase_id" uuid,
	"provider" "payment_provider" DEFAULT 'stripe' NOT NULL,
	"state" "payment_state" DEFAULT 'open' NOT NULL,
	"amount_minor" integer NOT NULL,
	"currency" "currency" NOT NULL,
	"stripe_checkout_session_id" text,
	"stripe_payment_intent_id" text,
	"checkout_url" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	"completed_unpaid_at" timestamp with time zone,
	CONSTRAINT "payments_stripeCheckoutSessionId_unique" UNIQUE("stripe_checkout_session_id"),
	CONSTRAINT "payments_stripePaymentIntentId_unique" UNIQUE("stripe_payment_intent_id"),
	CONSTRAINT "payments_one_cause" CHECK (num_nonnulls("payments"."booking_id", "payments"."purchase_id") = 1)
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
	"refusals" integer DEFAULT 0 NOT NULL,
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
	"sender_name" text,
	"dedupe_key" text NOT NULL,
	"attachments" jsonb,
	"is_announcement" boolean DEFAULT false NOT NULL,
	"unsubscribe_key" text,
	"html" text,
	"text" text,
	"provider_id" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"unanswered_at" timestamp with time zone,
	"stopped" "mail_stop",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"bounced_at" timestamp with time zone,
	"bounce_reason" text,
	"complained_at" timestamp with time zone,
	"dismissed_at" timestamp with time zone,
	CONSTRAINT "outbox_emails_dedupeKey_unique" UNIQUE("dedupe_key")
);
--> statement-breakpoint
CREATE TABLE "webhook_states" (
	"source" text PRIMARY KEY NOT NULL,
	"last_event_at" timestamp with time zone,
	"bad_signatures" integer DEFAULT 0 NOT NULL,
	"last_bad_signature_at" timestamp with time zone
);
--> statement-breakpoint
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
CREATE TABLE "site_settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exchange_rates" (
	"base" "currency" PRIMARY KEY NOT NULL,
	"rates" jsonb NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kept_forms" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"address" text NOT NULL,
	"sealed_fields" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "form_keys" (
	"digest" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_known_device_id_known_devices_id_fk" FOREIGN KEY ("known_device_id") REFERENCES "public"."known_devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_impersonator_id_users_id_fk" FOREIGN KEY ("impersonator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_impersonator_session" FOREIGN KEY ("impersonator_session_id") REFERENCES "public"."user_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_sessions" ADD CONSTRAINT "live_sessions_category_session_categories_name_fk" FOREIGN KEY ("category") REFERENCES "public"."session_categories"("name") ON DELETE set null ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "session_bookings" ADD CONSTRAINT "session_bookings_session_id_live_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."live_sessions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_bookings" ADD CONSTRAINT "session_bookings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_waitlist" ADD CONSTRAINT "session_waitlist_session_id_live_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."live_sessions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_waitlist" ADD CONSTRAINT "session_waitlist_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_waitlist" ADD CONSTRAINT "session_waitlist_booking_id_session_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."session_bookings"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playback_progress" ADD CONSTRAINT "playback_progress_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playback_progress" ADD CONSTRAINT "playback_progress_recording_id_recordings_id_fk" FOREIGN KEY ("recording_id") REFERENCES "public"."recordings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_video_id_media_files_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."media_files"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_poster_id_media_files_id_fk" FOREIGN KEY ("poster_id") REFERENCES "public"."media_files"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_captions_id_media_files_id_fk" FOREIGN KEY ("captions_id") REFERENCES "public"."media_files"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_purchases" ADD CONSTRAINT "collection_purchases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fraud_warnings" ADD CONSTRAINT "fraud_warnings_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_booking_id_session_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."session_bookings"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_purchase_id_collection_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."collection_purchases"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_forms" ADD CONSTRAINT "kept_forms_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_created_idx" ON "users" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "known_devices_key" ON "known_devices" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "known_devices_user_idx" ON "known_devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "known_devices_expiry_idx" ON "known_devices" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "user_sessions_user_idx" ON "user_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_sessions_expiry_idx" ON "user_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "user_sessions_device_idx" ON "user_sessions" USING btree ("known_device_id");--> statement-breakpoint
CREATE INDEX "user_sessions_impersonator_idx" ON "user_sessions" USING btree ("impersonator_session_id") WHERE "user_sessions"."impersonator_session_id" is not null;--> statement-breakpoint
CREATE INDEX "audit_entries_created_idx" ON "audit_entries" USING btree ("created_at" desc);--> statement-breakpoint
CREATE INDEX "audit_entries_subject_idx" ON "audit_entries" USING btree ("subject_type","subject_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_entries_actor_idx" ON "audit_entries" USING btree ("actor_id","created_at");--> statement-breakpoint
CREATE INDEX "account_tokens_user_idx" ON "account_tokens" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "recovery_codes_user_idx" ON "recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "live_sessions_start_time_idx" ON "live_sessions" USING btree ("start_time");--> statement-breakpoint
CREATE INDEX "live_sessions_series_idx" ON "live_sessions" USING btree ("series_id");--> statement-breakpoint
CREATE INDEX "live_sessions_city_idx" ON "live_sessions" USING btree ("city","start_time");--> statement-breakpoint
CREATE INDEX "session_bookings_taken_idx" ON "session_bookings" USING btree ("session_id","status") WHERE "session_bookings"."status" <> 'cancelled';--> statement-breakpoint
CREATE INDEX "session_bookings_user_idx" ON "session_bookings" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "session_bookings_created_idx" ON "session_bookings" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "session_bookings_listed_idx" ON "session_bookings" USING btree ("created_at" desc,"id" desc) WHERE "session_bookings"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "session_bookings_name_idx" ON "session_bookings" USING btree (lower(translate("attendee_first_name" || ' ' || "attendee_last_name", 'ÁÀÂÄÃÅÇÉÈÊËÍÌÎÏÑÓÒÔÖÕØÚÙÛÜÝáàâäãåçéèêëíìîïñóòôöõøúùûüýÿ', 'aaaaaaceeeeiiiinoooooouuuuyaaaaaaceeeeiiiinoooooouuuuyy')),"id") WHERE "session_bookings"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "session_bookings_email_idx" ON "session_bookings" USING btree (lower("attendee_email"));--> statement-breakpoint
CREATE INDEX "session_bookings_code_idx" ON "session_bookings" USING btree ("applied_discount_code");--> statement-breakpoint
CREATE UNIQUE INDEX "session_waitlist_one_entry" ON "session_waitlist" USING btree ("session_id",lower("email")) WHERE "session_waitlist"."status" in ('waiting', 'offered');--> statement-breakpoint
CREATE INDEX "session_waitlist_line_idx" ON "session_waitlist" USING btree ("session_id","status","queue_number") WHERE "session_waitlist"."status" in ('waiting', 'offered');--> statement-breakpoint
CREATE INDEX "session_waitlist_user_idx" ON "session_waitlist" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "media_files_created_idx" ON "media_files" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "recordings_order_idx" ON "recordings" USING btree ("collection","order_index");--> statement-breakpoint
CREATE UNIQUE INDEX "collection_purchases_owned_once" ON "collection_purchases" USING btree ("collection","user_id") WHERE "collection_purchases"."status" in ('paid', 'free') and "collection_purchases"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "collection_purchases_user_idx" ON "collection_purchases" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "collection_purchases_email_idx" ON "collection_purchases" USING btree (lower("customer_email"));--> statement-breakpoint
CREATE INDEX "collection_purchases_code_idx" ON "collection_purchases" USING btree ("applied_discount_code");--> statement-breakpoint
CREATE INDEX "collection_purchases_created_idx" ON "collection_purchases" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "resources_created_idx" ON "resources" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "disputes_payment_idx" ON "disputes" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "disputes_unanswered_idx" ON "disputes" USING btree ("due_by") WHERE "disputes"."status" in ('needs_response', 'warning_needs_response');--> statement-breakpoint
CREATE INDEX "fraud_warnings_payment_idx" ON "fraud_warnings" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payments_booking_idx" ON "payments" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "payments_purchase_idx" ON "payments" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "payments_created_idx" ON "payments" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payments_open_idx" ON "payments" USING btree ("created_at") WHERE "payments"."state" = 'open';--> statement-breakpoint
CREATE INDEX "payments_completed_unpaid_idx" ON "payments" USING btree ("completed_unpaid_at") WHERE "payments"."completed_unpaid_at" is not null and "payments"."state" <> 'paid';--> statement-breakpoint
CREATE INDEX "refunds_payment_idx" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "outbox_emails_listed_idx" ON "outbox_emails" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "outbox_emails_provider_idx" ON "outbox_emails" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "outbox_emails_recipient_idx" ON "outbox_emails" USING btree (lower("recipient"));--> statement-breakpoint
CREATE INDEX "outbox_emails_unsent_idx" ON "outbox_emails" USING btree ("created_at") WHERE "outbox_emails"."sent_at" is null and "outbox_emails"."stopped" is null;--> statement-breakpoint
CREATE INDEX "outbox_emails_undelivered_idx" ON "outbox_emails" USING btree ("created_at") WHERE "outbox_emails"."bounced_at" is not null or "outbox_emails"."complained_at" is not null or "outbox_emails"."stopped" is not null;--> statement-breakpoint
CREATE INDEX "form_keys_created_at_idx" ON "form_keys" USING btree ("created_at");