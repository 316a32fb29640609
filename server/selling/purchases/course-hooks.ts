import type { Queryable, Transaction } from "@db/client";
import type { Services } from "../../core/services";
import type { purchases } from "@db/schema";
import type { UnpaidOutcome } from "../../payments/payable";
import type { OwedRefund } from "../../payments/refunds";

type Purchase = typeof purchases.$inferSelect;

/**
 * `told`: what the letter on the dates that end says of the money, which goes back in part or is kept; without it, another
 * letter tells of the end.
 */
export type CourseEnd = Pick<UnpaidOutcome, "outcome" | "isPageMissing"> & {
  told?: { owed: OwedRefund[]; isKept: boolean } | null;
};

/** What a purchase of a course does to its dates. The sessions and the purchase are locked. */
export type CourseHooks = {
  /** Books every date that the purchase holds. */
  complete(tx: Transaction, services: Services, purchase: Purchase): Promise<void>;
  /** Gives back the places of all dates that have not begun. Returns their number. With `told`, mails them to the buyer. */
  end(tx: Transaction, services: Services, purchase: Purchase, as: CourseEnd): Promise<number>;
  /** Returns why the dates of a purchase that lapsed can't be taken again, naming one; null if all can. */
  whyTaken(tx: Transaction, services: Services, purchase: Purchase): Promise<string | null>;
  /** Returns the shares of the dates that have not begun. */
  readUnused(
    db: Queryable,
    services: Pick<Services, "clock">,
    id: string,
  ): Promise<{ amountMinor: number; text: string } | null>;
  /** Confirms it to the buyer, with all dates; `opening` tells apart that it was booked by hand later. */
  mailBooked(tx: Transaction, services: Services, purchase: Purchase, opening: string): Promise<void>;
};

declare module "../../core/services" {
  interface Hooks {
    courses: CourseHooks;
  }
}
