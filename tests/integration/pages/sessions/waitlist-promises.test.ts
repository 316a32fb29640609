import { eq } from "drizzle-orm";
import { liveSessions, outboxEmails, sessionWaitlist, siteSettings } from "@db/schema";
import { PlainBrowser, textOf } from "../../../support/browser-without-javascript";
import { toastOf } from "../../../support/page-parts";
import { aSession } from "../../../support/sessions";
import { expect, test } from "../../../support/site-over-http";

type Db = Parameters<typeof aSession>[0];
type Entry = typeof sessionWaitlist.$inferSelect;

const inAnHour = () => new Date(Date.now() + 3_600_000);
const pageOf = ({ id, manageKey }: Entry, below = "") => `/waitlist/${id}${below}?key=${manageKey}`;

async function anEntry(db: Db, { id }: { id: string }, values: Partial<Entry> = {}): Promise<Entry> {
  const maeve = { firstName: "Maeve", lastName: "Donnelly", email: "maeve@example.com", timeZone: "Europe/London" };
  const [entry] = await db
    .insert(sessionWaitlist)
    .values({ sessionId: id, ...maeve, ...values })
    .returning();
  return entry!;
}

test("promises a turn only while places are offered automatically", async ({ server, db }) => {
  const entry = await anEntry(db, await aSession(db, { maxAttendees: 1 }));
  const browser = new PlainBrowser(server.url);
  const promise = async () => textOf(await browser.open(pageOf(entry)), "main h1 + p");
  expect(await promise()).toMatch(/^When a place opens and it’s your turn, we’ll email you/);
  await db.insert(siteSettings).values({ key: "isWaitlistOn", value: false });
  expect(await promise()).toMatch(/^A place that opens is on the session’s page for anyone to book\. If one is off/);
  await db.update(liveSessions).set({ startTime: inAnHour() });
  expect(await promise()).toMatch(/^The session starts too soon for us to hold places/);
  await db.update(siteSettings).set({ value: true }).where(eq(siteSettings.key, "isWaitlistOn"));
  expect(await promise()).toMatch(/^The session starts too soon for us to hold places/);
  expect((await browser.open(pageOf(entry))).html).toContain(`href="/sessions/${entry.sessionId}"`);
});

test("tells a late entry in the form, the toast and the mails that no offer will follow", async ({ server, db }) => {
  const session = await aSession(db, { maxAttendees: 1, startTime: inAnHour() });
  await anEntry(db, session, { status: "offered", offeredAt: new Date(), offerEndsAt: inAnHour() });
  const browser = new PlainBrowser(server.url);
  const opened = await browser.open(`/sessions/${session.id}/waitlist`);
  expect(textOf(opened, "form[aria-label='Join the waitlist']")).toMatch(
    /^The session starts too soon for us to hold places/,
  );
  const noor = { firstName: "Noor", lastName: "Haddad", email: "noor@example.com" };
  const news = toastOf(await browser.submit(opened, noor, "form[aria-label='Join the waitlist']"));
  expect(news).toMatch(
    /We'll notify you if a spot becomes available\. The session starts too soon for us to hold places/,
  );
  const mails = await db.select({ props: outboxEmails.props }).from(outboxEmails);
  expect(mails).toMatchObject(Array(2).fill({ props: { isTooLate: true } }));
});

test("says before an offer is paid that an unpaid place is given up, not who gets it", async ({ server, db }) => {
  for (const [quantity, ending] of [
    [1, "the place is released."],
    [2, "the places are released."],
  ] as const) {
    const session = await aSession(db, { maxAttendees: 2 });
    const offer = { status: "offered", offeredAt: new Date(), offerEndsAt: inAnHour(), quantity } as const;
    const entry = await anEntry(db, session, offer);
    const dialog = await new PlainBrowser(server.url).open(pageOf(entry, "/accept"));
    expect(textOf(dialog, "dialog")).toContain(`If you don’t complete the payment, ${ending}`);
  }
});
