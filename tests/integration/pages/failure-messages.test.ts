import { sql } from "drizzle-orm";
import type { Database } from "@db/client";
import { sessionCategories } from "@db/schema";
import { password } from "../../support/accounts";
import { formWith, whileWritesFail } from "../../support/admin-over-http";
import { PlainBrowser, textOf, type Page } from "../../support/browser-without-javascript";
import { messageOn, textsOf } from "../../support/page-parts";
import { tickedWaiver } from "../../support/recordings";
import { addressOf, expect, mainText, signIn, test } from "../../support/recordings-http";
import { aSession, takePlace } from "../../support/sessions";

type Failure = {
  /** The table that can't be written to. */
  table: string;
  address: string;
  button: string;
  values?: Record<string, string>;
  says: string;
};

const person = { firstName: "Hannah", lastName: "Okafor", email: "hannah@example.com" };
const newPassword = { newPassword: "quiet-tide-3", confirmPassword: "quiet-tide-3" };

async function expectFailures(db: Database, browser: PlainBrowser, failures: Failure[]): Promise<Page[]> {
  const pages: Page[] = [];
  for (const { table, address, button, values = {}, says } of failures) {
    const opened = await browser.open(address);
    const form = formWith(opened, button);
    const answer = await whileWritesFail(db, table, () => browser.submit(opened, values, form));
    expect(messageOn(answer), address).toBe(says);
    pages.push(answer);
  }
  return pages;
}

test("tells a visitor of failed writes in the words of the specification, and keeps what was typed", async ({
  db,
  server,
  world,
}) => {
  const session = await aSession(db);
  const full = await aSession(db, { maxAttendees: 1 });
  await takePlace(db, full);
  const { email } = world.account;
  const signUp = { ...person, password };
  const failures: Failure[] = [
    {
      table: "user_sessions",
      address: "/sign-in",
      button: "Sign In",
      values: { email, password },
      says: "Sign-in failed Invalid email or password",
    },
    {
      table: "users",
      address: "/sign-in?tab=sign-up",
      button: "Create Account",
      values: signUp,
      says: "Error Failed to create account.",
    },
    {
      table: "users",
      address: `/birth-recordings/${world.free.id}`,
      button: "Continue",
      values: signUp,
      says: "Error Failed to create account.",
    },
    {
      table: "form_keys",
      address: "/sign-in/link",
      button: "Send sign-in link",
      values: { email },
      says: "Error Failed to send magic link",
    },
    {
      table: "form_keys",
      address: "/sign-in?tab=reset-password",
      button: "Send reset link",
      values: { email },
      says: "Error Failed to send password reset",
    },
    {
      table: "session_bookings",
      address: `/sessions/${session.id}/book`,
      button: "Book",
      values: person,
      says: "Error Failed to book session. Please try again.",
    },
    {
      table: "session_waitlist",
      address: `/sessions/${full.id}/waitlist`,
      button: "Add me to the waitlist",
      values: person,
      says: "Error Failed to join waitlist. Please try again.",
    },
    {
      table: "outbox_emails",
      address: `/sessions/${session.id}/share`,
      button: "Send",
      values: { email },
      says: "Failed to share session There was a problem sending the session details. Please try again.",
    },
  ];
  const pages = await expectFailures(db, new PlainBrowser(server.url), failures);
  for (const [at, { status, root }] of pages.entries()) {
    const { address, values } = failures[at]!;
    const kept = root.querySelectorAll("[name=email]").map((field) => field.getAttribute("value"));
    expect([address, status, kept]).toEqual([address, 500, expect.arrayContaining([values!.email])]);
  }
});

test("tells a member of failed writes in the words of the specification", async ({ db, server, world }) => {
  const browser = new PlainBrowser(server.url);
  await signIn(browser, world.account.email);
  const current = { currentPassword: password, ...newPassword };
  const pages = await expectFailures(db, browser, [
    {
      table: "users",
      address: "/dashboard/settings",
      button: "Save changes",
      values: { fullName: "Other" },
      says: "Error Failed to update profile",
    },
    {
      table: "users",
      address: "/dashboard/settings/password",
      button: "Change Password",
      values: current,
      says: "Error Failed to update password",
    },
    {
      table: "users",
      address: "/update-password",
      button: "Update Password",
      values: current,
      says: "Error Failed to update password",
    },
    {
      table: "purchases",
      address: "/birth-recordings?purchase=true",
      button: "Pay",
      values: tickedWaiver,
      says: "Checkout Failed There was a problem creating your checkout session. Please try again.",
    },
    {
      table: "user_sessions",
      address: "/sign-out",
      button: "Sign Out",
      says: "Error during logout There was a problem logging out.",
    },
  ]);
  expect(addressOf(pages.at(-1)!)).toBe("/");
});

const providerFailures = [
  { fault: { status: 500 }, says: "Error Failed to create checkout session" },
  { fault: { withoutUrl: true }, says: "Error No checkout URL received from the payment provider" },
];

test("tells a visitor of a failing payment provider in the words of the specification", async ({ db, server }) => {
  const session = await aSession(db);
  for (const { fault, says } of providerFailures) {
    const control = { fail: { operation: "checkout.sessions.create", email: person.email, ...fault } };
    const headers = { "Content-Type": "application/json" };
    await fetch(`${server.url}/dev/stripe/control`, { method: "POST", headers, body: JSON.stringify(control) });
    const browser = new PlainBrowser(server.url);
    const refused = await browser.submit(await browser.open(`/sessions/${session.id}/book`), person, "dialog form");
    expect([refused.status, messageOn(refused)]).toEqual([502, says]);
    expect(refused.root.querySelector("[name=email]")!.getAttribute("value")).toBe(person.email);
    expect(textsOf(refused, "dialog form button[type=submit]")).toContain("Book £18.00");
  }
});

/** Takes a table away during `work`, as when it can't be read. */
async function whileUnreadable<Value>(db: Database, table: string, work: () => Promise<Value>): Promise<Value> {
  await db.execute(sql`alter table ${sql.identifier(table)} rename to unreadable`);
  try {
    return await work();
  } finally {
    await db.execute(sql`alter table unreadable rename to ${sql.identifier(table)}`);
  }
}

test("shows the error page for what can't be read, never an empty list, a free place or another price", async ({
  db,
  server,
  world,
}) => {
  const session = await aSession(db, { maxAttendees: 1 });
  const browser = new PlainBrowser(server.url);
  await signIn(browser, world.account.email);
  for (const [table, address] of [
    ["live_sessions", "/"],
    ["live_sessions", "/dashboard"],
    ["session_bookings", "/"],
    ["session_bookings", `/sessions/${session.id}/book`],
    ["purchases", "/birth-recordings"],
    ["purchases", `/birth-recordings/${world.premium.id}`],
    ["products", "/birth-recordings?purchase=true"],
  ] as const) {
    const page = await whileUnreadable(db, table, () => browser.open(address));
    const shown = [page.status, textOf(page, "h1"), textOf(page, "h1 + p")];
    expect(shown, `${address} without ${table}`).toEqual([
      ...[500, "Unexpected Application Error!", "500 Internal Server Error"],
    ]);
    expect(page.root.querySelector("video, dialog form")).toBeNull();
  }
  // What is kept in memory and unchanged is shown; a filtered list is read each time.
  const input = encodeURIComponent(JSON.stringify({ category: "Reiki" }));
  const call = `${server.url}/api/trpc/schedule.listUpcoming?input=${input}`;
  const answer = await whileUnreadable(db, "live_sessions", () => fetch(call));
  expect([answer.status, await answer.text()]).toEqual([500, expect.stringContaining('"An error occurred"')]);
});

test("lists sessions without category chips while the categories can't be read", async ({ db, server }) => {
  await db.insert(sessionCategories).values({ name: "Rest" });
  await aSession(db, { title: "Dusk", category: "Rest" });
  const browser = new PlainBrowser(server.url);
  const [page, live] = await whileUnreadable(
    db,
    "session_categories",
    async () => [await browser.open("/"), await browser.open("/live-sessions")] as const,
  );
  for (const shown of [page, live]) {
    expect([shown.status, mainText(shown)]).toEqual([200, expect.stringContaining("Dusk")]);
  }
});
