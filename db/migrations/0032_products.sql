-- Names columns that go; it is made again below.
DROP VIEW orders;--> statement-breakpoint
SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
CREATE TYPE "public"."product_kind" AS ENUM('collection', 'resource');--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" "product_kind" NOT NULL,
	"slug" text,
	"address" text,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"category" text,
	"words" jsonb,
	"plate" text,
	"price_minor" integer DEFAULT 0 NOT NULL,
	"price_currency" "currency" DEFAULT 'USD' NOT NULL,
	"order_index" integer DEFAULT 0 NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "products_slug_unique" UNIQUE("slug"),
	CONSTRAINT "products_address_unique" UNIQUE("address"),
	CONSTRAINT "products_price_not_negative" CHECK ("products"."price_minor" >= 0),
	CONSTRAINT "products_order_not_negative" CHECK ("products"."order_index" >= 0),
	CONSTRAINT "products_slug" CHECK (("products"."kind" = 'collection') = ("products"."slug" is not null))
);
--> statement-breakpoint
-- The two collections of the specification, with its addresses, its words and the default price.
INSERT INTO products (id, kind, slug, address, title, words, plate, price_minor, price_currency, order_index) VALUES
('4ab10a83-9a32-4d6b-b2a0-6f0c7d6e1b01', 'collection', 'birth', '/birth-recordings', 'Birth Recordings', $${
  "title": "Birth Recordings",
  "badge": "Birth",
  "unlockTitle": "Unlock Birth Breathwork Collection",
  "hero": ["Birth", "Recordings"],
  "lede": "Breathing practices to keep by you, from the last weeks of waiting to the first hour home. Listen as often as you like.",
  "description": "Guided breathing practices for pregnancy, birth and the first hours after it. Listen as often as you like.",
  "banner": "You have full access to all birth breathwork recordings.",
  "offer": "One payment unlocks every birth recording for life, including the ones still to come.",
  "series": "birth",
  "menu": "Birth",
  "menuIndex": 1,
  "office": "Birth",
  "management": "Birth Recordings Management",
  "libraryTitle": "Birth recordings",
  "libraryText": "The birth preparation series and its price.",
  "librarySearch": "videos upload film price collection course series preparation",
  "buyersTitle": "Birth purchases",
  "buyersText": "Who can watch the birth series.",
  "buyersSearch": "access who bought grant free sales collection",
  "ledger": "Birth recordings",
  "figures": "birth recordings",
  "browse": "Birth Resources",
  "recording": "A guided breathing practice for pregnancy and birth.",
  "program": {
    "title": "Breathwork for birth programme",
    "text": "One to one preparation through the last trimester.",
    "link": "birth"
  },
  "asksForPosition": true,
  "leadsToResources": true
}$$, 'birth', 6000, 'EUR', 0),
('4ab10a83-9a32-4d6b-b2a0-6f0c7d6e1b02', 'collection', 'stress', '/stress-recordings', 'Stress & Sleep Recordings', $${
  "title": "Stress & Sleep Recordings",
  "badge": "Stress",
  "unlockTitle": "Unlock Stress Management Collection",
  "hero": ["Stress & Sleep", "Recordings"],
  "lede": "Short practices for the loud part of the day, and long ones for the quiet part of the night.",
  "description": "Guided breathing practices to settle a racing day and to fall asleep. Listen as often as you like.",
  "banner": "You have full access to all stress recordings",
  "offer": "One payment unlocks every stress and sleep recording for life, including the ones still to come.",
  "series": "stress and sleep",
  "menu": "Stress & Sleep",
  "menuIndex": 0,
  "office": "Stress",
  "management": "Stress Recordings Management",
  "libraryTitle": "Stress recordings",
  "libraryText": "The stress and sleep series and its price.",
  "librarySearch": "videos upload film price collection course series sleep",
  "buyersTitle": "Stress purchases",
  "buyersText": null,
  "buyersSearch": "access who bought grant free sales collection sleep",
  "ledger": "Stress and sleep recordings",
  "figures": "stress recordings",
  "browse": "Stress Resources",
  "recording": "A guided breathing practice for stress and sleep.",
  "program": {
    "title": "Workshops",
    "text": "Whole afternoons in a room, with time to learn each practice.",
    "link": "workshops"
  },
  "asksForPosition": false,
  "leadsToResources": false
}$$, 'sleep', 6000, 'EUR', 1);
--> statement-breakpoint
UPDATE products SET price_minor = collections.price_minor, price_currency = collections.price_currency
FROM collections WHERE slug = collection::text;--> statement-breakpoint
-- What the instructor had written in the settings.
UPDATE products SET
  title = coalesce(nullif(value -> slug ->> 'name', ''), title),
  description = coalesce(value -> slug ->> 'description', ''),
  is_on = coalesce((value -> slug ->> 'isOn')::boolean, true)
FROM site_settings WHERE key = 'collections';--> statement-breakpoint
DELETE FROM site_settings WHERE key = 'collections';--> statement-breakpoint
INSERT INTO products (id, kind, title, description, category, price_minor, price_currency, created_at, withdrawn_at)
SELECT id, 'resource', title, description, category, price_minor, price_currency, created_at, withdrawn_at FROM resources;
--> statement-breakpoint
ALTER TABLE "recordings" ADD COLUMN "product_id" uuid;--> statement-breakpoint
UPDATE recordings SET product_id = products.id FROM products WHERE slug = collection::text;--> statement-breakpoint
DROP INDEX "recordings_order_idx";--> statement-breakpoint
ALTER TABLE "recordings" ALTER COLUMN "product_id" SET NOT NULL, DROP COLUMN "collection",
  ADD CONSTRAINT "recordings_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "recordings_order_idx" ON "recordings" USING btree ("product_id","order_index");--> statement-breakpoint
ALTER TABLE "resource_files" DROP CONSTRAINT "resource_files_resource_id_resources_id_fk";--> statement-breakpoint
ALTER TABLE "resource_files" RENAME COLUMN "resource_id" TO "product_id";--> statement-breakpoint
ALTER INDEX "resource_files_resource_idx" RENAME TO "resource_files_product_idx";--> statement-breakpoint
ALTER TABLE "resource_files" ADD CONSTRAINT "resource_files_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_purchases" RENAME TO "purchases";--> statement-breakpoint
-- Those of the searches, too, which exist only where the extension does.
DO $$
DECLARE
  old text;
BEGIN
  FOR old IN SELECT conname FROM pg_constraint
    WHERE conrelid = 'purchases'::regclass AND conname LIKE 'collection_purchases%'
  LOOP
    EXECUTE format('ALTER TABLE purchases RENAME CONSTRAINT %I TO %I', old, replace(old, 'collection_purchases', 'purchases'));
  END LOOP;
  FOR old IN SELECT indexname FROM pg_indexes
    WHERE schemaname = 'public' AND tablename = 'purchases' AND indexname LIKE 'collection_purchases%'
  LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', old, replace(old, 'collection_purchases', 'purchases'));
  END LOOP;
END
$$;
--> statement-breakpoint
ALTER TABLE "payments" RENAME CONSTRAINT "payments_purchase_id_collection_purchases_id_fk" TO "payments_purchase_id_purchases_id_fk";--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "product_id" uuid, ADD COLUMN "product_kind" "product_kind", ADD COLUMN "product_title" text;--> statement-breakpoint
UPDATE purchases SET product_id = products.id, product_kind = products.kind,
  product_title = coalesce(resource_title, collection_title, products.words ->> 'title', products.title)
FROM products WHERE products.id = resource_id OR slug = collection::text;--> statement-breakpoint
DROP INDEX "purchases_owned_once", "purchases_resource_owned_once", "purchases_listed_idx";--> statement-breakpoint
ALTER TABLE "purchases" ALTER COLUMN "product_id" SET NOT NULL, ALTER COLUMN "product_kind" SET NOT NULL,
  ALTER COLUMN "product_title" SET NOT NULL,
  DROP COLUMN "collection", DROP COLUMN "collection_title", DROP COLUMN "resource_id", DROP COLUMN "resource_title",
  ADD CONSTRAINT "purchases_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_owned_once" ON "purchases" USING btree ("product_id","user_id") WHERE "purchases"."status" in ('paid', 'free') and "purchases"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "purchases_listed_idx" ON "purchases" USING btree ("product_id","created_at" desc,"id" desc,"status") WHERE "purchases"."archived_at" is null;--> statement-breakpoint
DROP TABLE "collections", "resources";--> statement-breakpoint
DROP TYPE "public"."collection";--> statement-breakpoint
CREATE INDEX "products_created_idx" ON "products" USING btree ("created_at");--> statement-breakpoint
CREATE CONSTRAINT TRIGGER products_public AFTER INSERT OR DELETE OR UPDATE ON products DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION raise_public_revision();--> statement-breakpoint
-- Mails say the words of the kind that was bought; those written before may still be sent, or sent again.
UPDATE outbox_emails SET props = props || jsonb_build_object('words', CASE WHEN (props ->> 'isResource')::boolean
  THEN jsonb_build_object('kind', 'a learning resource', 'bought', 'learning resource',
    'openNow', (props ->> 'item') || ' is ready for you to download.',
    'openForLife', (props ->> 'item') || ' is ready for you to download.',
    'use', 'Open and download', 'see', 'See the resource', 'open', 'Open the resource')
  ELSE jsonb_build_object('kind', 'recordings', 'bought', 'lifetime access',
    'openNow', 'Every recording in ' || (props ->> 'item') || ' is unlocked.',
    'openForLife', 'Every recording in ' || (props ->> 'item') || ' is unlocked for you, for life, including the ones still to come.',
    'use', 'Watch now', 'see', 'See the recordings', 'open', 'Open the collection') END)
WHERE template IN ('purchase-confirmation', 'purchase-opened', 'purchase-refunded', 'admin-purchase') AND props ? 'isResource';
--> statement-breakpoint
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
