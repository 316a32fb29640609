CREATE TYPE "public"."media_kind" AS ENUM('video', 'image', 'captions');--> statement-breakpoint
CREATE TYPE "public"."collection" AS ENUM('birth', 'stress');--> statement-breakpoint
CREATE TYPE "public"."purchase_status" AS ENUM('pending', 'paid', 'free', 'failed', 'cancelled', 'refunded');--> statement-breakpoint
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
ALTER TABLE "payments" ALTER COLUMN "booking_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "purchase_id" uuid;--> statement-breakpoint
ALTER TABLE "playback_progress" ADD CONSTRAINT "playback_progress_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playback_progress" ADD CONSTRAINT "playback_progress_recording_id_recordings_id_fk" FOREIGN KEY ("recording_id") REFERENCES "public"."recordings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_video_id_media_files_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."media_files"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_poster_id_media_files_id_fk" FOREIGN KEY ("poster_id") REFERENCES "public"."media_files"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_captions_id_media_files_id_fk" FOREIGN KEY ("captions_id") REFERENCES "public"."media_files"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_purchases" ADD CONSTRAINT "collection_purchases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_files_created_idx" ON "media_files" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "recordings_order_idx" ON "recordings" USING btree ("collection","order_index");--> statement-breakpoint
CREATE UNIQUE INDEX "collection_purchases_owned_once" ON "collection_purchases" USING btree ("collection","user_id") WHERE "collection_purchases"."status" in ('paid', 'free') and "collection_purchases"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "collection_purchases_user_idx" ON "collection_purchases" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "collection_purchases_email_idx" ON "collection_purchases" USING btree (lower("customer_email"));--> statement-breakpoint
CREATE INDEX "collection_purchases_code_idx" ON "collection_purchases" USING btree ("applied_discount_code");--> statement-breakpoint
CREATE INDEX "collection_purchases_created_idx" ON "collection_purchases" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "resources_created_idx" ON "resources" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_purchase_id_collection_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."collection_purchases"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_purchase_idx" ON "payments" USING btree ("purchase_id");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_one_cause" CHECK (num_nonnulls("payments"."booking_id", "payments"."purchase_id") = 1);