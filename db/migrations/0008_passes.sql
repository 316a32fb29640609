CREATE TYPE "public"."pass_cover" AS ENUM('all', 'categories', 'online', 'on_site');--> statement-breakpoint
CREATE TYPE "public"."pass_start" AS ENUM('purchase', 'first_use');--> statement-breakpoint
CREATE TYPE "public"."credit_kind" AS ENUM('granted', 'taken', 'returned', 'expired', 'adjusted', 'refunded');--> statement-breakpoint
ALTER TYPE "public"."product_kind" ADD VALUE 'pass';--> statement-breakpoint
CREATE TABLE "pass_terms" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"credits" integer,
	"months" integer NOT NULL,
	"starts" "pass_start" NOT NULL,
	"cover" "pass_cover" NOT NULL,
	"category_ids" uuid[] DEFAULT '{}' NOT NULL,
	"is_introduction" boolean DEFAULT false NOT NULL,
	CONSTRAINT "pass_terms_period" CHECK ("pass_terms"."months" between 1 and 60 and ("pass_terms"."credits" is null or "pass_terms"."credits" between 1 and 100))
);
--> statement-breakpoint
CREATE TABLE "passes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"purchase_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"user_id" uuid,
	"email" text NOT NULL,
	"title" text NOT NULL,
	"credits" integer,
	"months" integer NOT NULL,
	"starts" "pass_start" NOT NULL,
	"cover" "pass_cover" NOT NULL,
	"category_ids" uuid[] DEFAULT '{}' NOT NULL,
	"price_minor" integer NOT NULL,
	"currency" "currency" NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"frozen_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "passes_purchaseId_unique" UNIQUE("purchase_id"),
	CONSTRAINT "passes_period" CHECK ("passes"."months" between 1 and 60 and ("passes"."credits" is null or "passes"."credits" between 1 and 100)),
	CONSTRAINT "passes_begun" CHECK (("passes"."starts_at" is null) = ("passes"."ends_at" is null)),
	CONSTRAINT "passes_price_not_negative" CHECK ("passes"."price_minor" >= 0)
);
--> statement-breakpoint
CREATE TABLE "credit_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"pass_id" uuid NOT NULL,
	"kind" "credit_kind" NOT NULL,
	"amount" integer NOT NULL,
	"ticket_id" uuid,
	"taken_id" uuid,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_entries_sign" CHECK (case when "credit_entries"."kind" in ('granted', 'returned') then "credit_entries"."amount" > 0
        when "credit_entries"."kind" = 'adjusted' then "credit_entries"."amount" <> 0 else "credit_entries"."amount" < 0 end),
	CONSTRAINT "credit_entries_ticket" CHECK (("credit_entries"."kind" = 'taken') = ("credit_entries"."ticket_id" is not null)),
	CONSTRAINT "credit_entries_taken" CHECK (("credit_entries"."kind" = 'returned') = ("credit_entries"."taken_id" is not null)),
	CONSTRAINT "credit_entries_reason" CHECK (("credit_entries"."kind" = 'adjusted') = ("credit_entries"."reason" is not null))
);
--> statement-breakpoint
DROP INDEX "purchases_owned_once";--> statement-breakpoint
ALTER TABLE "session_bookings" ADD COLUMN "pass_id" uuid;--> statement-breakpoint
ALTER TABLE "pass_terms" ADD CONSTRAINT "pass_terms_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "pass_terms" jsonb;--> statement-breakpoint
ALTER TABLE "passes" ADD CONSTRAINT "passes_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passes" ADD CONSTRAINT "passes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passes" ADD CONSTRAINT "passes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_pass_id_passes_id_fk" FOREIGN KEY ("pass_id") REFERENCES "public"."passes"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_ticket_id_booking_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."booking_tickets"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_taken_id_credit_entries_id_fk" FOREIGN KEY ("taken_id") REFERENCES "public"."credit_entries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passes_user_idx" ON "passes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passes_product_idx" ON "passes" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "passes_ends_idx" ON "passes" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "credit_entries_pass_idx" ON "credit_entries" USING btree ("pass_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entries_taken_once" ON "credit_entries" USING btree ("ticket_id") WHERE "credit_entries"."kind" = 'taken';--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entries_returned_once" ON "credit_entries" USING btree ("taken_id") WHERE "credit_entries"."kind" = 'returned';--> statement-breakpoint
ALTER TABLE "session_bookings" ADD CONSTRAINT "session_bookings_pass_id_passes_id_fk" FOREIGN KEY ("pass_id") REFERENCES "public"."passes"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_bookings_pass_idx" ON "session_bookings" USING btree ("pass_id") WHERE "session_bookings"."pass_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_owned_once" ON "purchases" USING btree ("product_id","user_id") WHERE "purchases"."status" in ('paid', 'free') and "purchases"."archived_at" is null
          and "purchases"."product_kind" in ('collection', 'resource');--> statement-breakpoint
ALTER TABLE "session_bookings" ADD CONSTRAINT "session_bookings_pass" CHECK ("session_bookings"."pass_id" is null or ("session_bookings"."total_minor" = 0 and "session_bookings"."applied_discount_code" is null));--> statement-breakpoint
-- The last word on credits: whatever code writes, no pass ends up with fewer than none. The pass is locked first, so that
-- writers of one pass queue and each one sums up what the one before it committed. (No key update: each entry's foreign
-- key already holds a key share lock.) A pass for any number of bookings may go below 0: its entries only tell its use.
CREATE FUNCTION check_credit_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  limited boolean;
  balance integer;
BEGIN
  -- Under the others the sum below would look at an old snapshot, whatever the lock says.
  IF current_setting('transaction_isolation') NOT IN ('read committed', 'read uncommitted') THEN
    RAISE EXCEPTION 'credits cannot be taken under %', current_setting('transaction_isolation') USING ERRCODE = 'BR002';
  END IF;
  SELECT credits IS NOT NULL INTO limited FROM passes WHERE id = NEW.pass_id FOR NO KEY UPDATE;
  IF NOT limited THEN
    RETURN NULL;
  END IF;
  SELECT sum(amount) INTO balance FROM credit_entries WHERE pass_id = NEW.pass_id;
  IF balance < 0 THEN
    RAISE EXCEPTION 'pass % would have % credits', NEW.pass_id, balance USING ERRCODE = 'BR003';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER credit_entries_balance
  AFTER INSERT ON credit_entries FOR EACH ROW
  WHEN (NEW.amount < 0)
  EXECUTE FUNCTION check_credit_balance();
--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% keeps what was written', TG_TABLE_NAME USING ERRCODE = 'BR004';
END
$$;
--> statement-breakpoint
CREATE TRIGGER credit_entries_kept
  BEFORE UPDATE OR DELETE ON credit_entries FOR EACH ROW
  EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER pass_terms_public AFTER INSERT OR DELETE OR UPDATE ON pass_terms DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION raise_public_revision();
