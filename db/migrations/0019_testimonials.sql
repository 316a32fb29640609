CREATE TYPE "public"."consent_kind" AS ENUM('email', 'writing', 'form');--> statement-breakpoint
CREATE TABLE "testimonials" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"quote" text NOT NULL,
	"shown_name" text NOT NULL,
	"line" text,
	"series_id" uuid,
	"order_index" integer DEFAULT 0 NOT NULL,
	"is_published" boolean DEFAULT false NOT NULL,
	"consent_kind" "consent_kind",
	"consent_on" date,
	"consent_note" text,
	"consent_withdrawn_at" timestamp with time zone,
	"user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "testimonials_quote_length" CHECK (char_length("testimonials"."quote") between 20 and 600),
	CONSTRAINT "testimonials_consent_whole" CHECK (("testimonials"."consent_kind" is null) = ("testimonials"."consent_on" is null)),
	CONSTRAINT "testimonials_published_with_consent" CHECK (not "testimonials"."is_published" or ("testimonials"."consent_kind" is not null and "testimonials"."consent_withdrawn_at" is null))
);
--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "testimonials_user_idx" ON "testimonials" USING btree ("user_id");--> statement-breakpoint
-- What visitors see of a testimonial is on finished pages.
CREATE CONSTRAINT TRIGGER testimonials_content
  AFTER INSERT OR DELETE OR UPDATE ON testimonials DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION raise_content_revision();
