import { compareCredits } from "../../payments/ledger/compare-credits";
import { fault, fine, type Finding, type Site } from "./finding";

const name = "Passes";

/** Compares the credits of all passes with what was booked, and their prices with what was paid. */
export async function checkPasses({ db, clock }: Pick<Site, "db" | "clock">): Promise<Finding[]> {
  const { passes, unexplained } = await compareCredits(db, clock.now());
  if (passes === 0) return [];
  if (unexplained.length === 0) return [fine(name, "credits and payments of all passes add up")];
  const count = unexplained.length === 1 ? "1 pass does" : `${unexplained.length} passes do`;
  return [
    fault(name, `${count} not add up`, "Payments in the back office names them. Report it as a fault of the site."),
  ];
}
