-- A plan that was made while a table was small is kept for the rest of the transaction. With scans of whole tables,
-- a seed or an import of 50,000 bookings took many minutes to commit.
ALTER FUNCTION lock_person(text) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION refresh_account_person(uuid) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION refresh_guest_person(text) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION refresh_attendance(uuid) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION refresh_attendance_of_ticket() SET enable_seqscan = off;
