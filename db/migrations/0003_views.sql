-- Everyone who has booked or bought, or was imported as a customer. A guest's records belong to the account that has
-- confirmed their address. Each account's and each guest's records are aggregated before accounts are joined, which
-- halves the time.
CREATE VIEW people AS
WITH records AS (
  SELECT user_id, NULL AS email, NULL AS name, max(created_at) AS last_at
  FROM session_bookings WHERE user_id IS NOT NULL AND archived_at IS NULL GROUP BY user_id
  UNION ALL
  SELECT user_id, NULL, NULL, max(created_at)
  FROM purchases WHERE user_id IS NOT NULL AND archived_at IS NULL GROUP BY user_id
  UNION ALL
  SELECT NULL, email, (array_agg(name ORDER BY created_at DESC))[1], max(created_at)
  FROM (
    SELECT lower(attendee_email) AS email, attendee_first_name || ' ' || attendee_last_name AS name, created_at
    FROM session_bookings
    WHERE user_id IS NULL AND archived_at IS NULL AND attendee_email NOT LIKE '%@deleted.invalid'
    UNION ALL
    SELECT lower(customer_email), customer_name, created_at
    FROM purchases
    WHERE user_id IS NULL AND archived_at IS NULL AND customer_email NOT LIKE '%@deleted.invalid'
    UNION ALL
    SELECT email, name, imported_at FROM imported_customers
  ) AS guests GROUP BY email
), owned AS (
  SELECT coalesce(records.user_id, owner.id) AS account_id, CASE WHEN owner.id IS NULL THEN records.email END AS guest,
    max(records.name) AS name, max(records.last_at) AS last_at
  FROM records LEFT JOIN users AS owner
    ON records.user_id IS NULL AND lower(owner.email) = records.email AND owner.email_confirmed_at IS NOT NULL
  GROUP BY 1, 2
)
SELECT coalesce(owned.account_id::text, md5(owned.guest)) AS key,
  owned.account_id AS user_id,
  CASE WHEN account.id IS NULL THEN owned.guest
    WHEN account.email_confirmed_at IS NOT NULL THEN lower(account.email) END AS address,
  coalesce(account.full_name, owned.name) AS name,
  coalesce(account.email, owned.guest) AS email,
  owned.last_at
FROM owned LEFT JOIN users AS account ON account.id = owned.account_id
WHERE account.archived_at IS NULL;
--> statement-breakpoint
-- Everything that is sold, for the lists of orders. A kind of orders is a part of the union; it names the tab that lists
-- it. Each part reads one table without a condition, and each column is one of its columns or the expression of one of
-- its indexes: then PostgreSQL reads the view by the indexes of its tables.
CREATE VIEW orders AS
SELECT 'booking'::text AS kind,
  'sessions'::text AS tab,
  id,
  user_id,
  attendee_first_name || ' ' || attendee_last_name AS customer_name,
  attendee_email AS customer_email,
  lower(translate(attendee_first_name || ' ' || attendee_last_name, 'ÁÀÂÄÃÅÇÉÈÊËÍÌÎÏÑÓÒÔÖÕØÚÙÛÜÝáàâäãåçéèêëíìîïñóòôöõøúùûüýÿ', 'aaaaaaceeeeiiiinoooooouuuuyaaaaaaceeeeiiiinoooooouuuuyy')) AS sort_name,
  attendee_first_name || ' ' || attendee_last_name || ' ' || attendee_email AS search_text,
  session_id,
  ''::text AS titles,
  payment_status AS status,
  status = 'confirmed' AS is_paid_on_site,
  total_minor,
  currency,
  created_at,
  archived_at
FROM session_bookings
UNION ALL
SELECT 'purchase',
  'recordings',
  id,
  user_id,
  customer_name,
  customer_email,
  lower(translate(customer_name, 'ÁÀÂÄÃÅÇÉÈÊËÍÌÎÏÑÓÒÔÖÕØÚÙÛÜÝáàâäãåçéèêëíìîïñóòôöõøúùûüýÿ', 'aaaaaaceeeeiiiinoooooouuuuyaaaaaaceeeeiiiinoooooouuuuyy')),
  customer_name || ' ' || customer_email,
  NULL::uuid,
  concat_ws(' ', product_title, (SELECT words ->> 'ledger' FROM products WHERE products.id = product_id)),
  status::text::booking_payment_status,
  false,
  total_minor,
  currency,
  created_at,
  archived_at
FROM purchases;
