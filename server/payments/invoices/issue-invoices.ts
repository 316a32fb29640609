import type { Queryable, Transaction } from "@db/client";
import { disputes, type Invoice, invoicePayments, payments, refunds } from "@db/schema";
import { and, asc, eq, gt, gte, inArray, notExists } from "drizzle-orm";
import type { Invoicing } from "../../core/invoicing";
import type { Services } from "../../core/services";
import { readSiteSettings } from "../../core/site-settings";
import { inTransaction } from "../../core/transaction";
import { nameOfCard } from "../../catalogue/gift-cards/describe-card";
import type { Payment } from "../paid-payments";
import { payableOf } from "../payable";
import { isPaymentOf, type PayableRef } from "../payable-ref";
import { draftCredit, draftReturned } from "./credit-note";
import { dayIn } from "./numbers";
import { balanceOf, listDocuments, lockSale, returnedPrefix } from "./sale";
import { draftSale } from "./sale-invoice";
import { type DocumentDraft, writeDocument } from "./write-document";

type Issuing = { services: Services; invoicing: Invoicing; ref: PayableRef };

/**
 * Issues what an order lacks: an invoice for new payments, a credit note for money that went back, an invoice for money
 * that came back after that. Safe to repeat, concurrently and in any order. `take` is replaced in a test.
 */
export async function issueInvoices(
  services: Services,
  ref: PayableRef,
  take?: Parameters<typeof writeDocument>[3],
): Promise<void> {
  await inTransaction(services, async (tx) => {
    const { invoicing } = await readSiteSettings({ db: tx, settings: services.settings });
    if (!invoicing) return;
    await lockSale(tx, ref);
    const issuing = { services, invoicing, ref };
    const write = (draft: DocumentDraft) => writeDocument(tx, issuing, draft, take);
    if (invoicing.isOn) await invoicePaid(tx, issuing, write);
    await followMoneyBack(tx, issuing, write);
  });
}

type Write = (draft: DocumentDraft) => Promise<Invoice>;

/** Returns the condition of payments that an invoice is due for. Late money that went back bought nothing. */
export const isDueForInvoice = (db: Queryable, { since }: Pick<Invoicing, "since">) =>
  and(
    eq(payments.state, "paid"),
    eq(payments.isElsewhere, false),
    gt(payments.amountMinor, 0),
    gte(payments.paidAt, new Date(since)),
    notExists(db.select().from(invoicePayments).where(eq(invoicePayments.paymentId, payments.id))),
    notExists(
      db
        .select()
        .from(refunds)
        .where(and(eq(refunds.paymentId, payments.id), eq(refunds.reason, "late_payment"))),
    ),
  );

async function invoicePaid(tx: Transaction, { services, invoicing, ref }: Issuing, write: Write): Promise<void> {
  const due = await tx
    .select()
    .from(payments)
    .where(and(isPaymentOf(ref), isDueForInvoice(tx, invoicing)))
    .orderBy(asc(payments.paidAt), asc(payments.id));
  const sold = due.length > 0 && (await payableOf(services, ref).readSold(tx, services, ref.id));
  if (!sold) return;
  for (const currency of new Set(due.map((payment) => payment.currency))) {
    const paid = due.filter((payment) => payment.currency === currency);
    const invoice = await write(await draftSale(tx, services, invoicing, { ref, sold, paid }));
    const now = services.clock.now();
    await tx
      .insert(invoicePayments)
      .values(paid.map(({ id }) => ({ paymentId: id, rootId: invoice.id, createdAt: now })));
  }
}

type MovedMoney = {
  cause: string;
  payment: Payment;
  rootId: string;
  amountMinor: number;
  at: Date;
  reason: string;
  isBack: boolean;
};

/** Reads refunds and disputes of invoiced payments, and whether their money is with the customer now. */
async function listMovedMoney(tx: Transaction, ref: PayableRef): Promise<MovedMoney[]> {
  const invoiced = await tx
    .select({ payment: payments, rootId: invoicePayments.rootId })
    .from(payments)
    .innerJoin(invoicePayments, eq(invoicePayments.paymentId, payments.id))
    .where(isPaymentOf(ref));
  if (invoiced.length === 0) return [];
  const ids = invoiced.map(({ payment }) => payment.id);
  const back = await tx.select().from(refunds).where(inArray(refunds.paymentId, ids)).orderBy(asc(refunds.createdAt));
  const disputed = await tx
    .select()
    .from(disputes)
    .where(inArray(disputes.paymentId, ids))
    .orderBy(asc(disputes.createdAt));
  const of = (paymentId: string) => invoiced.filter(({ payment }) => payment.id === paymentId);
  return [
    ...back.flatMap(({ id, paymentId, amountMinor, state, settledAt, createdAt }) =>
      of(paymentId).map((found) => ({
        ...found,
        cause: `refund:${id}`,
        amountMinor,
        at: settledAt ?? createdAt,
        reason: "Refund",
        isBack: state === "succeeded",
      })),
    ),
    ...disputed.flatMap(({ id, paymentId, amountMinor, status, updatedAt }) =>
      of(paymentId).map((found) => ({
        ...found,
        cause: `dispute:${id}`,
        amountMinor,
        at: updatedAt,
        reason: "Taken back by the customer’s bank",
        isBack: status === "lost",
      })),
    ),
  ];
}

async function followMoneyBack(tx: Transaction, { services, ref }: Issuing, write: Write): Promise<void> {
  const moved = await listMovedMoney(tx, ref);
  const timeZone = services.settings.siteTimeZone;
  let documents = moved.length > 0 ? await listDocuments(tx, ref) : [];
  for (const { cause, payment, rootId, isBack, amountMinor, at, reason } of moved) {
    // A dispute that was won on appeal may be lost again.
    const notes = documents.filter((document) => document.cause === cause || document.cause.startsWith(`${cause}:`));
    const standing = notes.find((note) => !documents.some((other) => other.cause === returnedPrefix + note.cause));
    const paidText = paidBackText(payment);
    const again = notes.length > 0 ? `${cause}:${notes.length + 1}` : cause;
    const draft =
      isBack && !standing
        ? draftCredit(balanceOf(documents, rootId), {
            cause: again,
            amountMinor,
            reason,
            paidText,
            suppliedOn: dayIn(at, timeZone),
          })
        : !isBack && standing
          ? draftReturned(standing, { cause: standing.cause, reason: "The money came back to us" })
          : null;
    if (draft) documents = [...documents, await write(draft)];
  }
}

function paidBackText({ provider, giftCardId }: Payment): string {
  if (giftCardId) return `Returned to ${nameOfCard({ id: giftCardId })}`;
  return provider === "outside" ? "Returned outside this site" : "Returned to the card";
}
