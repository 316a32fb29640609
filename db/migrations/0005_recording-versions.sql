CREATE TYPE "public"."preparation_state" AS ENUM('waiting', 'running', 'ready', 'failed', 'cancelled');--> statement-breakpoint
ALTER TYPE "public"."media_kind" ADD VALUE 'sound';--> statement-breakpoint
ALTER TYPE "public"."media_kind" ADD VALUE 'version';--> statement-breakpoint
CREATE TABLE "opening_mails" (
	"user_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "opening_mails_user_id_product_id_pk" PRIMARY KEY("user_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "recording_captions" (
	"recording_id" uuid NOT NULL,
	"language" text NOT NULL,
	"file_id" uuid NOT NULL,
	"spoken" text,
	CONSTRAINT "recording_captions_recording_id_language_pk" PRIMARY KEY("recording_id","language")
);
--> statement-breakpoint
CREATE TABLE "recording_preparations" (
	"recording_id" uuid PRIMARY KEY NOT NULL,
	"state" "preparation_state" NOT NULL,
	"source" text NOT NULL,
	"percent" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "recording_preparations_percent" CHECK ("recording_preparations"."percent" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "recording_versions" (
	"recording_id" uuid NOT NULL,
	"name" text NOT NULL,
	"file_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recording_versions_recording_id_name_pk" PRIMARY KEY("recording_id","name"),
	CONSTRAINT "recording_versions_fileId_unique" UNIQUE("file_id"),
	CONSTRAINT "recording_versions_name" CHECK ("recording_versions"."name" in ('large', 'small', 'sound', 'poster'))
);
--> statement-breakpoint
ALTER TABLE "recordings" DROP CONSTRAINT "recordings_video";--> statement-breakpoint
ALTER TABLE "recordings" ADD COLUMN "sound_id" uuid;--> statement-breakpoint
ALTER TABLE "recordings" ADD COLUMN "poster_second" integer;--> statement-breakpoint
ALTER TABLE "recordings" ADD COLUMN "chapters" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "recordings" ADD COLUMN "is_downloadable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "recordings" ADD COLUMN "opens_on" date;--> statement-breakpoint
ALTER TABLE "recordings" ADD COLUMN "opens_after_days" integer;--> statement-breakpoint
ALTER TABLE "opening_mails" ADD CONSTRAINT "opening_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opening_mails" ADD CONSTRAINT "opening_mails_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_captions" ADD CONSTRAINT "recording_captions_recording_id_recordings_id_fk" FOREIGN KEY ("recording_id") REFERENCES "public"."recordings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_captions" ADD CONSTRAINT "recording_captions_file_id_media_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."media_files"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_preparations" ADD CONSTRAINT "recording_preparations_recording_id_recordings_id_fk" FOREIGN KEY ("recording_id") REFERENCES "public"."recordings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_versions" ADD CONSTRAINT "recording_versions_recording_id_recordings_id_fk" FOREIGN KEY ("recording_id") REFERENCES "public"."recordings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_versions" ADD CONSTRAINT "recording_versions_file_id_media_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."media_files"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recording_preparations_open_idx" ON "recording_preparations" USING btree ("updated_at") WHERE "recording_preparations"."state" in ('waiting', 'running');--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_sound_id_media_files_id_fk" FOREIGN KEY ("sound_id") REFERENCES "public"."media_files"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_media" CHECK (num_nonnulls("recordings"."video_id", "recordings"."video_url") <= 1
        and num_nonnulls("recordings"."video_id", "recordings"."video_url", "recordings"."sound_id") >= 1);--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_opens" CHECK (num_nonnulls("recordings"."opens_on", "recordings"."opens_after_days") <= 1);--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_opens_after" CHECK ("recordings"."opens_after_days" between 1 and 365);--> statement-breakpoint
INSERT INTO recording_captions (recording_id, language, file_id) SELECT id, 'en', captions_id FROM recordings WHERE captions_id IS NOT NULL;--> statement-breakpoint
UPDATE recordings SET captions_id = NULL;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER recording_versions_public AFTER INSERT OR DELETE OR UPDATE ON recording_versions DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION raise_public_revision();
