import { sessionBookings, sessionWaitlist } from "@db/schema";
import { type PlainBrowser, textOf, type Page } from "./browser-without-javascript";
import { aSession } from "./sessions";
import { expect, test as siteTest } from "./site-over-http";

export { expect };

type Session = Awaited<ReturnType<typeof aSession>>;
type Entry = typeof sessionWaitlist.$inferSelect;

/** Serves the built site with a sold-out session of one place. */
export const test = siteTest.extend<{ session: Session }>({
  session: async ({ db }, use) => {
    const session = await aSession(db, { priceMinor: 0, maxAttendees: 1 });
    await db.insert(sessionBookings).values({
      sessionId: session.id,
      attendeeFirstName: "Priya",
      attendeeLastName: "Raman",
      attendeeEmail: "priya@example.com",
      status: "completed",
      paymentStatus: "free",
      formKey: session.id,
      listPriceMinor: 0,
      totalMinor: 0,
      currency: "GBP",
      timeZone: "Europe/London",
    });
    await use(session);
  },
});

export const waitlistGuest = { firstName: "Maeve", lastName: "Donnelly", email: "maeve@example.com" };
export const form = "form[aria-label='Join the waitlist']";
export const formWith = (answer: "decline" | "leave") => `form:has([value=${answer}])`;
export const mainText = (page: Page) => textOf(page, "main")!;
export const entryPath = ({ id, manageKey }: Entry) => `/waitlist/${id}?key=${manageKey}`;

/** Opens the waitlist form by its link. */
export async function openForm(browser: PlainBrowser, session: Session): Promise<Page> {
  const page = await browser.open(`/sessions/${session.id}`);
  const link = page.root.querySelectorAll("a").find(({ text }) => text.trim() === "Join Waitlist")!;
  expect(link.getAttribute("aria-expanded")).toBe("false");
  return browser.open(link.getAttribute("href")!);
}

type Db = Parameters<typeof aSession>[0];

export async function anEntry(db: Db, { id }: Session, values: Partial<Entry> = {}): Promise<Entry> {
  const [entry] = await db
    .insert(sessionWaitlist)
    .values({ sessionId: id, ...waitlistGuest, timeZone: "Europe/London", ...values })
    .returning();
  return entry!;
}

/** Cancels the bookings and adds an offer. */
export async function anOffer(
  db: Db,
  session: Session,
  offerEndsAt = new Date(Date.now() + 3_600_000),
): Promise<Entry> {
  await db.update(sessionBookings).set({ status: "cancelled", paymentStatus: "cancelled" });
  return anEntry(db, session, { status: "offered", offeredAt: new Date(), offerEndsAt });
}
