import type { Transaction } from "@db/client";
import { creditEntries, type Pass, passes, purchases } from "@db/schema";
import { and, eq, gte, isNull, sum } from "drizzle-orm";
import type { MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { runOncePerForm, versionOf } from "../../core/forms";
import { endAfter } from "../../core/last-days";
import { audit } from "../../core/record-audit";
import { inTransaction } from "../../core/transaction";
import { readBalance } from "./balance";
import { expire } from "./expire-passes";
import { lockPasses } from "./lock";
import { lastDayOf } from "./period";
import type { CreditCorrection, PassExtension } from "./schemas";
import { one } from "@db/one";
import type { Services } from "../../core/services";
import { enqueueMail } from "../../platform/mail/outbox";
import { siteFacts } from "../../platform/mail/templates";
import { describeBalance } from "./describe-pass";

/** Returns the version of what the form shows that changes the end of a pass. */
export const endVersion = ({ endsAt }: Pick<Pass, "endsAt">): string => versionOf({ endsAt: endsAt?.toISOString() });

/** Returns the version of what the form shows that corrects the credits of a pass. */
export const creditVersion = (left: number): string => versionOf({ left });

/**
 * Moves the end of a pass to a later day, and gives back what was written off at the present end. Throws not_found,
 * closed, changed_meanwhile, invalid, busy.
 */
export async function extendPass(ctx: MemberContext, extension: PassExtension): Promise<void> {
  const { id, lastDay, reason, version, formKey } = extension;
  await inTransaction(ctx, (tx) =>
    runOncePerForm(tx, ctx, { procedure: "passes.extend", formKey, input: extension }, async () => {
      const pass = await lockChangeable(tx, ctx, id);
      const { siteTimeZone } = ctx.settings;
      if (!pass.endsAt) throw new DomainError("closed", "This pass begins with its first booking. It has no end yet.");
      const until = lastDayOf(pass.endsAt, siteTimeZone);
      if (endVersion(pass) !== version) {
        throw new DomainError("changed_meanwhile", `The last day has become ${until} since you opened this form.`);
      }
      const endsAt = endAfter(lastDay, siteTimeZone);
      requireLater(endsAt, { pass: { endsAt: pass.endsAt }, now: ctx.clock.now(), until });
      const back = await restoreExpired(tx, ctx, { pass, endsAt: pass.endsAt, reason });
      await tx.update(passes).set({ endsAt }).where(eq(passes.id, id));
      const now = lastDayOf(endsAt, siteTimeZone);
      await audit(tx, ctx, "purchase.pass_extended", pass.purchaseId, { from: until, to: now }, reason);
      const credits = back > 0 ? `, and ${inWords(back, "is", "are")} back on it` : "";
      const change = `Your pass is now valid until ${now}${credits}.`;
      await mailChanged(tx, ctx, { ...pass, endsAt }, { change, reason, formKey });
    }),
  );
}

function requireLater(endsAt: Date, { pass, now, until }: { pass: { endsAt: Date }; now: Date; until: string }): void {
  if (endsAt > pass.endsAt && endsAt > now) return;
  const message = endsAt > pass.endsAt ? "Choose a day that is not over." : `Choose a day after ${until}.`;
  throw new DomainError("invalid", message, { field: "lastDay" });
}

type EndedPass = { pass: Pass; endsAt: Date; reason: string };

/** Gives back what was written off at the present end of a locked pass. Returns the number of credits. */
async function restoreExpired(tx: Transaction, ctx: MemberContext, { pass, endsAt, reason }: EndedPass) {
  await expire(tx, ctx, pass);
  const back = await readExpired(tx, { id: pass.id, endsAt });
  if (back > 0) {
    const createdAt = ctx.clock.now();
    await tx.insert(creditEntries).values({ passId: pass.id, kind: "adjusted", amount: back, reason, createdAt });
  }
  return back;
}

/** Returns the credits that were written off at the present end of a pass. */
export async function readExpired(
  db: Pick<Transaction, "select">,
  { id, endsAt }: { id: string; endsAt: Date },
): Promise<number> {
  const { passId, kind, createdAt, amount } = creditEntries;
  const [row] = await db
    .select({ written: sum(amount).mapWith(Number) })
    .from(creditEntries)
    .where(and(eq(passId, id), eq(kind, "expired"), gte(createdAt, endsAt)));
  return -(row?.written ?? 0);
}

/** Adds credits to a pass or takes some away. Throws not_found, closed, changed_meanwhile, invalid, busy. */
export async function correctCredits(ctx: MemberContext, correction: CreditCorrection): Promise<void> {
  const { id, change, reason, version, formKey } = correction;
  await inTransaction(ctx, (tx) =>
    runOncePerForm(tx, ctx, { procedure: "passes.correctCredits", formKey, input: correction }, async () => {
      const pass = await lockChangeable(tx, ctx, id);
      if (pass.credits === null) throw new DomainError("closed", "This pass is for any number of sessions.");
      if (pass.endsAt && pass.endsAt <= ctx.clock.now()) {
        throw new DomainError("closed", "This pass is over. Extend it first.");
      }
      const left = await readBalance(tx, pass);
      if (creditVersion(left) !== version) {
        throw new DomainError("changed_meanwhile", `The holder has ${left} left now. Please check and save again.`);
      }
      if (left + change < 0) throw tooFew(left);
      const createdAt = ctx.clock.now();
      await tx.insert(creditEntries).values({ passId: id, kind: "adjusted", amount: change, reason, createdAt });
      await audit(tx, ctx, "purchase.credits_corrected", pass.purchaseId, { by: signed(change) }, reason);
      const sentence = change > 0 ? `I have added ${inWords(change)} to` : `I have taken ${inWords(-change)} from`;
      await mailChanged(tx, ctx, pass, { change: `${sentence} your pass.`, reason, formKey });
    }),
  );
}

const tooFew = (left: number) =>
  new DomainError("invalid", left === 0 ? "No credit is left to take away." : `Only ${left} can be taken away.`, {
    field: "number",
  });

/** Returns a number as it is typed: "+2" or "-2". */
const signed = (change: number): string => (change > 0 ? `+${change}` : String(change));

const inWords = (credits: number, one = "", many = ""): string =>
  `${credits === 1 ? `1 credit ${one}` : `${credits} credits ${many}`}`.trim();

async function lockChangeable(tx: Transaction, ctx: MemberContext, id: string) {
  const [pass] = await lockPasses(tx, and(eq(passes.id, id), isNull(passes.membershipId)));
  if (!pass?.purchaseId) throw new DomainError("not_found", "Pass not found");
  if (pass.endedAt) throw new DomainError("closed", "This pass has ended with a refund, or was removed.");
  return { ...pass, purchaseId: pass.purchaseId };
}

type PassChange = { /** A sentence of the instructor. */ change: string; reason: string; formKey: string };

/** Tells the holder of a locked pass what the instructor has changed, and why. */
async function mailChanged(
  tx: Transaction,
  { settings }: Pick<Services, "settings">,
  pass: Pass & { purchaseId: string },
  { change, reason, formKey }: PassChange,
): Promise<void> {
  const purchase = one(await tx.select().from(purchases).where(eq(purchases.id, pass.purchaseId)), "purchase");
  const left = await readBalance(tx, pass);
  await enqueueMail(tx, {
    template: "pass-changed",
    to: purchase.customerEmail,
    dedupeKey: `pass-changed:${pass.id}:${formKey}`,
    replyTo: settings.adminEmail,
    props: {
      site: siteFacts(settings),
      firstName: purchase.customerName.split(" ")[0] ?? "",
      pass: pass.title,
      change,
      reason,
      balance: describeBalance(pass, { left, timeZone: settings.siteTimeZone }),
      passesUrl: `${settings.siteUrl}/user/passes`,
    },
  });
}
