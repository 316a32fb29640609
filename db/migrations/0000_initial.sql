CREATE TYPE "public"."currency" AS ENUM('GBP', 'EUR', 'USD');--> statement-breakpoint
CREATE TYPE "public"."account_token_purpose" AS ENUM('verify_email', 'reset_password', 'sign_in', 'change_email');--> statement-breakpoint
CREATE TYPE "public"."user_role" AS ENUM('member', 'admin');--> statement-breakpoint
CREATE TYPE "public"."backup_place" AS ENUM('folder', 'bucket');--> statement-breakpoint
CREATE TYPE "public"."backup_task" AS ENUM('backup', 'restore_test');--> statement-breakpoint
CREATE TYPE "public"."location_type" AS ENUM('online', 'onsite');--> statement-breakpoint
CREATE TYPE "public"."discount_type" AS ENUM('percentage', 'fixed_amount');--> statement-breakpoint
CREATE TYPE "public"."booking_payment_status" AS ENUM('pending', 'paid', 'free', 'failed', 'cancelled', 'refunded');--> statement-breakpoint
CREATE TYPE "public"."booking_status" AS ENUM('pending', 'confirmed', 'completed', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."waitlist_status" AS ENUM('waiting', 'offered', 'accepted', 'declined', 'expired', 'left', 'removed', 'closed');--> statement-breakpoint
CREATE TYPE "public"."date_order" AS ENUM('day_first', 'month_first');--> statement-breakpoint
CREATE TYPE "public"."import_format" AS ENUM('generic', 'momence', 'eventbrite', 'customers');--> statement-breakpoint
CREATE TYPE "public"."product_kind" AS ENUM('collection', 'resource');--> statement-breakpoint
CREATE TYPE "public"."media_kind" AS ENUM('video', 'image', 'captions', 'download', 'portrait', 'logo', 'share');--> statement-breakpoint
CREATE TYPE "public"."purchase_status" AS ENUM('pending', 'paid', 'free', 'failed', 'cancelled', 'refunded');--> statement-breakpoint
CREATE TYPE "public"."payment_provider" AS ENUM('stripe', 'outside');--> statement-breakpoint
CREATE TYPE "public"."payment_state" AS ENUM('open', 'paid', 'failed', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."refund_reason" AS ENUM('late_payment', 'cancelled', 'admin', 'stripe');--> statement-breakpoint
CREATE TYPE "public"."refund_state" AS ENUM('pending', 'succeeded', 'failed');--> statement-breakpoint
CREATE TYPE "public"."consent_source" AS ENUM('booking', 'sign_up', 'profile', 'unsubscribe_page', 'existing_customer');--> statement-breakpoint
CREATE TYPE "public"."mail_stop" AS ENUM('refused', 'withheld', 'unconfirmed');--> statement-breakpoint
CREATE TYPE "public"."suppression_reason" AS ENUM('unsubscribed', 'bounced', 'complained');--> statement-breakpoint
CREATE TYPE "public"."page_place" AS ENUM('menu', 'footer', 'none');--> statement-breakpoint
CREATE TYPE "public"."consent_kind" AS ENUM('email', 'writing', 'form');--> statement-breakpoint
CREATE TYPE "public"."withdrawal_status" AS ENUM('received', 'refunded', 'declined');--> statement-breakpoint
CREATE TABLE "account_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" "account_token_purpose" NOT NULL,
	"token_hash" text NOT NULL,
	"return_to" text,
	"email" text,
	"browser_hash" text,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_tokens_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "imported_customers" (
	"email" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"imported_at" timestamp with time zone NOT NULL
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
CREATE TABLE "overview_visits" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"previous_seen_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "person_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"email" text,
	"note" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "person_notes_userId_unique" UNIQUE("user_id"),
	CONSTRAINT "person_notes_email_unique" UNIQUE("email"),
	CONSTRAINT "person_notes_one_person" CHECK (num_nonnulls("person_notes"."user_id", "person_notes"."email") = 1)
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
	"terms_version" integer,
	"privacy_version" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp with time zone,
	CONSTRAINT "users_calendarKey_unique" UNIQUE("calendar_key")
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
CREATE TABLE "backup_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"task" "backup_task" NOT NULL,
	"file_name" text NOT NULL,
	"place" "backup_place" DEFAULT 'folder' NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone NOT NULL,
	"bytes" bigint,
	"is_encrypted" boolean NOT NULL,
	"is_same_disk" boolean DEFAULT false NOT NULL,
	"missing_files" integer DEFAULT 0 NOT NULL,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_restores" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"restored_at" timestamp with time zone NOT NULL,
	"reconciled_at" timestamp with time zone,
	"unknown_payments" integer DEFAULT 0 NOT NULL,
	"confirmed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "exchange_rates" (
	"base" "currency" PRIMARY KEY NOT NULL,
	"rates" jsonb NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "form_keys" (
	"digest" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "public_revision" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"revision" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "public_revision_one_row" CHECK ("public_revision"."is_only")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "site_settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_states" (
	"source" text PRIMARY KEY NOT NULL,
	"last_event_at" timestamp with time zone,
	"bad_signatures" integer DEFAULT 0 NOT NULL,
	"last_bad_signature_at" timestamp with time zone,
	"bad_since_event" integer DEFAULT 0 NOT NULL
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
CREATE TABLE "booking_moves" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid NOT NULL,
	"from_session_id" uuid NOT NULL,
	"to_session_id" uuid NOT NULL,
	"form_key" uuid NOT NULL,
	"moved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "booking_moves_form_key" UNIQUE("booking_id","form_key"),
	CONSTRAINT "booking_moves_elsewhere" CHECK ("booking_moves"."from_session_id" <> "booking_moves"."to_session_id")
);
--> statement-breakpoint
CREATE TABLE "booking_tickets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"name" text,
	"checked_in_at" timestamp with time zone,
	"check_in_set_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"refund_waived_at" timestamp with time zone,
	CONSTRAINT "booking_tickets_number" UNIQUE("booking_id","number"),
	CONSTRAINT "booking_tickets_number_range" CHECK ("booking_tickets"."number" between 1 and 6)
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
	"quantity" integer DEFAULT 1 NOT NULL,
	"time_zone" text NOT NULL,
	"manage_key" text DEFAULT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') NOT NULL,
	"health_version" integer,
	"terms_version" integer,
	"privacy_version" integer,
	"health_note" text,
	"sealed_health_note" text,
	"attendee_note" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"moved_at" timestamp with time zone,
	"imported_at" timestamp with time zone,
	"import_key" text,
	"refund_waived_at" timestamp with time zone,
	"archived_at" timestamp with time zone,
	CONSTRAINT "session_bookings_import_key" UNIQUE("import_key"),
	CONSTRAINT "session_bookings_form_key" UNIQUE("session_id","form_key"),
	CONSTRAINT "session_bookings_total" CHECK ("session_bookings"."total_minor" between 0 and "session_bookings"."list_price_minor"),
	CONSTRAINT "session_bookings_quantity" CHECK ("session_bookings"."quantity" between 1 and 6)
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
	"quantity" integer DEFAULT 1 NOT NULL,
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
	CONSTRAINT "session_waitlist_quantity" CHECK ("session_waitlist"."quantity" between 1 and 6),
	CONSTRAINT "session_waitlist_accepted" CHECK (("session_waitlist"."status" = 'accepted') or "session_waitlist"."booking_id" is null)
);
--> statement-breakpoint
CREATE TABLE "pending_imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"format" "import_format" NOT NULL,
	"time_zone" text NOT NULL,
	"currency" "currency" NOT NULL,
	"date_order" date_order NOT NULL,
	"creates_sessions" boolean NOT NULL,
	"sealed_file" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pending_imports_user" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" "product_kind" NOT NULL,
	"slug" text,
	"address" text,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"category" text,
	"words" jsonb,
	"plate" text,
	"price_minor" integer DEFAULT 0 NOT NULL,
	"price_currency" "currency" DEFAULT 'USD' NOT NULL,
	"order_index" integer DEFAULT 0 NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "products_slug_unique" UNIQUE("slug"),
	CONSTRAINT "products_address_unique" UNIQUE("address"),
	CONSTRAINT "products_price_not_negative" CHECK ("products"."price_minor" >= 0),
	CONSTRAINT "products_order_not_negative" CHECK ("products"."order_index" >= 0),
	CONSTRAINT "products_slug" CHECK (("products"."kind" = 'collection') = ("products"."slug" is not null))
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
	"product_id" uuid NOT NULL,
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
CREATE TABLE "resource_files" (
	"file_id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "purchases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" uuid NOT NULL,
	"product_kind" "product_kind" NOT NULL,
	"product_title" text NOT NULL,
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
	"terms_version" integer,
	"privacy_version" integer,
	"waiver_text" text,
	"waiver_version" integer,
	"waived_at" timestamp with time zone,
	"opens_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp with time zone,
	"refund_waived_at" timestamp with time zone,
	"archived_at" timestamp with time zone,
	CONSTRAINT "purchases_formKey_unique" UNIQUE("form_key"),
	CONSTRAINT "purchases_waiver_whole" CHECK (num_nonnulls("purchases"."waiver_text", "purchases"."waiver_version", "purchases"."waived_at") in (0, 3)),
	CONSTRAINT "purchases_total" CHECK ("purchases"."total_minor" between 0 and "purchases"."list_price_minor")
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
CREATE TABLE "balance_transactions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"stripe_balance_transaction_id" text NOT NULL,
	"payout_id" uuid,
	"category" text NOT NULL,
	"gross_minor" integer NOT NULL,
	"fee_minor" integer NOT NULL,
	"net_minor" integer NOT NULL,
	"currency" text NOT NULL,
	"exchange_rate" text,
	"source_minor" integer,
	"source_currency" text,
	"stripe_source_id" text,
	"stripe_payment_intent_id" text,
	"is_own" boolean NOT NULL,
	"description" text,
	"created_at" timestamp with time zone NOT NULL,
	"available_on" date NOT NULL,
	CONSTRAINT "balance_transactions_stripeBalanceTransactionId_unique" UNIQUE("stripe_balance_transaction_id"),
	CONSTRAINT "balance_transactions_add_up" CHECK ("balance_transactions"."gross_minor" - "balance_transactions"."fee_minor" = "balance_transactions"."net_minor")
);
--> statement-breakpoint
CREATE TABLE "payout_reading" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"read_at" timestamp with time zone,
	"failure" text,
	CONSTRAINT "payout_reading_one_row" CHECK ("payout_reading"."is_only")
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"stripe_payout_id" text NOT NULL,
	"amount_minor" integer NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"arrival_on" date NOT NULL,
	"reconciliation" text NOT NULL,
	"failure" text,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "payouts_stripePayoutId_unique" UNIQUE("stripe_payout_id")
);
--> statement-breakpoint
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
CREATE TABLE "site_page_versions" (
	"page_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "site_page_versions_page_id_number_pk" PRIMARY KEY("page_id","number"),
	CONSTRAINT "site_page_versions_length" CHECK (octet_length("site_page_versions"."text") <= 100000)
);
--> statement-breakpoint
CREATE TABLE "site_pages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"place" "page_place" DEFAULT 'none' NOT NULL,
	"order_index" integer DEFAULT 0 NOT NULL,
	"published_version" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "site_pages_slug" UNIQUE("slug"),
	CONSTRAINT "site_pages_slug_form" CHECK ("site_pages"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
);
--> statement-breakpoint
CREATE TABLE "site_pictures" (
	"used_by" text NOT NULL,
	"file_id" uuid NOT NULL,
	CONSTRAINT "site_pictures_file_id_used_by_pk" PRIMARY KEY("file_id","used_by")
);
--> statement-breakpoint
CREATE TABLE "testimonials" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"quote" text NOT NULL,
	"shown_name" text NOT NULL,
	"line" text,
	"series_id" uuid,
	"order_index" integer DEFAULT 0 NOT NULL,
	"is_published" boolean DEFAULT false NOT NULL,
	"consent_kind" "consent_kind",
	"consent_on" date,
	"consent_note" text,
	"consent_withdrawn_at" timestamp with time zone,
	"user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "testimonials_quote_length" CHECK (char_length("testimonials"."quote") between 20 and 600),
	CONSTRAINT "testimonials_consent_whole" CHECK (("testimonials"."consent_kind" is null) = ("testimonials"."consent_on" is null)),
	CONSTRAINT "testimonials_published_with_consent" CHECK (not "testimonials"."is_published" or ("testimonials"."consent_kind" is not null and "testimonials"."consent_withdrawn_at" is null))
);
--> statement-breakpoint
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
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "overview_visits" ADD CONSTRAINT "overview_visits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_notes" ADD CONSTRAINT "person_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_known_device_id_known_devices_id_fk" FOREIGN KEY ("known_device_id") REFERENCES "public"."known_devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_impersonator_id_users_id_fk" FOREIGN KEY ("impersonator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_impersonator_session" FOREIGN KEY ("impersonator_session_id") REFERENCES "public"."user_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_forms" ADD CONSTRAINT "kept_forms_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_sessions" ADD CONSTRAINT "live_sessions_category_session_categories_name_fk" FOREIGN KEY ("category") REFERENCES "public"."session_categories"("name") ON DELETE set null ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "booking_moves" ADD CONSTRAINT "booking_moves_booking_id_session_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."session_bookings"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_moves" ADD CONSTRAINT "booking_moves_from_session_id_live_sessions_id_fk" FOREIGN KEY ("from_session_id") REFERENCES "public"."live_sessions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_moves" ADD CONSTRAINT "booking_moves_to_session_id_live_sessions_id_fk" FOREIGN KEY ("to_session_id") REFERENCES "public"."live_sessions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_tickets" ADD CONSTRAINT "booking_tickets_booking_id_session_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."session_bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_bookings" ADD CONSTRAINT "session_bookings_session_id_live_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."live_sessions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_bookings" ADD CONSTRAINT "session_bookings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_waitlist" ADD CONSTRAINT "session_waitlist_session_id_live_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."live_sessions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_waitlist" ADD CONSTRAINT "session_waitlist_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_waitlist" ADD CONSTRAINT "session_waitlist_booking_id_session_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."session_bookings"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_imports" ADD CONSTRAINT "pending_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playback_progress" ADD CONSTRAINT "playback_progress_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playback_progress" ADD CONSTRAINT "playback_progress_recording_id_recordings_id_fk" FOREIGN KEY ("recording_id") REFERENCES "public"."recordings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_video_id_media_files_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."media_files"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_poster_id_media_files_id_fk" FOREIGN KEY ("poster_id") REFERENCES "public"."media_files"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_captions_id_media_files_id_fk" FOREIGN KEY ("captions_id") REFERENCES "public"."media_files"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_files" ADD CONSTRAINT "resource_files_file_id_media_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."media_files"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_files" ADD CONSTRAINT "resource_files_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fraud_warnings" ADD CONSTRAINT "fraud_warnings_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_booking_id_session_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."session_bookings"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balance_transactions" ADD CONSTRAINT "balance_transactions_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_page_versions" ADD CONSTRAINT "site_page_versions_page_id_site_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."site_pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_pictures" ADD CONSTRAINT "site_pictures_file_id_media_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."media_files"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_tokens_user_idx" ON "account_tokens" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "imported_customers_digest_idx" ON "imported_customers" USING btree (md5("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "known_devices_key" ON "known_devices" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "known_devices_user_idx" ON "known_devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "known_devices_expiry_idx" ON "known_devices" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "recovery_codes_user_idx" ON "recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_sessions_user_idx" ON "user_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_sessions_expiry_idx" ON "user_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "user_sessions_device_idx" ON "user_sessions" USING btree ("known_device_id");--> statement-breakpoint
CREATE INDEX "user_sessions_impersonator_idx" ON "user_sessions" USING btree ("impersonator_session_id") WHERE "user_sessions"."impersonator_session_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_created_idx" ON "users" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "users_name_idx" ON "users" USING btree (lower(translate("full_name", 'ÁÀÂÄÃÅÇÉÈÊËÍÌÎÏÑÓÒÔÖÕØÚÙÛÜÝáàâäãåçéèêëíìîïñóòôöõøúùûüýÿ', 'aaaaaaceeeeiiiinoooooouuuuyaaaaaaceeeeiiiinoooooouuuuyy')),"id") WHERE "users"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "audit_entries_created_idx" ON "audit_entries" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "audit_entries_subject_idx" ON "audit_entries" USING btree ("subject_type","subject_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_entries_actor_idx" ON "audit_entries" USING btree ("actor_id","created_at");--> statement-breakpoint
CREATE INDEX "backup_runs_finished_idx" ON "backup_runs" USING btree ("task","finished_at");--> statement-breakpoint
CREATE INDEX "form_keys_created_at_idx" ON "form_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "live_sessions_start_time_idx" ON "live_sessions" USING btree ("start_time");--> statement-breakpoint
CREATE INDEX "live_sessions_series_idx" ON "live_sessions" USING btree ("series_id");--> statement-breakpoint
CREATE INDEX "live_sessions_city_idx" ON "live_sessions" USING btree ("city","start_time");--> statement-breakpoint
CREATE INDEX "booking_moves_from_idx" ON "booking_moves" USING btree ("from_session_id");--> statement-breakpoint
CREATE INDEX "booking_moves_to_idx" ON "booking_moves" USING btree ("to_session_id");--> statement-breakpoint
CREATE INDEX "booking_tickets_checked_in_idx" ON "booking_tickets" USING btree ("booking_id") WHERE "booking_tickets"."checked_in_at" is not null and "booking_tickets"."cancelled_at" is null;--> statement-breakpoint
CREATE INDEX "session_bookings_taken_idx" ON "session_bookings" USING btree ("session_id","status") WHERE "session_bookings"."status" <> 'cancelled';--> statement-breakpoint
CREATE INDEX "session_bookings_user_idx" ON "session_bookings" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "session_bookings_created_idx" ON "session_bookings" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "session_bookings_listed_idx" ON "session_bookings" USING btree ("created_at" desc,"id" desc) WHERE "session_bookings"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "session_bookings_payment_idx" ON "session_bookings" USING btree ("payment_status","created_at" desc,"id" desc) WHERE "session_bookings"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "session_bookings_booked_idx" ON "session_bookings" USING btree ("session_id","quantity","id") WHERE "session_bookings"."status" in ('confirmed', 'completed');--> statement-breakpoint
CREATE INDEX "session_bookings_session_idx" ON "session_bookings" USING btree ("session_id","id") WHERE "session_bookings"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "session_bookings_name_idx" ON "session_bookings" USING btree (lower(translate("attendee_first_name" || ' ' || "attendee_last_name", 'ÁÀÂÄÃÅÇÉÈÊËÍÌÎÏÑÓÒÔÖÕØÚÙÛÜÝáàâäãåçéèêëíìîïñóòôöõøúùûüýÿ', 'aaaaaaceeeeiiiinoooooouuuuyaaaaaaceeeeiiiinoooooouuuuyy')),"id") WHERE "session_bookings"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "session_bookings_owed_idx" ON "session_bookings" USING btree ("id") WHERE "session_bookings"."status" = 'cancelled' and "session_bookings"."payment_status" = 'paid';--> statement-breakpoint
CREATE INDEX "session_bookings_paid_idx" ON "session_bookings" USING btree ("created_at","id") WHERE "session_bookings"."payment_status" = 'paid';--> statement-breakpoint
CREATE INDEX "session_bookings_pending_idx" ON "session_bookings" USING btree ("created_at") WHERE "session_bookings"."payment_status" = 'pending';--> statement-breakpoint
CREATE INDEX "session_bookings_email_idx" ON "session_bookings" USING btree (lower("attendee_email"));--> statement-breakpoint
CREATE INDEX "session_bookings_guest_idx" ON "session_bookings" USING btree (md5(lower("attendee_email"))) WHERE "session_bookings"."user_id" is null;--> statement-breakpoint
CREATE INDEX "session_bookings_code_idx" ON "session_bookings" USING btree ("applied_discount_code");--> statement-breakpoint
CREATE INDEX "session_bookings_code_use_idx" ON "session_bookings" USING btree ("created_at","applied_discount_code","currency","discount_minor") WHERE "session_bookings"."applied_discount_code" is not null and "session_bookings"."status" <> 'cancelled';--> statement-breakpoint
CREATE UNIQUE INDEX "session_waitlist_one_entry" ON "session_waitlist" USING btree ("session_id",lower("email")) WHERE "session_waitlist"."status" in ('waiting', 'offered');--> statement-breakpoint
CREATE INDEX "session_waitlist_line_idx" ON "session_waitlist" USING btree ("session_id","status","queue_number") WHERE "session_waitlist"."status" in ('waiting', 'offered');--> statement-breakpoint
CREATE INDEX "session_waitlist_user_idx" ON "session_waitlist" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "products_created_idx" ON "products" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "media_files_created_idx" ON "media_files" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "recordings_order_idx" ON "recordings" USING btree ("product_id","order_index");--> statement-breakpoint
CREATE INDEX "resource_files_product_idx" ON "resource_files" USING btree ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_owned_once" ON "purchases" USING btree ("product_id","user_id") WHERE "purchases"."status" in ('paid', 'free') and "purchases"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "purchases_user_idx" ON "purchases" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "purchases_email_idx" ON "purchases" USING btree (lower("customer_email"));--> statement-breakpoint
CREATE INDEX "purchases_guest_idx" ON "purchases" USING btree (md5(lower("customer_email"))) WHERE "purchases"."user_id" is null;--> statement-breakpoint
CREATE INDEX "purchases_code_idx" ON "purchases" USING btree ("applied_discount_code");--> statement-breakpoint
CREATE INDEX "purchases_created_idx" ON "purchases" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "purchases_listed_idx" ON "purchases" USING btree ("product_id","created_at" desc,"id" desc,"status") WHERE "purchases"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "purchases_name_idx" ON "purchases" USING btree (lower(translate("customer_name", 'ÁÀÂÄÃÅÇÉÈÊËÍÌÎÏÑÓÒÔÖÕØÚÙÛÜÝáàâäãåçéèêëíìîïñóòôöõøúùûüýÿ', 'aaaaaaceeeeiiiinoooooouuuuyaaaaaaceeeeiiiinoooooouuuuyy')),"id") WHERE "purchases"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "disputes_payment_idx" ON "disputes" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "disputes_unanswered_idx" ON "disputes" USING btree ("due_by") WHERE "disputes"."status" in ('needs_response', 'warning_needs_response');--> statement-breakpoint
CREATE INDEX "fraud_warnings_payment_idx" ON "fraud_warnings" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payments_booking_idx" ON "payments" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "payments_purchase_idx" ON "payments" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "payments_created_idx" ON "payments" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payments_paid_idx" ON "payments" USING btree ("paid_at");--> statement-breakpoint
CREATE INDEX "payments_provider_idx" ON "payments" USING btree ("provider","paid_at","currency","amount_minor") WHERE "payments"."state" = 'paid';--> statement-breakpoint
CREATE INDEX "payments_paid_booking_idx" ON "payments" USING btree ("booking_id") WHERE "payments"."state" = 'paid';--> statement-breakpoint
CREATE INDEX "payments_open_idx" ON "payments" USING btree ("created_at") WHERE "payments"."state" = 'open';--> statement-breakpoint
CREATE INDEX "payments_completed_unpaid_idx" ON "payments" USING btree ("completed_unpaid_at") WHERE "payments"."completed_unpaid_at" is not null and "payments"."state" <> 'paid';--> statement-breakpoint
CREATE INDEX "refunds_payment_idx" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_created_idx" ON "refunds" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "refunds_settled_idx" ON "refunds" USING btree ("settled_at");--> statement-breakpoint
CREATE INDEX "refunds_pending_idx" ON "refunds" USING btree ("payment_id") WHERE "refunds"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "balance_transactions_payout_idx" ON "balance_transactions" USING btree ("payout_id","created_at");--> statement-breakpoint
CREATE INDEX "balance_transactions_intent_idx" ON "balance_transactions" USING btree ("stripe_payment_intent_id");--> statement-breakpoint
CREATE INDEX "balance_transactions_created_idx" ON "balance_transactions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "balance_transactions_waiting_idx" ON "balance_transactions" USING btree ("currency") WHERE "balance_transactions"."payout_id" is null;--> statement-breakpoint
CREATE INDEX "payouts_arrival_idx" ON "payouts" USING btree ("arrival_on");--> statement-breakpoint
CREATE INDEX "payouts_created_idx" ON "payouts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payouts_unread_idx" ON "payouts" USING btree ("created_at") WHERE "payouts"."read_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "mail_consents_current_idx" ON "mail_consents" USING btree ("address_hash",("source" = 'existing_customer')) WHERE "mail_consents"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "mail_consents_address_idx" ON "mail_consents" USING btree ("address_hash");--> statement-breakpoint
CREATE INDEX "mail_consents_listed_idx" ON "mail_consents" USING btree ("requested_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "outbox_emails_listed_idx" ON "outbox_emails" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "outbox_emails_provider_idx" ON "outbox_emails" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "outbox_emails_recipient_idx" ON "outbox_emails" USING btree (lower("recipient"));--> statement-breakpoint
CREATE INDEX "outbox_emails_unsent_idx" ON "outbox_emails" USING btree ("created_at") WHERE "outbox_emails"."sent_at" is null and "outbox_emails"."stopped" is null;--> statement-breakpoint
CREATE INDEX "outbox_emails_undelivered_idx" ON "outbox_emails" USING btree ("created_at") WHERE "outbox_emails"."bounced_at" is not null or "outbox_emails"."complained_at" is not null or "outbox_emails"."stopped" is not null;--> statement-breakpoint
CREATE INDEX "testimonials_user_idx" ON "testimonials" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "withdrawal_requests_email_idx" ON "withdrawal_requests" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "withdrawal_requests_created_idx" ON "withdrawal_requests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "withdrawal_requests_open_idx" ON "withdrawal_requests" USING btree ("created_at") WHERE "withdrawal_requests"."status" = 'received';