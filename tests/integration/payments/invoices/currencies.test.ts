import { randomUUID } from "node:crypto";
import { extract } from "tar-stream";
import { createGunzip } from "node:zlib";
import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { invoices, payments, users } from "@db/schema";
import { issueInvoices } from "@server/payments/invoices/issue-invoices";
import { checkInvoices } from "@server/office/doctor/check-invoices";
import { anAccount } from "../../../support/accounts";
import { linesOfCsv } from "../../../support/csv";
import { allInvoices, turnOnInvoices } from "../../../support/invoices";
import { aPaidBooking } from "../../../support/money";
import { readPdf } from "../../../support/read-pdf";
import { actingAs, tickedWaiver } from "../../../support/recordings";
import { aResource } from "../../../support/resources";
import { payAtStripe } from "../../../support/gift-cards";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

type Currency = "GBP" | "EUR" | "USD";
type Account = Awaited<ReturnType<typeof anAccount>>;

/** Sells a resource to a member in its own currency, and has its invoice issued. */
async function sell(app: TestApp, member: Account, priceCurrency: Currency, priceMinor: number) {
  const { id: product } = await aResource(app.services, {
    title: `Handout in ${priceCurrency}`,
    priceMinor,
    priceCurrency,
  });
  const buyer = app.as({ ...actingAs(member), visitor: { currency: priceCurrency } });
  const form = { product, quote: `${priceCurrency}:${priceMinor}`, formKey: randomUUID(), ...tickedWaiver };
  const { purchaseId } = await buyer.purchases.create(form);
  const payment = await app.db.query.payments.findFirst({ where: eq(payments.purchaseId, purchaseId) });
  await payAtStripe(app, payment!.stripeCheckoutSessionId!);
  await app.runJobs("issue-invoices");
}

test("is right to the penny in three currencies and at two rates, also in that of the accounts", async ({ app }) => {
  await turnOnInvoices(app);
  const member = await anAccount(app.db);
  for (const [currency, priceMinor] of [
    ["GBP", 1999],
    ["EUR", 2350],
    ["USD", 4999],
  ] as const) {
    await sell(app, member, currency, priceMinor);
  }
  await aPaidBooking(app, await aSession(app.db, { priceMinor: 1801 }));
  await app.runJobs("issue-invoices");
  const sums = (await allInvoices(app)).map((own) => [
    `${own.currency} ${own.totalMinor} ${own.taxMinor}`,
    `${own.siteCurrency} ${own.siteTotalMinor} ${own.siteTaxMinor} ${own.exchangeRate}`,
  ]);
  // 5.5 % within 19.99, 23.50 and 49.99, and 20 % within 18.01; 23.50 × 0.8537 and 49.99 × 0.7811.
  expect(sums).toEqual([
    ["GBP 1999 104", "GBP 1999 104 null"],
    ["EUR 2350 123", "GBP 2006 105 0.8537"],
    ["USD 4999 261", "GBP 3905 204 0.7811"],
    ["GBP 1801 300", "GBP 1801 300 null"],
  ]);
});

test("packs a month for the accountant: CSV for Xero and QuickBooks, and each document as a PDF", async ({ app }) => {
  const admin = await turnOnInvoices(app);
  await sell(app, await anAccount(app.db), "EUR", 2350);
  const { filename, content } = await admin.invoices.admin.openArchive({});
  expect(filename).toMatch(/^invoices-\d{4}-\d\d\.tar\.gz$/);
  const files = new Map<string, Buffer>();
  const unpacked = content.pipe(createGunzip()).pipe(extract());
  for await (const entry of unpacked) files.set(entry.header.name, await buffer(entry));
  const [label] = (await allInvoices(app)).map((own) => own.label);
  expect([...files.keys()]).toEqual([
    ...["README.txt", "invoices.csv", "xero.csv", "quickbooks-invoices.csv", "quickbooks-credit-notes.csv"],
    `${label}.pdf`,
  ]);
  const rowIn = (name: string) => linesOfCsv(files.get(name)!.toString())[1];
  expect(rowIn("xero.csv")).toMatch(
    new RegExp(`${label},.*,Handout in EUR.*,1,23.50,,200,5.5% \\(VAT on Income\\),.*EUR`),
  );
  expect(rowIn("quickbooks-invoices.csv")).toMatch(/,1,22.27,22.27,5.5% R,1.23,EUR/);
  const { text, pages } = readPdf(files.get(`${label}.pdf`)!);
  expect(pages).toBe(1);
  for (const part of [label!, "Breathroom Ltd", "GB123456789", "€23.50", "VAT 5.5% included, on €22.27 net", "€1.23"]) {
    expect(text).toContain(part);
  }
  expect(text.replaceAll("\n", " ")).toContain("1 EUR = 0.8537 GBP");
});

test("doctor names sums that differ from the payments, and payments without an invoice after an hour", async ({
  app,
}) => {
  await turnOnInvoices(app);
  const { bookingId } = await aPaidBooking(app, await aSession(app.db));
  const findings = async () => (await checkInvoices(app.services)).map(({ state, what }) => `${state}: ${what}`);
  expect(await findings()).toEqual(["fine: 0 issued, without gaps, and they add up"]);
  app.clock.moveBy(61);
  expect(await findings()).toEqual(["fault: 1 payment has no invoice after an hour"]);
  await issueInvoices(app.services, { kind: "booking", id: bookingId });
  expect(await findings()).toEqual(["fine: 1 issued, without gaps, and they add up"]);
  await app.db.execute(`update payments set amount_minor = amount_minor - 1`);
  expect(await findings()).toEqual([expect.stringMatching(/^fault: INV-\d{4}-0001: the documents differ/)]);
});

test("puts a member's details on later invoices, and keeps an invoice as it is when its account is deleted", async ({
  app,
}) => {
  const admin = await turnOnInvoices(app);
  const member = await anAccount(app.db, { email: "hannah@example.com", fullName: "Hannah Okafor" });
  const { invoices: own } = app.as(actingAs(member));
  await own.saveOwnDetails({ company: "Okafor Studio Ltd", address: "2 Hill\nLeeds", taxNumber: "GB987654321" });
  await sell(app, member, "GBP", 1000);
  const [invoice] = await app.db.select().from(invoices);
  expect(invoice?.buyer).toEqual({
    name: "Hannah Okafor",
    company: "Okafor Studio Ltd",
    address: "2 Hill\nLeeds",
    taxNumber: "GB987654321",
  });
  await admin.users.delete({ id: member.id, refund: "no" });
  expect((await app.db.select().from(users).where(eq(users.id, member.id)))[0]?.archivedAt).not.toBeNull();
  expect(await app.db.select().from(invoices)).toEqual([invoice]);
});
