import { eq } from "drizzle-orm";
import type { Queryable, Transaction } from "@db/client";
import { passes } from "@db/schema";
import { heldPassLink, heldPassPath, myPassesPath } from "../../core/paths";
import type { Services } from "../../core/services";
import { readBalance } from "../../catalogue/passes/balance";
import { describeBalance, describeTerms, readCategoryNames } from "../../catalogue/passes/describe-pass";
import { assignPass, endPass, lockPassOf, openPass } from "../../catalogue/passes/open-pass";
import { readUnused } from "../../catalogue/passes/unused";
import { mailEnded } from "../purchases/mail-ended";
import { mailConfirmation, tellPartOfPurchase } from "../purchases/mails";
import type { SoldKind } from "../purchases/sold-kind";
import { passBook } from "./pass-book";
import { passOffice } from "./pass-office";
import { none, nothing } from "./nothing";

export const pass: SoldKind = {
  office: passOffice,
  book: passBook,
  open: openPass,
  async end(tx, services, purchase, { told }) {
    if (!(await endPass(tx, services, purchase))) return null;
    await mailEnded(tx, services, purchase, { kind: "pass", told });
    return "the pass has ended";
  },
  freeze: freezePass,
  followRefund: nothing,
  readUnused,
  whatIsGone: none,
  async assign(tx, purchase, account) {
    await assignPass(tx, purchase, account);
  },
  async confirm(tx, services, purchase, opening) {
    const isByLink = purchase.userId === null;
    await mailConfirmation(tx, services, purchase, opening, {
      isByLink,
      pass: await describeBought(tx, services.settings, purchase),
      passesUrl: services.settings.siteUrl + (isByLink ? heldPassLink(purchase) : myPassesPath),
    });
  },
  async tellPart(tx, purchase) {
    const held = await lockPassOf(tx, purchase);
    if (!held?.endedAt) return tellPartOfPurchase(tx, purchase);
    return "What you had not used of your pass has been refunded, and the pass has ended.";
  },
  heldPath: (_db, { id, userId }) => Promise.resolve(userId === null ? heldPassPath(id) : myPassesPath),
  async nameOwned(db, { settings }, purchase) {
    const bought = await describeBought(db, settings, purchase);
    return bought ? `${purchase.productTitle} (${bought.balance})` : purchase.productTitle;
  },
};

/** What a mail or a receipt says of a pass that was bought; null before it was paid. */
type BoughtPass = { terms: string[]; balance: string };

/** Describes the pass of a purchase. */
async function describeBought(
  db: Queryable,
  { siteTimeZone: timeZone }: { siteTimeZone: string },
  { id }: { id: string },
): Promise<BoughtPass | null> {
  const [pass] = await db.select().from(passes).where(eq(passes.purchaseId, id));
  if (!pass) return null;
  const left = await readBalance(db, pass);
  const balance = describeBalance(pass, { left, timeZone });
  return { terms: describeTerms(pass, await readCategoryNames(db, [pass])), balance };
}

/** Stops a pass while a bank has its payment, and lets it go on if the bank gives it back. Its purchase is locked. */
export async function freezePass(
  tx: Transaction,
  { clock }: Pick<Services, "clock">,
  purchase: { id: string },
  isHeld: boolean,
): Promise<void> {
  const pass = await lockPassOf(tx, purchase);
  if (!pass || (pass.frozenAt !== null) === isHeld) return;
  await tx
    .update(passes)
    .set({ frozenAt: isHeld ? clock.now() : null })
    .where(eq(passes.id, pass.id));
}
