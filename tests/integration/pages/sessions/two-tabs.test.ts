import { sessionBookings } from "@db/schema";
import { parse } from "node-html-parser";
import { anAccount } from "../../../support/accounts";
import { fieldsOf, type Page, PlainBrowser, textOf } from "../../../support/browser-without-javascript";
import { signIn } from "../../../support/recordings-http";
import { aSession } from "../../../support/sessions";
import { expect, test } from "../../../support/site-over-http";

const guest = { firstName: "Hannah", lastName: "Okafor", email: "hannah@example.com" };
const friend = { firstName: "Ben", lastName: "Okafor", email: "ben@example.com" };
const form = "dialog form";
const prompt =
  "You’ve already started paying £18.00 for this session. Complete that payment first, or book another ticket?";

const promptIn = (page: Page) => [page.status, textOf(page, "dialog h1"), textOf(page, "dialog p")];
const waiting = [409, "You have a payment waiting", prompt];

async function openTwice(browser: PlainBrowser, id: string) {
  return [await browser.open(`/sessions/${id}/book`), await browser.open(`/sessions/${id}/book`)] as const;
}

test("asks about the open payment before a second tab books again, and goes on with what was typed there", async ({
  server,
  db,
}) => {
  const { id } = await aSession(db);
  const browser = new PlainBrowser(server.url);
  const [first, second] = await openTwice(browser, id);
  await browser.submit(first, guest, form);
  const asked = await browser.submit(second, { ...friend, quantity: "1" }, form);
  expect(promptIn(asked)).toEqual(waiting);
  expect(await db.$count(sessionBookings)).toBe(1);
  expect(fieldsOf(asked.root.querySelector(form)!)).toMatchObject(friend);
  // Looking at the session meanwhile loses nothing.
  const later = await browser.open(`/sessions/${id}/book?another`);
  expect(fieldsOf(later.root.querySelector(form)!)).toMatchObject(friend);

  const paying = await browser.submit(asked, {}, form);
  expect(paying.url).toContain("/checkout/");
  const names = (await db.select().from(sessionBookings)).map(({ attendeeFirstName }) => attendeeFirstName);
  expect(names.sort()).toEqual(["Ben", "Hannah"]);
});

test("completes the open payment from the second tab", async ({ server, db }) => {
  const { id } = await aSession(db);
  const browser = new PlainBrowser(server.url);
  const [first, second] = await openTwice(browser, id);
  const paying = await browser.submit(first, guest, form);
  const asked = await browser.submit(second, friend, form);
  expect((await browser.submit(asked, { intent: "complete" }, form)).url).toBe(paying.url);
  await db.update(sessionBookings).set({ status: "cancelled", paymentStatus: "cancelled" });
  const late = await browser.submit(asked, { intent: "complete" }, form);
  expect([late.status, textOf(late, "dialog [role=alert]")]).toEqual([
    409,
    "Error That payment is no longer open. You can book another ticket here.",
  ]);
  expect(fieldsOf(late.root.querySelector(form)!)).toMatchObject(friend);
});

test("corrects what was wrong in the second booking without asking again", async ({ server, db }) => {
  const { id } = await aSession(db);
  const browser = new PlainBrowser(server.url);
  const [first, second] = await openTwice(browser, id);
  await browser.submit(first, guest, form);
  const asked = await browser.submit(second, { ...friend, quantity: "2" }, form);
  expect(promptIn(asked)).toEqual(waiting);
  const changed = await browser.submit(asked, {}, form);
  expect([changed.status, changed.root.querySelector(form)?.getAttribute("action")]).toEqual([
    409,
    `/sessions/${id}/book?another`,
  ]);
  expect((await browser.submit(changed, {}, form)).url).toContain("/checkout/");
  expect(await db.$count(sessionBookings)).toBe(2);
});

test("asks one of two tabs that book at the same moment, also before the first answer has set its cookie", async ({
  server,
  db,
}) => {
  const { id } = await aSession(db);
  const browser = new PlainBrowser(server.url);
  const tabs = await openTwice(browser, id);
  const { headers } = browser;
  const post = async (tab: Page) => {
    const body = new URLSearchParams({ ...fieldsOf(tab.root.querySelector(form)!), ...guest });
    const answer = await fetch(tab.url, { method: "POST", headers, body, redirect: "manual" });
    return { status: answer.status, text: parse(await answer.text()).text };
  };
  const answers = await Promise.all(tabs.map(post));
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
  expect(answers.find(({ status }) => status === 409)?.text).toContain(prompt);
  expect(await db.$count(sessionBookings)).toBe(1);
});

test("answers a form that is sent again with its payment, and asks a member in another browser", async ({
  server,
  db,
}) => {
  const { id } = await aSession(db);
  const { email } = await anAccount(db);
  const [phone, laptop] = [new PlainBrowser(server.url), new PlainBrowser(server.url)];
  await signIn(phone, email);
  await signIn(laptop, email);
  const [opened, other] = [await phone.open(`/sessions/${id}/book`), await laptop.open(`/sessions/${id}/book`)];
  const paying = await phone.submit(opened, {}, form);
  expect((await phone.submit(opened, {}, form)).url).toBe(paying.url);
  expect(promptIn(await laptop.submit(other, {}, form))).toEqual(waiting);
  expect(await db.$count(sessionBookings)).toBe(1);
});

test("asks about the unpaid booking that holds the last place, and does not ask strangers", async ({ server, db }) => {
  const { id } = await aSession(db, { maxAttendees: 1 });
  const [browser, stranger] = [new PlainBrowser(server.url), new PlainBrowser(server.url)];
  const [[first, second], theirs] = [await openTwice(browser, id), await stranger.open(`/sessions/${id}/book`)];
  await browser.submit(first, guest, form);
  for (const _ of ["first seen as full", "known to be full"]) {
    expect(new URL((await stranger.submit(theirs, guest, form)).url).search).toBe("?refused=held");
    expect(promptIn(await browser.submit(second, guest, form))).toEqual(waiting);
  }
  const asked = await browser.submit(second, guest, form);
  const refused = await browser.submit(asked, {}, form);
  expect(textOf(refused, "#refused")).toMatch(/^You’re not booked again\. Your unpaid booking holds a place/);
  expect(textOf(refused, "main aside")).toContain("Complete your payment");
});
