ALTER TABLE "session_bookings" DROP CONSTRAINT "session_bookings_credits";--> statement-breakpoint
ALTER TABLE "session_bookings" ADD COLUMN "pass_purchase_id" uuid;--> statement-breakpoint
ALTER TABLE "session_bookings" ADD CONSTRAINT "session_bookings_pass_purchase_id_purchases_id_fk" FOREIGN KEY ("pass_purchase_id") REFERENCES "public"."purchases"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "session_bookings_pass_purchase" ON "session_bookings" USING btree ("pass_purchase_id") WHERE "session_bookings"."pass_purchase_id" is not null;--> statement-breakpoint
ALTER TABLE "session_bookings" ADD CONSTRAINT "session_bookings_credits" CHECK ("session_bookings"."credits" is null or (coalesce("session_bookings"."pass_id", "session_bookings"."pass_purchase_id") is not null and "session_bookings"."credits" > 0));
