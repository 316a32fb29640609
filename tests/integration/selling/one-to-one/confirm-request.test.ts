import { oneToOneRequests, oneToOneUnconfirmed } from "@db/schema";
import { endOverdueRequests } from "@server/selling/one-to-one/requests";
import { anAccount, refusalOf } from "../../../support/accounts";
import { anAdmin } from "../../../support/admin-sessions";
import { mailsOf } from "../../../support/bookings";
import { anOffer, askAndConfirm, askFor, aSlotForm, inDays, timesOf } from "../../../support/one-to-one";
import { actingAs } from "../../../support/recordings";
import { expect, test, type TestApp } from "../../../support/test-app";

const from = (nth: number) => ({ visitor: { address: `203.0.113.${nth}` } });

const anOfferToAskFor = (app: TestApp) => anOffer(app.db, { needsApproval: true });

test("holds no time and mails only the guest before the address is confirmed", async ({ app }) => {
  const offer = await anOfferToAskFor(app);
  const { api, user } = await anAdmin(app);
  const start = inDays(app, 4, 11);
  const form = await aSlotForm(app, offer, start);
  const ref = await askFor(app, form);
  await app.as().oneToOne.ask(form);
  expect((await app.as().oneToOne.requests.get(ref)).status).toBe("unconfirmed");
  expect(await timesOf(app, offer, start)).toHaveLength(6);
  expect(await api.oneToOne.requests.list()).toEqual([]);
  const [mail, ...others] = await mailsOf(app, "request-confirm", form.email);
  expect(others).toEqual([]);
  expect(mail!.text).toContain(`/my-request/${ref.id}?key=${ref.key}`);
  expect(app.sentMails.filter(({ to }) => to !== form.email)).toEqual([]);
  expect(JSON.stringify(await app.db.select().from(oneToOneUnconfirmed))).not.toContain(form.lastName);

  await app.as().oneToOne.requests.confirm(ref);
  expect((await app.as().oneToOne.requests.get(ref)).status).toBe("asked");
  expect(await timesOf(app, offer, start)).toHaveLength(5);
  expect(await api.oneToOne.requests.list()).toMatchObject([{ name: "Ada Guest", email: form.email }]);
  expect(await mailsOf(app, "request-asked", form.email)).toHaveLength(1);
  expect(await mailsOf(app, "admin-request", app.services.settings.adminEmail)).toHaveLength(1);
  expect(await app.db.$count(oneToOneUnconfirmed)).toBe(0);
  expect(user.role).toBe("admin");
});

test("confirms once, however often and fast the button is pressed, and only by the key", async ({ app }) => {
  const form = await aSlotForm(app, await anOfferToAskFor(app), inDays(app, 4, 11));
  const ref = await askFor(app, form);
  const { confirm } = app.as().oneToOne.requests;
  expect((await refusalOf(confirm({ ...ref, key: "wrong" }))).code).toBe("not_found");
  const answers = await Promise.all([confirm(ref), confirm(ref), confirm(ref)]);
  const next = `/my-request/${ref.id}?key=${ref.key}`;
  expect(answers).toEqual([{ next }, { next }, { next }]);
  expect(await confirm(ref)).toEqual({ next });
  expect((await refusalOf(confirm({ ...ref, key: "wrong" }))).code).toBe("not_found");
  expect(await app.db.$count(oneToOneRequests)).toBe(1);
  expect(await mailsOf(app, "request-asked", form.email)).toHaveLength(1);
});

test("gives a time that two confirm at once to one of them, and tells the other that it is gone", async ({ app }) => {
  const offer = await anOfferToAskFor(app);
  const start = inDays(app, 4, 11);
  const ask = async (nth: number) => askFor(app, await aSlotForm(app, offer, start), from(nth));
  const refs = [await ask(1), await ask(2), await ask(3)];
  const outcomes = await Promise.allSettled(refs.map((ref) => app.as().oneToOne.requests.confirm(ref)));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
  for (const [nth, outcome] of outcomes.entries()) {
    const { status } = await app.as().oneToOne.requests.get(refs[nth]!);
    expect(status).toBe(outcome.status === "fulfilled" ? "asked" : "unconfirmed");
    if (outcome.status === "rejected") expect(String(outcome.reason)).toContain("This time is no longer free.");
  }
});

test("a link works for a day, and then what was typed is deleted", async ({ app }) => {
  const ref = await askFor(app, await aSlotForm(app, await anOfferToAskFor(app), inDays(app, 4, 11)));
  app.clock.moveBy(24 * 60 + 1);
  expect((await refusalOf(app.as().oneToOne.requests.confirm(ref))).code).toBe("not_found");
  await endOverdueRequests(app.services);
  await endOverdueRequests(app.services);
  expect(await app.db.$count(oneToOneUnconfirmed)).toBe(0);
});

test("a member with a confirmed address holds the time at once, not with another address", async ({ app }) => {
  const offer = await anOfferToAskFor(app);
  const account = await anAccount(app.db);
  const confirmed = actingAs(account);
  const asking = { ...confirmed, user: { ...confirmed.user, emailConfirmedAt: new Date() } };
  const form = { ...(await aSlotForm(app, offer, inDays(app, 4, 11))), email: account.email };
  expect((await app.as(asking).oneToOne.ask(form)).next).toMatch(/^\/my-request\//);
  expect((await app.as(asking).oneToOne.ask(form)).next).toMatch(/^\/my-request\//);
  const other = await aSlotForm(app, offer, inDays(app, 4, 12));
  expect((await app.as(asking).oneToOne.ask(other)).next).toContain("?notice=confirm");
  const unconfirmed = { ...(await aSlotForm(app, offer, inDays(app, 4, 13))), email: account.email };
  expect((await app.as(confirmed).oneToOne.ask(unconfirmed)).next).toContain("?notice=confirm");
  expect(await app.db.$count(oneToOneRequests)).toBe(1);
});

test("limits a network to three open requests, while others go on asking", async ({ app }) => {
  const offer = await anOfferToAskFor(app);
  const form = async (hour: number, day = 4) => aSlotForm(app, offer, inDays(app, day, hour));
  await askAndConfirm(app, await form(10), from(1));
  await askAndConfirm(app, await form(11), from(1));
  await askFor(app, await form(12), from(1));
  const refused = refusalOf(app.as(from(1)).oneToOne.ask(await form(13)));
  expect((await refused).code).toBe("too_many_holds");
  for (let nth = 2; nth < 24; nth += 1)
    await askFor(app, await form(10 + (nth % 6), 5 + Math.floor(nth / 6)), from(nth));
  await askAndConfirm(app, await form(13), from(30));
});

test("ends a request that is not answered in the hours of the settings, and mails both", async ({ app }) => {
  const { api } = await anAdmin(app);
  const offer = await anOfferToAskFor(app);
  const start = inDays(app, 9, 11);
  const form = await aSlotForm(app, offer, start);
  const ref = await askAndConfirm(app, form);
  app.clock.moveBy(71 * 60);
  await endOverdueRequests(app.services);
  expect((await app.as().oneToOne.requests.get(ref)).status).toBe("asked");
  app.clock.moveBy(61);
  await Promise.all([endOverdueRequests(app.services), endOverdueRequests(app.services)]);
  expect((await app.as().oneToOne.requests.get(ref)).status).toBe("lapsed");
  expect(await timesOf(app, offer, start)).toHaveLength(6);
  expect(await mailsOf(app, "request-declined", form.email)).toHaveLength(1);
  const toInstructor = await mailsOf(app, "admin-request", app.services.settings.adminEmail);
  expect(toInstructor.map(({ subject }) => subject.split(":")[0])).toEqual([
    "New request",
    "Request without an answer",
  ]);
  await expect(api.oneToOne.requests.decide({ id: ref.id, decision: "approved" })).rejects.toThrow("no longer open");
  const [row] = await app.db.select().from(oneToOneRequests);
  expect(row!.network).toBeNull();
});
