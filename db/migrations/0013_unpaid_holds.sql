ALTER TABLE "session_bookings" ADD COLUMN "hold_browser" text;--> statement-breakpoint
ALTER TABLE "session_bookings" ADD COLUMN "hold_network" text;