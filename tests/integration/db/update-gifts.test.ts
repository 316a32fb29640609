import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { closeDatabase, openDatabase } from "@db/client";
import { connect } from "@db/connections";
import { giftCards, outboxEmails, purchases, sessionBookings } from "@db/schema";
import { parseKeys } from "@server/core/encryption";
import { readSettings } from "@server/core/env";
import { restoreBackup } from "@server/office/backup/restore";
import { createDiskStorage } from "@server/platform/media/storage";
import { prepareQueue } from "@server/process/worker";
import { tendGiftCards } from "@server/catalogue/gift-cards/tend-gift-cards";
import { compareCredits } from "@server/payments/ledger/compare-credits";
import { compareGiftCards } from "@server/payments/ledger/compare-gift-cards";
import { anAdmin } from "../../support/admin-sessions";
import { readBookings } from "../../support/bookings";
import { createTestDatabase, expect, test as databaseTest } from "../../support/database";
import { readCatalogue } from "../../support/database-catalogue";
import { giftBalanceOf, giftEntriesOf } from "../../support/gift-cards";
import { entriesOf, readPass } from "../../support/passes";
import { startTestApp } from "../../support/test-app";

/** The key with which the kept site has sealed its codes, and the code that was mailed to Hannah. */
const encryptionKeys = parseKeys("4bb06f8e:BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=");
const hannahsCode = "NXJC-V6DB-YX2R-FT83-JQR3-WFCB-VG7R";

/** A site of the version before passes were given by gift cards, with all that was open then, brought to this version. */
const test = databaseTest.extend("site", async ({ postgresUrl }, { onCleanup }) => {
  const folder = await mkdtemp(path.join(tmpdir(), "breathroom-update-"));
  const { url, drop } = await createTestDatabase(postgresUrl, "template0");
  const settings = { ...readSettings({}), dataDir: folder };
  const clock = { now: () => new Date() };
  await restoreBackup(
    { clock, settings, storage: createDiskStorage(folder), databaseUrl: url },
    "tests/fixtures/site-pass-gifts.tar",
  );
  const db = openDatabase(url);
  const { app, stop } = await startTestApp({ db, settings: { encryptionKeys } });
  await prepareQueue(url, app.services.log);
  // The day on which the site was kept.
  app.clock.moveBy((Date.parse("2026-11-28T12:00:00Z") - app.clock.now().getTime()) / 60_000);
  onCleanup(async () => {
    await stop();
    await closeDatabase(db);
    await drop();
    await rm(folder, { recursive: true, force: true });
  });
  return { app, db, url };
});

type Site = Awaited<ReturnType<typeof startTestApp>>["app"];

async function cardFor({ db }: Site, recipientName: string) {
  const [row] = await db
    .select({ card: giftCards, purchase: purchases })
    .from(giftCards)
    .innerJoin(purchases, eq(purchases.id, giftCards.purchaseId))
    .where(eq(giftCards.recipientName, recipientName));
  return { ...row!, entries: await giftEntriesOf(db, row!.card), balance: await giftBalanceOf(db, row!.card) };
}

test("makes gifts of passes that are not redeemed gift cards of what was paid, and tells their holders once", async ({
  site: { app },
}) => {
  const { entries, purchase } = await cardFor(app, "Hannah");
  expect([entries, purchase.productKind, purchase.totalMinor]).toEqual(["issued 9999", "gift_card", 9999]);
  // Before anyone is told, so that what went back can't be spent.
  expect((await cardFor(app, "Partly")).entries).toBe("issued 9999, refunded -2000");
  for (let run = 0; run < 2; run++) await tendGiftCards(app.services);
  const mails = await app.db.select().from(outboxEmails).where(eq(outboxEmails.template, "gift-card-changed"));
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual(
    // One that waits for its day is told of to whom has bought it, as one that they keep.
    ["ben@example.com", "ben@example.com", "hannah@example.com", "partly@example.com"],
  );
  const told = mails.find(({ recipient }) => recipient === "hannah@example.com")!.props as { change: string };
  expect(told.change).toMatch(/“Ten evenings”, is a gift card of what was paid from now on, with £99\.99 on it/);
  expect((await cardFor(app, "Later")).balance).toBe(9999);
  expect((await cardFor(app, "Ended")).balance).toBe(0);
  const read = await app.as().giftCards.readBalance({ giftCode: hannahsCode });
  expect(read.pass).toMatchObject({ title: "Ten evenings" });
  expect(read.balance).toMatch(/^£99\.99 of £99\.99 left/);
});

test("issues the gift card of a gift whose payment arrives after the update", async ({ site: { app } }) => {
  const { purchase } = await cardFor(app, "Pending");
  const { api } = await anAdmin(app);
  await api.orders.setStatus({ kind: "purchase", id: purchase.id, from: "pending", to: "paid" });
  expect((await cardFor(app, "Pending")).entries).toBe("issued 9999");
  expect(await app.db.$count(outboxEmails, eq(outboxEmails.template, "gift-card-changed"))).toBe(0);
});

test("leaves a redeemed pass to whom has it, paid by the card that was its gift", async ({ site: { app } }) => {
  const { entries, card } = await cardFor(app, "Rosa");
  expect(entries).toBe("issued 9999, taken -9999");
  const [own] = await app.db.select().from(purchases).where(eq(purchases.customerEmail, "rosa@example.com"));
  expect(own).toMatchObject({ status: "paid", totalMinor: 9999, discountMinor: 0, productKind: "pass" });
  expect(await entriesOf(app.db, await readPass(app.db, own!.id))).toBe("granted 10, taken -1");
  const { api } = await anAdmin(app);
  const { unused } = await api.orders.get({ kind: "purchase", id: own!.id });
  expect(unused).toEqual({ text: "9 of 10 credits are not used.", amount: "£89.99" });
  expect((await api.giftCards.admin.getSold({ id: card.id })).state).toBe("used_up");
});

test("gives up the place of a booking that waits for its pass, and leaves the pass to whom pays for it", async ({
  site: { app },
}) => {
  const bookingOf = async (email: string) => (await readBookings(app.db, eq(sessionBookings.attendeeEmail, email)))[0]!;
  const waiting = await bookingOf("waiting@example.com");
  expect(waiting).toMatchObject({ status: "cancelled", paymentStatus: "cancelled", payerKind: null, holdUntil: null });
  const form = await app.as().bookings.getForm({ sessionId: waiting.sessionId, quantity: 1 });
  expect(form.availability).toBe("open");
  expect((await app.as().bookings.getConfirmation({ bookingId: waiting.id })).state).toBe("cancelled");
  const [purchase] = await app.db.select().from(purchases).where(eq(purchases.customerEmail, "waiting@example.com"));
  const { api } = await anAdmin(app);
  await api.orders.setStatus({ kind: "purchase", id: purchase!.id, from: "pending", to: "paid" });
  expect(await entriesOf(app.db, await readPass(app.db, purchase!.id))).toBe("granted 10");
  expect(await bookingOf("paid@example.com")).toMatchObject({ status: "completed", payerKind: "pass", payerShare: 1 });
  expect(await bookingOf("lost@example.com")).toMatchObject({ status: "cancelled", payerKind: null });
});

test("keeps books that add up, and has the tables of a new site", async ({ site: { app, url }, postgresUrl }) => {
  await tendGiftCards(app.services);
  expect((await compareGiftCards(app.db)).unexplained).toEqual([]);
  expect((await compareCredits(app.db, app.clock.now())).unexplained).toEqual([]);
  const fresh = await createTestDatabase(postgresUrl);
  expect(await catalogueOf(url)).toEqual(await catalogueOf(fresh.url));
  await fresh.drop();
});

async function catalogueOf(url: string) {
  const client = await connect(url);
  try {
    return await readCatalogue(client);
  } finally {
    await client.end();
  }
}
