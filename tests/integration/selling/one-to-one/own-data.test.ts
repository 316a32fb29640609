import { createHash } from "node:crypto";
import { oneToOneAnswers, oneToOneRequests } from "@db/schema";
import { password, signedInBrowser } from "../../../support/accounts";
import { anAdmin } from "../../../support/admin-sessions";
import { mailsOf, readBooking } from "../../../support/bookings";
import { aMember } from "../../../support/members";
import { aHeldSlot, anOffer, askAndConfirm, aSlotForm, inDays, sessionOf, timesOf } from "../../../support/one-to-one";
import { columnsContaining } from "../../../support/profile";
import { actingAs } from "../../../support/recordings";
import { aBookingOf, aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

const questions = [
  { number: 1, kind: "text" as const, label: "What brings you?", isRequired: true, isPrivate: true },
  { number: 2, kind: "text" as const, label: "Where?" },
];
const typed = { answer1: "Trouble with sleep", answer2: "By the lighthouse" };
const words = ["Trouble with sleep", "By the lighthouse"];

/** A member who asks for one time and books another. */
async function aMemberWithBoth(app: TestApp) {
  const { account } = await aMember(app, { fullName: "Maeve Donnelly", email: "maeve@example.com" });
  const asked = await anOffer(app.db, { needsApproval: true }, { questions });
  const booked = await anOffer(app.db, { priceMinor: 0 }, { questions });
  const [at, start] = [inDays(app, 4, 11), inDays(app, 3, 11)];
  // Another address than the account's, and another name: what is asked for with these is the member's, too.
  const contact = { email: "m.donnelly@example.com", firstName: "Maeve", lastName: "Donnelly-Marsh" };
  const form = { ...(await aSlotForm(app, asked, at, typed, actingAs(account))), ...contact };
  await askAndConfirm(app, form, actingAs(account));
  const { bookingId } = await aHeldSlot(app, booked, start, { ...typed, email: account.email }, actingAs(account));
  return { account, contact, asked, booked, at, start, bookingId };
}

test("an account that is deleted takes its request and booking with it: the times are free, nothing of it is left", async ({
  app,
}) => {
  const { account, contact, asked, booked, at, start, bookingId } = await aMemberWithBoth(app);
  expect([await timesOf(app, asked, at), await timesOf(app, booked, start)].map((times) => times.length)).toEqual([
    5, 5,
  ]);
  const browser = await signedInBrowser(app, account);
  await browser.api.profile.deleteAccount({ currentPassword: password });
  await app.runJobs();
  expect([await timesOf(app, asked, at), await timesOf(app, booked, start)].map((times) => times.length)).toEqual([
    6, 6,
  ]);
  expect(await readBooking(app, bookingId)).toMatchObject({ status: "cancelled", attendeeFirstName: "Deleted" });
  expect((await sessionOf(app, bookingId)).slotFreedAt).not.toBeNull();
  expect(await app.db.select().from(oneToOneRequests)).toMatchObject([{ status: "withdrawn", firstName: "Deleted" }]);
  expect(await app.db.$count(oneToOneAnswers)).toBe(0);
  expect(await columnsContaining(app.db, [account.email, contact.email, "Donnelly", ...words])).toEqual([]);
  const { api } = await anAdmin(app);
  expect(await api.oneToOne.requests.list()).toEqual([]);
});

test("a deleted account's request can neither be approved nor booked by its old link", async ({ app }) => {
  const { account } = await aMemberWithBoth(app);
  const [request] = await app.db.select().from(oneToOneRequests);
  const browser = await signedInBrowser(app, account);
  await browser.api.profile.deleteAccount({ currentPassword: password });
  const { api } = await anAdmin(app);
  const decision = { id: request!.id, decision: "approved" as const };
  await expect(api.oneToOne.requests.decide(decision)).rejects.toThrow("no longer open");
  const link = { id: request!.id, key: request!.manageKey };
  await expect(app.as().oneToOne.requests.get(link)).rejects.toThrow("Request not found");
});

test("members and the instructor export what was answered, of bookings and requests, and of no one else", async ({
  app,
}) => {
  const { account } = await aMemberWithBoth(app);
  const answers = [{ answer: words[0] }, { answer: words[1] }];
  const own = await (await signedInBrowser(app, account)).api.profile.exportData();
  expect(own).toMatchObject({ bookings: [{ answers }], requests: [{ answers, status: "asked" }] });
  const { api } = await anAdmin(app);
  const exported = await api.people.export({ key: account.id });
  expect(exported).toMatchObject({ history: [{ answers }], requests: [{ answers }] });
  expect(JSON.stringify(exported)).not.toContain("manageKey");
});

test("a guest's export under People has the answers and requests of the address alone", async ({ app }) => {
  const booked = await anOffer(app.db, { priceMinor: 0 }, { questions });
  const asked = await anOffer(app.db, { needsApproval: true }, { questions });
  const email = "Priya@example.com";
  await aHeldSlot(app, booked, inDays(app, 3, 11), { ...typed, email });
  await askAndConfirm(app, { ...(await aSlotForm(app, asked, inDays(app, 4, 11), typed)), email });
  const other = { answer1: "Of another", email: "other@example.com" };
  await aHeldSlot(app, booked, inDays(app, 5, 11), other);
  await askAndConfirm(app, { ...(await aSlotForm(app, asked, inDays(app, 5, 12), other)), ...other });
  const { api } = await anAdmin(app);
  const key = createHash("md5").update(email.toLowerCase()).digest("hex");
  const exported = await api.people.export({ key });
  const answers = [{ answer: words[0] }, { answer: words[1] }];
  expect(exported).toMatchObject({ hasAccount: false, history: [{ answers }], requests: [{ answers }] });
  expect(JSON.stringify(exported)).not.toContain("Of another");
  expect(await mailsOf(app, "request-asked", email)).toHaveLength(1);
});

test("exports have the requests that the address has not confirmed yet, of the member or guest alone", async ({
  app,
}) => {
  const { account } = await aMember(app, { email: "maeve@example.com" });
  const offer = await anOffer(app.db, { needsApproval: true }, { questions });
  const ask = async (email: string, nth: number) => {
    const form = { ...(await aSlotForm(app, offer, inDays(app, 4, 10 + nth), typed)), email };
    await app.as({ visitor: { address: `203.0.113.${nth}` } }).oneToOne.ask(form);
  };
  await ask("Maeve@example.com", 1);
  await ask("priya@example.com", 2);
  await ask("other@example.com", 3);
  const answers = [
    { question: "What brings you?", answer: words[0] },
    { question: "Where?", answer: words[1] },
  ];
  const unconfirmed = (email: string) => [{ status: "unconfirmed", email, title: offer.title, answers }];
  const own = await (await signedInBrowser(app, account)).api.profile.exportData();
  expect(own.requests).toMatchObject(unconfirmed("Maeve@example.com"));
  await app.as().bookings.create({
    ...aBookingOf(await aSession(app.db, { priceMinor: 0 })),
    quote: "GBP:0",
    email: "priya@example.com",
  });
  const { api } = await anAdmin(app);
  const key = createHash("md5").update("priya@example.com").digest("hex");
  const exported = await api.people.export({ key });
  expect(exported.requests).toMatchObject(unconfirmed("priya@example.com"));
  expect(JSON.stringify([own, exported])).not.toContain("manageKey");
});
