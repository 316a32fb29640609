ALTER TABLE "products" ADD COLUMN "pricing" "session_pricing" DEFAULT 'one' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "highest_price_minor" integer;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "price_rate_id" uuid;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "price_rate_name" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_price_rate_id_price_rates_id_fk" FOREIGN KEY ("price_rate_id") REFERENCES "public"."price_rates"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "purchases_rate_idx" ON "purchases" USING btree ("price_rate_id") WHERE "purchases"."price_rate_id" is not null;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_highest_price" CHECK ("products"."pricing" <> 'early' and ("products"."pricing" = 'one') = ("products"."highest_price_minor" is null)
        and coalesce("products"."highest_price_minor" >= "products"."price_minor", true));--> statement-breakpoint
-- Rates that change places have each other's numbers in between.
ALTER TABLE "price_rates" DROP CONSTRAINT "price_rates_session_number",
  ADD CONSTRAINT "price_rates_session_number" UNIQUE("session_id","kind","number") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "price_rates" DROP CONSTRAINT "price_rates_product_number",
  ADD CONSTRAINT "price_rates_product_number" UNIQUE("product_id","kind","number") DEFERRABLE INITIALLY DEFERRED;
