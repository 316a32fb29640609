import { oneToOneAnswers, oneToOneRequests, oneToOneUnconfirmed } from "@db/schema";
import { endOverdueRequests } from "@server/selling/one-to-one/requests";
import { tendAnswers } from "@server/selling/free-times/tend-answers";
import { anAdmin } from "../../../support/admin-sessions";
import { mailsOf } from "../../../support/bookings";
import {
  anOffer,
  askAndConfirm,
  askFor,
  aSlotForm,
  inDays,
  payFor,
  sessionOf,
  timesOf,
} from "../../../support/one-to-one";
import { expect, test, type TestApp } from "../../../support/test-app";

const questions = [
  { number: 1, kind: "text" as const, label: "What brings you?", isRequired: true, isPrivate: true },
  { number: 2, kind: "choice" as const, label: "Where?", choices: "At home\nElsewhere" },
];

/** A visitor of another network. */
const from = (nth: number) => ({ visitor: { address: `203.0.113.${nth}` } });

/** Asks for a time of an offer that is approved first. */
async function aRequest(app: TestApp, values: object = {}) {
  const offer = await anOffer(app.db, { needsApproval: true, ...values }, { questions });
  const start = inDays(app, 4, 11);
  const form = { ...(await aSlotForm(app, offer, start)), answer1: "Sleep", answer2: "At home" };
  return { offer, start, form, ref: await askAndConfirm(app, form) };
}

test("holds the time that is asked for, and books it once it is approved", async ({ app }) => {
  const { offer, start, form, ref } = await aRequest(app);
  expect(await timesOf(app, offer, start)).toHaveLength(5);
  expect((await app.as().oneToOne.ask(form)).next).toBe(`/one-to-one/${offer.slug}?notice=confirm`);
  await expect(app.as().oneToOne.book({ ...form, quote: "GBP:8000" })).rejects.toThrow("on request");
  const { api } = await anAdmin(app);
  const [listed] = await api.oneToOne.requests.list();
  expect(listed).toMatchObject({ isApproved: false, answers: [{ answer: "Sleep" }, { answer: "At home" }] });
  const { form: shown } = await app.as().oneToOne.requests.getForm(ref);
  const booking = {
    ...ref,
    firstName: "Ada",
    lastName: "Guest",
    email: form.email,
    quote: shown.quote,
    formKey: shown.formKey,
  };
  await expect(app.as().oneToOne.requests.book(booking)).rejects.toThrow("no longer held");
  await api.oneToOne.requests.decide({ id: ref.id, decision: "approved" });
  await api.oneToOne.requests.decide({ id: ref.id, decision: "approved" });
  expect(await mailsOf(app, "request-approved", form.email)).toHaveLength(1);
  const { bookingId } = await app.as().oneToOne.requests.book(booking);
  expect((await app.as().oneToOne.requests.book(booking)).bookingId).toBe(bookingId);
  const payment = await app.db.query.payments.findFirst();
  await payFor(app, { checkoutId: payment!.stripeCheckoutSessionId! });
  expect((await sessionOf(app, bookingId)).startTime).toEqual(start);
  expect((await app.as().oneToOne.requests.get(ref)).status).toBe("booked");
  const { attendees } = await api.bookings.attendees.list({ sessionId: (await sessionOf(app, bookingId)).id, page: 1 });
  expect(attendees[0]!.answers.map(({ answer }) => answer)).toEqual(["Sleep", "At home"]);
  await expect(app.as().oneToOne.requests.withdraw(ref)).rejects.toThrow("is booked");
});

for (const end of ["declined", "withdrawn", "lapsed"] as const) {
  test(`frees the time of a request that is ${end}, and says so once`, async ({ app }) => {
    const { offer, start, form, ref } = await aRequest(app);
    const { api } = await anAdmin(app);
    if (end === "declined") await api.oneToOne.requests.decide({ id: ref.id, decision: "declined" });
    if (end === "withdrawn") await app.as().oneToOne.requests.withdraw(ref);
    if (end === "lapsed") {
      await api.oneToOne.requests.decide({ id: ref.id, decision: "approved" });
      app.clock.moveBy(49 * 60);
      await endOverdueRequests(app.services);
      await endOverdueRequests(app.services);
    }
    expect((await app.as().oneToOne.requests.get(ref)).status).toBe(end);
    expect(await timesOf(app, offer, start)).toHaveLength(6);
    expect(await mailsOf(app, "request-declined", form.email)).toHaveLength(end === "withdrawn" ? 0 : 1);
    await expect(api.oneToOne.requests.decide({ id: ref.id, decision: "approved" })).rejects.toThrow("no longer open");
  });
}

test("is opened by its key alone, and three are open for one address at most", async ({ app }) => {
  const { offer, form, ref } = await aRequest(app);
  await expect(app.as().oneToOne.requests.get({ ...ref, key: "wrong" })).rejects.toThrow("Request not found");
  const again = async (hour: number) => ({
    ...form,
    formKey: (await aSlotForm(app, offer, inDays(app, 4, hour))).formKey,
    start: inDays(app, 4, hour).toISOString(),
  });
  await askAndConfirm(app, await again(13), from(2));
  await askFor(app, await again(14), from(3));
  const upper = { ...(await again(15)), email: form.email.toUpperCase() };
  await expect(app.as(from(4)).oneToOne.ask(upper)).rejects.toThrow("Too many of your requests");
  expect(await app.db.$count(oneToOneRequests)).toBe(2);
  expect(await app.db.$count(oneToOneUnconfirmed)).toBe(1);
});

test("stores private answers encrypted, refuses missing and unknown ones, and deletes old ones", async ({ app }) => {
  const { offer } = await aRequest(app);
  const rows = await app.db.select().from(oneToOneAnswers);
  expect(rows.map(({ answer }) => answer).sort()).toEqual(["At home", null]);
  expect(JSON.stringify(rows)).not.toContain("Sleep");
  const form = await aSlotForm(app, offer, inDays(app, 4, 13));
  await expect(app.as().oneToOne.ask(form)).rejects.toThrow("Please answer this");
  await expect(app.as().oneToOne.ask({ ...form, answer1: "A", answer2: "Mars" })).rejects.toThrow("Please choose");
  await expect(app.as().oneToOne.ask({ ...form, answer1: "A", questionsVersion: "old" })).rejects.toThrow("changed");
  app.clock.moveBy(400 * 24 * 60);
  await tendAnswers(app.services);
  expect((await app.db.select().from(oneToOneAnswers)).map(({ answer }) => answer)).toEqual(["At home"]);
});
