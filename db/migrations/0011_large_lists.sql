DROP INDEX "outbox_emails_sent_idx";--> statement-breakpoint
CREATE INDEX "session_bookings_listed_idx" ON "session_bookings" USING btree ("created_at" desc,"id" desc) WHERE "session_bookings"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_emails_listed_idx" ON "outbox_emails" USING btree ("created_at" desc,"id" desc);