ALTER TYPE "public"."media_kind" ADD VALUE 'download';--> statement-breakpoint
CREATE TABLE "resource_files" (
	"file_id" uuid PRIMARY KEY NOT NULL,
	"resource_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "collection_purchases" ALTER COLUMN "collection" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "collection_purchases" ADD COLUMN "resource_id" uuid;--> statement-breakpoint
ALTER TABLE "collection_purchases" ADD COLUMN "resource_title" text;--> statement-breakpoint
ALTER TABLE "resources" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "resource_files" ADD CONSTRAINT "resource_files_file_id_media_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."media_files"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_files" ADD CONSTRAINT "resource_files_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "resource_files_resource_idx" ON "resource_files" USING btree ("resource_id");--> statement-breakpoint
ALTER TABLE "collection_purchases" ADD CONSTRAINT "collection_purchases_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "collection_purchases_resource_owned_once" ON "collection_purchases" USING btree ("resource_id","user_id") WHERE "collection_purchases"."status" in ('paid', 'free') and "collection_purchases"."archived_at" is null;--> statement-breakpoint
ALTER TABLE "collection_purchases" ADD CONSTRAINT "collection_purchases_one_item" CHECK (num_nonnulls("collection_purchases"."collection", "collection_purchases"."resource_id") = 1);--> statement-breakpoint
ALTER TABLE "collection_purchases" ADD CONSTRAINT "collection_purchases_title" CHECK (num_nonnulls("collection_purchases"."resource_id", "collection_purchases"."resource_title") in (0, 2));