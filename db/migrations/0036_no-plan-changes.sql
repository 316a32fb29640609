ALTER TABLE "membership_changes" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "member_prices" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "membership_changes" CASCADE;--> statement-breakpoint
DROP TABLE "member_prices" CASCADE;--> statement-breakpoint
ALTER TABLE "membership_terms" DROP CONSTRAINT "membership_terms_prices";--> statement-breakpoint
ALTER TABLE "membership_terms" DROP COLUMN "founding_monthly_minor";--> statement-breakpoint
ALTER TABLE "membership_terms" DROP COLUMN "founding_yearly_minor";--> statement-breakpoint
ALTER TABLE "membership_terms" DROP COLUMN "founding_places";--> statement-breakpoint
ALTER TABLE "memberships" DROP COLUMN "price_since";--> statement-breakpoint
ALTER TABLE "memberships" DROP COLUMN "is_founding";--> statement-breakpoint
ALTER TABLE "memberships" DROP COLUMN "next_price_from";--> statement-breakpoint
ALTER TABLE "memberships" DROP COLUMN "next_price_notice";--> statement-breakpoint
ALTER TABLE "memberships" DROP COLUMN "is_price_untold";--> statement-breakpoint
ALTER TABLE "membership_terms" ADD CONSTRAINT "membership_terms_prices" CHECK (coalesce("membership_terms"."monthly_minor", "membership_terms"."yearly_minor") is not null
        and coalesce("membership_terms"."monthly_minor" > 0, true) and coalesce("membership_terms"."yearly_minor" > 0, true));--> statement-breakpoint
DROP TYPE "public"."membership_change_kind";