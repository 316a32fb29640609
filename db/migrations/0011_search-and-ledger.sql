CREATE INDEX "session_bookings_owed_idx" ON "session_bookings" USING btree ("id") WHERE "session_bookings"."status" = 'cancelled' and "session_bookings"."payment_status" = 'paid';--> statement-breakpoint
CREATE INDEX "session_bookings_pending_idx" ON "session_bookings" USING btree ("created_at") WHERE "session_bookings"."payment_status" = 'pending';--> statement-breakpoint
CREATE INDEX "payments_paid_idx" ON "payments" USING btree ("paid_at");--> statement-breakpoint
CREATE INDEX "refunds_created_idx" ON "refunds" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "refunds_pending_idx" ON "refunds" USING btree ("payment_id") WHERE "refunds"."state" = 'pending';--> statement-breakpoint
-- Without the extension, or the right to create it, searches read every booking as before.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX session_bookings_search_idx ON session_bookings
    USING gin ((attendee_first_name || ' ' || attendee_last_name || ' ' || attendee_email) gin_trgm_ops);
  CREATE INDEX live_sessions_search_idx ON live_sessions USING gin (title gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR undefined_object OR feature_not_supported THEN
  RAISE NOTICE 'pg_trgm is not available: %', SQLERRM;
END
$$;
