import type { CardState } from "@server/catalogue/gift-cards/describe-card";

/** What a gift card's state is called; null while it can be used. */
export const stateLabels: Record<CardState, string | null> = {
  waiting: "Not paid",
  usable: null,
  used_up: "Used up",
  over: "Over",
  ended: "Refunded",
  frozen: "On hold",
};
