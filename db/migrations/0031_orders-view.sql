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
  concat_ws(' ', resource_title, collection_title,
    CASE collection::text WHEN 'birth' THEN 'Birth recordings' WHEN 'stress' THEN 'Stress and sleep recordings' END),
  status::text::booking_payment_status,
  false,
  total_minor,
  currency,
  created_at,
  archived_at
FROM collection_purchases;
