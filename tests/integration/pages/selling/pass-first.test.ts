import { randomUUID } from "node:crypto";
import { bookingPayers, liveSessions, sessionBookings } from "@db/schema";
import { eq } from "drizzle-orm";
import { PlainBrowser, type Page, textOf } from "../../../support/browser-without-javascript";
import { anAccount } from "../../../support/accounts";
import { hannah } from "../../../support/guest-passes";
import { anOffer } from "../../../support/one-to-one";
import { hrefsOf, noticeOf, paragraphsOf } from "../../../support/page-parts";
import { aPassOnSale } from "../../../support/passes";
import { addressOf, expect, linkNamed, mainText, signIn } from "../../../support/recordings-http";
import { aSession } from "../../../support/sessions";
import { test } from "../../../support/site-over-http";

const dialogForm = "dialog form";

const valueOf = (page: Page, name: string) => page.root.querySelector(`dialog [name=${name}]`)?.getAttribute("value");
const chosenIn = (page: Page) => page.root.querySelector("dialog [name=paying][checked]")?.parentNode?.text.trim();

/** Presses the button of a booking form that leads to a pass. */
const toPass = (browser: PlainBrowser, page: Page, { id }: { id: string }, typed: Record<string, string> = {}) =>
  browser.submit(page, { ...hannah, ...typed, intent: `pass-first-${id}` }, dialogForm);

/** Pays for the pass whose dialog is open. */
async function payForPass(browser: PlainBrowser, dialog: Page): Promise<Page> {
  return browser.submit(await browser.submit(dialog, {}, dialogForm), { action: "pay" });
}

test("leads from a booking form to a pass and back without JavaScript, with what was typed and the pass chosen", async ({
  server,
  db,
}) => {
  const product = await aPassOnSale(db);
  const session = await aSession(db, { priceMinor: 1800, maxAttendees: 3 });
  const address = `/sessions/${session.id}/book`;
  const browser = new PlainBrowser(server.url);
  const form = await browser.open(address);
  expect(paragraphsOf(form)).toContain(
    "Or 10 for £120, £12 each. Buy this pass first and come back here with what you have typed. " +
      "No place is held meanwhile, and only 3 are left.",
  );
  const dialog = await toPass(browser, form, product, { quantity: "2", ticketNames: "Priya" });
  expect(addressOf(dialog)).toBe(`/passes/${product.id}?purchase=true`);
  expect([valueOf(dialog, "firstName"), valueOf(dialog, "email")]).toEqual(["Hannah", hannah.email]);
  expect(mainText(dialog)).toContain("Once it is bought, you are back at your booking.");
  expect(linkNamed(dialog, "Back to your booking")).toBe(address);
  expect(await db.$count(sessionBookings)).toBe(0);

  const payment = await browser.submit(dialog, {}, dialogForm);
  const left = await browser.submit(await browser.submit(payment, { action: "cancel" }));
  expect(noticeOf(left)).toBe("Your payment was cancelled and nothing was charged.");
  const back = await payForPass(browser, left);
  expect(addressOf(back)).toBe(`${address}?notice=pass-bought`);
  expect(noticeOf(back)).toMatch(/^The pass is yours\. Nothing is booked yet/);
  expect([valueOf(back, "lastName"), textOf(back, "dialog [name=ticketNames]")]).toEqual(["Okafor", "Priya"]);
  expect(chosenIn(back)).toMatch(/^Use your pass: 10 of 10 left/);
  expect(mainText(back)).not.toContain("Buy this pass first");
  const booked = await browser.submit(back, {}, dialogForm);
  expect(textOf(booked, "h1")).toBe("You're booked, Hannah.");
  expect(await db.select().from(sessionBookings)).toMatchObject([{ quantity: 2, status: "completed" }]);
  expect(await db.select().from(bookingPayers)).toMatchObject([{ kind: "pass", share: 2 }]);
});

test("chooses the pass that was just bought beside an older one, and is not led back twice", async ({ server, db }) => {
  const older = await aPassOnSale(db, { credits: 1, months: 1 }, { title: "One evening", priceMinor: 1500 });
  const account = await anAccount(db);
  const browser = new PlainBrowser(server.url);
  await signIn(browser, account.email);
  await payForPass(browser, await browser.open(`/passes/${older.id}?purchase=true`));
  const product = await aPassOnSale(db);
  const session = await aSession(db, { priceMinor: 1800 });
  const typed = { quantity: "2", intent: "tickets" };
  const form = await browser.submit(await browser.open(`/sessions/${session.id}/book`), typed, dialogForm);
  const back = await payForPass(browser, await toPass(browser, form, product));
  expect(chosenIn(back)).toMatch(/^Use “Ten sessions”: 10 of 10 left/);
  const again = await payForPass(browser, await browser.open(`/passes/${product.id}?purchase=true`));
  expect(addressOf(again)).toBe(`/passes/${product.id}`);
});

test("leaves the pass to its buyer where the last place has been taken meanwhile, and says that none was held", async ({
  server,
  db,
}) => {
  const product = await aPassOnSale(db);
  const session = await aSession(db, { priceMinor: 1800, maxAttendees: 1 });
  const browser = new PlainBrowser(server.url);
  const form = await browser.open(`/sessions/${session.id}/book`);
  expect(mainText(form)).toContain("No place is held meanwhile, and only 1 is left.");
  const dialog = await toPass(browser, form, product);
  await db.insert(sessionBookings).values({
    sessionId: session.id,
    attendeeFirstName: "Priya",
    attendeeLastName: "Raman",
    formKey: randomUUID(),
    attendeeEmail: "priya@example.com",
    status: "completed",
    paymentStatus: "free",
    listPriceMinor: 0,
    totalMinor: 0,
    currency: "GBP",
    timeZone: "Europe/London",
  });
  const back = await payForPass(browser, dialog);
  expect(mainText(back)).toContain("SOLD OUT This session is full.");
  const other = await aSession(db, { priceMinor: 1800 });
  expect(mainText(await browser.open(`/sessions/${other.id}/book`))).toContain("Use your pass: 10 of 10 left");
});

test("leads back to a time alone with the instructor, which is not held meanwhile", async ({ server, db }) => {
  const product = await aPassOnSale(db);
  const offer = await anOffer(
    db,
    {},
    { questions: [{ number: 1, label: "What brings you?", kind: "text", isRequired: true }] },
  );
  const browser = new PlainBrowser(server.url);
  const page = await browser.open(`/one-to-one/${offer.slug}`);
  const [time] = hrefsOf(page, "main a[href*='/book?']");
  const form = await browser.open(time!);
  expect(mainText(form)).toContain("No place is held meanwhile");
  const back = await payForPass(browser, await toPass(browser, form, product, { answer1: "Sleep" }));
  expect(addressOf(back)).toBe(`${time}&notice=pass-bought`);
  expect(back.html).toContain("Sleep");
  expect(chosenIn(back)).toMatch(/^Use your pass: 10 of 10 left/);
  expect(await db.$count(liveSessions, eq(liveSessions.offerId, offer.id))).toBe(0);
});
