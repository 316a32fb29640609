-- A file brings thousands of bookings at once; server/imports refreshes each of its people once, in the same transaction.
DROP TRIGGER session_bookings_people ON session_bookings;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER session_bookings_people
  AFTER DELETE ON session_bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION refresh_people_of_booking();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER session_bookings_people_on_insert
  AFTER INSERT ON session_bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.imported_at IS NULL)
  EXECUTE FUNCTION refresh_people_of_booking();
