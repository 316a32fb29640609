ALTER TABLE "products" DROP CONSTRAINT "products_highest_price";--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_highest_price" CHECK (("products"."pricing" <> 'early' or "products"."kind"::text = 'course')
        and ("products"."pricing" in ('one', 'early')) = ("products"."highest_price_minor" is null)
        and coalesce("products"."highest_price_minor" >= "products"."price_minor", true));