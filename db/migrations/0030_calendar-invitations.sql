ALTER TABLE "calendar_sources" ADD COLUMN "counts_open" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_sources" ADD COLUMN "free_minutes" integer;--> statement-breakpoint
ALTER TABLE "calendar_sources" ADD COLUMN "retry_at" timestamp with time zone;