import type Stripe from "stripe";
import { isUuid } from "../../../core/input-schemas";
import { type Currency, isCurrency } from "../../../core/money";
import type { Services } from "../../../core/services";
import { type AgreedPrice, agreedPriceOf, itemOf } from "./agreed-price";

/** An invoice of a subscription that is paid, or that had nothing to pay. */
export type PaidInvoice = {
  id: string;
  /** What Stripe took, in minor units. */
  paidMinor: number;
  /** What it was for, before what was credited. */
  totalMinor: number;
  currency: Currency;
  paidAt: Date;
  /** The payment intent by which Stripe took the money; null if it took none. */
  intentId: string | null;
  /** What it is paid for; null if it only credits something. */
  period: { startsAt: Date; endsAt: Date } | null;
  isTrial: boolean;
  /** What was charged for it; null where Stripe names no price. */
  price: AgreedPrice | null;
  /** Whether something that was paid before is credited on it: its plan or its interval was changed. */
  isPart: boolean;
};

/** An invoice that Stripe could not collect yet. */
type OpenInvoice = {
  id: string;
  dueMinor: number;
  currency: Currency;
  needsConfirming: boolean;
  /** When Stripe tries it again; null if it waits for another card. */
  nextTryAt: Date | null;
};

/** What Stripe charges from a time to come, as a schedule says. */
export type PlannedPrice = AgreedPrice & { from: Date };

/** What Stripe says of a subscription now. */
export type SubscriptionFacts = {
  subscription: Stripe.Subscription;
  /** Null for one that no plan can have, such as of three months. */
  price: AgreedPrice | null;
  planned: PlannedPrice | null;
  /** Those that are not in our books, the oldest first. */
  paid: PaidInvoice[];
  open: OpenInvoice | null;
};

/** Returns the membership for which a subscription or session of Checkout was made; null for another product's. */
export function membershipIdIn({ metadata }: { metadata: Stripe.Metadata | null }): string | null {
  const id = metadata?.membershipId;
  return id && isUuid(id) ? id : null;
}

type FactsServices = Pick<Services, "stripe">;

/** Reads a subscription, its paid invoices but those that are known, and the one that is due. */
export async function readFacts(
  services: FactsServices,
  subscriptionId: string,
  known: ReadonlySet<string>,
): Promise<SubscriptionFacts> {
  const { subscriptions, invoices } = services.stripe.client;
  const subscription = await subscriptions.retrieve(subscriptionId);
  const all = await invoices
    .list({ subscription: subscriptionId, status: "paid", limit: 100 })
    .autoPagingToArray({ limit: 10_000 });
  const { price } = itemOf(subscription);
  const prices = new Map([[price.id, price]]);
  const paid: PaidInvoice[] = [];
  for (const invoice of all.reverse()) {
    if (!known.has(referenceOf(invoice))) paid.push(await readPaid(services, invoice, prices));
  }
  return {
    subscription,
    price: agreedPriceOf(price),
    planned: await readPlanned(services, subscription, prices),
    paid,
    open: await readOpen(services, subscription),
  };
}

/** The prices that were read already, by their ids. */
type KnownPrices = Map<string, Stripe.Price>;

async function readPrice({ stripe }: FactsServices, id: string, prices: KnownPrices): Promise<Stripe.Price> {
  const price = prices.get(id) ?? (await stripe.client.prices.retrieve(id));
  prices.set(id, price);
  return price;
}

/** Returns the schedule of a subscription, if it has one. */
export const scheduleOf = ({ schedule }: Stripe.Subscription): string | null =>
  typeof schedule === "string" ? schedule : (schedule?.id ?? null);

/** Reads the first phase to come of a schedule, which Stripe's portal, its dashboard or this site has made. */
async function readPlanned(
  services: FactsServices,
  subscription: Stripe.Subscription,
  prices: KnownPrices,
): Promise<PlannedPrice | null> {
  const id = scheduleOf(subscription);
  if (!id) return null;
  const { current_phase: present, phases } = await services.stripe.client.subscriptionSchedules.retrieve(id);
  const next = phases.find(({ start_date: start }) => present !== null && start >= present.end_date);
  const price = next?.items[0]?.price;
  if (!next || !price) return null;
  const reference = typeof price === "string" ? price : price.id;
  const agreed = agreedPriceOf(await readPrice(services, reference, prices));
  return agreed && { ...agreed, from: instantOf(next.start_date) };
}

/** Returns what the period of an invoice is known by. */
export const referenceOf = ({ id }: { id: string }): string => `invoice:${id}`;

async function readPaid(services: FactsServices, invoice: Stripe.Invoice, prices: KnownPrices): Promise<PaidInvoice> {
  const paidMinor = invoice.amount_paid;
  const intent = paidMinor > 0 ? await readIntent(services, invoice, "paid") : null;
  return {
    id: invoice.id,
    paidMinor,
    totalMinor: invoice.total,
    currency: currencyOf(invoice),
    paidAt: instantOf(invoice.status_transitions.paid_at ?? invoice.created),
    intentId: intent?.id ?? null,
    period: periodOf(invoice),
    price: await chargedPrice(services, invoice, prices),
    isPart: isPartOf(invoice),
    isTrial: invoice.billing_reason === "subscription_create" && invoice.total === 0,
  };
}

async function readIntent(
  { stripe }: FactsServices,
  { id: invoice }: Stripe.Invoice,
  status: "paid" | "open",
): Promise<Stripe.PaymentIntent | null> {
  const { invoicePayments, paymentIntents } = stripe.client;
  const { data } = await invoicePayments.list({ invoice, status, limit: 10 });
  const intent = data.find(({ payment }) => payment.payment_intent)?.payment.payment_intent;
  if (!intent) return null;
  return typeof intent === "string" ? paymentIntents.retrieve(intent) : intent;
}

async function readOpen(
  services: FactsServices,
  { latest_invoice: latest }: Stripe.Subscription,
): Promise<OpenInvoice | null> {
  if (!latest) return null;
  const invoice = typeof latest === "string" ? await services.stripe.client.invoices.retrieve(latest) : latest;
  if (invoice.status !== "open" || !invoice.attempted) return null;
  const intent = await readIntent(services, invoice, "open");
  return {
    id: invoice.id,
    dueMinor: invoice.amount_remaining,
    currency: currencyOf(invoice),
    needsConfirming: intent?.status === "requires_action",
    nextTryAt: invoice.next_payment_attempt === null ? null : instantOf(invoice.next_payment_attempt),
  };
}

/**
 * Returns the line that says what an invoice is for: its whole period, or what is left of one at a new price. What was
 * added by hand in Stripe's dashboard is for nothing of ours.
 */
function mainLineOf({ lines }: Stripe.Invoice): Stripe.InvoiceLineItem | undefined {
  const own = lines.data.filter(({ parent }) => parent?.type === "subscription_item_details");
  const whole = own.filter((line) => !isProration(line));
  return (whole.length > 0 ? whole : own.filter(({ amount }) => amount > 0))[0];
}

function periodOf(invoice: Stripe.Invoice): PaidInvoice["period"] {
  const line = mainLineOf(invoice);
  if (!line || line.period.end <= line.period.start) return null;
  return { startsAt: instantOf(line.period.start), endsAt: instantOf(line.period.end) };
}

const isProration = ({ parent }: Stripe.InvoiceLineItem): boolean =>
  parent?.subscription_item_details?.proration === true;

const isPartOf = ({ lines }: Stripe.Invoice): boolean => lines.data.some(isProration);

async function chargedPrice(
  services: FactsServices,
  invoice: Stripe.Invoice,
  prices: KnownPrices,
): Promise<AgreedPrice | null> {
  const price = mainLineOf(invoice)?.pricing?.price_details?.price;
  if (!price) return null;
  return agreedPriceOf(await readPrice(services, typeof price === "string" ? price : price.id, prices));
}

/** Returns an instant that Stripe says in seconds. */
export const instantOf = (seconds: number): Date => new Date(seconds * 1000);

function currencyOf({ currency }: Stripe.Invoice): Currency {
  const code = currency.toUpperCase();
  if (!isCurrency(code)) throw new Error(`Stripe charges in ${code}, in which nothing is sold`);
  return code;
}
