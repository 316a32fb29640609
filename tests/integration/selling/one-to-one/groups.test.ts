import { liveSessions } from "@db/schema";
import { eq } from "drizzle-orm";
import { aNewSession, anAdmin, createSession, editSession } from "../../../support/admin-sessions";
import { anOffer, aPaidSlot, inDays, sessionOf, timesOf } from "../../../support/one-to-one";
import { aSession } from "../../../support/sessions";
import { expect, test } from "../../../support/test-app";

const typed = (start: Date) => start.toISOString().slice(0, 16);
const inUtc = { timeZone: "UTC" };

test("a group takes the free times that it touches, a draft or a cancelled one does not", async ({ app }) => {
  const offer = await anOffer(app.db, { bufferBeforeMinutes: 15 });
  const start = inDays(app, 3, 11);
  const admin = await anAdmin(app);
  const draft = await createSession(admin, app, { startsAt: typed(start), ...inUtc, isPublished: false });
  expect(await timesOf(app, offer, start)).toHaveLength(6);
  await editSession(admin, draft.id, { startsAt: typed(start), ...inUtc, isPublished: true });
  // The hour itself, and the one after it, whose buffer begins before the group ends.
  expect((await timesOf(app, offer, start)).map(({ time }) => time)).not.toContain("11:00 AM");
  expect(await timesOf(app, offer, start)).toHaveLength(4);
  await app.db.update(liveSessions).set({ cancelledAt: app.clock.now() }).where(eq(liveSessions.id, draft.id));
  expect(await timesOf(app, offer, start)).toHaveLength(6);
});

test("a group over a booked time is refused with both named, also in a series, by an edit or when published", async ({
  app,
}) => {
  const offer = await anOffer(app.db);
  const start = inDays(app, 3, 11);
  await aPaidSlot(app, offer, start);
  const admin = await anAdmin(app);
  const startsAt = typed(new Date(start.getTime() + 30 * 60_000));
  const named = /“Evening Wind-Down” can’t take place .*: “An hour alone” with Ada Guest, .*11:00 AM to 12:00 PM/;
  await expect(createSession(admin, app, { startsAt, ...inUtc })).rejects.toThrow(named);
  const weekBefore = typed(new Date(start.getTime() - 7 * 24 * 3_600_000));
  const series = { ...aNewSession({ startsAt: weekBefore, ...inUtc }), repeat: "weekly" as const, times: 3 };
  const preview = await admin.api.sessions.create(series);
  const agreedDates = preview.outcome === "preview" ? preview.key : "";
  await expect(admin.api.sessions.create({ ...series, agreedDates })).rejects.toThrow(named);
  const draft = await createSession(admin, app, { startsAt, ...inUtc, isPublished: false });
  await expect(editSession(admin, draft.id, { startsAt, ...inUtc, isPublished: true })).rejects.toThrow(named);
  const free = { startsAt: typed(inDays(app, 3, 15)), ...inUtc };
  const later = await createSession(admin, app, free);
  await expect(editSession(admin, later.id, { startsAt, ...inUtc })).rejects.toThrow(named);
  await editSession(admin, later.id, { ...free, title: "Another name" });
  expect(await app.db.$count(liveSessions, eq(liveSessions.isPublished, true))).toBe(2);
});

test("the database refuses it whatever code writes", async ({ app }) => {
  const offer = await anOffer(app.db);
  const start = inDays(app, 3, 11);
  const { bookingId } = await aPaidSlot(app, offer, start);
  await expect(aSession(app.db, { startTime: start })).rejects.toThrow();
  const group = await aSession(app.db, { startTime: inDays(app, 3, 14) });
  const move = (id: string, startTime: Date) =>
    app.db.update(liveSessions).set({ startTime }).where(eq(liveSessions.id, id));
  await expect(move(group.id, start)).rejects.toThrow();
  await expect(move((await sessionOf(app, bookingId)).id, inDays(app, 3, 14))).rejects.toThrow();
  await move(group.id, inDays(app, 3, 12));
  await aSession(app.db, { startTime: inDays(app, 3, 12) });
});
