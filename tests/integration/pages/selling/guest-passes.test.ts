import { purchases } from "@db/schema";
import type { Database } from "@db/client";
import { PlainBrowser, textOf } from "../../../support/browser-without-javascript";
import { errorsOf, hrefsOf, noticeOf } from "../../../support/page-parts";
import { anAccount } from "../../../support/accounts";
import { aCode } from "../../../support/codes";
import { aCourseOf, someDates } from "../../../support/courses";
import { hannah } from "../../../support/guest-passes";
import { aPassOnSale } from "../../../support/passes";
import { addressOf, expect, linkNamed, mainText, signIn } from "../../../support/recordings-http";
import { aSession } from "../../../support/sessions";
import { test } from "../../../support/site-over-http";

const buyForm = "dialog form";

const readOnlyPurchase = async (db: Database) => (await db.select().from(purchases))[0]!;

/** Buys a pass as a guest and pays. Returns the page that follows. */
async function buy(browser: PlainBrowser, product: { id: string }) {
  const dialog = await browser.open(`/passes/${product.id}?purchase=true`);
  const payment = await browser.submit(dialog, hannah, buyForm);
  return browser.submit(payment, { action: "pay" });
}

test("sells a pass to a guest without JavaScript, opens it, and books with it", async ({ server, db }) => {
  const browser = new PlainBrowser(server.url);
  const product = await aPassOnSale(db);
  const dialog = await browser.open(`/passes/${product.id}?purchase=true`);
  const refused = await browser.submit(dialog, { ...hannah, email: "hannah@" }, buyForm);
  expect([refused.status, errorsOf(refused)]).toEqual([422, ["Enter a full email address"]]);
  const valueOf = (name: string) => refused.root.querySelector(`dialog [name=${name}]`)?.getAttribute("value");
  expect([valueOf("firstName"), valueOf("lastName"), valueOf("email")]).toEqual(["Hannah", "Okafor", "hannah@"]);
  const payment = await browser.submit(refused, hannah, buyForm);
  expect(payment.html).toContain("£120.00");
  const returned = await browser.submit(payment, { action: "pay" });
  expect(addressOf(returned)).toBe(`/passes/${product.id}`);
  expect(noticeOf(returned)).toContain("Payment Successful Your pass is ready to book with.");
  const pass = await browser.open(linkNamed(returned, "Open your pass"));
  expect(mainText(pass)).toContain("10 of 10 left, until");
  expect(mainText(pass)).toContain("For Hannah Okafor, hannah@example.com");
  const receipt = await browser.open(hrefsOf(pass, "main a[href$=receipt]")[0]!);
  expect(mainText(receipt)).toContain("£120.00");

  const session = await aSession(db, { priceMinor: 2200 });
  const booking = await browser.open(`/sessions/${session.id}/book`);
  expect(booking.root.querySelector("dialog [name=email]")?.getAttribute("value")).toBe(hannah.email);
  expect(mainText(booking)).toContain("Use your pass: 10 of 10 left");
  const booked = await browser.submit(booking, {}, "dialog form");
  expect(textOf(booked, "h1")).toBe("You're booked, Hannah.");
  expect(mainText(await browser.open(addressOf(pass)))).toContain("9 of 10 left, until");
});

test("offers the pass in a browser that has opened its link, and in no other", async ({ server, db }) => {
  const product = await aPassOnSale(db);
  await buy(new PlainBrowser(server.url), product);
  const { id, manageKey } = await readOnlyPurchase(db);
  const path = `/my-pass/${id}`;
  const session = await aSession(db, { priceMinor: 2200 });
  const isOffered = async (browser: PlainBrowser) =>
    mainText(await browser.open(`/sessions/${session.id}/book`)).includes("Use your pass");
  const browser = new PlainBrowser(server.url);
  const missing = [path, `${path}?key=wrong`, `${path}/receipt`, `${path}/receipt?key=wrong`, "/my-pass/none?key=x"];
  for (const address of missing) expect([address, (await browser.open(address)).status]).toEqual([address, 404]);
  expect(await isOffered(browser)).toBe(false);
  const answer = await fetch(`${server.url}${path}?key=${manageKey}`);
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  expect(answer.headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
  expect(answer.headers.get("Set-Cookie")).toMatch(/^passes=.*HttpOnly; .*SameSite=Lax/);
  expect(await answer.text()).toContain('<meta name="robots" content="noindex"');
  expect((await browser.open(`${path}?key=${manageKey}`)).status).toBe(200);
  expect(await isOffered(browser)).toBe(true);
  expect((await browser.open(path)).status).toBe(200);
});

test("leads from the link to My Passes once an account has taken the pass over", async ({ server, db }) => {
  const account = await anAccount(db, { email: hannah.email });
  const browser = new PlainBrowser(server.url);
  const returned = await buy(browser, await aPassOnSale(db));
  expect(noticeOf(returned)).toContain("To book with it, please sign in with the email you used to buy it.");
  const { id, manageKey } = await readOnlyPurchase(db);
  const signInPage = await browser.open(`/my-pass/${id}?key=${manageKey}`);
  expect(addressOf(signInPage)).toBe("/sign-in?returnTo=%2Fuser%2Fpasses");
  const mine = await signIn(browser, account.email, "/sign-in?returnTo=/user/passes");
  expect(mainText(mine)).toContain("10 of 10 left, until");
});

test("keeps what a guest has typed on the way back from the payment page, and says what is for each person once", async ({
  server,
  db,
}) => {
  const browser = new PlainBrowser(server.url);
  const product = await aPassOnSale(db, { credits: 3, isIntroduction: true });
  const dialog = await browser.open(`/passes/${product.id}?purchase=true`);
  const left = await browser.submit(await browser.submit(dialog, hannah, buyForm), { action: "cancel" });
  const back = await browser.submit(left);
  expect(textOf(back, "dialog [role=status]")).toBe("Your payment was cancelled and nothing was charged.");
  expect(back.root.querySelector("dialog [name=firstName]")?.getAttribute("value")).toBe("Hannah");
  await browser.submit(await browser.submit(back, {}, buyForm), { action: "pay" });
  const other = new PlainBrowser(server.url);
  const again = await other.submit(await other.open(`/passes/${product.id}?purchase=true`), hannah, buyForm);
  expect([again.status, errorsOf(again)]).toEqual([
    409,
    ["Someone with this address has had this pass. It is for each person once."],
  ]);
  expect(again.root.querySelector("dialog [name=lastName]")?.getAttribute("value")).toBe("Okafor");
});

test("sells a pass without a refused code by one button", async ({ server, db }) => {
  const browser = new PlainBrowser(server.url);
  const { id } = await aPassOnSale(db);
  const dialog = await browser.open(`/passes/${id}?purchase=true`);
  const refused = await browser.submit(dialog, { ...hannah, discountCode: "NONE" }, buyForm);
  expect([refused.status, errorsOf(refused)]).toEqual([422, ["Invalid discount code"]]);
  await browser.submit(refused, { intent: "without-code" }, buyForm);
  expect(await readOnlyPurchase(db)).toMatchObject({ totalMinor: 12_000, discountMinor: 0 });
});

test("asks a guest for no name before a code is applied or a total is shown", async ({ server, db }) => {
  await aCode(db, "TEN", { discountPercentage: 10 });
  const browser = new PlainBrowser(server.url);
  const pass = await aPassOnSale(db);
  const course = await aCourseOf(db, await someDates(db));
  for (const [address, form] of [
    [`/passes/${pass.id}?purchase=true`, buyForm],
    [`/courses/${course.id}/book`, "main form"],
  ] as const) {
    const applied = await browser.submit(await browser.open(address), { discountCode: "TEN", intent: "apply" }, form);
    expect([applied.status, errorsOf(applied), mainText(applied).includes("10% off")], address).toEqual([
      200,
      [],
      true,
    ]);
  }
});
