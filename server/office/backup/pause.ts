import { asc, eq, isNull } from "drizzle-orm";
import type { Queryable, Transaction } from "@db/client";
import { siteRestores } from "@db/schema";
import { audit } from "../../core/record-audit";
import type { MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { timeThisYear } from "../../core/dates";
import type { Services } from "../../core/services";
import { inTransaction } from "../../core/transaction";
import { compareBooks } from "../../payments/ledger/compare-books";
import { readOwnBooks } from "../../payments/ledger/read-own-books";
import { readStripeBooks } from "../../payments/ledger/read-stripe-books";
import { catchUpWithStripe } from "../../payments/reconcile";

/** Returns whether the site was restored and not yet resumed: then no job runs and only admins get in. */
export async function isPaused(db: Queryable): Promise<boolean> {
  return (await findPause(db)) !== undefined;
}

async function findPause(db: Queryable) {
  const [pause] = await db
    .select()
    .from(siteRestores)
    .where(isNull(siteRestores.confirmedAt))
    .orderBy(asc(siteRestores.madeAt))
    .limit(1);
  return pause;
}

export async function getPause({ db, visitor }: MemberContext) {
  const pause = await findPause(db);
  if (!pause) return null;
  const inWords = (at: Date) => timeThisYear(at, visitor.timeZone);
  return {
    madeAt: inWords(pause.madeAt),
    restoredAt: inWords(pause.restoredAt),
    reconciledAt: pause.reconciledAt && inWords(pause.reconciledAt),
    unknownPayments: pause.unknownPayments,
  };
}

/** Payments are opened up to a day before they are paid. */
const marginMs = 24 * 3_600_000;

/** Records what Stripe did since the backup. Throws not_found, payment_provider_failed. */
export async function reconcileRestored(ctx: MemberContext): Promise<{ unknownPayments: number }> {
  const pause = await findPause(ctx.db);
  if (!pause) throw notPaused();
  const since = new Date(pause.madeAt.getTime() - marginMs);
  const isReached = await catchUpWithStripe(ctx, since);
  if (!isReached) throw notReached();
  const unknownPayments = await countUnknown(ctx, since).catch((cause: unknown) => {
    throw notReached(cause);
  });
  await inTransaction(ctx, async (tx) => {
    const reconciled = { reconciledAt: ctx.clock.now(), unknownPayments };
    await tx.update(siteRestores).set(reconciled).where(isNull(siteRestores.confirmedAt));
    await audit(tx, ctx, "backup.reconciled", "the restored site", { unknownPayments });
  });
  return { unknownPayments };
}

const notPaused = () => new DomainError("not_found", "The site is not paused.");
const notReached = (cause?: unknown) =>
  new DomainError("payment_provider_failed", "Stripe can’t be reached. Please try again.", { cause });

async function countUnknown(services: Services, from: Date): Promise<number> {
  const { stripe, clock } = services;
  const now = clock.now();
  const period = { from, until: new Date(now.getTime() + marginMs) };
  const books = await readStripeBooks(stripe.client, period, new AbortController().signal);
  const own = await readOwnBooks(services, period, books);
  const entries = compareBooks({ period, now, stripe: books, own });
  return entries.filter(({ kind, problem }) => kind === "payment" && problem === "unknown_here").length;
}

/** Lets visitors in and jobs run again. Throws not_found, and invalid before Stripe was asked. */
export async function resumeSite(ctx: MemberContext): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const paused = await lockPauses(tx);
    if (paused.length === 0) throw notPaused();
    if (paused.some(({ reconciledAt }) => reconciledAt === null)) {
      throw new DomainError("invalid", "Check Stripe first, so that nothing is refunded or released by mistake.");
    }
    for (const { id } of paused) {
      await tx.update(siteRestores).set({ confirmedAt: ctx.clock.now() }).where(eq(siteRestores.id, id));
      await audit(tx, ctx, "backup.resumed", "the restored site");
    }
  });
}

const lockPauses = (tx: Transaction) =>
  tx.select().from(siteRestores).where(isNull(siteRestores.confirmedAt)).for("update");
