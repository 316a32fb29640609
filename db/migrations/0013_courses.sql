ALTER TYPE "public"."product_kind" ADD VALUE 'course';--> statement-breakpoint
CREATE TABLE "course_dates" (
	"product_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	CONSTRAINT "course_dates_product_id_session_id_pk" PRIMARY KEY("product_id","session_id")
);
--> statement-breakpoint
CREATE TABLE "course_terms" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"is_sold_singly" boolean DEFAULT true NOT NULL,
	"can_make_up" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "session_bookings" ADD COLUMN "course_purchase_id" uuid;--> statement-breakpoint
ALTER TABLE "session_bookings" ADD COLUMN "course_share_minor" integer;--> statement-breakpoint
ALTER TABLE "session_bookings" ADD COLUMN "share_returned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "session_bookings" ADD COLUMN "makes_up_for_id" uuid;--> statement-breakpoint
ALTER TABLE "course_dates" ADD CONSTRAINT "course_dates_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_dates" ADD CONSTRAINT "course_dates_session_id_live_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."live_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_terms" ADD CONSTRAINT "course_terms_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "course_dates_session_idx" ON "course_dates" USING btree ("session_id");--> statement-breakpoint
ALTER TABLE "session_bookings" ADD CONSTRAINT "session_bookings_course_purchase_id_purchases_id_fk" FOREIGN KEY ("course_purchase_id") REFERENCES "public"."purchases"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_bookings" ADD CONSTRAINT "session_bookings_makes_up_for_id_session_bookings_id_fk" FOREIGN KEY ("makes_up_for_id") REFERENCES "public"."session_bookings"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "session_bookings_course_idx" ON "session_bookings" USING btree ("course_purchase_id","session_id") WHERE "session_bookings"."course_purchase_id" is not null and "session_bookings"."status" <> 'cancelled';--> statement-breakpoint
CREATE INDEX "session_bookings_dates_idx" ON "session_bookings" USING btree ("course_purchase_id") WHERE "session_bookings"."course_purchase_id" is not null;--> statement-breakpoint
ALTER TABLE "session_bookings" ADD CONSTRAINT "session_bookings_made_up_once" UNIQUE("makes_up_for_id");--> statement-breakpoint
ALTER TABLE "session_bookings" ADD CONSTRAINT "session_bookings_course" CHECK (("session_bookings"."course_purchase_id" is null) = ("session_bookings"."course_share_minor" is null)
        and ("session_bookings"."course_purchase_id" is null or ("session_bookings"."list_price_minor" = 0 and "session_bookings"."course_share_minor" >= 0))
        and ("session_bookings"."course_purchase_id" is not null or num_nonnulls("session_bookings"."share_returned_at", "session_bookings"."makes_up_for_id") = 0));--> statement-breakpoint
CREATE CONSTRAINT TRIGGER course_terms_public AFTER INSERT OR DELETE OR UPDATE ON course_terms DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION raise_public_revision();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER course_dates_public AFTER INSERT OR DELETE OR UPDATE ON course_dates DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION raise_public_revision();
