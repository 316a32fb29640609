ALTER TABLE "memberships" DROP CONSTRAINT "memberships_next_price";--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "plan_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "next_product_id" uuid;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "next_title" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "next_interval" "membership_interval";--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "next_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_next_product_id_products_id_fk" FOREIGN KEY ("next_product_id") REFERENCES "public"."products"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
-- A price that was announced to a member is not charged any more: the audit log names each, so that the instructor can write to them.
INSERT INTO "audit_entries" ("action", "subject_type", "subject_id", "details", "reason")
  SELECT 'membership.price_notice_withdrawn', 'membership', "id"::text,
    jsonb_build_object('title', "title", 'amountMinor', "price_minor", 'currency', "currency", 'announcedMinor', "next_price_minor", 'announcedFrom', "next_price_from"),
    'Members keep the price at which they joined.'
  FROM "memberships" WHERE "next_price_minor" is not null;--> statement-breakpoint
-- So is one that was due, of which Stripe has not been told.
INSERT INTO "audit_entries" ("action", "subject_type", "subject_id", "details", "reason")
  SELECT 'membership.price_notice_withdrawn', 'membership', "id"::text,
    jsonb_build_object('title', "title", 'announcedMinor', "price_minor", 'currency', "currency"),
    'Members keep the price at which they joined.'
  FROM "memberships" WHERE "is_price_untold" and "next_price_minor" is null and "ended_at" is null;--> statement-breakpoint
-- A change of plan that waited for the end of a pause is not planned at Stripe: its member has to choose it again.
INSERT INTO "audit_entries" ("action", "subject_type", "subject_id", "details", "reason")
  SELECT 'membership.plan_change_withdrawn', 'membership', m."id"::text,
    jsonb_build_object('title', m."title", 'plan', c."title", 'interval', c."interval", 'amountMinor', c."price_minor", 'currency', m."currency"),
    'It was not planned at Stripe yet.'
  FROM "membership_changes" c INNER JOIN "memberships" m ON m."id" = c."membership_id"
  WHERE c."ended_at" is null and c."kind" = 'at_end' and (c."schedule_reference" is null or m."state" = 'paused');--> statement-breakpoint
UPDATE "memberships" SET "next_price_minor" = null, "next_price_from" = null, "next_price_notice" = null;--> statement-breakpoint
-- What Stripe has been told to change at the end of what is paid.
UPDATE "memberships" m SET "next_product_id" = c."product_id", "next_title" = c."title", "next_interval" = c."interval",
    "next_price_minor" = c."price_minor", "next_from" = c."starts_at"
  FROM "membership_changes" c WHERE c."membership_id" = m."id" and c."ended_at" is null and c."kind" = 'at_end' and c."schedule_reference" is not null and m."state" <> 'paused';--> statement-breakpoint
-- A change that brought no credits begins behind the first month of its period, so that none are granted for that.
UPDATE "memberships" m SET "plan_since" = c."since"
  FROM (SELECT DISTINCT ON (c."membership_id") c."membership_id",
      coalesce(p."starts_at", c."starts_at") + CASE WHEN c."credit_change" <= 0 THEN interval '1 millisecond' ELSE interval '0' END AS "since"
    FROM "membership_changes" c LEFT JOIN "membership_periods" p ON p."id" = c."period_id"
    WHERE c."started_at" is not null ORDER BY c."membership_id", c."started_at" desc, c."created_at" desc) c
  WHERE c."membership_id" = m."id";--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_next" CHECK (num_nulls("memberships"."next_product_id", "memberships"."next_title", "memberships"."next_interval", "memberships"."next_price_minor", "memberships"."next_from") in (0, 5));