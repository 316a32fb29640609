import { randomUUID } from "node:crypto";
import { inArray } from "drizzle-orm";
import { liveSessions, users } from "@db/schema";
import { anAccount, password, refusalOf } from "../../support/accounts";
import { anAdmin } from "../../support/admin-sessions";
import { aFreeBooking } from "../../support/bookings";
import { aPurchaseForm } from "../../support/recordings";
import { aBookingOf, aSession } from "../../support/sessions";
import { expect, test, type TestApp } from "../../support/test-app";
import { aFullSession, anEntryFor, joinWaitlist } from "../../support/waitlist";

type Calls<Subject> = Record<string, (subject: Subject) => Promise<unknown>>;

/**
 * Makes each call about a subject of its own, all at once, while another transaction holds the subjects' rows, and
 * expects each to be refused as busy. With one row for all of them they would wait for each other as well.
 */
async function expectBusy<Subject extends { id: string }>(
  app: TestApp,
  table: typeof liveSessions | typeof users,
  calls: Calls<Subject>,
  make: () => Promise<Subject>,
) {
  const planned: { name: string; subject: Subject }[] = [];
  for (const name of Object.keys(calls)) planned.push({ name, subject: await make() });
  const ids = planned.map(({ subject }) => subject.id);
  app.services.lockTimeoutMs = 200;
  await app.db.transaction(async (others) => {
    await others.select().from(table).where(inArray(table.id, ids)).for("update");
    const answers = planned.map(async ({ name, subject }) => [name, (await refusalOf(calls[name]!(subject))).code]);
    expect(await Promise.all(answers)).toEqual(planned.map(({ name }) => [name, "busy"]));
  });
}

test("refuses as busy what takes, gives or changes a place while the session stays locked", async ({ app }) => {
  const { api } = await anAdmin(app);
  const make = async () => {
    const session = await aSession(app.db, { priceMinor: 0 });
    const { id: bookingId, manageKey: key } = await aFreeBooking(app, session);
    return { ...session, bookingId, key };
  };
  await expectBusy(
    app,
    liveSessions,
    {
      book: (session: Awaited<ReturnType<typeof make>>) => app.as().bookings.create(aBookingOf(session)),
      cancel: ({ bookingId, key }) => app.as().bookings.cancel({ bookingId, key }),
      "set a status": ({ bookingId: id }) =>
        api.orders.setStatus({ kind: "booking", id, from: "completed free", to: "cancelled" }),
      "check in": ({ bookingId }) => api.bookings.attendees.checkIn({ ticketId: bookingId, isHere: true }),
      note: ({ bookingId }) => api.bookings.attendees.note({ bookingId, note: "Has a bad knee" }),
      "message attendees": ({ id }) =>
        api.bookings.attendees.message({
          sessionId: id,
          subject: "Mats",
          text: "Bring one.",
          formKey: randomUUID(),
        }),
      "attach a recording": ({ id, version }) =>
        api.sessions.attachRecording({ id, version: String(version), isRecordingPublic: true, tell: false }),
      "cancel the session": ({ id }) => api.sessions.cancel({ id }),
    },
    make,
  );
});

test("refuses as busy what changes a waitlist while the session stays locked", async ({ app }) => {
  const { api } = await anAdmin(app);
  const make = async () => {
    const session = await aFullSession(app, 1);
    const [entry] = await joinWaitlist(app, session, 1);
    return { ...session, entryId: entry!.id, key: entry!.manageKey };
  };
  await expectBusy(
    app,
    liveSessions,
    {
      join: (session: Awaited<ReturnType<typeof make>>) => app.as().waitlist.join(anEntryFor(session)),
      leave: ({ entryId: id, key }) => app.as().waitlist.leave({ id, key }),
      remove: ({ entryId: id }) => api.waitlist.line.remove({ id }),
      move: ({ entryId: id }) => api.waitlist.line.move({ id, place: 1 }),
      offer: ({ entryId: id }) => api.waitlist.line.offer({ id }),
      "delete the session": ({ id }) => api.sessions.delete({ id }),
    },
    make,
  );
});

test("refuses as busy what changes an account while its row stays locked", async ({ app }) => {
  const { api } = await anAdmin(app);
  await expectBusy(
    app,
    users,
    {
      "sign in": ({ email }: Awaited<ReturnType<typeof anAccount>>) =>
        app.browser().api.accounts.signIn({ email, password }),
      buy: (user) => app.as({ user }).purchases.create({ ...aPurchaseForm(), product: "stress" }),
      "set a password": ({ id }) => api.users.setPassword({ id, password: "quiet-harbour-9" }),
      "give a collection": ({ email }) => api.purchases.grant({ item: "stress", email, formKey: randomUUID() }),
    },
    () => anAccount(app.db),
  );
});
