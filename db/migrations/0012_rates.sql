CREATE TYPE "public"."session_pricing" AS ENUM('one', 'early', 'rates', 'between');--> statement-breakpoint
CREATE TYPE "public"."price_rate_kind" AS ENUM('named', 'early', 'suggested');--> statement-breakpoint
CREATE TABLE "price_rates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"session_id" uuid,
	"product_id" uuid,
	"kind" "price_rate_kind" NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"price_minor" integer NOT NULL,
	"entered_price_minor" integer NOT NULL,
	"places" integer,
	"last_day" date,
	CONSTRAINT "price_rates_session_number" UNIQUE("session_id","kind","number"),
	CONSTRAINT "price_rates_product_number" UNIQUE("product_id","kind","number"),
	CONSTRAINT "price_rates_of_one" CHECK (("price_rates"."session_id" is null) <> ("price_rates"."product_id" is null)),
	CONSTRAINT "price_rates_number" CHECK ("price_rates"."number" between 1 and 4),
	CONSTRAINT "price_rates_price" CHECK ("price_rates"."price_minor" >= 0 and "price_rates"."entered_price_minor" >= 0),
	CONSTRAINT "price_rates_places" CHECK ("price_rates"."places" is null or "price_rates"."places" >= 1),
	CONSTRAINT "price_rates_early" CHECK ("price_rates"."kind" = 'early' or "price_rates"."last_day" is null)
);
--> statement-breakpoint
ALTER TABLE "live_sessions" ADD COLUMN "pricing" "session_pricing" DEFAULT 'one' NOT NULL;--> statement-breakpoint
ALTER TABLE "live_sessions" ADD COLUMN "highest_price_minor" integer;--> statement-breakpoint
ALTER TABLE "live_sessions" ADD COLUMN "entered_highest_minor" integer;--> statement-breakpoint
ALTER TABLE "booking_tickets" ADD COLUMN "price_rate_id" uuid;--> statement-breakpoint
ALTER TABLE "booking_tickets" ADD COLUMN "price_rate_name" text;--> statement-breakpoint
ALTER TABLE "booking_tickets" ADD COLUMN "list_price_minor" integer;--> statement-breakpoint
ALTER TABLE "price_rates" ADD CONSTRAINT "price_rates_session_id_live_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."live_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_rates" ADD CONSTRAINT "price_rates_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "price_rates_session_name" ON "price_rates" USING btree ("session_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "price_rates_product_name" ON "price_rates" USING btree ("product_id",lower("name"));--> statement-breakpoint
ALTER TABLE "booking_tickets" ADD CONSTRAINT "booking_tickets_price_rate_id_price_rates_id_fk" FOREIGN KEY ("price_rate_id") REFERENCES "public"."price_rates"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "booking_tickets_rate_idx" ON "booking_tickets" USING btree ("price_rate_id") WHERE "booking_tickets"."price_rate_id" is not null;--> statement-breakpoint
ALTER TABLE "live_sessions" ADD CONSTRAINT "live_sessions_highest_price" CHECK (("live_sessions"."pricing" in ('rates', 'between')) = ("live_sessions"."highest_price_minor" is not null)
        and ("live_sessions"."highest_price_minor" is null) = ("live_sessions"."entered_highest_minor" is null)
        and coalesce("live_sessions"."highest_price_minor" >= "live_sessions"."price_minor" and "live_sessions"."entered_highest_minor" >= "live_sessions"."entered_price_minor", true));--> statement-breakpoint
CREATE CONSTRAINT TRIGGER price_rates_public AFTER INSERT OR DELETE OR UPDATE ON price_rates DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION raise_public_revision();
