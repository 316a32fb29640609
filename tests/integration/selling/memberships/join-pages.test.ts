import { memberships, users } from "@db/schema";
import { eq } from "drizzle-orm";
import { password } from "../../../support/accounts";
import { signInForm, test } from "../../../support/account-forms-http";
import { formWith } from "../../../support/admin-over-http";
import { textOf } from "../../../support/browser-without-javascript";
import { aPlan } from "../../../support/memberships";
import { messageOn } from "../../../support/page-parts";
import { addressOf, mainText, newestMailedLink, signIn } from "../../../support/recordings-http";
import { expect } from "../../../support/site-over-http";

test("leads a visitor from the memberships by signing up and paying to the membership, without JavaScript", async ({
  browser,
  server,
  db,
}) => {
  const plan = await aPlan(db, { yearlyMinor: 40_000, trialDays: 0 });
  const shop = await browser.open("/memberships");
  const join = shop.root
    .querySelectorAll("main a")
    .find(({ text }) => text.replace(/\s+/g, " ").includes("One evening a week, £400 a year"))!;
  const form = await browser.open(join.getAttribute("href")!);
  const email = "hannah@example.com";
  const sent = await browser.submit(form, { firstName: "Hannah", lastName: "Okafor", email, password }, signInForm);
  expect(textOf(sent, "h1")).toBe("Confirm your email");
  const confirming = await browser.open(await newestMailedLink(server, email, "verify-email"));
  const offer = await browser.submit(confirming);
  expect(addressOf(offer)).toBe(`/memberships/join?plan=${plan.id}&interval=year`);
  expect([textOf(offer, "h1"), mainText(offer)]).toEqual([
    "Join “One evening a week”",
    expect.stringContaining("£400 a year is taken from your card until you cancel"),
  ]);
  const payment = await browser.submit(offer, {}, formWith(offer, "Go to payment"));
  expect(payment.url).toContain("/dev/stripe/");
  const joined = await browser.submit(payment, { action: "pay" }, "form[method=post i]");
  expect(addressOf(joined)).toBe("/user/membership");
  expect(messageOn(joined)).toContain("You have joined One evening a week");
  expect(mainText(joined)).toContain("£400.00 a year");
  const [account] = await db.select().from(users).where(eq(users.email, email));
  const rows = await db.select().from(memberships).where(eq(memberships.userId, account!.id));
  expect(rows).toMatchObject([{ state: "active", interval: "year", priceMinor: 40_000 }]);
  const again = await browser.open(`/memberships/join?plan=${plan.id}&interval=month`);
  expect([addressOf(again), messageOn(again)]).toEqual([
    "/user/membership",
    expect.stringContaining("You have a membership already"),
  ]);
});

test("says on each page of a member that a payment is due, and where to mend it", async ({ browser, account, db }) => {
  await signIn(browser, account.email);
  const plan = await aPlan(db);
  const pages = ["/dashboard", "/user/bookings", "/dashboard/resources", "/memberships"];
  const due = "The last payment for your membership could not be taken";
  expect(mainText(await browser.open("/dashboard"))).not.toContain(due);
  const now = new Date();
  await db.insert(memberships).values({
    productId: plan.id,
    userId: account.id,
    title: plan.title,
    coversSessions: true,
    interval: "month",
    priceMinor: 4000,
    currency: "GBP",
    source: "stripe",
    reference: "sub_1",
    customerReference: "cus_1",
    state: "past_due",
    startedAt: now,
    accessUntil: now,
  });
  for (const path of pages) {
    const page = await browser.open(path);
    expect([path, mainText(page).includes(due)]).toEqual([path, true]);
    expect(page.root.querySelector('main a[href="/user/membership"]')).not.toBeNull();
  }
  const own = mainText(await browser.open("/user/membership"));
  expect(own).not.toContain(due);
  expect(own).toContain("could not be taken");
});
