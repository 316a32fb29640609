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
ALTER TABLE "session_bookings" ADD COLUMN "moved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "booking_moves" ADD CONSTRAINT "booking_moves_booking_id_session_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."session_bookings"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_moves" ADD CONSTRAINT "booking_moves_from_session_id_live_sessions_id_fk" FOREIGN KEY ("from_session_id") REFERENCES "public"."live_sessions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_moves" ADD CONSTRAINT "booking_moves_to_session_id_live_sessions_id_fk" FOREIGN KEY ("to_session_id") REFERENCES "public"."live_sessions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "booking_moves_from_idx" ON "booking_moves" USING btree ("from_session_id");--> statement-breakpoint
CREATE INDEX "booking_moves_to_idx" ON "booking_moves" USING btree ("to_session_id");