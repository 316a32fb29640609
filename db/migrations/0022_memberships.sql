CREATE TYPE "public"."membership_collections" AS ENUM('none', 'all', 'chosen');--> statement-breakpoint
CREATE TYPE "public"."membership_interval" AS ENUM('month', 'year');--> statement-breakpoint
CREATE TYPE "public"."membership_source" AS ENUM('stripe', 'outside');--> statement-breakpoint
CREATE TYPE "public"."membership_state" AS ENUM('pending', 'active', 'paused', 'past_due', 'cancelled', 'expired');--> statement-breakpoint
CREATE TYPE "public"."membership_period_kind" AS ENUM('paid', 'elsewhere', 'free', 'trial', 'paused');--> statement-breakpoint
ALTER TYPE "public"."product_kind" ADD VALUE 'membership';--> statement-breakpoint
CREATE TABLE "membership_terms" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"covers_sessions" boolean DEFAULT false NOT NULL,
	"category_ids" uuid[] DEFAULT '{}' NOT NULL,
	"weekly_limit" integer,
	"credits" integer,
	"carried_over" integer DEFAULT 0 NOT NULL,
	"collections" "membership_collections" DEFAULT 'none' NOT NULL,
	"collection_ids" uuid[] DEFAULT '{}' NOT NULL,
	"discount_percent" integer DEFAULT 0 NOT NULL,
	"monthly_minor" integer,
	"yearly_minor" integer,
	"trial_days" integer DEFAULT 0 NOT NULL,
	"founding_monthly_minor" integer,
	"founding_yearly_minor" integer,
	"founding_places" integer,
	CONSTRAINT "membership_terms_grants" CHECK (coalesce("membership_terms"."weekly_limit" between 1 and 50, true) and coalesce("membership_terms"."credits" between 1 and 100, true)
    and "membership_terms"."carried_over" between 0 and 100 and "membership_terms"."discount_percent" between 0 and 90),
	CONSTRAINT "membership_terms_prices" CHECK (coalesce("membership_terms"."monthly_minor", "membership_terms"."yearly_minor") is not null
        and coalesce("membership_terms"."monthly_minor" > 0, true) and coalesce("membership_terms"."yearly_minor" > 0, true)
        and coalesce("membership_terms"."founding_monthly_minor" between 1 and "membership_terms"."monthly_minor", "membership_terms"."founding_monthly_minor" is null)
        and coalesce("membership_terms"."founding_yearly_minor" between 1 and "membership_terms"."yearly_minor", "membership_terms"."founding_yearly_minor" is null)
        and ("membership_terms"."founding_places" is null)
          = ("membership_terms"."founding_monthly_minor" is null and "membership_terms"."founding_yearly_minor" is null)),
	CONSTRAINT "membership_terms_trial" CHECK ("membership_terms"."trial_days" between 0 and 90)
);
--> statement-breakpoint
CREATE TABLE "membership_periods" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"membership_id" uuid NOT NULL,
	"kind" "membership_period_kind" NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"paused_at" timestamp with time zone,
	"reference" text NOT NULL,
	"purchase_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "membership_periods_reference_unique" UNIQUE("reference"),
	CONSTRAINT "membership_periods_purchaseId_unique" UNIQUE("purchase_id"),
	CONSTRAINT "membership_periods_order" CHECK ("membership_periods"."ends_at" > "membership_periods"."starts_at"),
	CONSTRAINT "membership_periods_paid" CHECK (("membership_periods"."kind" = 'paid') = ("membership_periods"."purchase_id" is not null)),
	CONSTRAINT "membership_periods_paused" CHECK (("membership_periods"."kind" = 'paused') = ("membership_periods"."paused_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text NOT NULL,
	"covers_sessions" boolean DEFAULT false NOT NULL,
	"category_ids" uuid[] DEFAULT '{}' NOT NULL,
	"weekly_limit" integer,
	"credits" integer,
	"carried_over" integer DEFAULT 0 NOT NULL,
	"collections" "membership_collections" DEFAULT 'none' NOT NULL,
	"collection_ids" uuid[] DEFAULT '{}' NOT NULL,
	"discount_percent" integer DEFAULT 0 NOT NULL,
	"interval" "membership_interval" NOT NULL,
	"price_minor" integer NOT NULL,
	"currency" "currency" NOT NULL,
	"source" "membership_source" NOT NULL,
	"reference" text,
	"state" "membership_state" DEFAULT 'pending' NOT NULL,
	"started_at" timestamp with time zone,
	"access_until" timestamp with time zone,
	"paused_at" timestamp with time zone,
	"resumes_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"leave_reason" text,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_reference_unique" UNIQUE("reference"),
	CONSTRAINT "memberships_grants" CHECK (coalesce("memberships"."weekly_limit" between 1 and 50, true) and coalesce("memberships"."credits" between 1 and 100, true)
    and "memberships"."carried_over" between 0 and 100 and "memberships"."discount_percent" between 0 and 90),
	CONSTRAINT "memberships_price_not_negative" CHECK ("memberships"."price_minor" >= 0),
	CONSTRAINT "memberships_begun" CHECK (("memberships"."started_at" is null) = ("memberships"."access_until" is null)),
	CONSTRAINT "memberships_paused" CHECK (("memberships"."state" = 'paused') = ("memberships"."paused_at" is not null) and ("memberships"."paused_at" is null) = ("memberships"."resumes_at" is null)),
	CONSTRAINT "memberships_ended" CHECK ("memberships"."state" <> 'expired' or "memberships"."ended_at" is not null),
	CONSTRAINT "memberships_granted" CHECK ("memberships"."state" in ('pending', 'cancelled', 'expired') or "memberships"."access_until" is not null)
);
--> statement-breakpoint
ALTER TABLE "passes" ALTER COLUMN "purchase_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "session_bookings" ADD COLUMN "is_by_membership" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "membership_id" uuid;--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "weekly_limit" integer;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD COLUMN "period_id" uuid;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD COLUMN "month" integer;--> statement-breakpoint
ALTER TABLE "membership_terms" ADD CONSTRAINT "membership_terms_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_periods" ADD CONSTRAINT "membership_periods_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_periods" ADD CONSTRAINT "membership_periods_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "membership_periods_membership_idx" ON "membership_periods" USING btree ("membership_id","starts_at");--> statement-breakpoint
CREATE UNIQUE INDEX "memberships_live_once" ON "memberships" USING btree ("user_id") WHERE "memberships"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "memberships_user_idx" ON "memberships" USING btree ("user_id","access_until");--> statement-breakpoint
CREATE INDEX "memberships_product_idx" ON "memberships" USING btree ("product_id");--> statement-breakpoint
ALTER TABLE "passes" ADD CONSTRAINT "passes_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_period_id_membership_periods_id_fk" FOREIGN KEY ("period_id") REFERENCES "public"."membership_periods"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "passes_membership_once" ON "passes" USING btree ("membership_id",("credits" is null)) WHERE "passes"."membership_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entries_granted_once" ON "credit_entries" USING btree ("period_id","month") WHERE "credit_entries"."kind" = 'granted';--> statement-breakpoint
ALTER TABLE "passes" ADD CONSTRAINT "passes_source" CHECK (num_nonnulls("passes"."purchase_id", "passes"."membership_id") = 1);--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_month" CHECK (("credit_entries"."period_id" is null) = ("credit_entries"."month" is null));--> statement-breakpoint
CREATE TRIGGER membership_periods_kept
  BEFORE UPDATE OR DELETE ON membership_periods FOR EACH ROW
  EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER membership_terms_public AFTER INSERT OR DELETE OR UPDATE ON membership_terms DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION raise_public_revision();
--> statement-breakpoint
DROP TRIGGER credit_entries_kept ON credit_entries;
--> statement-breakpoint
CREATE TRIGGER credit_entries_kept
  BEFORE DELETE OR UPDATE OF id, pass_id, kind, amount, ticket_id, turn, taken_id, period_id, month, created_at ON credit_entries FOR EACH ROW
  EXECUTE FUNCTION refuse_change();
