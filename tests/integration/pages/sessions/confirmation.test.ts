import { eq } from "drizzle-orm";
import { outboxEmails } from "@db/schema";
import { PlainBrowser, textOf } from "../../../support/browser-without-javascript";
import { toastOf } from "../../../support/page-parts";
import { aSession } from "../../../support/sessions";
import { expect, test } from "../../../support/site-over-http";

type Database = Parameters<typeof aSession>[0];

const joinLink = "main a[href^='/join/']";
const contact = { firstName: "Hannah", lastName: "Okafor", email: "hannah@example.com" };

/** Books a free session by the form. Returns the confirmation page. */
async function book(db: Database, browser: PlainBrowser, values: Parameters<typeof aSession>[1] = {}) {
  const session = await aSession(db, { priceMinor: 0, whatToBring: "A blanket", ...values });
  return browser.submit(await browser.open(`/sessions/${session.id}/book`), contact);
}

const addressesOf = async (db: Database, template: string) => {
  const rows = await db.select().from(outboxEmails).where(eq(outboxEmails.template, template));
  return rows.map(({ recipient }) => recipient);
};

test("shows the browser that booked everything about the booking, and any other one nothing of it", async ({
  server,
  db,
}) => {
  const browser = new PlainBrowser(server.url);
  const page = await book(db, browser);
  expect(textOf(page, "h1")).toBe("You're booked, Hannah.");
  expect(page.root.querySelector(joinLink)?.text).toBe("Join the session");
  const text = textOf(page, "main")!;
  for (const shown of ["A blanket", "Reference", "hannah@example.com", "Add to calendar", "You can cancel free"]) {
    expect(text).toContain(shown);
  }
  const account = page.root.querySelector("main a[href^='/sign-in']")!;
  const signUp = await browser.open(account.getAttribute("href")!.replaceAll("&amp;", "&"));
  expect(signUp.root.querySelector("input[name=email]")?.getAttribute("value")).toBe("hannah@example.com");

  const manage = page.root.querySelectorAll("main a").find((link) => link.text === "Manage your booking")!;
  expect(manage.getAttribute("href")).not.toContain("key=");
  const managed = await browser.open(manage.getAttribute("href")!);
  expect(managed.root.querySelector(joinLink)).not.toBeNull();

  const other = new PlainBrowser(server.url);
  const elsewhere = await other.open(page.url);
  expect(textOf(elsewhere, "h1")).toBe("You're booked, Hannah.");
  expect(elsewhere.html).not.toMatch(/zoom\.example|\/join\/|hannah@example\.com|Okafor|Send it again/);
  expect(textOf(elsewhere, "main")).toContain("Find my booking");
  expect(new URL((await other.open(new URL(managed.url).pathname)).url).pathname).toBe("/sign-in");
});

test("keeps the confirmation page out of caches, and its map and links from learning its address", async ({
  server,
  db,
}) => {
  const browser = new PlainBrowser(server.url);
  const page = await book(db, browser, { locationType: "onsite", address: "12 Mill Lane", city: "London" });
  const answer = await fetch(page.url, { headers: browser.headers });
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  expect(await answer.text()).toContain("12 Mill Lane");
  const outside = page.root.querySelectorAll("main a[href^=http]");
  expect(outside.map((link) => link.text)).toContain("Show on a map");
  expect(new Set(outside.map((link) => link.getAttribute("rel")))).toEqual(new Set(["noreferrer"]));
});

test("sends the confirmation again by a form without JavaScript, only in the browser that booked", async ({
  server,
  db,
}) => {
  const browser = new PlainBrowser(server.url);
  const page = await book(db, browser);
  const sent = await browser.submit(page);
  expect(sent.url).toBe(page.url);
  expect(toastOf(sent)).toContain("Email sent");
  expect(await addressesOf(db, "booking-confirmation")).toEqual(["hannah@example.com", "hannah@example.com"]);
  const formKey = page.root.querySelector("main input[name=formKey]")!.getAttribute("value")!;
  const stranger = await new PlainBrowser(server.url).post(page.url, { formKey });
  expect(stranger.status).toBe(404);
  expect(await addressesOf(db, "booking-confirmation")).toHaveLength(2);
});

test("answers every address the same when asked for its bookings, without JavaScript", async ({ server, db }) => {
  await book(db, new PlainBrowser(server.url));
  const browser = new PlainBrowser(server.url);
  const form = await browser.open("/find-booking");
  const refused = await browser.submit(form, { email: "hannah" });
  expect(refused.status).toBe(422);
  expect(refused.root.querySelector("input[name=email]")?.getAttribute("value")).toBe("hannah");
  expect(textOf(refused, "main")).toContain("Enter a full email address");
  const answers = [];
  for (const email of ["hannah@example.com", "unknown@example.com"]) {
    const page = await browser.submit(await browser.open("/find-booking"), { email });
    answers.push([page.status, page.url, textOf(page, "main")]);
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]![2]).toContain("If there are bookings or passes with this address");
  await expect.poll(() => addressesOf(db, "booking-links"), { timeout: 10_000 }).toEqual(["hannah@example.com"]);
});
