import { compareGiftCards } from "../../payments/ledger/compare-gift-cards";
import { fault, fine, type Finding, type Site } from "./finding";

const name = "Gift cards";

/** Compares what is on all gift cards with their sales, and with what they have paid. */
export async function checkGiftCards({ db }: Pick<Site, "db">): Promise<Finding[]> {
  const { cards, unexplained } = await compareGiftCards(db);
  if (cards === 0) return [];
  if (unexplained.length === 0) return [fine(name, "what is on all gift cards adds up")];
  const count = unexplained.length === 1 ? "1 gift card does" : `${unexplained.length} gift cards do`;
  return [
    fault(name, `${count} not add up`, "Payments in the back office names them. Report it as a fault of the site."),
  ];
}
