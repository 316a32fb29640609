import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { auditEntries, creditEntries, outboxEmails, passes } from "@db/schema";
import { expirePasses } from "@server/catalogue/passes/expire-passes";
import { anAccount } from "../../../support/accounts";
import { asAdmin } from "../../../support/admin";
import { aPass, aPassOnSale, bookWithPass, entriesOf, readPass } from "../../../support/passes";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

const day = 24 * 60;

async function aHeldPass(app: TestApp, terms: Parameters<typeof aPassOnSale>[1] = {}) {
  const account = await anAccount(app.db, { fullName: "Hannah Okafor", email: "hannah@example.com" });
  const pass = await aPass(app, account, (await aPassOnSale(app.db, terms)).id);
  const api = await asAdmin(app);
  const open = () => api.orders.getHeldPass({ id: pass.id });
  const correct = async (change: number, form = {}) => {
    const { version, formKey } = (await open()).correction;
    const correction = { id: pass.id, change, reason: "The stream did not work", version, formKey, ...form };
    await api.passes.admin.correctCredits(correction);
    return correction;
  };
  const extend = async (lastDay: string, form = {}) => {
    const { version, formKey } = (await open()).extension;
    const extension = { id: pass.id, lastDay, reason: "You were ill", version, formKey, ...form };
    await api.passes.admin.extend(extension);
    return extension;
  };
  return { account, pass, api, open, correct, extend };
}

const changeMails = ({ db }: TestApp) =>
  db.select().from(outboxEmails).where(eq(outboxEmails.template, "pass-changed"));

test("adds and takes credits with a reason, mails the holder and says who did it", async ({ app }) => {
  const { account, pass, correct, open } = await aHeldPass(app);
  await bookWithPass(app, account, await aSession(app.db, { title: "Evening Wind-Down" }));
  await correct(2);
  app.clock.moveBy(1);
  await correct(-1);
  expect(await entriesOf(app.db, pass)).toBe("granted 10, taken -1, adjusted 2, adjusted -1");
  const { history, correction } = await open();
  expect(correction.left).toBe(10);
  expect(history.map(({ what, amount, by }) => `${what} ${amount} by ${by}`)).toEqual([
    "Bought +10 by Hannah Okafor",
    "Booked -1 by Hannah Okafor",
    "Corrected +2 by Mara Lind",
    "Corrected -1 by Mara Lind",
  ]);
  expect(history[1]!.session?.title).toBe("Evening Wind-Down");
  expect(history[2]!.reason).toBe("The stream did not work");
  const mails = await changeMails(app);
  expect(mails.map(({ props }) => (props as { change: string }).change)).toEqual([
    "I have added 2 credits to your pass.",
    "I have taken 1 credit from your pass.",
  ]);
  expect(mails[0]).toMatchObject({ recipient: "hannah@example.com" });
  const [audited] = await app.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, "purchase.credits_corrected"));
  expect(audited).toMatchObject({ subjectId: pass.purchaseId, reason: "The stream did not work" });
});

test("never takes more than is left, names a booking made meanwhile, and keeps ended passes", async ({ app }) => {
  const { account, pass, api, correct, open } = await aHeldPass(app, { credits: 3 });
  await expect(correct(-4)).rejects.toThrow("Only 3 can be taken away.");
  const { version } = (await open()).correction;
  await bookWithPass(app, account, await aSession(app.db));
  await expect(correct(-3, { version })).rejects.toThrow("The holder has 2 left now.");
  await correct(-2);
  await expect(correct(-1)).rejects.toThrow("No credit is left to take away.");
  expect(await entriesOf(app.db, pass)).toBe("granted 3, taken -1, adjusted -2");
  await api.purchases.delete({ purchaseId: pass.purchaseId, refund: "no" });
  await expect(correct(1)).rejects.toThrow("This pass has ended");
});

test("has one effect when a form is posted twice, at once or later", async ({ app }) => {
  const { pass, api, correct, extend } = await aHeldPass(app);
  const correction = await correct(1);
  await api.passes.admin.correctCredits(correction);
  const again = { ...correction, formKey: randomUUID(), version: "" };
  await expect(api.passes.admin.correctCredits(again)).rejects.toThrow("11 left now");
  const form = { ...correction, formKey: randomUUID(), version: await aVersion(api, pass.id) };
  await Promise.allSettled([api.passes.admin.correctCredits(form), api.passes.admin.correctCredits(form)]);
  expect(await entriesOf(app.db, pass)).toBe("granted 10, adjusted 1, adjusted 1");
  const extension = await extend("2199-12-31");
  await api.passes.admin.extend(extension);
  expect(await changeMails(app)).toHaveLength(3);
});

const aVersion = async (api: Awaited<ReturnType<typeof asAdmin>>, id: string) =>
  (await api.orders.getHeldPass({ id })).correction.version;

test("extends to the end of a day in the site's zone, and never to an earlier one", async ({ app }) => {
  const { pass, extend, open } = await aHeldPass(app);
  const { lastDay } = (await open()).extension;
  await expect(extend(lastDay!)).rejects.toThrow("Choose a day after");
  const { version } = (await open()).extension;
  await extend("2190-07-01");
  const { endsAt } = await readPass(app.db, pass.purchaseId);
  expect(endsAt!.toISOString()).toBe("2190-07-01T23:00:00.000Z");
  await expect(extend("2191-01-01", { version })).rejects.toThrow("has become Thursday, July 1, 2190");
  const [mail] = await changeMails(app);
  expect(mail!.props).toMatchObject({ change: "Your pass is now valid until Thursday, July 1, 2190." });
});

test("gives back what was written off when a pass that is over is extended", async ({ app }) => {
  const { account, pass, correct, extend, open } = await aHeldPass(app, { credits: 3, months: 1 });
  await bookWithPass(app, account, await aSession(app.db));
  app.clock.moveBy(40 * day);
  await expect(correct(1)).rejects.toThrow("This pass is over. Extend it first.");
  await expirePasses(app.services);
  expect((await open()).extension.back).toBe(2);
  await expect(extend((await open()).extension.lastDay!)).rejects.toThrow("Choose a day after");
  await extend("2190-07-01");
  expect(await entriesOf(app.db, pass)).toBe("granted 3, taken -1, expired -2, adjusted 2");
  expect((await open()).state).toBe("valid");
  await extend("2190-08-01");
  expect(await entriesOf(app.db, pass)).toBe("granted 3, taken -1, expired -2, adjusted 2");
});

test("gives no end to a pass that has not begun, and no credits to one for any number", async ({ app }) => {
  const first = await aHeldPass(app, { starts: "first_use" });
  await expect(first.extend("2190-07-01")).rejects.toThrow("begins with its first booking");
  await app.db.update(passes).set({ credits: null });
  await expect(first.correct(1)).rejects.toThrow("any number of sessions");
});

test("takes a deleted holder's name out of the reasons, and nothing else out of the entries", async ({ app }) => {
  const { account, pass, api, correct } = await aHeldPass(app);
  await correct(1, { reason: "Hannah Okafor was ill" });
  await api.users.delete({ id: account.id, refund: "no" });
  const entries = await app.db.select().from(creditEntries).where(eq(creditEntries.kind, "adjusted"));
  expect(entries).toMatchObject([{ amount: 1, reason: expect.not.stringContaining("Hannah") as string }]);
  const change = app.db.update(creditEntries).set({ amount: 5 }).where(eq(creditEntries.passId, pass.id));
  await expect(change).rejects.toMatchObject({ cause: { code: "BR004" } });
});
