import { eq } from "drizzle-orm";
import { liveSessions, siteSettings } from "@db/schema";
import { aPaidBooking, statusOf } from "../../../../support/money";
import { aSession } from "../../../../support/sessions";
import { expect, test, type TestApp } from "../../../../support/test-app";

const hour = 60;

const startIn = (app: TestApp, minutes: number) => new Date(app.clock.now().getTime() + minutes * 60_000);
const writeToMe = "You can no longer cancel this booking online. Please write to me.";

test("applies the site's cancellation window: 24 hours by default, another length, or turned off", async ({ app }) => {
  const { bookingId, key } = await aPaidBooking(app, await aSession(app.db, { startTime: startIn(app, 24 * hour) }));
  const kind = async () => (await app.as().bookings.getManaged({ bookingId, key })).cancellation.kind;
  expect(await kind()).toBe("allowed");
  app.clock.moveBy(1);
  expect(await kind()).toBe("write");
  await expect(app.as().bookings.cancel({ bookingId, key })).rejects.toThrow(writeToMe);

  await app.db.insert(siteSettings).values({ key: "cancelWindowHours", value: 2 });
  expect(await kind()).toBe("allowed");
  await app.db.insert(siteSettings).values({ key: "isCancellingOn", value: false });
  expect(await kind()).toBe("write");
  await expect(app.as().bookings.cancel({ bookingId, key })).rejects.toThrow(writeToMe);
  expect(await statusOf(app, bookingId)).toBe("completed paid");
});

test("allows bookings made before a change of time or place to be cancelled until the start", async ({ app }) => {
  const session = await aSession(app.db, { startTime: startIn(app, 2 * hour) });
  const { bookingId, key } = await aPaidBooking(app, session);
  const reschedule = (minutes: number) =>
    app.db
      .update(liveSessions)
      .set({ rescheduledAt: startIn(app, minutes) })
      .where(eq(liveSessions.id, session.id));
  await reschedule(-60);
  await expect(app.as().bookings.cancel({ bookingId, key })).rejects.toThrow(writeToMe);
  app.clock.moveBy(30);
  await reschedule(-15);
  expect((await app.as().bookings.getManaged({ bookingId, key })).cancellation).toMatchObject({ isRescheduled: true });
  await app.as().bookings.cancel({ bookingId, key });
  expect(await statusOf(app, bookingId)).toBe("cancelled paid");
});

test("refuses to cancel once the session has begun or was cancelled", async ({ app }) => {
  const session = await aSession(app.db);
  const { bookingId, key } = await aPaidBooking(app, session);
  await app.db.update(liveSessions).set({ startTime: app.clock.now() }).where(eq(liveSessions.id, session.id));
  await expect(app.as().bookings.cancel({ bookingId, key })).rejects.toThrow("There is nothing left to cancel.");
  await app.db
    .update(liveSessions)
    .set({ startTime: startIn(app, 72 * hour), cancelledAt: app.clock.now() })
    .where(eq(liveSessions.id, session.id));
  await expect(app.as().bookings.cancel({ bookingId, key })).rejects.toThrow("There is nothing left to cancel.");
});
