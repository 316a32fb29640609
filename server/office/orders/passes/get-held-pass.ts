import { createHash, randomUUID } from "node:crypto";
import { type Pass, passes, purchases } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Context } from "../../../core/context";
import { timeIn } from "../../../core/dates";
import { normalEmail, shownEmail } from "../../../core/email-address";
import { lastDayValue } from "../../../core/last-days";
import { DomainError } from "../../../core/errors";
import { referenceOf } from "../../../core/reference";
import { printTotal } from "../../../platform/money/print-order";
import { readBalance } from "../../../catalogue/passes/balance";
import { creditVersion, endVersion, readExpired } from "../../../catalogue/passes/correct-pass";
import { describeBalance, describeTerms, readCategoryNames } from "../../../catalogue/passes/describe-pass";
import { lastDayOf } from "../../../catalogue/passes/period";
import { readCreditHistory } from "./credit-history";
import { heldStateOf } from "../../../catalogue/passes/held-state";
import type { HeldPassDetails } from "./schemas";

/** Returns a pass that was bought, with its order, its dates and every entry. Throws not_found. */
export async function getHeldPass(ctx: Context, { id }: { id: string }): Promise<HeldPassDetails> {
  const { db, clock, settings, visitor } = ctx;
  const [held] = await db
    .select({ pass: passes, purchase: purchases })
    .from(passes)
    .innerJoin(purchases, eq(purchases.id, passes.purchaseId))
    .where(eq(passes.id, id));
  if (!held) throw new DomainError("not_found", "Pass not found");
  const { pass, purchase } = held;
  const left = await readBalance(db, pass);
  const { siteTimeZone: timeZone } = settings;
  return {
    id,
    title: pass.title,
    state: heldStateOf(pass, left, clock.now()),
    holder: purchase.customerName,
    email: shownEmail(purchase.customerEmail),
    personKey: purchase.userId ?? md5(normalEmail(purchase.customerEmail)),
    order: { id: purchase.id, reference: referenceOf(purchase), price: printTotal(purchase) },
    boughtOn: timeIn(pass.createdAt, visitor.timeZone),
    startsOn: pass.startsAt && timeIn(pass.startsAt, visitor.timeZone),
    endsOn: pass.endsAt && lastDayOf(pass.endsAt, timeZone),
    balance: describeBalance(pass, { left, timeZone }),
    terms: describeTerms(pass, await readCategoryNames(db, [pass])),
    history: await readCreditHistory(ctx, held),
    extension: {
      version: endVersion(pass),
      formKey: randomUUID(),
      refusal: whyNotExtended(pass),
      lastDay: pass.endsAt && lastDayValue(pass.endsAt, timeZone),
      back: pass.endsAt ? await readExpired(db, { id, endsAt: pass.endsAt }) : 0,
    },
    correction: {
      version: creditVersion(left),
      formKey: randomUUID(),
      left,
      refusal: whyNotCorrected(pass, clock.now()),
    },
  };
}

const md5 = (text: string): string => createHash("md5").update(text).digest("hex");

const hasEnded = "This pass has ended with a refund, or its order was removed.";

function whyNotExtended({ endedAt, endsAt }: Pass): string | null {
  if (endedAt) return hasEnded;
  return endsAt ? null : "This pass begins with its first booking, so it has no end yet.";
}

function whyNotCorrected({ endedAt, endsAt, credits }: Pass, now: Date): string | null {
  if (endedAt) return hasEnded;
  if (credits === null) return "This pass is for any number of sessions, so it has no credits.";
  return endsAt && endsAt <= now ? "This pass is over. Extend it first." : null;
}
