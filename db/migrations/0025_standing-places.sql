ALTER TYPE "public"."import_format" ADD VALUE 'members';--> statement-breakpoint
CREATE TABLE "standing_places" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"membership_id" uuid NOT NULL,
	"series_id" uuid NOT NULL,
	"health_version" integer,
	"time_zone" text NOT NULL,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "standing_places" ADD CONSTRAINT "standing_places_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "standing_places_once" ON "standing_places" USING btree ("membership_id","series_id") WHERE "standing_places"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "standing_places_series_idx" ON "standing_places" USING btree ("series_id");