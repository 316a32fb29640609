import type { Transaction } from "@db/client";
import { longDay } from "../../core/dates";
import type { Services } from "../../core/services";
import { enqueueMail, type NewMail } from "../../platform/mail/outbox";
import { siteFacts } from "../../platform/mail/templates";
import { formatAmount, type Money } from "../../core/money";
import { referenceOf } from "../../core/reference";
import { printDiscount, printRate, printTotal } from "../../platform/money/print-order";
import { requireProductOf } from "../../catalogue/products/catalogue";
import { kinds, ownPathOf, productPath } from "../../catalogue/products/kinds";
import { printWaiver } from "../../payments/withdrawals/waiver";
import type { Purchase } from "./transitions";
import { kindOf } from "./sold-kind";

type MailServices = Pick<Services, "settings">;

export async function mailPurchase(
  tx: Transaction,
  services: Services,
  purchase: Purchase,
  openedByHandAt?: Date,
): Promise<void> {
  const opening = openedByHandAt ? `${purchase.id}:${openedByHandAt.toISOString()}` : purchase.id;
  const amount = printTotal(purchase);
  const discount = printDiscount(purchase);
  const rates = printRate(purchase);
  const inBrackets = [rates, discount].filter((part) => part !== null).map((part) => ` (${part})`);
  await kindOf(services, purchase).confirm(tx, services, purchase, opening);
  await mailInstructor(tx, services, purchase, {
    event: "New purchase",
    text: boughtText(purchase, openingDay(purchase, services.settings)),
    amount: amount + inBrackets.join(""),
    dedupeKey: `admin-new-purchase:${opening}`,
  });
}

/** What is told of what was bought: what a pass holds and until when, or where a gift card is found. */
type BoughtFacts = Pick<NewMail<"purchase-confirmation">["props"], "pass" | "passesUrl" | "giftUrl" | "isByLink">;

/** Mails the buyer the price and what they have bought, with facts that its kind adds. */
export async function mailConfirmation(
  tx: Transaction,
  services: MailServices,
  purchase: Purchase,
  opening: string,
  bought: BoughtFacts,
): Promise<void> {
  const { currency, listPriceMinor } = purchase;
  const rates = printRate(purchase);
  await enqueueMail(tx, {
    template: "purchase-confirmation",
    to: purchase.customerEmail,
    dedupeKey: `purchase-confirmation:${opening}`,
    replyTo: services.settings.adminEmail,
    props: {
      ...(await factsOf(tx, services, purchase)),
      firstName: firstNameOf(purchase),
      date: dateOf(purchase, services),
      listPrice: formatAmount({ amountMinor: listPriceMinor, currency }),
      paid: { amount: printTotal(purchase), discount: printDiscount(purchase), ...(rates !== null && { rates }) },
      waiver: printWaiver(purchase, services.settings),
      opensOn: openingDay(purchase, services.settings),
      ...bought,
      withdrawUrl: `${services.settings.siteUrl}/withdraw?reference=${referenceOf(purchase)}`,
    },
  });
}

/** Returns the day on which access begins, while the buyer waits for it. */
export const openingDay = ({ opensAt }: Pick<Purchase, "opensAt">, { siteTimeZone }: { siteTimeZone: string }) =>
  opensAt && longDay(opensAt, siteTimeZone);

function boughtText({ customerName, productKind }: Purchase, opensOn: string | null): string {
  const when = opensOn ? `from ${opensOn}, when the 14 days to withdraw are over` : "now";
  return `${customerName} ${kinds[productKind].bought} ${when}.`;
}

/** Tells a buyer who has waited that access has begun. */
export async function mailOpened(tx: Transaction, services: MailServices, purchase: Purchase): Promise<void> {
  await enqueueMail(tx, {
    template: "purchase-opened",
    to: purchase.customerEmail,
    dedupeKey: `purchase-opened:${purchase.id}`,
    replyTo: services.settings.adminEmail,
    props: { ...(await factsOf(tx, services, purchase)), firstName: firstNameOf(purchase) },
  });
}

/** Returns what the buyer is told of the refund of a part that takes nothing from them. */
export const tellPartOfPurchase = (_tx: Transaction, { productKind }: Purchase): Promise<string> =>
  Promise.resolve(`Part of your payment has been refunded. The ${kinds[productKind].noun} stays yours.`);

type MailedRefund = { refunded: Money; isInFull: boolean; isRest?: boolean; why: string; dedupeKey: string };

export async function mailPurchaseRefund(
  tx: Transaction,
  services: MailServices,
  purchase: Purchase,
  { refunded, dedupeKey, ...facts }: MailedRefund,
): Promise<void> {
  await enqueueMail(tx, {
    template: "purchase-refunded",
    to: purchase.customerEmail,
    dedupeKey: `purchase-refunded:${dedupeKey}`,
    replyTo: services.settings.adminEmail,
    props: {
      ...(await factsOf(tx, services, purchase)),
      ...facts,
      firstName: firstNameOf(purchase),
      refunded: formatAmount(refunded),
    },
  });
}

type PurchaseEvent = { event: string; text: string; amount: string; dedupeKey: string };

export async function mailInstructor(
  tx: Transaction,
  services: MailServices,
  purchase: Purchase,
  { dedupeKey, ...news }: PurchaseEvent,
): Promise<void> {
  await enqueueMail(tx, {
    template: "admin-purchase",
    to: services.settings.adminEmail,
    dedupeKey,
    replyTo: purchase.customerEmail,
    props: {
      ...(await factsOf(tx, services, purchase, productPath)),
      ...news,
      buyer: { name: purchase.customerName, email: purchase.customerEmail },
    },
  });
}

const factsOf = async (tx: Transaction, { settings }: MailServices, purchase: Purchase, pathOf = ownPathOf) => ({
  site: siteFacts(settings),
  item: purchase.productTitle,
  words: kinds[purchase.productKind].mail(purchase.productTitle),
  reference: referenceOf(purchase),
  itemUrl: settings.siteUrl + pathOf(await requireProductOf(tx, purchase)),
});

export const firstNameOf = ({ customerName }: Purchase) => customerName.split(" ")[0] ?? "";

function dateOf({ completedAt, createdAt }: Purchase, { settings }: MailServices): string {
  return longDay(completedAt ?? createdAt, settings.siteTimeZone);
}

export async function mailPurchaseUnpaid(
  tx: Transaction,
  services: Pick<Services, "settings">,
  purchase: Purchase,
  paymentId: string,
): Promise<void> {
  const { site, item, reference, itemUrl } = await factsOf(tx, services, purchase);
  const amount = formatAmount({ amountMinor: purchase.totalMinor, currency: purchase.currency });
  await enqueueMail(tx, {
    template: "payment-not-received",
    to: purchase.customerEmail,
    dedupeKey: `payment-not-received:${paymentId}`,
    replyTo: services.settings.adminEmail,
    props: {
      site,
      reference,
      amount,
      firstName: firstNameOf(purchase),
      session: null,
      item,
      noun: kinds[purchase.productKind].noun,
      againUrl: itemUrl,
    },
  });
  await mailInstructor(tx, services, purchase, {
    event: "Payment not confirmed",
    text:
      `${purchase.customerName} finished the payment page, but their bank has not confirmed the payment. If the money ` +
      "arrives later, they get access automatically. This site asks for cards only: if this happens again, look at " +
      "the payment methods in your Stripe dashboard.",
    amount,
    dedupeKey: `admin-payment-not-received:${paymentId}`,
  });
}

export type ReturnReason =
  | "owned_already"
  | "code_used"
  | "rate_full"
  | "gift_card_used"
  | "withdrawn"
  | "emptied"
  | "dates_taken"
  | "account_deleted";

const toBuyer: Record<ReturnReason, string> = {
  owned_already: "You had already bought this, and it stays yours. This was a second payment.",
  code_used: "Your payment arrived too late, and someone else had used the discount code by then. I’m sorry.",
  rate_full: "Your payment arrived too late, and by then none was left at the price that you paid. I’m sorry.",
  gift_card_used: "Your payment arrived too late, and your gift card could not pay its part any more by then.",
  emptied: "What you paid for is no longer available. I’m sorry.",
  dates_taken: "Your payment arrived too late, and the course had no free place on every date by then. I’m sorry.",
  withdrawn: "Your payment arrived after the purchase was withdrawn.",
  account_deleted: "Your payment arrived after your account was deleted.",
};

const toInstructor: Record<ReturnReason, string> = {
  owned_already: "A buyer paid for something they already had. Stripe refunds the payment in full automatically.",
  code_used:
    "A late payment used a one-time code that someone else had used by then. Stripe refunds it in full automatically.",
  rate_full: "A late payment was for a rate at which none was left by then. Stripe refunds it in full automatically.",
  emptied:
    "A payment arrived for a collection without recordings or a resource without files. Stripe refunds it in full " +
    "automatically.",
  gift_card_used:
    "A late payment was part of one with a gift card that could not pay its part any more. Stripe refunds it in full " +
    "automatically.",
  dates_taken:
    "A late payment was for a course that had no free place on every date any more. Stripe refunds it in full " +
    "automatically.",
  withdrawn: "A payment arrived for a purchase that was withdrawn. Stripe refunds it in full automatically.",
  account_deleted:
    "A payment arrived from someone who had deleted their account. Stripe refunds it in full automatically.",
};

type ReturnedPayment = { refunded: Money; paymentId: string; reason: ReturnReason };

export async function mailReturned(
  tx: Transaction,
  services: Pick<Services, "settings">,
  purchase: Purchase,
  { refunded, paymentId, reason }: ReturnedPayment,
): Promise<void> {
  await mailPurchaseRefund(tx, services, purchase, {
    refunded,
    isInFull: true,
    why: toBuyer[reason],
    dedupeKey: `payment:${paymentId}`,
  });
  await mailInstructor(tx, services, purchase, {
    event: "Payment returned",
    text: toInstructor[reason],
    amount: formatAmount(refunded),
    dedupeKey: `admin-payment-returned:${paymentId}`,
  });
}
