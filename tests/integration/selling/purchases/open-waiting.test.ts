import { randomUUID } from "node:crypto";
import { purchases as purchaseRows, payments, siteSettings } from "@db/schema";
import { openWaiting } from "@server/selling/purchases/open-waiting";
import { endOfPeriod } from "@server/payments/withdrawals/period";
import { eq } from "drizzle-orm";
import { anAccount, refusalOf } from "../../../support/accounts";
import { asAdmin } from "../../../support/admin";
import { actingAs, anOpenPurchase, aPurchaseForm, fillCollections, purchaseStatus } from "../../../support/recordings";
import { aResource } from "../../../support/resources";
import { expect, test as appTest, type TestApp } from "../../../support/test-app";

/** A site that also sells without the ticked box. */
const test = appTest.extend<{ buyer: Awaited<ReturnType<typeof anAccount>> }>({
  buyer: async ({ app }, use) => {
    await fillCollections(app.db);
    const value = { isOn: true, reason: "", isLaterOffered: true };
    await app.db.insert(siteSettings).values({ key: "withdrawal", value });
    await use(await anAccount(app.db));
  },
});

type Buyer = Parameters<typeof actingAs>[0];

const birth = { collection: "birth" as const };

async function anUntickedForm(app: TestApp, buyer: Buyer) {
  const { waiver } = await app.as(actingAs(buyer)).purchases.getForm({ product: "birth" });
  const { waiverVersion: _, ...form } = aPurchaseForm();
  return { ...form, opensOn: waiver!.later!.key };
}

/** Buys without the tick, and pays. */
async function aWaitingPurchase(app: TestApp, buyer: Buyer) {
  const bought = await anOpenPurchase(app, buyer, await anUntickedForm(app, buyer));
  await app.stripe.control.payNow(bought.checkoutId);
  await expect.poll(() => purchaseStatus(app, bought.purchaseId)).toBe("paid");
  await app.runJobs();
  return bought;
}

const find = async ({ db }: TestApp, id: string) =>
  (await db.select().from(purchaseRows).where(eq(purchaseRows.id, id)))[0]!;

/** Moves the clock to a minute before or after the end of the period. */
function moveToEnd({ clock, services }: TestApp, madeAt: Date, minutes: number) {
  const end = endOfPeriod(madeAt, services.settings.siteTimeZone);
  clock.moveBy((end.getTime() - clock.now().getTime()) / 60_000 + minutes);
}

const subjectsTo = ({ sentMails }: TestApp, { email }: Buyer) =>
  sentMails.filter(({ to }) => to === email).map(({ subject }) => subject);

test("gives access that was not asked for at once when the period is over, and mails it once", async ({
  app,
  buyer,
}) => {
  const { recordings, purchases } = app.as(actingAs(buyer));
  const { waiver } = await purchases.getForm({ product: "birth" });
  const { purchaseId } = await aWaitingPurchase(app, buyer);
  const { createdAt, ...stored } = await find(app, purchaseId);
  expect(stored).toMatchObject({ waiverText: null, waiverVersion: null, waivedAt: null });
  const pageOf = () => recordings.getCollection(birth);
  const opensOn = waiver!.later!.day;
  expect(await pageOf()).toMatchObject({ hasFullAccess: false, opensOn });
  const premium = (await pageOf()).recordings.find(({ badge }) => badge === "Opens later");
  const accessOf = async () => (await recordings.get({ ...birth, id: premium!.id })).access;
  expect(premium!.opens).toBe(`Opens on ${opensOn}`);
  expect(await accessOf()).toBe("later");
  expect((await recordings.listMine()).unlocked).toEqual([]);
  expect((await recordings.listMine()).locked.map(({ collection }) => collection)).toEqual(["stress"]);
  const [confirmation] = app.sentMails.filter(({ to }) => to === buyer.email);
  expect(confirmation!.text).toContain(`opens for you on ${opensOn}`);
  expect(await purchases.getReturn({ purchaseId })).toMatchObject({ state: "waiting", opensOn });
  expect(await purchases.getReceipt({ purchaseId })).toMatchObject({ waiver: null, opensOn });
  expect((await refusalOf(purchases.create(aPurchaseForm()))).message).toContain("You already have this collection");
  moveToEnd(app, createdAt, -1);
  await openWaiting(app.services);
  expect((await pageOf()).hasFullAccess).toBe(false);
  moveToEnd(app, createdAt, 1);
  await Promise.all([openWaiting(app.services), openWaiting(app.services)]);
  await app.runJobs();
  expect(await pageOf()).toMatchObject({ hasFullAccess: true, opensOn: null });
  expect(await accessOf()).toBe("open");
  expect(subjectsTo(app, buyer)).toEqual(["Yours for life: Birth Recordings", "Open for you now: Birth Recordings"]);
});

test("sells nothing without the tick on another day than was shown, or once it is needed", async ({ app, buyer }) => {
  const form = await anUntickedForm(app, buyer);
  const { purchases } = app.as(actingAs(buyer));
  await expect(purchases.create({ ...form, opensOn: undefined })).rejects.toThrow("Without it, access begins on");
  app.clock.moveBy(7 * 24 * 60);
  await expect(purchases.create(form)).rejects.toThrow("Without it, access begins on");
  await app.db.update(siteSettings).set({ value: { isOn: true, reason: "" } });
  await expect(purchases.create(form)).rejects.toThrow("Please tick the box to buy.");
  expect(await app.db.$count(purchaseRows)).toBe(0);
});

test("continues no checkout that was begun with the other choice", async ({ app, buyer }) => {
  const ticked = aPurchaseForm();
  const first = await anOpenPurchase(app, buyer, ticked);
  const { waiverVersion: _, ...unticked } = { ...ticked, ...(await anUntickedForm(app, buyer)) };
  const { purchases } = app.as(actingAs(buyer));
  const second = await purchases.create(unticked);
  expect(second.purchaseId).not.toBe(first.purchaseId);
  expect(await find(app, second.purchaseId)).toMatchObject({ waivedAt: null, status: "pending" });
  expect(await purchaseStatus(app, first.purchaseId)).toBe("cancelled");
  const sameKey = { ...unticked, ...aPurchaseForm({ formKey: unticked.formKey }) };
  await expect(purchases.create(sameKey)).rejects.toThrow("This was sent before with another choice.");
});

test("opens nothing that was refunded while the buyer waited, but what the instructor gives for free", async ({
  app,
  buyer,
}) => {
  const refunded = await aWaitingPurchase(app, buyer);
  await app.stripe.control.refund({ sessionId: refunded.checkoutId });
  await expect.poll(() => purchaseStatus(app, refunded.purchaseId)).toBe("refunded");
  app.clock.moveBy(20 * 24 * 60);
  await openWaiting(app.services);
  await app.runJobs();
  expect(subjectsTo(app, buyer)).not.toContain("Open for you now: Birth Recordings");
  const { recordings } = app.as(actingAs(buyer));
  expect(await recordings.getCollection(birth)).toMatchObject({ hasFullAccess: false, opensOn: null });
  const { purchaseId } = await anOpenPurchase(app, buyer, await anUntickedForm(app, buyer));
  const admin = await asAdmin(app);
  await admin.orders.setStatus({ kind: "purchase", id: purchaseId, from: "pending", to: "free" });
  expect((await recordings.getCollection(birth)).hasFullAccess).toBe(true);
});

test("keeps the files of a resource until access begins", async ({ app, buyer }) => {
  const { id } = await aResource({ db: app.db, storage: app.services.storage });
  const { resources, purchases } = app.as(actingAs(buyer));
  const form = await anUntickedForm(app, buyer);
  const unticked = { ...form, product: id, quote: "GBP:1400", formKey: randomUUID() };
  const { purchaseId } = await purchases.create(unticked);
  const [payment] = await app.db.select().from(payments);
  await app.stripe.control.payNow(payment!.stripeCheckoutSessionId!);
  await expect.poll(() => purchaseStatus(app, purchaseId)).toBe("paid");
  const { access, files } = await resources.get({ id });
  expect([access, files.map(({ path }) => path)]).toEqual(["waiting", [null]]);
  expect(await resources.listMine()).toEqual([]);
  app.clock.moveBy(20 * 24 * 60);
  await openWaiting(app.services);
  expect((await resources.get({ id })).access).toBe("open");
});
