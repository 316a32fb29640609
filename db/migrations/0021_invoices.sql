CREATE TYPE "public"."invoice_kind" AS ENUM('invoice', 'credit_note');--> statement-breakpoint
CREATE TABLE "invoice_details" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"company" text NOT NULL,
	"address" text NOT NULL,
	"tax_number" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_numbers" (
	"kind" "invoice_kind" NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "invoice_numbers_kind_year_pk" PRIMARY KEY("kind","year")
);
--> statement-breakpoint
CREATE TABLE "invoice_payments" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"root_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "is_elsewhere" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" "invoice_kind" NOT NULL,
	"year" integer NOT NULL,
	"number" integer NOT NULL,
	"label" text NOT NULL,
	"cause" text NOT NULL,
	"root_id" uuid NOT NULL,
	"corrects_id" uuid,
	"booking_id" uuid,
	"purchase_id" uuid,
	"issued_at" timestamp with time zone NOT NULL,
	"supplied_on" date NOT NULL,
	"seller" jsonb NOT NULL,
	"buyer" jsonb NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"lines" jsonb NOT NULL,
	"taxes" jsonb NOT NULL,
	"paid" jsonb NOT NULL,
	"currency" "currency" NOT NULL,
	"total_minor" integer NOT NULL,
	"tax_minor" integer NOT NULL,
	"site_currency" "currency" NOT NULL,
	"site_total_minor" integer NOT NULL,
	"site_tax_minor" integer NOT NULL,
	"exchange_rate" text,
	"rate_on" date,
	"rate_source" text,
	"manage_key" text DEFAULT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') NOT NULL,
	CONSTRAINT "invoices_cause_unique" UNIQUE("cause"),
	CONSTRAINT "invoices_number" UNIQUE("kind","year","number"),
	CONSTRAINT "invoices_one_order" CHECK (num_nonnulls("invoices"."booking_id", "invoices"."purchase_id") <= 1),
	CONSTRAINT "invoices_amounts" CHECK ("invoices"."total_minor" > 0 and "invoices"."tax_minor" between 0 and "invoices"."total_minor"),
	CONSTRAINT "invoices_root" CHECK (("invoices"."root_id" = "invoices"."id") = ("invoices"."corrects_id" is null)
        and ("invoices"."kind" = 'invoice' or "invoices"."corrects_id" is not null)),
	CONSTRAINT "invoices_rate" CHECK (num_nonnulls("invoices"."exchange_rate", "invoices"."rate_on", "invoices"."rate_source") in (0, 3)
        and ("invoices"."exchange_rate" is null) = ("invoices"."currency" = "invoices"."site_currency"))
);
--> statement-breakpoint
ALTER TABLE "invoice_details" ADD CONSTRAINT "invoice_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_root_id_invoices_id_fk" FOREIGN KEY ("root_id") REFERENCES "public"."invoices"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_root_id_invoices_id_fk" FOREIGN KEY ("root_id") REFERENCES "public"."invoices"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_corrects_id_invoices_id_fk" FOREIGN KEY ("corrects_id") REFERENCES "public"."invoices"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_booking_id_session_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."session_bookings"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoice_payments_root_idx" ON "invoice_payments" USING btree ("root_id");--> statement-breakpoint
CREATE INDEX "invoices_root_idx" ON "invoices" USING btree ("root_id");--> statement-breakpoint
CREATE INDEX "invoices_issued_idx" ON "invoices" USING btree ("issued_at","id");--> statement-breakpoint
CREATE INDEX "invoices_booking_idx" ON "invoices" USING btree ("booking_id") WHERE "invoices"."booking_id" is not null;--> statement-breakpoint
CREATE INDEX "invoices_purchase_idx" ON "invoices" USING btree ("purchase_id") WHERE "invoices"."purchase_id" is not null;--> statement-breakpoint
-- The last word on invoices, whatever code writes: a number is the one that its year has just reached, and the credit
-- notes of a sale never exceed its invoices. The sale's first invoice is locked, so that its documents queue.
CREATE FUNCTION check_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  balance bigint;
BEGIN
  IF NEW.number IS DISTINCT FROM (SELECT last FROM invoice_numbers WHERE kind = NEW.kind AND year = NEW.year) THEN
    RAISE EXCEPTION '% % of % is not the next number', NEW.kind, NEW.number, NEW.year USING ERRCODE = 'BR003';
  END IF;
  IF NEW.kind = 'credit_note' THEN
    -- Under the others the sum below would look at an old snapshot, whatever the lock says.
    IF current_setting('transaction_isolation') NOT IN ('read committed', 'read uncommitted') THEN
      RAISE EXCEPTION 'no credit note is issued under %', current_setting('transaction_isolation') USING ERRCODE = 'BR002';
    END IF;
    PERFORM 1 FROM invoices WHERE id = NEW.root_id FOR NO KEY UPDATE;
    SELECT sum(CASE kind WHEN 'invoice' THEN total_minor ELSE -total_minor END) INTO balance
      FROM invoices WHERE root_id = NEW.root_id;
    IF balance < 0 THEN
      RAISE EXCEPTION 'credit note % exceeds its invoice', NEW.label USING ERRCODE = 'BR003';
    END IF;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER invoices_checked
  AFTER INSERT ON invoices FOR EACH ROW
  EXECUTE FUNCTION check_invoice();
--> statement-breakpoint
CREATE TRIGGER invoices_kept
  BEFORE UPDATE OR DELETE ON invoices FOR EACH ROW
  EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER invoice_payments_kept
  BEFORE UPDATE OR DELETE ON invoice_payments FOR EACH ROW
  EXECUTE FUNCTION refuse_change();
