CREATE TYPE "public"."membership_change_kind" AS ENUM('at_once', 'at_end');--> statement-breakpoint
CREATE TABLE "membership_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"membership_id" uuid NOT NULL,
	"kind" "membership_change_kind" NOT NULL,
	"product_id" uuid NOT NULL,
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
	"is_founding" boolean DEFAULT false NOT NULL,
	"currency" "currency" NOT NULL,
	"price_reference" text NOT NULL,
	"amount_minor" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"credit_change" integer DEFAULT 0 NOT NULL,
	"terms_version" integer,
	"privacy_version" integer,
	"schedule_reference" text,
	"invoice_reference" text,
	"waits_until" timestamp with time zone,
	"started_at" timestamp with time zone,
	"period_id" uuid,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "membership_changes_periodId_unique" UNIQUE("period_id"),
	CONSTRAINT "membership_changes_grants" CHECK (coalesce("membership_changes"."weekly_limit" between 1 and 50, true) and coalesce("membership_changes"."credits" between 1 and 100, true)
    and "membership_changes"."carried_over" between 0 and 100 and "membership_changes"."discount_percent" between 0 and 90),
	CONSTRAINT "membership_changes_amounts" CHECK ("membership_changes"."price_minor" > 0 and "membership_changes"."amount_minor" >= 0),
	CONSTRAINT "membership_changes_kind" CHECK (("membership_changes"."kind" = 'at_once') = ("membership_changes"."amount_minor" > 0)),
	CONSTRAINT "membership_changes_waiting" CHECK (("membership_changes"."invoice_reference" is null) = ("membership_changes"."waits_until" is null)),
	CONSTRAINT "membership_changes_made" CHECK ("membership_changes"."started_at" is null or "membership_changes"."ended_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "membership_changes" ADD CONSTRAINT "membership_changes_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_changes" ADD CONSTRAINT "membership_changes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_changes" ADD CONSTRAINT "membership_changes_period_id_membership_periods_id_fk" FOREIGN KEY ("period_id") REFERENCES "public"."membership_periods"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "membership_changes_open_once" ON "membership_changes" USING btree ("membership_id") WHERE "membership_changes"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "membership_changes_membership_idx" ON "membership_changes" USING btree ("membership_id","created_at");--> statement-breakpoint
CREATE INDEX "membership_changes_product_idx" ON "membership_changes" USING btree ("product_id");