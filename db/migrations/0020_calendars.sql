CREATE TABLE "calendar_accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"host" text NOT NULL,
	"sealed_login" text NOT NULL,
	"failing_since" timestamp with time zone,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "calendar_busy_times" (
	"source_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "calendar_busy_times_order" CHECK ("calendar_busy_times"."starts_at" < "calendar_busy_times"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "calendar_copies" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"source_id" uuid NOT NULL,
	"etag" text,
	"content_hash" text,
	"ends_at" timestamp with time zone NOT NULL,
	"written_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "calendar_sources" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid,
	"name" text NOT NULL,
	"host" text NOT NULL,
	"sealed_address" text NOT NULL,
	"is_read" boolean DEFAULT true NOT NULL,
	"is_written" boolean DEFAULT false NOT NULL,
	"etag" text,
	"last_modified" text,
	"asked_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"events" integer DEFAULT 0 NOT NULL,
	"unreadable" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp with time zone,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_sources_written_account" CHECK (not "calendar_sources"."is_written" or "calendar_sources"."account_id" is not null),
	CONSTRAINT "calendar_sources_failure" CHECK (("calendar_sources"."failing_since" is null) = ("calendar_sources"."failure" is null))
);
--> statement-breakpoint
ALTER TABLE "calendar_busy_times" ADD CONSTRAINT "calendar_busy_times_source_id_calendar_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."calendar_sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_copies" ADD CONSTRAINT "calendar_copies_source_id_calendar_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."calendar_sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_sources" ADD CONSTRAINT "calendar_sources_account_id_calendar_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."calendar_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "calendar_busy_times_idx" ON "calendar_busy_times" USING btree ("source_id","starts_at");--> statement-breakpoint
CREATE INDEX "calendar_copies_source_idx" ON "calendar_copies" USING btree ("source_id");--> statement-breakpoint
CREATE INDEX "calendar_sources_account_idx" ON "calendar_sources" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_sources_written" ON "calendar_sources" USING btree ("is_written") WHERE "calendar_sources"."is_written";--> statement-breakpoint
-- Whatever changes a session, its event in the instructor's calendar follows: the job is enqueued by the same transaction.
CREATE FUNCTION write_session_to_calendar() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  session uuid := coalesce(NEW.id, OLD.id);
BEGIN
  -- A restore has no queue yet; the nightly comparison finds what it brought.
  IF EXISTS (SELECT FROM calendar_sources WHERE is_written) AND to_regnamespace('graphile_worker') IS NOT NULL THEN
    PERFORM graphile_worker.add_job(
      identifier => 'write-calendar',
      payload => json_build_object('sessionId', session),
      job_key => 'write-calendar ' || session,
      max_attempts => 12
    );
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER live_sessions_calendar_on_insert_or_delete AFTER INSERT OR DELETE ON live_sessions
  FOR EACH ROW EXECUTE FUNCTION write_session_to_calendar();
--> statement-breakpoint
CREATE TRIGGER live_sessions_calendar_on_update AFTER UPDATE ON live_sessions
  FOR EACH ROW WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION write_session_to_calendar();
