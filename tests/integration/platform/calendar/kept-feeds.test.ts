import { eq } from "drizzle-orm";
import { sessionBookings, users } from "@db/schema";
import { anAccount } from "../../../support/accounts";
import { aFreeBooking } from "../../../support/bookings";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

/** Returns a member's booking of a session, and how to read their feed. */
async function aFollower(app: TestApp, session: Awaited<ReturnType<typeof aSession>>) {
  const user = await anAccount(app.db);
  await app.as({ user }).calendar.renewFeedKey();
  const [row] = await app.db.select({ key: users.calendarKey }).from(users).where(eq(users.id, user.id));
  const booking = await aFreeBooking(app, session, { user });
  return { booking, read: async () => (await app.as().calendar.memberFeed({ key: row!.key! })).text };
}

test("keeps the text of each member's feed apart, and none that has changed", async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 0 });
  const [mine, other] = [await aFollower(app, session), await aFollower(app, session)];
  for (let nth = 0; nth < 2; nth += 1) {
    for (const [own, foreign] of [
      [mine, other],
      [other, mine],
    ] as const) {
      const text = await own.read();
      expect(text).toContain(own.booking.id);
      expect(text).not.toContain(foreign.booking.id);
    }
  }
  await app.db.update(sessionBookings).set({ quantity: 2 }).where(eq(sessionBookings.id, mine.booking.id));
  expect(await mine.read()).toContain("2 tickets");
  expect(await other.read()).not.toContain("2 tickets");
});
