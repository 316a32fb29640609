ALTER TABLE "price_rates" DROP CONSTRAINT "price_rates_of_one";--> statement-breakpoint
ALTER TABLE "one_to_one_offers" ADD COLUMN "pricing" "session_pricing" DEFAULT 'one' NOT NULL;--> statement-breakpoint
ALTER TABLE "one_to_one_offers" ADD COLUMN "highest_price_minor" integer;--> statement-breakpoint
ALTER TABLE "one_to_one_offers" ADD COLUMN "entered_highest_minor" integer;--> statement-breakpoint
ALTER TABLE "price_rates" ADD COLUMN "offer_id" uuid;--> statement-breakpoint
ALTER TABLE "price_rates" ADD CONSTRAINT "price_rates_offer_id_one_to_one_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."one_to_one_offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "price_rates_offer_name" ON "price_rates" USING btree ("offer_id",lower("name"));--> statement-breakpoint
ALTER TABLE "price_rates" ADD CONSTRAINT "price_rates_offer_number" UNIQUE("offer_id","kind","number");--> statement-breakpoint
ALTER TABLE "one_to_one_offers" ADD CONSTRAINT "one_to_one_offers_highest_price" CHECK ("one_to_one_offers"."pricing" <> 'early' and ("one_to_one_offers"."pricing" in ('rates', 'between')) = ("one_to_one_offers"."highest_price_minor" is not null)
        and ("one_to_one_offers"."highest_price_minor" is null) = ("one_to_one_offers"."entered_highest_minor" is null)
        and coalesce("one_to_one_offers"."highest_price_minor" >= "one_to_one_offers"."price_minor" and "one_to_one_offers"."entered_highest_minor" >= "one_to_one_offers"."entered_price_minor", true));--> statement-breakpoint
ALTER TABLE "price_rates" ADD CONSTRAINT "price_rates_of_offer" CHECK ("price_rates"."offer_id" is null or ("price_rates"."places" is null and "price_rates"."kind" <> 'early'));--> statement-breakpoint
ALTER TABLE "price_rates" ADD CONSTRAINT "price_rates_of_one" CHECK (num_nonnulls("price_rates"."session_id", "price_rates"."product_id", "price_rates"."offer_id") = 1);