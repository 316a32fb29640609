import { z } from "zod";
import { currencies } from "./money";

/** What has a rate of VAT of its own. Gift cards of an amount have none: what they pay for is taxed. */
const taxedKinds = ["session", "collection", "resource", "pass", "course", "membership"] as const;

const ratePoints = z.int().min(0).max(5000);

/** A decimal such as "0.8537": how much of the site's currency one unit is. */
export const rateText = z.string().regex(/^(?!0*(\.0*)?$)\d{1,4}(\.\d{1,8})?$/);

export const invoicingSchema = z.object({
  isOn: z.boolean(),
  /** When it was turned on: what was paid before has no invoice. */
  since: z.iso.datetime(),
  name: z.string().min(1),
  address: z.string().min(1),
  registration: z.string(),
  isVatRegistered: z.boolean(),
  taxNumber: z.string(),
  /** In hundredths of a percent, included in the prices. */
  rates: z.record(z.enum(taxedKinds), ratePoints),
  /** The currency of the accounts. */
  currency: z.enum(currencies),
  /** `service`: that of the site's exchange service, of the hour; `typed` if it has none. */
  rateSource: z.enum(["service", "typed"]),
  typedRates: z.partialRecord(z.enum(currencies), rateText),
  /** When these were typed. */
  ratesOn: z.iso.date(),
  prefix: z.string(),
  creditPrefix: z.string(),
});

export type Invoicing = z.infer<typeof invoicingSchema>;
