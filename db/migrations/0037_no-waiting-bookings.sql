-- A booking that waits for its pass can't be booked with it any more: its place is free again, and the pass is its buyer's once it is paid.
SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
CREATE TEMPORARY TABLE "given_up" ON COMMIT DROP AS
  SELECT "id", "session_id" FROM "session_bookings" WHERE "pass_purchase_id" is not null and "status" = 'pending';--> statement-breakpoint
UPDATE "session_bookings" SET "status" = 'cancelled', "payment_status" = 'cancelled', "cancelled_at" = now(),
    "hold_until" = null, "hold_browser" = null, "hold_network" = null
  WHERE "id" in (SELECT "id" FROM "given_up");--> statement-breakpoint
UPDATE "live_sessions" s SET "slot_freed_at" = now()
  WHERE s."offer_id" is not null and s."slot_freed_at" is null and s."id" in (SELECT "session_id" FROM "given_up")
    and not exists (SELECT FROM "session_bookings" b WHERE b."session_id" = s."id" and b."status" <> 'cancelled')
    and not exists (SELECT FROM "one_to_one_requests" r WHERE r."session_id" = s."id" and r."status" in ('asked', 'approved'));--> statement-breakpoint
UPDATE "session_bookings" SET "credits" = null WHERE "pass_id" is null and "credits" is not null;--> statement-breakpoint
SET CONSTRAINTS ALL DEFERRED;--> statement-breakpoint
ALTER TABLE "session_bookings" DROP CONSTRAINT "session_bookings_credits";--> statement-breakpoint
ALTER TABLE "session_bookings" DROP CONSTRAINT "session_bookings_pass_purchase_id_purchases_id_fk";
--> statement-breakpoint
DROP INDEX "session_bookings_pass_purchase";--> statement-breakpoint
ALTER TABLE "session_bookings" DROP COLUMN "pass_purchase_id";--> statement-breakpoint
ALTER TABLE "session_bookings" ADD CONSTRAINT "session_bookings_credits" CHECK ("session_bookings"."credits" is null or ("session_bookings"."pass_id" is not null and "session_bookings"."credits" > 0));