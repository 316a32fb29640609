CREATE TYPE "public"."page_place" AS ENUM('menu', 'footer', 'none');--> statement-breakpoint
CREATE TABLE "site_page_versions" (
	"page_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "site_page_versions_page_id_number_pk" PRIMARY KEY("page_id","number"),
	CONSTRAINT "site_page_versions_length" CHECK (octet_length("site_page_versions"."text") <= 100000)
);
--> statement-breakpoint
CREATE TABLE "site_pages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"place" "page_place" DEFAULT 'none' NOT NULL,
	"order_index" integer DEFAULT 0 NOT NULL,
	"published_version" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "site_pages_slug" UNIQUE("slug"),
	CONSTRAINT "site_pages_slug_form" CHECK ("site_pages"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
);
--> statement-breakpoint
CREATE TABLE "site_pictures" (
	"used_by" text NOT NULL,
	"file_id" uuid NOT NULL,
	CONSTRAINT "site_pictures_file_id_used_by_pk" PRIMARY KEY("file_id","used_by")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "terms_version" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "privacy_version" integer;--> statement-breakpoint
ALTER TABLE "session_bookings" ADD COLUMN "terms_version" integer;--> statement-breakpoint
ALTER TABLE "session_bookings" ADD COLUMN "privacy_version" integer;--> statement-breakpoint
ALTER TABLE "collection_purchases" ADD COLUMN "terms_version" integer;--> statement-breakpoint
ALTER TABLE "collection_purchases" ADD COLUMN "privacy_version" integer;--> statement-breakpoint
ALTER TABLE "site_page_versions" ADD CONSTRAINT "site_page_versions_page_id_site_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."site_pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_pictures" ADD CONSTRAINT "site_pictures_file_id_media_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."media_files"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
-- What visitors see of a page is its published version; versions themselves never change.
CREATE CONSTRAINT TRIGGER site_pages_content
  AFTER INSERT OR DELETE OR UPDATE ON site_pages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION raise_content_revision();
