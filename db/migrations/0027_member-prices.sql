CREATE TABLE "member_prices" (
	"product_id" uuid NOT NULL,
	"interval" "membership_interval" NOT NULL,
	"price_minor" integer NOT NULL,
	"currency" "currency" NOT NULL,
	"decision" uuid NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	CONSTRAINT "member_prices_product_id_interval_pk" PRIMARY KEY("product_id","interval"),
	CONSTRAINT "member_prices_positive" CHECK ("member_prices"."price_minor" > 0)
);
--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "price_since" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "is_founding" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "next_price_minor" integer;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "next_price_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "next_price_notice" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "is_price_untold" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "starts_with_card" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "member_prices" ADD CONSTRAINT "member_prices_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_next_price" CHECK (("memberships"."next_price_minor" is null) = ("memberships"."next_price_from" is null)
        and ("memberships"."next_price_minor" is null) = ("memberships"."next_price_notice" is null)
        and coalesce("memberships"."next_price_minor" > 0, true));--> statement-breakpoint
UPDATE "memberships" SET "price_since" = "created_at";--> statement-breakpoint
UPDATE "memberships" SET "starts_with_card" = true
WHERE "state" = 'pending' AND "source" = 'stripe' AND "ended_at" IS NULL
  AND "attempt_key" IS NULL AND "reference" IS NULL;--> statement-breakpoint
UPDATE "memberships" SET "is_founding" = true
FROM "membership_terms" AS "terms"
WHERE "terms"."product_id" = "memberships"."product_id"
  AND "memberships"."price_minor" = CASE "memberships"."interval"
    WHEN 'month' THEN nullif("terms"."founding_monthly_minor", "terms"."monthly_minor")
    ELSE nullif("terms"."founding_yearly_minor", "terms"."yearly_minor")
  END;
