CREATE TABLE "balance_transactions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"stripe_balance_transaction_id" text NOT NULL,
	"payout_id" uuid,
	"category" text NOT NULL,
	"gross_minor" integer NOT NULL,
	"fee_minor" integer NOT NULL,
	"net_minor" integer NOT NULL,
	"currency" text NOT NULL,
	"exchange_rate" text,
	"source_minor" integer,
	"source_currency" text,
	"stripe_source_id" text,
	"stripe_payment_intent_id" text,
	"is_own" boolean NOT NULL,
	"description" text,
	"created_at" timestamp with time zone NOT NULL,
	"available_on" date NOT NULL,
	CONSTRAINT "balance_transactions_stripeBalanceTransactionId_unique" UNIQUE("stripe_balance_transaction_id"),
	CONSTRAINT "balance_transactions_add_up" CHECK ("balance_transactions"."gross_minor" - "balance_transactions"."fee_minor" = "balance_transactions"."net_minor")
);
--> statement-breakpoint
CREATE TABLE "payout_reading" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"read_at" timestamp with time zone,
	"failure" text,
	CONSTRAINT "payout_reading_one_row" CHECK ("payout_reading"."is_only")
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"stripe_payout_id" text NOT NULL,
	"amount_minor" integer NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"arrival_on" date NOT NULL,
	"reconciliation" text NOT NULL,
	"failure" text,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "payouts_stripePayoutId_unique" UNIQUE("stripe_payout_id")
);
--> statement-breakpoint
ALTER TABLE "balance_transactions" ADD CONSTRAINT "balance_transactions_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "balance_transactions_payout_idx" ON "balance_transactions" USING btree ("payout_id","created_at");--> statement-breakpoint
CREATE INDEX "balance_transactions_intent_idx" ON "balance_transactions" USING btree ("stripe_payment_intent_id");--> statement-breakpoint
CREATE INDEX "balance_transactions_created_idx" ON "balance_transactions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "balance_transactions_waiting_idx" ON "balance_transactions" USING btree ("currency") WHERE "balance_transactions"."payout_id" is null;--> statement-breakpoint
CREATE INDEX "payouts_arrival_idx" ON "payouts" USING btree ("arrival_on");--> statement-breakpoint
CREATE INDEX "payouts_created_idx" ON "payouts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payouts_unread_idx" ON "payouts" USING btree ("created_at") WHERE "payouts"."read_at" is null;