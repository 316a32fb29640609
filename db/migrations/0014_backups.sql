CREATE TYPE "public"."backup_place" AS ENUM('folder', 'bucket');--> statement-breakpoint
CREATE TYPE "public"."backup_task" AS ENUM('backup', 'restore_test');--> statement-breakpoint
CREATE TABLE "backup_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"task" "backup_task" NOT NULL,
	"file_name" text NOT NULL,
	"place" "backup_place" DEFAULT 'folder' NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone NOT NULL,
	"bytes" bigint,
	"is_encrypted" boolean NOT NULL,
	"is_same_disk" boolean DEFAULT false NOT NULL,
	"missing_files" integer DEFAULT 0 NOT NULL,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_restores" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"restored_at" timestamp with time zone NOT NULL,
	"reconciled_at" timestamp with time zone,
	"unknown_payments" integer DEFAULT 0 NOT NULL,
	"confirmed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "backup_runs_finished_idx" ON "backup_runs" USING btree ("task","finished_at");