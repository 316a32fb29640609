import { eq } from "drizzle-orm";
import { openingMails, outboxEmails, purchases, recordings as recordingRows } from "@db/schema";
import { mailOpenings } from "@server/selling/recordings/openings/mail-openings";
import { anAccount } from "../../../support/accounts";
import { actingAs, aPurchase, aRecording } from "../../../support/recordings";
import { expect, test, type TestApp } from "../../../support/test-app";

const birth = { collection: "birth" } as const;
const day = 24 * 60;

async function aBuyer({ db, clock }: TestApp) {
  const account = await anAccount(db);
  const purchase = await aPurchase(db, account, { completedAt: clock.now() });
  return { ...actingAs(account), purchase };
}

type Buyer = Awaited<ReturnType<typeof aBuyer>>;

const want = (app: TestApp, buyer: Buyer, isWanted = true) =>
  app.as(buyer).recordings.setOpeningMails({ ...birth, isWanted });

const isWanted = async (app: TestApp, buyer: Buyer) =>
  (await app.as(buyer).recordings.getCollection(birth)).openingMails?.isWanted;

/** Runs the job and those that it enqueues. */
async function tell(app: TestApp) {
  await mailOpenings(app.services);
  await app.runJobs();
}

const subjectsTo = ({ sentMails }: TestApp, { user }: Buyer) =>
  sentMails.filter(({ to }) => to === user.email).map(({ subject }) => subject);

test("mails a buyer once what opens, if they asked for it", async ({ app }) => {
  await aRecording(app.db, { title: "Second Week", opensAfterDays: 7, orderIndex: 1 });
  await aRecording(app.db, { title: "Second Week at Night", opensAfterDays: 7, orderIndex: 2 });
  await aRecording(app.db, { title: "Two Days Later", opensAfterDays: 9, orderIndex: 3 });
  await aRecording(app.db, { title: "From the Start" });
  const [buyer, other] = [await aBuyer(app), await aBuyer(app)];
  expect(await isWanted(app, buyer)).toBe(false);
  await want(app, buyer);
  expect(await isWanted(app, buyer)).toBe(true);
  app.clock.moveBy(7 * day - 1);
  await tell(app);
  expect(app.sentMails).toEqual([]);
  app.clock.moveBy(1);
  await Promise.all([mailOpenings(app.services), mailOpenings(app.services)]);
  await tell(app);
  app.clock.moveBy(day);
  await tell(app);
  const first = "Open for you now: Second Week, Second Week at Night";
  expect(subjectsTo(app, buyer)).toEqual([first]);
  // The first two are still news, and were told.
  app.clock.moveBy(day);
  await tell(app);
  expect(subjectsTo(app, buyer)).toEqual([first, "Open for you now: Two Days Later"]);
  // What opens again is not told again.
  await app.db.update(recordingRows).set({ opensAfterDays: 10 }).where(eq(recordingRows.title, "Two Days Later"));
  app.clock.moveBy(day);
  await tell(app);
  expect(subjectsTo(app, buyer)).toHaveLength(2);
  expect(subjectsTo(app, other)).toEqual([]);
});

test("mails nothing of what was deleted, made free, refunded or turned off meanwhile, or opened long ago", async ({
  app,
}) => {
  const part = await aRecording(app.db, { title: "Second Week", opensAfterDays: 7 });
  const [refunded, off, late] = [await aBuyer(app), await aBuyer(app), await aBuyer(app)];
  for (const buyer of [refunded, off]) await want(app, buyer);
  await app.db.update(purchases).set({ status: "refunded" }).where(eq(purchases.id, refunded.purchase.id));
  await want(app, off, false);
  app.clock.moveBy(7 * day);
  // Asked for after it had opened
  await want(app, late);
  await tell(app);
  expect(app.sentMails).toEqual([]);

  const opensOn = (days: number) =>
    new Date(app.clock.now().getTime() + days * 24 * 3_600_000).toISOString().slice(0, 10);
  await app.db
    .update(recordingRows)
    .set({ opensAfterDays: null, opensOn: opensOn(2) })
    .where(eq(recordingRows.id, part.id));
  app.clock.moveBy(10 * day);
  await tell(app);
  await app.db.update(recordingRows).set({ opensOn: opensOn(1), isFree: true });
  app.clock.moveBy(2 * day);
  await tell(app);
  await app.db.delete(recordingRows);
  await tell(app);
  expect(await app.db.$count(outboxEmails)).toBe(0);
});

test("ends by the link in the mail, also before the next one is sent, and leaves announcements alone", async ({
  app,
}) => {
  await aRecording(app.db, { title: "Second Week", opensAfterDays: 7 });
  await aRecording(app.db, { title: "Third Week", opensAfterDays: 14 });
  const buyer = await aBuyer(app);
  await want(app, buyer);
  app.clock.moveBy(7 * day);
  await tell(app);
  const [mail] = await app.db.select().from(outboxEmails);
  expect(mail!.text).toContain(`/unsubscribe/${mail!.id}?key=${mail!.unsubscribeKey}`);
  const link = { id: mail!.id, key: mail!.unsubscribeKey! };
  const visitor = app.as().mail;
  expect(await visitor.getSubscription(link)).toMatchObject({ to: "openings", isUnsubscribed: false });
  app.clock.moveBy(7 * day);
  await mailOpenings(app.services);
  await visitor.setUnsubscribed({ ...link, isUnsubscribed: true });
  await app.runJobs();
  expect(subjectsTo(app, buyer)).toEqual(["Open for you now: Second Week"]);
  expect(await app.db.$count(openingMails)).toBe(0);
  expect(await visitor.getSubscription(link)).toMatchObject({ isUnsubscribed: true });
  await visitor.setUnsubscribed({ ...link, isUnsubscribed: false });
  expect(await app.db.$count(openingMails)).toBe(1);
  expect(await app.as(buyer).mail.getConsentBox()).toContain("news and offers");
});

test("sends no mail that still waits when the collection is lost", async ({ app }) => {
  await aRecording(app.db, { title: "Second Week", opensAfterDays: 7 });
  const buyer = await aBuyer(app);
  await want(app, buyer);
  app.clock.moveBy(7 * day);
  await mailOpenings(app.services);
  expect(await app.db.$count(outboxEmails)).toBe(1);
  await app.db.update(purchases).set({ status: "refunded" });
  await app.runJobs();
  expect(app.sentMails).toEqual([]);
});

test("offers mails to those who wait for a part, and to no one else", async ({ app }) => {
  await aRecording(app.db);
  const buyer = await aBuyer(app);
  expect(await isWanted(app, buyer)).toBeUndefined();
  await aRecording(app.db, { title: "Second Week", opensAfterDays: 7 });
  const member = actingAs(await anAccount(app.db));
  expect((await app.as(member).recordings.getCollection(birth)).openingMails).toBeNull();
  await expect(app.as(member).recordings.setOpeningMails({ ...birth, isWanted: true })).rejects.toThrow("not found");
  expect(await isWanted(app, buyer)).toBe(false);
});
