ALTER TABLE "purchases" ADD COLUMN "opened_at" timestamp with time zone;
