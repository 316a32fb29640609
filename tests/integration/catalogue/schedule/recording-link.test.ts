import { eq } from "drizzle-orm";
import { sessionBookings, users } from "@db/schema";
import { recordingLinkFor } from "@server/catalogue/schedule/session-links";
import { anAccount } from "../../../support/accounts";
import { aFreeBooking, readBooking } from "../../../support/bookings";
import { aHold, aSession } from "../../../support/sessions";
import { expect, test, type CallerOptions, type TestApp } from "../../../support/test-app";

type Session = Awaited<ReturnType<typeof aSession>>;
type User = NonNullable<CallerOptions["user"]>;
/** A signed-in account, or a guest by the key of the manage link. */
type Reader = { user?: User; key?: string };

const minutesAhead = 48 * 60;
const recording = "https://video.example/recordings/1";

/** Creates a session that is booked while it lies ahead and has begun by the time of the request. */
async function aRecordedSession(app: TestApp, values: Parameters<typeof aSession>[1]) {
  const startTime = new Date(app.clock.now().getTime() + minutesAhead * 60_000);
  return aSession(app.db, { startTime, priceMinor: 0, recordingUrl: recording, ...values });
}

async function aMember(app: TestApp, role: "member" | "admin" = "member"): Promise<User> {
  const { id, email, fullName } = await anAccount(app.db, { role });
  return { id, email, fullName, role };
}

const readers: Record<string, { mayWatch: boolean; reader: (app: TestApp, session: Session) => Promise<Reader> }> = {
  "a visitor": { mayWatch: false, reader: () => Promise.resolve({}) },
  "a guest with the mailed link": {
    mayWatch: true,
    reader: async (app, session) => ({ key: (await aFreeBooking(app, session)).manageKey }),
  },
  "a visitor with an unknown key": {
    mayWatch: false,
    reader: async (app, session) => {
      await aFreeBooking(app, session);
      return { key: "0".repeat(64) };
    },
  },
  "a guest with the link of another session's booking": {
    mayWatch: false,
    reader: async (app) => ({ key: (await aFreeBooking(app, await aRecordedSession(app, {}))).manageKey }),
  },
  "a guest who has cancelled": {
    mayWatch: false,
    reader: async (app, session) => {
      const { id, manageKey } = await aFreeBooking(app, session);
      await app.as().bookings.cancel({ bookingId: id, key: manageKey });
      return { key: manageKey };
    },
  },
  "a member who was booked": {
    mayWatch: true,
    reader: async (app, session) => {
      const user = await aMember(app);
      await aFreeBooking(app, session, { user });
      return { user };
    },
  },
  "a member who was given a place without payment": {
    mayWatch: true,
    reader: async (app, session) => {
      const user = await aMember(app);
      const { id } = await aFreeBooking(app, session, { user });
      await app.db.update(sessionBookings).set({ status: "confirmed" }).where(eq(sessionBookings.id, id));
      return { user };
    },
  },
  "a member who booked as a guest with the account's address": {
    mayWatch: true,
    reader: async (app, session) => {
      const user = await aMember(app);
      await aFreeBooking(app, session, { email: user.email.toUpperCase() });
      return { user };
    },
  },
  "a member whose address was never confirmed": {
    mayWatch: false,
    reader: async (app, session) => {
      const user = await aMember(app);
      await aFreeBooking(app, session, { email: user.email });
      await app.db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, user.id));
      return { user };
    },
  },
  "another member": {
    mayWatch: false,
    reader: async (app, session) => {
      await aFreeBooking(app, session, { user: await aMember(app) });
      return { user: await aMember(app) };
    },
  },
  "the admin": { mayWatch: true, reader: async (app) => ({ user: await aMember(app, "admin") }) },
};

const visitor = { browserBookings: [] };

/** Returns the links of the rule and of the pages. */
async function linksFor(app: TestApp, session: Session, { user, key }: Reader) {
  const link = await recordingLinkFor({ ...app.services, visitor, user: user ?? null }, session, key);
  if (key) return [link];
  const { schedule } = app.as(user ? { user } : {});
  const { sessions } = await schedule.listPast({ page: 1 });
  const listed = sessions.find(({ id }) => id === session.id);
  return [link, listed!.recordingUrl, (await schedule.get({ id: session.id })).recordingUrl];
}

for (const [name, { mayWatch, reader }] of Object.entries(readers)) {
  test(`${name} ${mayWatch ? "may" : "may not"} watch a private recording, and any public one`, async ({ app }) => {
    const kept = await aRecordedSession(app, { isRecordingPublic: false });
    const open = await aRecordedSession(app, { isRecordingPublic: true });
    const recipient = await reader(app, kept);
    app.clock.moveBy(minutesAhead);
    expect(new Set(await linksFor(app, kept, recipient))).toEqual(new Set([mayWatch ? recording : null]));
    expect(new Set(await linksFor(app, open, recipient))).toEqual(new Set([recording]));
  });
}

test("opens nothing for an unpaid hold", async ({ app }) => {
  const session = await aRecordedSession(app, { priceMinor: 1800 });
  const { bookingId } = await aHold(app, session);
  app.clock.moveBy(minutesAhead);
  const { manageKey } = await readBooking(app, bookingId);
  expect(await linksFor(app, session, { key: manageKey })).toEqual([null]);
});

test("shows no recording before the start, of a cancelled session or without a web address", async ({ app }) => {
  const user = await aMember(app, "admin");
  const ahead = await aRecordedSession(app, { isRecordingPublic: true });
  const link = (session: Session) => recordingLinkFor({ ...app.services, visitor, user }, session);
  expect(await link(ahead)).toBeNull();
  app.clock.moveBy(minutesAhead);
  expect(await link(ahead)).toBe(recording);
  expect(await link({ ...ahead, cancelledAt: app.clock.now() })).toBeNull();
  expect(await link({ ...ahead, recordingUrl: null })).toBeNull();
  expect(await link({ ...ahead, recordingUrl: "javascript:alert(1)" })).toBeNull();
});
