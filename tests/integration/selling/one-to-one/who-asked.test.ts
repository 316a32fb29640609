import { createHash } from "node:crypto";
import { oneToOneAnswers, oneToOneRequests } from "@db/schema";
import { eq } from "drizzle-orm";
import { anAccount } from "../../../support/accounts";
import { anAdmin } from "../../../support/admin-sessions";
import { aHeldSlot, anOffer, askAndConfirm, aSlotForm, inDays, timesOf } from "../../../support/one-to-one";
import { columnsContaining } from "../../../support/profile";
import { actingAs } from "../../../support/recordings";
import { type CallerOptions, expect, test, type TestApp } from "../../../support/test-app";

const questions = [{ number: 1, kind: "text" as const, label: "What brings you?" }];
const contact = { firstName: "Oona", lastName: "Whitlock", email: "Oona@example.com", answer1: "The lighthouse" };
const key = createHash("md5").update("oona@example.com").digest("hex");

type Asking = { days?: number; by?: CallerOptions };

/** Asks for a time of an offer that needs approval, and books nothing. */
async function ask(app: TestApp, who: typeof contact, { days = 4, by }: Asking = {}) {
  const offer = await anOffer(app.db, { needsApproval: true }, { questions });
  const start = inDays(app, days, 11);
  await askAndConfirm(app, { ...(await aSlotForm(app, offer, start, {}, by)), ...who }, by);
  const [request] = await app.db.select().from(oneToOneRequests).where(eq(oneToOneRequests.offerId, offer.id));
  return { request: request!, offer, start };
}

test.for(["asked", "declined"] as const)(
  "a guest whose request is %s is found under People, in the search and in the file of people",
  async (status, { app }) => {
    const { api } = await anAdmin(app);
    const { request } = await ask(app, contact);
    if (status === "declined") await api.oneToOne.requests.decide({ id: request.id, decision: status });
    const { people } = await api.people.list({ search: "whitlock", sort: "-last", page: 1 });
    expect(people).toMatchObject([{ key, name: "Oona Whitlock", email: "oona@example.com", visits: 0 }]);
    expect((await api.office.search({ search: "Oona" })).people.items).toMatchObject([{ key, name: "Oona Whitlock" }]);
    expect((await api.people.exportAll({})).csv).toContain('"Oona Whitlock","oona@example.com","no"');
    const person = await api.people.get({ key });
    expect(person).toMatchObject({
      name: "Oona Whitlock",
      asked: [{ id: request.id, title: "An hour alone", status }],
    });
    expect(await api.people.export({ key })).toMatchObject({
      name: "Oona Whitlock",
      requests: [{ status, answers: [{ answer: "The lighthouse" }] }],
    });
  },
);

test("a member who has only asked is among the people once, also with what they asked for as a guest", async ({
  app,
}) => {
  const { api } = await anAdmin(app);
  const account = await anAccount(app.db, { email: "oona@example.com", fullName: "Oona Whitlock-Reyes" });
  await ask(app, contact);
  await ask(app, { ...contact, email: "other@example.com" }, { days: 6, by: actingAs(account) });
  const { people } = await api.people.list({ search: "", sort: "-last", page: 1 });
  expect(people).toMatchObject([{ key: account.id, name: "Oona Whitlock-Reyes", isMember: true }]);
  expect((await api.people.get({ key })).asked).toHaveLength(2);
});

test("forgetting what someone has asked for frees the time and leaves nothing of them, once and twice", async ({
  app,
}) => {
  const { api } = await anAdmin(app);
  const { request, offer, start } = await ask(app, contact);
  const milan = { ...contact, firstName: "Milan", lastName: "Costa", email: "milan@example.com" };
  const other = await ask(app, milan, { days: 6 });
  await app.runJobs();
  expect(await timesOf(app, offer, start)).toHaveLength(5);
  await api.people.forgetAsked({ key });
  expect(await timesOf(app, offer, start)).toHaveLength(6);
  expect(await columnsContaining(app.db, ["oona@example.com", "Oona", "Whitlock"])).toEqual([]);
  expect(await app.db.$count(oneToOneAnswers)).toBe(1);
  await expect(api.people.forgetAsked({ key })).rejects.toThrow("not found");
  await expect(app.as().oneToOne.requests.get({ id: request.id, key: request.manageKey })).rejects.toThrow("not found");
  expect((await api.people.list({ search: "", sort: "-last", page: 1 })).people).toMatchObject([
    { name: "Milan Costa" },
  ]);
  expect((await api.oneToOne.requests.list()).map(({ id }) => id)).toEqual([other.request.id]);
});

test.for(["declined", "withdrawn"] as const)(
  "a guest deletes what they wrote in a request that was %s, and its link no longer opens it",
  async (end, { app }) => {
    const { request } = await ask(app, contact);
    const ref = { id: request.id, key: request.manageKey };
    const visitor = app.as();
    await expect(visitor.people.forgetRequest(ref)).rejects.toThrow("take the request back first");
    await expect(visitor.people.forgetRequest({ ...ref, key: "wrong" })).rejects.toThrow("not found");
    if (end === "withdrawn") await visitor.oneToOne.requests.withdraw(ref);
    else await (await anAdmin(app)).api.oneToOne.requests.decide({ id: ref.id, decision: end });
    await app.runJobs();
    await Promise.allSettled([visitor.people.forgetRequest(ref), visitor.people.forgetRequest(ref)]);
    await expect(visitor.people.forgetRequest(ref)).rejects.toThrow("not found");
    expect(await columnsContaining(app.db, ["oona@example.com", "Oona", "Whitlock"])).toEqual([]);
    expect(await app.db.$count(oneToOneAnswers)).toBe(0);
    await expect(visitor.oneToOne.requests.get(ref)).rejects.toThrow("not found");
  },
);

test("what was asked for and booked is kept with the booking", async ({ app }) => {
  const { api } = await anAdmin(app);
  const { request } = await ask(app, contact);
  await app.db.update(oneToOneRequests).set({ status: "booked" });
  const free = await anOffer(app.db, { priceMinor: 0 });
  await aHeldSlot(app, free, inDays(app, 5, 11), { email: contact.email });
  await api.people.forgetAsked({ key });
  expect(await app.db.select().from(oneToOneRequests)).toMatchObject([{ id: request.id, firstName: "Oona" }]);
});
