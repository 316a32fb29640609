CREATE TYPE "public"."date_order" AS ENUM('day_first', 'month_first');--> statement-breakpoint
CREATE TYPE "public"."import_format" AS ENUM('generic', 'momence', 'eventbrite');--> statement-breakpoint
CREATE TABLE "pending_imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"format" "import_format" NOT NULL,
	"time_zone" text NOT NULL,
	"currency" "currency" NOT NULL,
	"date_order" date_order NOT NULL,
	"creates_sessions" boolean NOT NULL,
	"sealed_file" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pending_imports_user" UNIQUE("user_id")
);
--> statement-breakpoint
ALTER TABLE "session_bookings" ADD COLUMN "imported_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "session_bookings" ADD COLUMN "import_key" text;--> statement-breakpoint
ALTER TABLE "pending_imports" ADD CONSTRAINT "pending_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_bookings" ADD CONSTRAINT "session_bookings_import_key" UNIQUE("import_key");