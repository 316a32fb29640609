CREATE TYPE "public"."payer_kind" AS ENUM('pass', 'membership', 'course');--> statement-breakpoint
CREATE TABLE "booking_payers" (
	"booking_id" uuid PRIMARY KEY NOT NULL,
	"kind" "payer_kind" NOT NULL,
	"pass_id" uuid,
	"purchase_id" uuid,
	"share" integer NOT NULL,
	"returned_at" timestamp with time zone,
	"makes_up_for_id" uuid,
	CONSTRAINT "booking_payers_made_up_once" UNIQUE("makes_up_for_id"),
	CONSTRAINT "booking_payers_reference" CHECK (case when "booking_payers"."kind" = 'course' then "booking_payers"."purchase_id" is not null and "booking_payers"."pass_id" is null
        else "booking_payers"."pass_id" is not null and "booking_payers"."purchase_id" is null and "booking_payers"."makes_up_for_id" is null end),
	CONSTRAINT "booking_payers_share" CHECK ("booking_payers"."share" >= case when "booking_payers"."kind" = 'course' then 0 else 1 end),
	CONSTRAINT "booking_payers_returned" CHECK ("booking_payers"."returned_at" is null or "booking_payers"."kind" <> 'pass')
);
--> statement-breakpoint
ALTER TABLE "session_bookings" DROP CONSTRAINT "session_bookings_made_up_once";--> statement-breakpoint
ALTER TABLE "session_bookings" DROP CONSTRAINT "session_bookings_credits";--> statement-breakpoint
ALTER TABLE "session_bookings" DROP CONSTRAINT "session_bookings_course";--> statement-breakpoint
ALTER TABLE "session_bookings" DROP CONSTRAINT "session_bookings_pass_id_passes_id_fk";
--> statement-breakpoint
ALTER TABLE "session_bookings" DROP CONSTRAINT "session_bookings_course_purchase_id_purchases_id_fk";
--> statement-breakpoint
ALTER TABLE "session_bookings" DROP CONSTRAINT "session_bookings_makes_up_for_id_session_bookings_id_fk";
--> statement-breakpoint
DROP INDEX "session_bookings_pass_idx";--> statement-breakpoint
DROP INDEX "session_bookings_course_idx";--> statement-breakpoint
DROP INDEX "session_bookings_dates_idx";--> statement-breakpoint
ALTER TABLE "booking_payers" ADD CONSTRAINT "booking_payers_booking_id_session_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."session_bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_payers" ADD CONSTRAINT "booking_payers_pass_id_passes_id_fk" FOREIGN KEY ("pass_id") REFERENCES "public"."passes"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_payers" ADD CONSTRAINT "booking_payers_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_payers" ADD CONSTRAINT "booking_payers_makes_up_for_id_session_bookings_id_fk" FOREIGN KEY ("makes_up_for_id") REFERENCES "public"."session_bookings"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "booking_payers_pass_idx" ON "booking_payers" USING btree ("pass_id") WHERE "booking_payers"."pass_id" is not null;--> statement-breakpoint
CREATE INDEX "booking_payers_purchase_idx" ON "booking_payers" USING btree ("purchase_id") WHERE "booking_payers"."purchase_id" is not null;--> statement-breakpoint
-- A booking whose credits are not written down had one for each ticket. One that was revived by hand is paid by money.
INSERT INTO "booking_payers" ("booking_id", "kind", "pass_id", "purchase_id", "share", "returned_at", "makes_up_for_id")
  SELECT "id",
    CASE WHEN "course_purchase_id" is not null THEN 'course' WHEN "is_by_membership" THEN 'membership' ELSE 'pass' END::"payer_kind",
    "pass_id", "course_purchase_id",
    coalesce("course_share_minor", "credits", (SELECT count(*) FROM "booking_tickets" WHERE "booking_id" = "session_bookings"."id")),
    CASE WHEN "is_by_membership" THEN "lapsed_at" ELSE "share_returned_at" END,
    "makes_up_for_id"
  FROM "session_bookings" WHERE num_nonnulls("pass_id", "course_purchase_id") > 0;--> statement-breakpoint
ALTER TABLE "session_bookings" DROP COLUMN "pass_id";--> statement-breakpoint
ALTER TABLE "session_bookings" DROP COLUMN "is_by_membership";--> statement-breakpoint
ALTER TABLE "session_bookings" DROP COLUMN "credits";--> statement-breakpoint
ALTER TABLE "session_bookings" DROP COLUMN "course_purchase_id";--> statement-breakpoint
ALTER TABLE "session_bookings" DROP COLUMN "course_share_minor";--> statement-breakpoint
ALTER TABLE "session_bookings" DROP COLUMN "share_returned_at";--> statement-breakpoint
ALTER TABLE "session_bookings" DROP COLUMN "makes_up_for_id";--> statement-breakpoint
ALTER TABLE "session_bookings" DROP COLUMN "lapsed_at";--> statement-breakpoint
-- The last word on the dates of a course: a purchase has one live date in a session, which costs nothing itself. The
-- session's row is locked first, as it is for its places, so that each writer sees what the one before it committed.
CREATE FUNCTION assert_date_of_course(booking uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  held record;
BEGIN
  SELECT payer.purchase_id, own.session_id, own.status, own.list_price_minor INTO held
    FROM booking_payers AS payer JOIN session_bookings AS own ON own.id = payer.booking_id
    WHERE payer.booking_id = booking AND payer.kind = 'course';
  IF held.list_price_minor > 0 THEN
    RAISE EXCEPTION 'booking % is paid by a course and has a price', booking USING ERRCODE = 'check_violation';
  END IF;
  IF held.session_id IS NULL OR held.status = 'cancelled' THEN
    RETURN;
  END IF;
  PERFORM FROM live_sessions WHERE id = held.session_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM booking_payers AS payer JOIN session_bookings AS other ON other.id = payer.booking_id
      WHERE payer.purchase_id = held.purchase_id AND other.id <> booking
        AND other.session_id = held.session_id AND other.status <> 'cancelled') THEN
    RAISE EXCEPTION 'purchase % has a date in session % already', held.purchase_id, held.session_id
      USING ERRCODE = 'unique_violation';
  END IF;
END
$$;
--> statement-breakpoint
CREATE FUNCTION check_payer_date() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM assert_date_of_course(NEW.booking_id);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION check_booking_date() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM assert_date_of_course(NEW.id);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER booking_payers_one_date
  AFTER INSERT OR UPDATE OF booking_id, kind, purchase_id ON booking_payers FOR EACH ROW
  WHEN (NEW.kind = 'course')
  EXECUTE FUNCTION check_payer_date();
--> statement-breakpoint
CREATE TRIGGER session_bookings_one_date
  AFTER UPDATE OF status, session_id, list_price_minor ON session_bookings FOR EACH ROW
  WHEN ((NEW.status <> 'cancelled' AND (OLD.status = 'cancelled' OR NEW.session_id <> OLD.session_id))
    OR NEW.list_price_minor <> OLD.list_price_minor)
  EXECUTE FUNCTION check_booking_date();
