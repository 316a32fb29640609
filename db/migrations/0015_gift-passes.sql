ALTER TABLE "gift_card_entries" DROP CONSTRAINT "gift_card_entries_sign";--> statement-breakpoint
ALTER TABLE "gift_cards" ADD COLUMN "pass_title" text;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD COLUMN "redeemed_purchase_id" uuid;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_redeemed_purchase_id_purchases_id_fk" FOREIGN KEY ("redeemed_purchase_id") REFERENCES "public"."purchases"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_redeemedPurchaseId_unique" UNIQUE("redeemed_purchase_id");--> statement-breakpoint
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_redeemed" CHECK ("gift_cards"."redeemed_purchase_id" is null or "gift_cards"."pass_title" is not null);--> statement-breakpoint
ALTER TABLE "gift_card_entries" ADD CONSTRAINT "gift_card_entries_sign" CHECK (case when "gift_card_entries"."kind" in ('issued', 'returned') then "gift_card_entries"."amount_minor" > 0
        when "gift_card_entries"."kind" in ('adjusted', 'refunded') then "gift_card_entries"."amount_minor" <> 0 else "gift_card_entries"."amount_minor" < 0 end);