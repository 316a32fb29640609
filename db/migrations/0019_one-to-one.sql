CREATE TYPE "public"."question_kind" AS ENUM('text', 'choice', 'yes_no');--> statement-breakpoint
CREATE TYPE "public"."request_status" AS ENUM('asked', 'approved', 'declined', 'withdrawn', 'lapsed', 'booked');--> statement-breakpoint
CREATE TABLE "one_to_one_offers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"category" text,
	"thumbnail_url" text,
	"duration_minutes" integer DEFAULT 60 NOT NULL,
	"location_type" "location_type" DEFAULT 'online' NOT NULL,
	"address" text,
	"city" text,
	"post_code" text,
	"zoom_link" text,
	"price_minor" integer DEFAULT 0 NOT NULL,
	"entered_price_minor" integer DEFAULT 0 NOT NULL,
	"entered_currency" "currency" DEFAULT 'GBP' NOT NULL,
	"credit_cost" integer DEFAULT 1 NOT NULL,
	"buffer_before_minutes" integer DEFAULT 0 NOT NULL,
	"buffer_after_minutes" integer DEFAULT 0 NOT NULL,
	"step_minutes" integer DEFAULT 30 NOT NULL,
	"notice_hours" integer DEFAULT 24 NOT NULL,
	"horizon_days" integer DEFAULT 56 NOT NULL,
	"max_per_day" integer,
	"needs_approval" boolean DEFAULT false NOT NULL,
	"is_on" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "one_to_one_offers_slug" UNIQUE("slug"),
	CONSTRAINT "one_to_one_offers_duration" CHECK ("one_to_one_offers"."duration_minutes" between 5 and 1440),
	CONSTRAINT "one_to_one_offers_price" CHECK ("one_to_one_offers"."price_minor" >= 0 and "one_to_one_offers"."entered_price_minor" >= 0 and ("one_to_one_offers"."price_minor" = 0) = ("one_to_one_offers"."entered_price_minor" = 0)),
	CONSTRAINT "one_to_one_offers_credit_cost" CHECK ("one_to_one_offers"."credit_cost" between 1 and 20),
	CONSTRAINT "one_to_one_offers_buffers" CHECK ("one_to_one_offers"."buffer_before_minutes" between 0 and 720 and "one_to_one_offers"."buffer_after_minutes" between 0 and 720),
	CONSTRAINT "one_to_one_offers_step" CHECK ("one_to_one_offers"."step_minutes" between 5 and 720),
	CONSTRAINT "one_to_one_offers_notice" CHECK ("one_to_one_offers"."notice_hours" between 0 and 720),
	CONSTRAINT "one_to_one_offers_horizon" CHECK ("one_to_one_offers"."horizon_days" between 1 and 366),
	CONSTRAINT "one_to_one_offers_per_day" CHECK ("one_to_one_offers"."max_per_day" is null or "one_to_one_offers"."max_per_day" >= 1)
);
--> statement-breakpoint
CREATE TABLE "one_to_one_answers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"session_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"question" text NOT NULL,
	"answer" text,
	"sealed_answer" text,
	CONSTRAINT "one_to_one_answers_number" UNIQUE("session_id","number"),
	CONSTRAINT "one_to_one_answers_one" CHECK (num_nonnulls("one_to_one_answers"."answer", "one_to_one_answers"."sealed_answer") = 1)
);
--> statement-breakpoint
CREATE TABLE "one_to_one_exceptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"offer_id" uuid NOT NULL,
	"day" date NOT NULL,
	"start_minute" integer,
	"end_minute" integer,
	CONSTRAINT "one_to_one_exceptions_times" CHECK (("one_to_one_exceptions"."start_minute" is null) = ("one_to_one_exceptions"."end_minute" is null)
        and coalesce(0 <= "one_to_one_exceptions"."start_minute" and "one_to_one_exceptions"."start_minute" < "one_to_one_exceptions"."end_minute" and "one_to_one_exceptions"."end_minute" <= 1440, true))
);
--> statement-breakpoint
CREATE TABLE "one_to_one_hours" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"offer_id" uuid NOT NULL,
	"weekday" integer NOT NULL,
	"start_minute" integer NOT NULL,
	"end_minute" integer NOT NULL,
	CONSTRAINT "one_to_one_hours_weekday" CHECK ("one_to_one_hours"."weekday" between 1 and 7),
	CONSTRAINT "one_to_one_hours_times" CHECK (0 <= "one_to_one_hours"."start_minute" and "one_to_one_hours"."start_minute" < "one_to_one_hours"."end_minute" and "one_to_one_hours"."end_minute" <= 1440)
);
--> statement-breakpoint
CREATE TABLE "one_to_one_questions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"offer_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"kind" "question_kind" NOT NULL,
	"label" text NOT NULL,
	"choices" text,
	"is_required" boolean DEFAULT false NOT NULL,
	"is_private" boolean DEFAULT false NOT NULL,
	CONSTRAINT "one_to_one_questions_number" UNIQUE("offer_id","number"),
	CONSTRAINT "one_to_one_questions_choices" CHECK (("one_to_one_questions"."kind" = 'choice') = ("one_to_one_questions"."choices" is not null))
);
--> statement-breakpoint
CREATE TABLE "one_to_one_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"offer_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"user_id" uuid,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"time_zone" text NOT NULL,
	"status" "request_status" DEFAULT 'asked' NOT NULL,
	"manage_key" text DEFAULT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') NOT NULL,
	"form_key" uuid NOT NULL,
	"book_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "one_to_one_requests_session" UNIQUE("session_id"),
	CONSTRAINT "one_to_one_requests_form_key" UNIQUE("form_key")
);
--> statement-breakpoint
ALTER TABLE "live_sessions" ADD COLUMN "offer_id" uuid;--> statement-breakpoint
ALTER TABLE "live_sessions" ADD COLUMN "buffer_before_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "live_sessions" ADD COLUMN "buffer_after_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "live_sessions" ADD COLUMN "slot_freed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "live_sessions" ADD COLUMN "blocked" "tstzrange";--> statement-breakpoint
ALTER TABLE "one_to_one_offers" ADD CONSTRAINT "one_to_one_offers_category_session_categories_name_fk" FOREIGN KEY ("category") REFERENCES "public"."session_categories"("name") ON DELETE set null ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "one_to_one_answers" ADD CONSTRAINT "one_to_one_answers_session_id_live_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."live_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_to_one_exceptions" ADD CONSTRAINT "one_to_one_exceptions_offer_id_one_to_one_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."one_to_one_offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_to_one_hours" ADD CONSTRAINT "one_to_one_hours_offer_id_one_to_one_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."one_to_one_offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_to_one_questions" ADD CONSTRAINT "one_to_one_questions_offer_id_one_to_one_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."one_to_one_offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_to_one_requests" ADD CONSTRAINT "one_to_one_requests_offer_id_one_to_one_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."one_to_one_offers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_to_one_requests" ADD CONSTRAINT "one_to_one_requests_session_id_live_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."live_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_to_one_requests" ADD CONSTRAINT "one_to_one_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "one_to_one_exceptions_offer_idx" ON "one_to_one_exceptions" USING btree ("offer_id","day");--> statement-breakpoint
CREATE INDEX "one_to_one_hours_offer_idx" ON "one_to_one_hours" USING btree ("offer_id");--> statement-breakpoint
CREATE INDEX "one_to_one_requests_open_idx" ON "one_to_one_requests" USING btree ("created_at") WHERE "one_to_one_requests"."status" in ('asked', 'approved');--> statement-breakpoint
CREATE INDEX "one_to_one_requests_email_idx" ON "one_to_one_requests" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "one_to_one_requests_user_idx" ON "one_to_one_requests" USING btree ("user_id") WHERE "one_to_one_requests"."user_id" is not null;--> statement-breakpoint
ALTER TABLE "live_sessions" ADD CONSTRAINT "live_sessions_offer_id_one_to_one_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."one_to_one_offers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "live_sessions_offer_idx" ON "live_sessions" USING btree ("offer_id","start_time") WHERE "live_sessions"."offer_id" is not null;--> statement-breakpoint
-- What a one-to-one session holds: its time with its buffers, until it is cancelled or its place is given back.
CREATE FUNCTION set_blocked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.blocked := CASE WHEN NEW.offer_id IS NOT NULL AND NEW.cancelled_at IS NULL AND NEW.slot_freed_at IS NULL THEN
    tstzrange(NEW.start_time - NEW.buffer_before_minutes * interval '1 minute',
      NEW.start_time + (NEW.duration_minutes + NEW.buffer_after_minutes) * interval '1 minute')
  END;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER live_sessions_blocked
  BEFORE INSERT OR UPDATE ON live_sessions FOR EACH ROW
  EXECUTE FUNCTION set_blocked();
--> statement-breakpoint
ALTER TABLE live_sessions ADD CONSTRAINT live_sessions_no_two_at_once EXCLUDE USING gist (blocked WITH &&);
--> statement-breakpoint
-- Groups may overlap each other, but no one-to-one session, which the constraint cannot say. One lock of the instructor's
-- time makes those who plan queue, so that each sees what the one before has committed.
CREATE FUNCTION lock_instructor() RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('the time of the instructor', 0));
$$;
--> statement-breakpoint
CREATE FUNCTION check_instructor_is_free() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  other live_sessions;
  taken tstzrange;
BEGIN
  PERFORM lock_instructor();
  IF NEW.offer_id IS NULL THEN
    taken := tstzrange(NEW.start_time, NEW.start_time + NEW.duration_minutes * interval '1 minute');
    SELECT * INTO other FROM live_sessions WHERE blocked && taken LIMIT 1;
  ELSE
    -- No session lasts longer than 7 days, so the index on the start serves.
    SELECT * INTO other FROM live_sessions
    WHERE offer_id IS NULL AND is_published AND cancelled_at IS NULL
      AND start_time < upper(NEW.blocked) AND start_time > lower(NEW.blocked) - interval '7 days 1 minute'
      AND start_time + duration_minutes * interval '1 minute' > lower(NEW.blocked) LIMIT 1;
  END IF;
  IF other.id IS NOT NULL THEN
    RAISE EXCEPTION 'session % overlaps session %', NEW.id, other.id USING ERRCODE = 'BR003';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER live_sessions_instructor_on_insert
  AFTER INSERT ON live_sessions FOR EACH ROW
  WHEN (NEW.blocked IS NOT NULL OR (NEW.offer_id IS NULL AND NEW.is_published AND NEW.cancelled_at IS NULL))
  EXECUTE FUNCTION check_instructor_is_free();
--> statement-breakpoint
CREATE TRIGGER live_sessions_instructor_on_update
  AFTER UPDATE ON live_sessions FOR EACH ROW
  WHEN ((NEW.blocked IS NOT NULL AND OLD.blocked IS DISTINCT FROM NEW.blocked)
    OR (NEW.offer_id IS NULL AND NEW.is_published AND NEW.cancelled_at IS NULL
      AND (OLD.start_time, OLD.duration_minutes, OLD.is_published, OLD.cancelled_at)
        IS DISTINCT FROM (NEW.start_time, NEW.duration_minutes, NEW.is_published, NEW.cancelled_at)))
  EXECUTE FUNCTION check_instructor_is_free();
--> statement-breakpoint
-- A place in a one-to-one session whose time is free again would be sold beside another at that time.
CREATE FUNCTION check_slot_is_held() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM live_sessions WHERE id = NEW.session_id AND slot_freed_at IS NOT NULL) THEN
    RAISE EXCEPTION 'the time of session % is free again', NEW.session_id USING ERRCODE = 'BR003';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER session_bookings_slot_on_insert
  AFTER INSERT ON session_bookings FOR EACH ROW
  WHEN (NEW.status IN ('pending', 'confirmed', 'completed'))
  EXECUTE FUNCTION check_slot_is_held();
--> statement-breakpoint
CREATE TRIGGER session_bookings_slot_on_update
  AFTER UPDATE OF status, session_id ON session_bookings FOR EACH ROW
  WHEN (NEW.status IN ('pending', 'confirmed', 'completed')
    AND (OLD.status = 'cancelled' OR NEW.session_id <> OLD.session_id))
  EXECUTE FUNCTION check_slot_is_held();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER one_to_one_offers_public AFTER INSERT OR DELETE OR UPDATE ON one_to_one_offers DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION raise_public_revision();
