-- A pass that was given becomes a gift card of what was paid for it, under the same code. One that was redeemed stays a
-- pass: its card has paid for it. The names of kinds are cast, because a new one can't be used in the transaction that adds it.
SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD COLUMN "pass_id" uuid;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_pass_id_products_id_fk" FOREIGN KEY ("pass_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- Their card on sale, or one that is not on sale.
INSERT INTO "products" ("kind", "title", "price_currency", "is_on")
  SELECT CAST('gift_card'::text AS "product_kind"), 'Gift card', 'GBP', false
  WHERE exists (SELECT FROM "gift_cards" WHERE "pass_title" is not null)
    and not exists (SELECT FROM "products" WHERE "kind"::text = 'gift_card');--> statement-breakpoint
INSERT INTO "gift_card_terms" ("product_id", "lowest_minor", "highest_minor", "months")
  SELECT "id", 1000, 50000, 36 FROM "products"
  WHERE "kind"::text = 'gift_card' and "id" not in (SELECT "product_id" FROM "gift_card_terms");--> statement-breakpoint
CREATE TEMPORARY TABLE "given_passes" ON COMMIT DROP AS
  SELECT c.*, r."status" = 'free' and r."archived_at" is null and c."ended_at" is null as "is_held", r."completed_at" as "redeemed_at", gen_random_uuid() as "payment_id"
  FROM "gift_cards" c LEFT JOIN "purchases" r ON r."id" = c."redeemed_purchase_id" WHERE c."pass_title" is not null;--> statement-breakpoint
UPDATE "purchases" p SET "product_kind" = card."kind", "product_id" = card."id", "product_title" = card."title",
    -- Those who are still to be told keep the terms of the pass until they are.
    "pass_terms" = CASE WHEN g."issued_at" is not null and g."ended_at" is null and g."redeemed_purchase_id" is null and g."ends_at" > now()
      THEN p."pass_terms" END
  FROM "given_passes" g,
    (SELECT * FROM "products" WHERE "kind"::text = 'gift_card' ORDER BY "is_on" desc, "created_at", "id" LIMIT 1) card
  WHERE p."id" = g."purchase_id";--> statement-breakpoint
UPDATE "gift_cards" c SET "pass_id" = c."product_id", "product_id" = p."product_id"
  FROM "purchases" p WHERE p."id" = c."purchase_id" and c."pass_title" is not null;--> statement-breakpoint
INSERT INTO "gift_card_entries" ("card_id", "kind", "amount_minor", "created_at")
  SELECT "id", 'issued', "amount_minor", "issued_at" FROM "given_passes" WHERE "issued_at" is not null;--> statement-breakpoint
INSERT INTO "gift_card_entries" ("card_id", "kind", "amount_minor", "created_at")
  SELECT "id", 'refunded', -"amount_minor", "ended_at" FROM "given_passes" WHERE "issued_at" is not null and "ended_at" is not null;--> statement-breakpoint
INSERT INTO "payments" ("id", "purchase_id", "gift_card_id", "provider", "state", "amount_minor", "currency", "created_at", "paid_at", "is_elsewhere")
  SELECT g."payment_id", g."redeemed_purchase_id", g."id", CAST('gift_card'::text AS "payment_provider"), 'paid', g."amount_minor", g."currency",
    -- It was income when the giver paid, and was invoiced then.
    g."redeemed_at", coalesce((SELECT min("paid_at") FROM "payments" WHERE "purchase_id" = g."purchase_id" and "state" = 'paid'), g."redeemed_at"), true
  FROM "given_passes" g WHERE g."is_held";--> statement-breakpoint
INSERT INTO "gift_card_entries" ("card_id", "kind", "amount_minor", "payment_id", "created_at")
  SELECT "id", 'taken', -"amount_minor", "payment_id", "redeemed_at" FROM "given_passes" WHERE "is_held";--> statement-breakpoint
UPDATE "purchases" r SET "status" = 'paid', "list_price_minor" = g."amount_minor", "discount_minor" = 0, "total_minor" = g."amount_minor"
  FROM "given_passes" g WHERE g."is_held" and r."id" = g."redeemed_purchase_id";--> statement-breakpoint
-- A dispute of what the giver has paid stops the card alone from now on.
UPDATE "passes" SET "frozen_at" = null
  WHERE "purchase_id" in (SELECT "redeemed_purchase_id" FROM "given_passes" WHERE "is_held");--> statement-breakpoint
-- What was ended after it had been redeemed has no payment of its own: nothing of it can be returned.
UPDATE "passes" SET "price_minor" = 0
  WHERE "purchase_id" in (SELECT "redeemed_purchase_id" FROM "given_passes" WHERE not "is_held");--> statement-breakpoint
-- What has been returned of the price of an open gift is not on its card.
INSERT INTO "gift_card_entries" ("card_id", "kind", "amount_minor", "created_at")
  SELECT "id", 'refunded', -"gone_minor", now() FROM (
    SELECT g."id", greatest(0, least(g."amount_minor", paid."total") - greatest(0, paid."total" - back."total" - lost."total")) as "gone_minor"
    FROM "given_passes" g,
      LATERAL (SELECT coalesce(sum("amount_minor"), 0)::int as "total" FROM "payments"
        WHERE "purchase_id" = g."purchase_id" and "state" = 'paid') paid,
      LATERAL (SELECT coalesce(sum(r."amount_minor"), 0)::int as "total" FROM "refunds" r INNER JOIN "payments" p ON p."id" = r."payment_id"
        WHERE p."purchase_id" = g."purchase_id" and p."state" = 'paid' and r."state" <> 'failed') back,
      LATERAL (SELECT coalesce(sum(d."amount_minor"), 0)::int as "total" FROM "disputes" d INNER JOIN "payments" p ON p."id" = d."payment_id"
        WHERE p."purchase_id" = g."purchase_id" and p."state" = 'paid' and d."status" = 'lost') lost
    WHERE g."issued_at" is not null and g."ended_at" is null and g."redeemed_purchase_id" is null) gone
  WHERE "gone_minor" > 0;--> statement-breakpoint
-- What was taken back from the person who had redeemed it is not on the card again.
INSERT INTO "gift_card_entries" ("card_id", "kind", "amount_minor", "reason", "created_at")
  SELECT "id", 'adjusted', -"amount_minor", 'Its pass was redeemed, and ended.', now() FROM "given_passes"
  WHERE "redeemed_purchase_id" is not null and "ended_at" is null and not "is_held";--> statement-breakpoint
ALTER TABLE "gift_cards" DROP CONSTRAINT "gift_cards_redeemed";--> statement-breakpoint
ALTER TABLE "gift_cards" DROP COLUMN "pass_title";--> statement-breakpoint
ALTER TABLE "gift_cards" DROP COLUMN "redeemed_purchase_id";--> statement-breakpoint
SET CONSTRAINTS ALL DEFERRED;
