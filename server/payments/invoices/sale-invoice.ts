import type { Queryable } from "@db/client";
import { exchangeRates, type InvoiceBuyer, invoiceDetails, type InvoiceLine } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Invoicing } from "../../core/invoicing";
import { type Currency, sumMinor } from "../../core/money";
import type { Services } from "../../core/services";
import { nameOfCard } from "../../catalogue/gift-cards/describe-card";
import { convertMinor } from "../../platform/money/convert-price";
import type { Payment } from "../paid-payments";
import type { SoldOrder } from "../payable";
import { namedByColumn, type PayableRef } from "../payable-ref";
import { dayIn } from "./numbers";
import { sumTax, taxesOf } from "./tax";
import type { DocumentDraft } from "./write-document";

type Sale = { ref: PayableRef; sold: SoldOrder; paid: Payment[] };

/** Drafts the invoice for payments of one currency that an order has just got. */
export async function draftSale(
  db: Queryable,
  { settings, clock }: Pick<Services, "settings" | "clock">,
  invoicing: Invoicing,
  { ref, sold, paid }: Sale,
): Promise<DocumentDraft> {
  const [first] = paid as [Payment];
  const now = clock.now();
  const timeZone = settings.siteTimeZone;
  const { currency } = first;
  const totalMinor = sumMinor(paid);
  const lines = linesOf(sold, { totalMinor, currency }, ratePointsOf(sold, invoicing));
  const taxes = taxesOf(lines);
  const rate = await readSiteRate(db, invoicing, { from: currency, now, timeZone });
  const amounts = { currency, totalMinor, taxMinor: sumTax(taxes) };
  return {
    kind: "invoice",
    cause: `payment:${first.id}`,
    rootId: null,
    correctsId: null,
    reason: "",
    bookingId: null,
    purchaseId: null,
    ...namedByColumn(ref),
    suppliedOn: dayIn(first.paidAt ?? now, timeZone),
    buyer: await readBuyer(db, sold),
    lines,
    taxes,
    paid: paid.map(({ provider, giftCardId, amountMinor }) => ({
      text: giftCardId ? `Paid with ${nameOfCard({ id: giftCardId })}` : paidTexts[provider],
      amountMinor,
    })),
    ...amounts,
    ...inSiteCurrency(amounts, invoicing, rate),
  };
}

const paidTexts: Record<Payment["provider"], string> = {
  stripe: "Paid by card",
  outside: "Paid outside this site",
  gift_card: "Paid with a gift card",
};

function ratePointsOf({ soldAs }: SoldOrder, { isVatRegistered, rates }: Invoicing): number | null {
  if (!isVatRegistered || soldAs === "gift_card") return null;
  return rates[soldAs];
}

/** Returns lines that add up to what was paid: a difference to what was sold is a line of its own. */
function linesOf(
  sold: SoldOrder,
  { totalMinor, currency }: Pick<DocumentDraft, "totalMinor" | "currency">,
  ratePoints: number | null,
): InvoiceLine[] {
  const lines = sold.lines.map((line) => ({ ...line, ratePoints }));
  if (sold.currency !== currency) {
    const text = lines[0]?.text ?? "Order";
    return [{ text, note: "Charged in another currency", quantity: 1, amountMinor: totalMinor, ratePoints }];
  }
  const amountMinor = totalMinor - sumMinor(lines);
  if (amountMinor === 0) return lines;
  const text = amountMinor > 0 ? "Charged in addition" : "Less what was not charged, or paid before";
  return [...lines, { text, note: "", quantity: 1, amountMinor, ratePoints }];
}

async function readBuyer(db: Queryable, { customer, userId }: SoldOrder): Promise<InvoiceBuyer> {
  const [own] = userId ? await db.select().from(invoiceDetails).where(eq(invoiceDetails.userId, userId)) : [];
  return { name: customer, company: own?.company ?? "", address: own?.address ?? "", taxNumber: own?.taxNumber ?? "" };
}

type Amounts = Pick<DocumentDraft, "totalMinor" | "taxMinor">;

/** Converts the amounts at the rate, rounded half up to the penny. */
const inSiteCurrency = ({ totalMinor, taxMinor }: Amounts, { currency }: Invoicing, rate: SiteRate | null) => ({
  siteCurrency: currency,
  siteTotalMinor: rate ? convertMinor(totalMinor, rate.exchangeRate, 1) : totalMinor,
  siteTaxMinor: rate ? convertMinor(taxMinor, rate.exchangeRate, 1) : taxMinor,
  ...(rate ?? { exchangeRate: null, rateOn: null, rateSource: null }),
});

/** From the currency of a sale to that of the accounts: the decimal, its day and where it is from. */
type SiteRate = { exchangeRate: string; rateOn: string; rateSource: string };

/** How old a rate of the service may be, in ms. */
const freshMs = 26 * 3_600_000;

/**
 * Returns the rate for an invoice that is issued now; null if the currencies are the same. The service's if the
 * instructor wants it and it has answered within a day, else the one that was typed. Throws if there is neither.
 */
async function readSiteRate(
  db: Queryable,
  { currency, rateSource, typedRates, ratesOn }: Invoicing,
  { from, now, timeZone }: { from: Currency; now: Date; timeZone: string },
): Promise<SiteRate | null> {
  if (from === currency) return null;
  if (rateSource === "service") {
    const [row] = await db.select().from(exchangeRates).where(eq(exchangeRates.base, from));
    const rate = row && now.getTime() - row.fetchedAt.getTime() < freshMs ? row.rates[currency] : undefined;
    if (row && rate) {
      return { exchangeRate: rate, rateOn: dayIn(row.fetchedAt, timeZone), rateSource: "exchange service" };
    }
  }
  const typed = typedRates[from];
  if (!typed) throw new Error(`no rate from ${from} to ${currency}`);
  return { exchangeRate: typed, rateOn: ratesOn, rateSource: "typed" };
}
