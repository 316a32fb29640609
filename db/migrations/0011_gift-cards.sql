CREATE TYPE "public"."gift_card_entry_kind" AS ENUM('issued', 'taken', 'returned', 'expired', 'adjusted', 'refunded');--> statement-breakpoint
ALTER TYPE "public"."product_kind" ADD VALUE 'gift_card';--> statement-breakpoint
ALTER TYPE "public"."payment_provider" ADD VALUE 'gift_card';--> statement-breakpoint
CREATE TABLE "gift_card_terms" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"lowest_minor" integer NOT NULL,
	"highest_minor" integer NOT NULL,
	"months" integer NOT NULL,
	CONSTRAINT "gift_card_terms_amounts" CHECK ("gift_card_terms"."lowest_minor" between 100 and "gift_card_terms"."highest_minor"),
	CONSTRAINT "gift_card_terms_period" CHECK ("gift_card_terms"."months" between 1 and 120)
);
--> statement-breakpoint
CREATE TABLE "gift_cards" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"purchase_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"user_id" uuid,
	"amount_minor" integer NOT NULL,
	"currency" "currency" NOT NULL,
	"months" integer NOT NULL,
	"code_hash" text,
	"sealed_code" text,
	"giver_name" text NOT NULL,
	"recipient_name" text,
	"recipient_email" text,
	"words" text,
	"send_at" timestamp with time zone,
	"time_zone" text NOT NULL,
	"resends" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"issued_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"frozen_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gift_cards_purchaseId_unique" UNIQUE("purchase_id"),
	CONSTRAINT "gift_cards_codeHash_unique" UNIQUE("code_hash"),
	CONSTRAINT "gift_cards_amount" CHECK ("gift_cards"."amount_minor" > 0),
	CONSTRAINT "gift_cards_period" CHECK ("gift_cards"."months" between 1 and 120),
	CONSTRAINT "gift_cards_issued" CHECK (num_nonnulls("gift_cards"."issued_at", "gift_cards"."code_hash", "gift_cards"."ends_at") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "gift_card_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"card_id" uuid NOT NULL,
	"kind" "gift_card_entry_kind" NOT NULL,
	"amount_minor" integer NOT NULL,
	"payment_id" uuid,
	"refund_id" uuid,
	"exchange_rate" numeric,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gift_card_entries_sign" CHECK (case when "gift_card_entries"."kind" in ('issued', 'returned') then "gift_card_entries"."amount_minor" > 0
        when "gift_card_entries"."kind" = 'adjusted' then "gift_card_entries"."amount_minor" <> 0 else "gift_card_entries"."amount_minor" < 0 end),
	CONSTRAINT "gift_card_entries_payment" CHECK (("gift_card_entries"."kind" in ('taken', 'returned')) = ("gift_card_entries"."payment_id" is not null)),
	CONSTRAINT "gift_card_entries_reason" CHECK (("gift_card_entries"."kind" = 'adjusted') = ("gift_card_entries"."reason" is not null))
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "gift_card_id" uuid;--> statement-breakpoint
ALTER TABLE "gift_card_terms" ADD CONSTRAINT "gift_card_terms_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_card_entries" ADD CONSTRAINT "gift_card_entries_card_id_gift_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."gift_cards"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_card_entries" ADD CONSTRAINT "gift_card_entries_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_card_entries" ADD CONSTRAINT "gift_card_entries_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gift_cards_user_idx" ON "gift_cards" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "gift_cards_product_idx" ON "gift_cards" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "gift_cards_ends_idx" ON "gift_cards" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "gift_cards_created_idx" ON "gift_cards" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "gift_card_entries_card_idx" ON "gift_card_entries" USING btree ("card_id","created_at");--> statement-breakpoint
CREATE INDEX "gift_card_entries_payment_idx" ON "gift_card_entries" USING btree ("payment_id") WHERE "gift_card_entries"."payment_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "gift_card_entries_issued_once" ON "gift_card_entries" USING btree ("card_id") WHERE "gift_card_entries"."kind" = 'issued';--> statement-breakpoint
CREATE UNIQUE INDEX "gift_card_entries_taken_once" ON "gift_card_entries" USING btree ("payment_id") WHERE "gift_card_entries"."kind" = 'taken';--> statement-breakpoint
CREATE UNIQUE INDEX "gift_card_entries_released_once" ON "gift_card_entries" USING btree ("payment_id") WHERE "gift_card_entries"."kind" = 'returned' and "gift_card_entries"."refund_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "gift_card_entries_refunded_once" ON "gift_card_entries" USING btree ("refund_id") WHERE "gift_card_entries"."kind" in ('returned', 'refunded') and "gift_card_entries"."refund_id" is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_gift_card_id_gift_cards_id_fk" FOREIGN KEY ("gift_card_id") REFERENCES "public"."gift_cards"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_gift_card_idx" ON "payments" USING btree ("gift_card_id") WHERE "payments"."gift_card_id" is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_gift_card" CHECK (("payments"."gift_card_id" is not null) = ("payments"."provider"::text = 'gift_card'));--> statement-breakpoint
-- The last word on gift cards: whatever code writes, none ends up below 0. The card is locked first, so that writers of
-- one card queue and each one sums up what the one before it committed, as with the credits of passes.
CREATE FUNCTION check_gift_card_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  balance bigint;
BEGIN
  -- Under the others the sum below would look at an old snapshot, whatever the lock says.
  IF current_setting('transaction_isolation') NOT IN ('read committed', 'read uncommitted') THEN
    RAISE EXCEPTION 'gift cards cannot pay under %', current_setting('transaction_isolation') USING ERRCODE = 'BR002';
  END IF;
  PERFORM 1 FROM gift_cards WHERE id = NEW.card_id FOR NO KEY UPDATE;
  SELECT sum(amount_minor) INTO balance FROM gift_card_entries WHERE card_id = NEW.card_id;
  IF balance < 0 THEN
    RAISE EXCEPTION 'gift card % would have a balance of %', NEW.card_id, balance USING ERRCODE = 'BR003';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER gift_card_entries_balance
  AFTER INSERT ON gift_card_entries FOR EACH ROW
  WHEN (NEW.amount_minor < 0)
  EXECUTE FUNCTION check_gift_card_balance();
--> statement-breakpoint
CREATE TRIGGER gift_card_entries_kept
  BEFORE UPDATE OR DELETE ON gift_card_entries FOR EACH ROW
  EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER gift_card_terms_public AFTER INSERT OR DELETE OR UPDATE ON gift_card_terms DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION raise_public_revision();
