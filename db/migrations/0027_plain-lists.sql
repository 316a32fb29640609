-- Lists of people and figures are read from the records themselves (decision 076).
DROP FUNCTION refresh_people_of_booking, refresh_people_of_purchase, refresh_people_of_account, refresh_people_of_import
  CASCADE;
--> statement-breakpoint
DROP FUNCTION refresh_owner, refresh_guest_person, refresh_account_person, lock_person;--> statement-breakpoint
DROP FUNCTION append_revenue_of_payment, append_revenue_of_refund CASCADE;--> statement-breakpoint
DROP FUNCTION append_revenue, add_up_revenue, revenue_kind;--> statement-breakpoint
DROP FUNCTION refresh_attendance_of_booking, refresh_attendance_of_ticket, forget_attendance CASCADE;--> statement-breakpoint
DROP FUNCTION refresh_attendance;--> statement-breakpoint
DROP TABLE "people", "session_attendance", "revenue_sums";--> statement-breakpoint
-- Everyone who has booked or bought, or was imported as a customer. A guest's records belong to the account that has
-- confirmed their address.
CREATE VIEW people AS
WITH records AS (
  SELECT user_id, lower(attendee_email) AS email, attendee_first_name || ' ' || attendee_last_name AS name, created_at
  FROM session_bookings WHERE archived_at IS NULL AND attendee_email NOT LIKE '%@deleted.invalid'
  UNION ALL
  SELECT user_id, lower(customer_email), customer_name, created_at
  FROM collection_purchases WHERE archived_at IS NULL AND customer_email NOT LIKE '%@deleted.invalid'
  UNION ALL
  SELECT NULL, email, name, imported_at FROM imported_customers
), owned AS (
  SELECT coalesce(records.user_id, owner.id) AS account_id, records.email, records.name, records.created_at
  FROM records LEFT JOIN users AS owner
    ON records.user_id IS NULL AND lower(owner.email) = records.email AND owner.email_confirmed_at IS NOT NULL
), grouped AS (
  SELECT account_id, CASE WHEN account_id IS NULL THEN email END AS guest,
    (array_agg(name ORDER BY created_at DESC))[1] AS newest_name, max(created_at) AS last_at
  FROM owned GROUP BY 1, 2
)
SELECT coalesce(grouped.account_id::text, md5(grouped.guest)) AS key,
  grouped.account_id AS user_id,
  CASE WHEN account.id IS NULL THEN grouped.guest
    WHEN account.email_confirmed_at IS NOT NULL THEN lower(account.email) END AS address,
  coalesce(account.full_name, grouped.newest_name) AS name,
  coalesce(account.email, grouped.guest) AS email,
  grouped.last_at
FROM grouped LEFT JOIN users AS account ON account.id = grouped.account_id;
