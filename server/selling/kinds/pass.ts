import { heldPassLink, heldPassPath, myPassesPath } from "../../core/paths";
import { describeBought } from "../../catalogue/passes/describe-bought";
import { freezePass } from "../../catalogue/passes/freeze-pass";
import { assignPass, endPass, lockPassOf, openPass } from "../../catalogue/passes/open-pass";
import { readUnused } from "../../catalogue/passes/unused";
import { mailEnded } from "../purchases/mail-ended";
import { mailConfirmation, tellPartOfPurchase } from "../purchases/mails";
import type { SoldKind } from "../purchases/sold-kind";
import { none, nothing } from "./nothing";

export const pass: SoldKind = {
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
