/** The columns of gift cards: their codes are withheld, whose hash is no use to anyone else. */
export const columnsOfGiftCards = {
  gift_card_terms: { exported: "product_id lowest_minor highest_minor months", withheld: "" },
  gift_cards: {
    exported:
      "id purchase_id product_id user_id amount_minor currency months giver_name recipient_name recipient_email words send_at time_zone resends sent_at issued_at ends_at ended_at frozen_at created_at",
    withheld: "code_hash sealed_code",
  },
  gift_card_entries: {
    exported: "id card_id kind amount_minor payment_id refund_id exchange_rate reason created_at",
    withheld: "",
  },
};
