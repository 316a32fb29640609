-- A new database gets its collections in the same transaction, and a table that has waiting triggers can't be altered.
SET CONSTRAINTS products_public IMMEDIATE;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "picture_id" uuid;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_picture_id_media_files_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."media_files"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
SET CONSTRAINTS products_public DEFERRED;
