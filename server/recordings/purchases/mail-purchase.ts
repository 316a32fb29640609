import { DateTime } from "luxon";
import type { Transaction } from "@db/client";
import { enqueueMail } from "../../mail/enqueue-mail";
import { formatAmount, type Money } from "../../money/money";
import { printDiscount, printTotal } from "../../money/order-total";
import type { Services } from "../../core/services";
import { siteFacts } from "../../mail/mail-facts";
import { collectionPath } from "../../core/paths";
import { collectionTitle } from "../../core/collections";
import type { Purchase } from "./transitions";

type Telling = Pick<Services, "settings">;

/**
 * Puts the confirmation with its receipt and the instructor's notice into the outbox, once for each purchase, and once
 * more for each time that the instructor opened it by hand: the buyer is told again of what had been closed.
 */
export async function mailPurchase(
  tx: Transaction,
  services: Telling,
  purchase: Purchase,
  openedByHandAt?: Date,
): Promise<void> {
  const opening = openedByHandAt ? `${purchase.id}:${openedByHandAt.toISOString()}` : purchase.id;
  const { currency, listPriceMinor } = purchase;
  const amount = printTotal(purchase);
  const discount = printDiscount(purchase);
  await enqueueMail(tx, {
    template: "purchase-confirmation",
    to: purchase.customerEmail,
    dedupeKey: `purchase-confirmation:${opening}`,
    replyTo: services.settings.adminEmail,
    props: {
      ...factsOf(services, purchase),
      firstName: firstNameOf(purchase),
      date: dateOf(purchase, services),
      listPrice: formatAmount({ amountMinor: listPriceMinor, currency }),
      paid: { amount, discount },
    },
  });
  await mailInstructor(tx, services, purchase, {
    event: "New purchase",
    text: `${purchase.customerName} has bought a collection, and can watch it now.`,
    amount: discount ? `${amount} (${discount})` : amount,
    dedupeKey: `admin-new-purchase:${opening}`,
  });
}

type Refunded = { refunded: Money; isInFull: boolean; isRest?: boolean; why: string; dedupeKey: string };

/** Tells the buyer that money goes back, and why. */
export async function mailPurchaseRefund(
  tx: Transaction,
  services: Telling,
  purchase: Purchase,
  { refunded, dedupeKey, ...facts }: Refunded,
): Promise<void> {
  await enqueueMail(tx, {
    template: "purchase-refunded",
    to: purchase.customerEmail,
    dedupeKey: `purchase-refunded:${dedupeKey}`,
    replyTo: services.settings.adminEmail,
    props: {
      ...factsOf(services, purchase),
      ...facts,
      firstName: firstNameOf(purchase),
      refunded: formatAmount(refunded),
    },
  });
}

type News = { event: string; text: string; amount: string; dedupeKey: string };

/** Tells the instructor what has happened to a purchase. */
export async function mailInstructor(
  tx: Transaction,
  services: Telling,
  purchase: Purchase,
  { dedupeKey, ...news }: News,
): Promise<void> {
  await enqueueMail(tx, {
    template: "admin-purchase",
    to: services.settings.adminEmail,
    dedupeKey,
    replyTo: purchase.customerEmail,
    props: {
      ...factsOf(services, purchase),
      ...news,
      buyer: { name: purchase.customerName, email: purchase.customerEmail },
    },
  });
}

export const factsOf = ({ settings }: Telling, { id, collection }: Purchase) => ({
  site: siteFacts(settings),
  collection: collectionTitle(collection),
  reference: id.slice(0, 8).toUpperCase(),
  collectionUrl: settings.siteUrl + collectionPath(collection),
});

export const firstNameOf = ({ customerName }: Purchase) => customerName.split(" ")[0] ?? "";

function dateOf({ completedAt, createdAt }: Purchase, { settings }: Telling): string {
  return DateTime.fromJSDate(completedAt ?? createdAt, { zone: settings.siteTimeZone })
    .setLocale("en")
    .toFormat("MMMM d, yyyy");
}
