ALTER TYPE "public"."media_kind" ADD VALUE 'portrait';--> statement-breakpoint
ALTER TYPE "public"."media_kind" ADD VALUE 'logo';--> statement-breakpoint
ALTER TYPE "public"."media_kind" ADD VALUE 'share';