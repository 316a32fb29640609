import { eq } from "drizzle-orm";
import { passes } from "@db/schema";
import { freezePass } from "@server/selling/kinds/pass";
import { mailEndings } from "@server/catalogue/passes/mail-endings";
import { anAccount } from "../../../support/accounts";
import { readBooking } from "../../../support/bookings";
import { aGuestPass, bookAs, hannah } from "../../../support/guest-passes";
import { aPass, aPassOnSale, bookWithPass } from "../../../support/passes";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

async function subjectsTo(app: TestApp, email: string, about: RegExp): Promise<string[]> {
  await app.runJobs();
  return app.sentMails.flatMap(({ to, subject }) => (to === email && about.test(subject) ? subject : []));
}

const fewLeft = /credits? left/;
const ending = /^Valid until/;
const minutesOfDay = 24 * 60;

test("tells a member once that two credits are left, and leads to My passes", async ({ app }) => {
  const account = await anAccount(app.db);
  await aPass(app, account, (await aPassOnSale(app.db, { credits: 4, starts: "first_use" })).id);
  app.clock.moveBy(minutesOfDay);
  const session = await aSession(app.db, { priceMinor: 2200 });
  const { bookingId } = await bookWithPass(app, account, session);
  expect(await subjectsTo(app, account.email, fewLeft)).toEqual([]);
  const second = await bookWithPass(app, account, session);
  expect(await subjectsTo(app, account.email, fewLeft)).toEqual(["Two credits left: Ten sessions"]);
  const mail = app.sentMails.find(({ subject }) => fewLeft.test(subject))!;
  expect(mail.text).toMatch(/2 of 4 left, until /);
  expect(mail.text).toContain("/user/passes");
  expect(mail.text).not.toContain("?key=");
  // A credit that comes back and is taken again in the same moment has moved no end.
  const { manageKey: key } = await readBooking(app, second.bookingId);
  await app.as().bookings.cancel({ bookingId: second.bookingId, key });
  await bookWithPass(app, account, session, { quantity: 2 });
  expect(await subjectsTo(app, account.email, fewLeft)).toHaveLength(1);
  expect(bookingId).not.toBe(second.bookingId);
});

test("tells a guest with the link to the pass, also of the last credit", async ({ app }) => {
  const { browser, purchaseId, key } = await aGuestPass(app, (await aPassOnSale(app.db, { credits: 3 })).id);
  app.clock.moveBy(minutesOfDay);
  const session = await aSession(app.db, { priceMinor: 2200 });
  await bookAs(app, browser, session, { email: "friend@example.com", quantity: 2 });
  expect(await subjectsTo(app, hannah.email, fewLeft)).toEqual(["One credit left: Ten sessions"]);
  const mail = app.sentMails.find(({ subject }) => fewLeft.test(subject))!;
  expect(mail.text).toContain(`/my-pass/${purchaseId}?key=${key}`);
  expect(await subjectsTo(app, "friend@example.com", fewLeft)).toEqual([]);
});

test("tells no one that few credits are left of what was bought on the same day, but with the next booking", async ({
  app,
}) => {
  const { browser } = await aGuestPass(app, (await aPassOnSale(app.db, { credits: 3 })).id);
  const session = await aSession(app.db, { priceMinor: 2200 });
  await bookAs(app, browser, session);
  expect(await subjectsTo(app, hannah.email, fewLeft)).toEqual([]);
  app.clock.moveBy(minutesOfDay);
  await bookAs(app, browser, session, { email: "friend@example.com" });
  expect(await subjectsTo(app, hannah.email, fewLeft)).toEqual(["One credit left: Ten sessions"]);
});

test("tells no one of a pass that never had more than two credits, or is used up", async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 2200 });
  for (const [credits, quantity] of [
    [2, 1],
    [3, 3],
  ] as const) {
    const { browser } = await aGuestPass(app, (await aPassOnSale(app.db, { credits })).id);
    app.clock.moveBy(minutesOfDay);
    await bookAs(app, browser, session, { quantity });
  }
  expect(await subjectsTo(app, hannah.email, fewLeft)).toEqual([]);
});

const day = 24 * 60;

/** Moves the end of a pass to some days from now. */
const endIn = (app: TestApp, { id }: { id: string }, days: number) =>
  app.db
    .update(passes)
    .set({ endsAt: new Date(app.clock.now().getTime() + days * day * 60_000) })
    .where(eq(passes.id, id));

test("tells holders 14 days before the end, once for each end, however often the job runs", async ({ app }) => {
  const { pass, purchaseId, key } = await aGuestPass(app, (await aPassOnSale(app.db)).id);
  const account = await anAccount(app.db);
  const unlimited = await aPass(app, account, (await aPassOnSale(app.db, { credits: null })).id);
  app.clock.moveBy(30 * day);
  await endIn(app, pass, 15);
  await endIn(app, unlimited, 13);
  await mailEndings(app.services);
  expect(await subjectsTo(app, hannah.email, ending)).toEqual([]);
  expect(await subjectsTo(app, account.email, ending)).toHaveLength(1);
  app.clock.moveBy(day);
  await Promise.all([mailEndings(app.services), mailEndings(app.services)]);
  await mailEndings(app.services);
  expect(await subjectsTo(app, hannah.email, ending)).toHaveLength(1);
  const mail = app.sentMails.find(({ to, subject }) => to === hannah.email && ending.test(subject))!;
  expect(mail.text).toContain("10 of 10 left");
  expect(mail.text).toContain(`/my-pass/${purchaseId}?key=${key}`);
  await endIn(app, pass, 10);
  await mailEndings(app.services);
  expect(await subjectsTo(app, hannah.email, ending)).toHaveLength(2);
  expect(await subjectsTo(app, account.email, ending)).toHaveLength(1);
});

test("tells no one whose pass is used up, over, frozen or has just begun", async ({ app }) => {
  const product = await aPassOnSale(app.db, { credits: 1 });
  const [usedUp, over, frozen] = [
    await aGuestPass(app, product.id),
    await aGuestPass(app, product.id),
    await aGuestPass(app, product.id),
  ];
  await bookAs(app, usedUp.browser, await aSession(app.db, { priceMinor: 2200 }));
  app.clock.moveBy(30 * day);
  const justBegun = await aGuestPass(app, product.id);
  for (const { pass } of [usedUp, frozen, justBegun]) await endIn(app, pass, 5);
  await endIn(app, over.pass, -1);
  await app.db.transaction((tx) => freezePass(tx, app.services, { id: frozen.purchaseId }, true));
  await mailEndings(app.services);
  expect(await subjectsTo(app, hannah.email, ending)).toEqual([]);
});
