import { randomUUID } from "node:crypto";
import { purchases } from "@db/schema";
import { anAccount, refusalOf } from "../../../../support/accounts";
import { asAdmin } from "../../../../support/admin";
import {
  aGuestPass,
  aGuestPurchase,
  browserWith,
  hannah,
  payPurchase,
  readPurchase,
} from "../../../../support/guest-passes";
import { aPassOnSale, entriesOf, readPass } from "../../../../support/passes";
import { withdraw } from "../../../../support/withdrawals";
import { actingAs } from "../../../../support/recordings";
import { type CallerOptions, expect, test } from "../../../../support/test-app";

test("sells a pass to a guest at Stripe's word, and mails the link that opens it", async ({ app }) => {
  const product = await aPassOnSale(app.db);
  const form = await app.as().purchases.getForm({ product: product.id });
  expect(form).toMatchObject({ total: "£120.00", buyer: null, isOwned: false });
  const { purchaseId, next } = await aGuestPurchase(app, product.id);
  expect(next).toMatch(/^http/);
  expect(await readPass(app.db, purchaseId)).toBeUndefined();
  await payPurchase(app, purchaseId);
  const { manageKey: key, ...purchase } = await readPurchase(app, purchaseId);
  expect(purchase).toMatchObject({ userId: null, customerName: "Hannah Okafor", status: "paid", totalMinor: 12_000 });
  expect(await entriesOf(app.db, await readPass(app.db, purchaseId))).toBe("granted 10");
  await app.runJobs();
  const [mail, ...more] = app.sentMails.filter(({ to }) => to === hannah.email);
  expect(more).toEqual([]);
  expect(mail!.subject).toBe("Your pass: Ten sessions");
  expect(mail!.text).toContain(`/my-pass/${purchaseId}?key=${key}`);
  expect(mail!.text).toContain("£120.00");
  expect(mail!.text).not.toContain("Sign in");
  const { pass } = await app.as().purchases.getHeldPass({ purchaseId, key });
  expect(pass).toMatchObject({
    title: "Ten sessions",
    state: "usable",
    history: [{ text: "Bought, 10 credits" }],
    holder: { name: "Hannah Okafor", email: hannah.email },
    receiptPath: `/my-pass/${purchaseId}/receipt?key=${key}`,
  });
  const receipt = await app.as().purchases.getHeldReceipt({ purchaseId, key });
  expect(receipt).toMatchObject({ total: "£120.00", item: { title: "Ten sessions" } });
});

test("opens a pass by its own key or in the browser that bought it, and to no one else", async ({ app }) => {
  const product = await aPassOnSale(app.db);
  const { purchaseId, key, browser } = await aGuestPass(app, product.id);
  const other = await aGuestPass(app, product.id, { email: "other@example.com" });
  const member = actingAs(await anAccount(app.db));
  const opened = async (as: CallerOptions | undefined, ref: { key?: string } = {}) => {
    const { code, message } = await refusalOf(app.as(as).purchases.getHeldPass({ purchaseId, ...ref }));
    return message === "it was not refused" ? "opened" : code;
  };
  expect(await opened(undefined, { key })).toBe("opened");
  expect(await opened(browser)).toBe("opened");
  for (const [as, ref] of [
    [undefined, {}],
    [undefined, { key: "wrong" }],
    [undefined, { key: other.key }],
    [other.browser, {}],
    [member, {}],
    [actingAs(await anAccount(app.db, { role: "admin" })), {}],
  ] as const) {
    expect(await opened(as, ref)).toBe("not_found");
    const receipt = app.as(as).purchases.getHeldReceipt({ purchaseId, ...ref });
    expect((await refusalOf(receipt)).code).toBe("not_found");
  }
});

test("sells guests passes only, and asks for a name and an address", async ({ app }) => {
  const { purchases: api } = app.as();
  expect((await refusalOf(api.getForm({ product: "birth" }))).code).toBe("unauthenticated");
  const form = { quote: "GBP:5100", formKey: randomUUID() };
  expect((await refusalOf(api.create({ product: "birth", ...form, ...hannah }))).code).toBe("unauthenticated");
  const { id: product } = await aPassOnSale(app.db);
  for (const [field, message] of [
    ["firstName", "Enter your first name"],
    ["lastName", "Enter your last name"],
    ["email", "Enter a full email address"],
  ] as const) {
    const typed = { ...hannah, [field]: undefined };
    expect(await refusalOf(api.create({ product, ...form, quote: "GBP:12000", ...typed }))).toMatchObject({
      code: "invalid",
      message,
    });
  }
  expect(await app.db.$count(purchases)).toBe(0);
});

test("continues a form posted again and this browser's checkout, never that of another browser", async ({ app }) => {
  const { id: product } = await aPassOnSale(app.db);
  const formKey = randomUUID();
  const posts = await Promise.all(Array.from({ length: 6 }, () => aGuestPurchase(app, product, { formKey })));
  const [first] = posts;
  expect(new Set(posts.map(({ purchaseId }) => purchaseId)).size).toBe(1);
  const same = { as: browserWith(first!.purchaseId) };
  expect((await aGuestPurchase(app, product, same)).purchaseId).toBe(first!.purchaseId);
  const stranger = await aGuestPurchase(app, product);
  expect(stranger.purchaseId).not.toBe(first!.purchaseId);
  const otherAddress = aGuestPurchase(app, product, { formKey, email: "other@example.com" });
  expect((await refusalOf(otherAddress)).code).toBe("closed");
  const member = aGuestPurchase(app, product, { formKey, as: actingAs(await anAccount(app.db)) });
  expect((await refusalOf(member)).code).toBe("closed");
});

test("posts a form again after paying, though an account has taken the pass over", async ({ app }) => {
  const { id: product } = await aPassOnSale(app.db);
  await anAccount(app.db, { email: hannah.email });
  const formKey = randomUUID();
  const { purchaseId } = await aGuestPass(app, product, { formKey });
  const { quote } = await app.as().purchases.getForm({ product });
  const again = await app.as().purchases.create({ product, quote, formKey, ...hannah });
  expect(again).toEqual({ purchaseId, next: `/passes/${product}?success=true&purchaseId=${purchaseId}` });
  expect(await app.as(browserWith(purchaseId)).purchases.getReturn({ purchaseId })).toMatchObject({
    buyer: "unknown",
    heldPath: null,
  });
});

test("is known to the back office: orders, people, files, withdrawals and refunds", async ({ app }) => {
  const { purchaseId, key } = await aGuestPass(app, (await aPassOnSale(app.db)).id);
  const admin = await asAdmin(app);
  expect((await admin.orders.list({})).orders).toMatchObject([{ type: "Pass", customer: "Hannah Okafor" }]);
  expect((await admin.orders.export({})).csv).toContain(hannah.email);
  const { people } = await admin.people.list({});
  expect(people.map(({ email }) => email)).toContain(hannah.email);
  const reference = purchaseId.slice(0, 8).toUpperCase();
  await withdraw(app, { contract: reference, email: hannah.email });
  const { withdrawals } = await admin.withdrawals.admin.list({});
  const found = await admin.withdrawals.admin.get({ id: withdrawals[0]!.id });
  expect(JSON.stringify(found.contracts)).toContain("Ten sessions");
  await admin.purchases.delete({ purchaseId, refund: "yes" });
  await app.runJobs();
  expect(app.sentMails.filter(({ to }) => to === hannah.email).map(({ subject }) => subject)).toContain(
    "Your refund: Ten sessions",
  );
  expect((await refusalOf(app.as().purchases.getHeldPass({ purchaseId, key }))).code).toBe("not_found");
});
