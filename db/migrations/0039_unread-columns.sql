DROP INDEX "booking_moves_to_idx";--> statement-breakpoint
DROP INDEX "products_created_idx";--> statement-breakpoint
DROP INDEX "gift_cards_product_idx";--> statement-breakpoint
ALTER TABLE "balance_transactions" DROP COLUMN "available_on";--> statement-breakpoint
-- Holders are told two weeks before, wherever that was set.
DELETE FROM "site_settings" WHERE "key" = 'passNoticeDays';