CREATE TABLE "fraud_warnings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_id" uuid NOT NULL,
	"stripe_warning_id" text NOT NULL,
	"fraud_type" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fraud_warnings_stripeWarningId_unique" UNIQUE("stripe_warning_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_states" (
	"source" text PRIMARY KEY NOT NULL,
	"last_event_at" timestamp with time zone,
	"bad_signatures" integer DEFAULT 0 NOT NULL,
	"last_bad_signature_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "due_by" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "completed_unpaid_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "fraud_warnings" ADD CONSTRAINT "fraud_warnings_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fraud_warnings_payment_idx" ON "fraud_warnings" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "disputes_unanswered_idx" ON "disputes" USING btree ("due_by") WHERE "disputes"."status" in ('needs_response', 'warning_needs_response');--> statement-breakpoint
CREATE INDEX "payments_completed_unpaid_idx" ON "payments" USING btree ("completed_unpaid_at") WHERE "payments"."completed_unpaid_at" is not null and "payments"."state" <> 'paid';