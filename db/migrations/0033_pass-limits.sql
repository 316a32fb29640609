ALTER TABLE "one_to_one_offers" DROP CONSTRAINT "one_to_one_offers_credit_cost";--> statement-breakpoint
ALTER TABLE "live_sessions" DROP CONSTRAINT "live_sessions_credit_cost";--> statement-breakpoint
ALTER TABLE "one_to_one_offers" ALTER COLUMN "credit_cost" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "one_to_one_offers" ALTER COLUMN "credit_cost" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "live_sessions" ALTER COLUMN "credit_cost" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "live_sessions" ALTER COLUMN "credit_cost" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "is_priced" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "pass_terms" ADD COLUMN "place_limit" jsonb;--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "place_limit" jsonb;--> statement-breakpoint
ALTER TABLE "membership_terms" ADD COLUMN "place_limit" jsonb;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "place_limit" jsonb;--> statement-breakpoint
ALTER TABLE "membership_changes" ADD COLUMN "place_limit" jsonb;--> statement-breakpoint
ALTER TABLE "one_to_one_offers" ADD CONSTRAINT "one_to_one_offers_credit_cost" CHECK ("one_to_one_offers"."credit_cost" is null or "one_to_one_offers"."credit_cost" between 0 and 20);--> statement-breakpoint
ALTER TABLE "live_sessions" ADD CONSTRAINT "live_sessions_credit_cost" CHECK ("live_sessions"."credit_cost" is null or "live_sessions"."credit_cost" between 0 and 20);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_priced" CHECK ("products"."is_priced" or not "products"."is_on");--> statement-breakpoint
-- 1 was the default, which can't be told from a typed 1: from now on the limit of the pass decides. Other numbers stay.
UPDATE "live_sessions" SET "credit_cost" = NULL WHERE "credit_cost" = 1;--> statement-breakpoint
UPDATE "one_to_one_offers" SET "credit_cost" = NULL WHERE "credit_cost" = 1;--> statement-breakpoint
-- Passes on sale get the limit that a new one starts with; what was bought, and memberships, stay without.
UPDATE "pass_terms" SET "place_limit" = jsonb_build_object(
  'priceMinor', CASE sold.currency
    WHEN 'GBP' THEN sold.most
    ELSE greatest(100, round(sold.most * CASE sold.currency WHEN 'EUR' THEN 0.85 ELSE 0.78 END / 100) * 100)::integer
  END,
  'enteredPriceMinor', sold.most,
  'enteredCurrency', sold.currency
)
FROM (
  SELECT terms."product_id", products."price_currency"::text AS currency,
    round(coalesce(products."highest_price_minor", products."price_minor")
      * CASE WHEN terms."credits" IS NULL THEN 1.0 ELSE 2.0 / terms."credits" END)::integer AS most
  FROM "pass_terms" AS terms
  JOIN "products" ON products."id" = terms."product_id"
  WHERE products."is_on" AND products."price_minor" > 0
) AS sold
WHERE sold."product_id" = "pass_terms"."product_id";
