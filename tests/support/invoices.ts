import { asc } from "drizzle-orm";
import { type Invoice, invoices } from "@db/schema";
import type { TestApp } from "./test-app";
import { asAdmin } from "./admin";

export const invoicingFields = {
  isOn: true,
  name: "Breathroom Ltd",
  address: "1 Quiet Lane\nLondon N1 1AA",
  registration: "Company 01234567",
  isVatRegistered: true,
  taxNumber: "GB123456789",
  rateSession: "20",
  rateCollection: "20",
  rateResource: "5.5",
  ratePass: "20",
  rateCourse: "20",
  rateMembership: "20",
  currency: "GBP" as const,
  rateSource: "typed" as const,
  rateGBP: "",
  rateEUR: "0.8537",
  rateUSD: "0.7811",
  prefix: "INV",
  creditPrefix: "CN",
};

/** Turns invoices on as the instructor does. Returns the procedures in their name. */
export async function turnOnInvoices(app: TestApp, changed: Partial<typeof invoicingFields> = {}) {
  const admin = await asAdmin(app);
  const { invoices: office } = admin;
  const { version } = await office.admin.getSettings();
  await office.admin.saveSettings({ ...invoicingFields, ...changed, version });
  return admin;
}

export const allInvoices = ({ db }: TestApp): Promise<Invoice[]> =>
  db.select().from(invoices).orderBy(asc(invoices.issuedAt), asc(invoices.kind), asc(invoices.number));

/** Prints documents as "INV-2026-0001 4000 (667)". */
export const printed = async (app: TestApp): Promise<string[]> =>
  (await allInvoices(app))
    .map(({ label, totalMinor, taxMinor }) => `${label.replace(/-\d{4}-/, "-")} ${totalMinor} (${taxMinor})`)
    .sort();
