import { eq } from "drizzle-orm";
import { payments, recordings, siteSettings, withdrawalRequests } from "@db/schema";
import { PlainBrowser, textOf } from "../../../support/browser-without-javascript";
import type { BuiltServer } from "../../../support/built-server";
import { anAccount } from "../../../support/accounts";
import { formWith } from "../../../support/admin-over-http";
import { errorsOf, factNamed, toastOf } from "../../../support/page-parts";
import { aPurchase, tickedWaiver } from "../../../support/recordings";
import { addressOf, expect, linkNamed, mainText, signIn, test } from "../../../support/recordings-http";
import { productIds, setCollection } from "../../../support/products";

const buyForm = "dialog form";

test("sends a guest who wants to buy to sign up, and back to the purchase", async ({ server, world }) => {
  const browser = new PlainBrowser(server.url);
  for (const [collection, type] of [
    ["/birth-recordings", "birth"],
    ["/stress-recordings", "stress"],
  ]) {
    const signInPage = await browser.open(`${collection}?purchase=true`);
    expect(addressOf(signInPage)).toBe(`/sign-in?tab=sign-up&type=${type}&purchase=true`);
    const posted = await browser.post(`${collection}?purchase=true`, { quote: "GBP:1" });
    expect(addressOf(posted)).toBe(`/sign-in?tab=sign-up&type=${type}&purchase=true`);
  }
  const buying = await signIn(browser, world.account.email, "/sign-in?purchase=true&type=stress");
  expect(addressOf(buying)).toBe("/stress-recordings?purchase=true");
  expect(textOf(buying, "dialog h1")).toBe("Unlock All Recordings");
});

test("sells a collection with a discount code, and redirects to an address without parameters", async ({
  server,
  world,
  db,
}) => {
  await db.execute(
    "insert into discount_codes (code, discount_type, discount_percentage) values ('TEN', 'percentage', 10)",
  );
  const browser = new PlainBrowser(server.url);
  await signIn(browser, world.account.email);
  const dialog = await browser.open("/birth-recordings?purchase=true");
  expect(factNamed(dialog, "Total")).toBe("£51.00");
  const refused = await browser.submit(dialog, { discountCode: "nope", intent: "apply" }, buyForm);
  expect([refused.status, errorsOf(refused)[0]]).toEqual([422, "Invalid discount code"]);
  expect(refused.root.querySelector("[name=discountCode]")?.getAttribute("value")).toBe("nope");
  const applied = await browser.submit(refused, { discountCode: "ten", intent: "apply" }, buyForm);
  expect(mainText(applied)).toContain("Discount code applied: 10% off");
  expect(factNamed(applied, "Total")).toBe("£45.90");

  const unticked = await browser.submit(applied, {}, buyForm);
  expect([unticked.status, errorsOf(unticked)]).toEqual([422, ["Please tick the box to buy."]]);
  expect(unticked.root.querySelector("[name=discountCode]")?.getAttribute("value")).toBe("TEN");
  const payment = await browser.submit(unticked, tickedWaiver, buyForm);
  expect(payment.html).toContain("£45.90");
  const returned = await browser.submit(payment, { action: "pay" });
  expect(addressOf(returned)).toBe("/birth-recordings");
  expect(mainText(returned)).toContain("Payment Successful");
  expect(mainText(returned)).toContain("You have full access to all birth breathwork recordings.");
  expect(mainText(returned)).not.toContain("Lifetime access");
  expect(mainText(await browser.open("/birth-recordings"))).not.toContain("Payment Successful");
  const again = await browser.open("/birth-recordings?purchase=true");
  expect(addressOf(again)).toBe("/birth-recordings");
  expect(again.root.querySelector("dialog")).toBeNull();
});

test("returns from a cancelled payment to the dialog as it was", async ({ server, world, db }) => {
  const browser = new PlainBrowser(server.url);
  await signIn(browser, world.account.email);
  const dialog = await browser.open("/stress-recordings?purchase=true");
  const left = await browser.submit(await browser.submit(dialog, tickedWaiver, buyForm), { action: "cancel" });
  expect(await db.query.purchases.findFirst()).toMatchObject({ status: "pending" });
  const back = await browser.submit(left);
  expect(await db.query.purchases.findFirst()).toMatchObject({ status: "cancelled" });
  expect(textOf(back, "dialog [role=status]")).toBe("Your payment was cancelled and nothing was charged.");
  expect(factNamed(back, "Total")).toBe("£51.00");
  const paid = await browser.submit(await browser.submit(back, tickedWaiver, buyForm), { action: "pay" });
  expect(mainText(paid)).toContain("You have full access to all stress recordings");
});

test("sells without the tick where access may begin later, and says when it does", async ({ server, world, db }) => {
  const browser = new PlainBrowser(server.url);
  await db.insert(siteSettings).values({ key: "withdrawal", value: { isOn: true, reason: "", isLaterOffered: true } });
  await signIn(browser, world.account.email);
  const dialog = await browser.open("/stress-recordings?purchase=true");
  const [, opensOn] = /Without the tick, access begins on (\w+, \w+ \d+, \d+)\./.exec(mainText(dialog))!;
  const paid = await browser.submit(await browser.submit(dialog, {}, buyForm), { action: "pay" });
  expect(mainText(paid)).toContain(`Payment Successful It opens for you on ${opensOn}`);
  const page = await browser.open("/stress-recordings");
  expect(mainText(page)).toContain(`You have bought this. It opens for you on ${opensOn}.`);
  expect(mainText(page)).not.toContain("Unlock All Recordings");
  const again = await browser.open("/stress-recordings?purchase=true");
  expect(toastOf(again)).toContain(`It opens for you on ${opensOn}.`);
  expect(mainText(await browser.open("/dashboard/resources"))).toContain(`opens on ${opensOn}`);
});

test("charges nothing for an outdated price and shows the new one", async ({ server, world, db }) => {
  const browser = new PlainBrowser(server.url);
  await signIn(browser, world.account.email);
  const dialog = await browser.open("/birth-recordings?purchase=true");
  await setCollection(db, "birth", { priceMinor: 7000, priceCurrency: "GBP" });
  const refused = await browser.submit(dialog, tickedWaiver, buyForm);
  expect(refused.status).toBe(409);
  expect(mainText(refused)).toContain("The price has changed. Please check the new price and confirm.");
  expect(factNamed(refused, "Total")).toBe("£70.00");
});

const failures = [
  { fault: { status: 500 }, text: "There was a problem creating your checkout session. Please try again." },
  { fault: { withoutUrl: true }, text: "No response data received from checkout function." },
];

test("reports a failed checkout in the words of the specification", async ({ server, world }) => {
  const browser = new PlainBrowser(server.url);
  await signIn(browser, world.account.email);
  for (const { fault, text } of failures) {
    const control = { fail: { operation: "checkout.sessions.create", email: world.account.email, ...fault } };
    const headers = { "Content-Type": "application/json" };
    await fetch(`${server.url}/dev/stripe/control`, { method: "POST", headers, body: JSON.stringify(control) });
    const refused = await browser.submit(await browser.open("/birth-recordings?purchase=true"), tickedWaiver, buyForm);
    expect([refused.status, textOf(refused, "dialog [role=alert]")]).toEqual([502, `Checkout Failed ${text}`]);
  }
});

test("guides a signed-out buyer to the account, and asks other visitors to sign in", async ({ server, world }) => {
  const browser = new PlainBrowser(server.url);
  await signIn(browser, world.account.email);
  const payment = await browser.submit(await browser.open("/birth-recordings?purchase=true"), tickedWaiver, buyForm);
  await browser.submit(await browser.open("/sign-out"));
  const setup = await browser.submit(payment, { action: "pay" });
  expect(addressOf(setup)).toBe("/birth-recordings?account=setup");
  expect(textOf(setup, "dialog h1")).toBe("Set up your account");
  expect(textOf(setup, "dialog b")).toBe(world.account.email);
  const purchaseId = await lastPurchaseId(server, world.account.email);

  const stranger = new PlainBrowser(server.url);
  const elsewhere = await stranger.open(`/birth-recordings?success=true&purchaseId=${purchaseId}`);
  expect(addressOf(elsewhere)).toBe("/birth-recordings");
  expect(mainText(elsewhere)).toContain("please sign in with the email you used to buy it");
  expect(elsewhere.html).not.toContain(world.account.email);

  const back = await signIn(browser, world.account.email, linkNamed(setup, "Sign In"));
  expect(addressOf(back)).toBe("/birth-recordings");
  expect(mainText(back)).toContain("Payment Successful");
});

async function lastPurchaseId(server: BuiltServer, email: string): Promise<string> {
  const state = (await (await fetch(`${server.url}/dev/stripe/state?email=${email}`)).json()) as {
    sessions: { metadata: Record<string, string> }[];
  };
  return state.sessions.at(-1)!.metadata.purchaseId!;
}

test("opens nothing for an unpaid return, and asks to sign in where the purchase is unknown", async ({
  server,
  world,
  db,
}) => {
  const { id } = await aPurchase(db, world.account, { status: "pending" });
  const browser = new PlainBrowser(server.url);
  await signIn(browser, world.account.email);
  const page = await browser.open(`/birth-recordings?success=true&purchaseId=${id}`);
  expect(addressOf(page)).toBe("/birth-recordings");
  expect(mainText(page)).toContain("We’re waiting for your payment to be confirmed.");
  expect(mainText(page)).toContain("Lifetime access");
  for (const unknown of ["00000000-0000-4000-8000-000000000000", "x"]) {
    for (const visitor of [browser, new PlainBrowser(server.url)]) {
      const asked = await visitor.open(`/birth-recordings?success=true&purchaseId=${unknown}`);
      expect([asked.status, addressOf(asked)]).toEqual([200, "/birth-recordings"]);
      expect(mainText(asked)).toContain("please sign in with the email you used to buy it.");
      expect(mainText(asked)).toContain("Lifetime access");
      expect(mainText(await visitor.open("/birth-recordings"))).not.toContain("please sign in");
    }
  }
});

test("offers nothing in a collection without premium recordings; one without any is left out of the menu", async ({
  server,
  world,
  db,
}) => {
  const browser = new PlainBrowser(server.url);
  await signIn(browser, world.account.email);
  const dialog = await browser.open("/stress-recordings?purchase=true");
  await db.update(recordings).set({ isFree: true }).where(eq(recordings.productId, productIds.stress));
  expect(textOf(await browser.submit(dialog, {}, buyForm), "body")).toContain("There is nothing to buy");
  const free = await browser.open("/stress-recordings");
  expect(mainText(free)).toMatch(/free/);
  expect(mainText(free)).not.toMatch(/Unlock All Recordings|premium|Lifetime access/);
  await db.delete(recordings).where(eq(recordings.productId, productIds.stress));
  const posted = await browser.submit(dialog, tickedWaiver, buyForm);
  for (const page of [posted, await browser.open("/stress-recordings?purchase=true")]) {
    expect(addressOf(page)).toBe("/stress-recordings");
    expect(textOf(page, "body")).toContain("There is nothing to buy in this collection yet.");
    expect(page.root.querySelector("dialog")).toBeNull();
  }
  const page = await browser.open("/stress-recordings");
  expect(mainText(page)).not.toContain("Unlock All Recordings");
  const menu = page.root.querySelectorAll("nav[aria-label=Main] a").map((link) => link.getAttribute("href"));
  expect(menu).toContain("/birth-recordings");
  expect(menu).not.toContain("/stress-recordings");
});

test("lets a guest withdraw in two steps, and the instructor refund or decline, without JavaScript", async ({
  server,
  world,
  db,
}) => {
  const guest = new PlainBrowser(server.url);
  const { id } = await aPurchase(db, world.account, { totalMinor: 5100, listPriceMinor: 5100, currency: "GBP" });
  await db.insert(payments).values({
    purchaseId: id,
    provider: "outside",
    state: "paid",
    amountMinor: 5100,
    currency: "GBP",
    paidAt: new Date(),
  });
  const home = await guest.open("/");
  const link = home.root.querySelectorAll("footer a").find(({ text }) => text.trim() === "Withdraw from a contract");
  const form = await guest.open(`${link!.getAttribute("href")!}?reference=${id.slice(0, 8)}`);
  const typed = { name: "Hannah Okafor", email: world.account.email };
  const refused = await guest.submit(form, { ...typed, email: "hannah" });
  expect([refused.status, errorsOf(refused)]).toEqual([422, ["Please enter a valid email address."]]);
  expect(refused.root.querySelector("[name=name]")?.getAttribute("value")).toBe("Hannah Okafor");
  const confirming = await guest.submit(refused, typed);
  expect(textOf(confirming, "main button")).toBe("Confirm withdrawal here");
  expect(factNamed(confirming, "What you bought")).toBe(`Reference ${id.slice(0, 8).toUpperCase()}`);
  expect(await db.$count(withdrawalRequests)).toBe(0);
  const changing = await guest.submit(confirming, { isChanging: "on" });
  expect(changing.root.querySelector("[name=email]")?.getAttribute("value")).toBe(typed.email);
  const received = await guest.submit(await guest.submit(changing), {});
  expect(textOf(received, "main h1")).toBe("Your withdrawal has arrived");
  expect(received.html).not.toContain(typed.email);
  await guest.submit(confirming);
  await guest.submit(await guest.submit(form, { ...typed, contract: "Stress" }));
  expect(await db.$count(withdrawalRequests)).toBe(2);

  const admin = new PlainBrowser(server.url);
  await signIn(admin, (await anAccount(db, { role: "admin" })).email);
  expect(mainText(await admin.open("/admin"))).toMatch(/2\s*withdrawals from a purchase/);
  const pageOf = async (contract: string) => {
    const request = (await db.select().from(withdrawalRequests)).find((row) => row.contract.startsWith(contract));
    return admin.open(`/admin/withdrawals/${request!.id}`);
  };
  const refund = await pageOf("Reference");
  expect(factNamed(refund, "Address")).toBe("The same as in the withdrawal");
  expect(toastOf(await admin.submit(refund, {}, formWith(refund, "Refund £51.00")))).toContain(
    "Refund £51.00 yourself.",
  );
  const decline = await pageOf("Stress");
  const empty = await admin.submit(decline, {}, formWith(decline, "Decline"));
  expect(errorsOf(empty)).toEqual(["Say why: the customer reads it"]);
  const declined = await admin.submit(empty, { reason: "You never bought it." }, formWith(empty, "Decline"));
  expect(factNamed(declined, "What you wrote")).toBe("You never bought it.");
  expect(mainText(await admin.open("/admin/withdrawals"))).toMatch(/Declined.*Refunded|Refunded.*Declined/s);
});
