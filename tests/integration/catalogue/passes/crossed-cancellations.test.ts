import { eq } from "drizzle-orm";
import { sessionWaitlist } from "@db/schema";
import { anAccount } from "../../../support/accounts";
import { aPass, aPassOnSale, bookWithPass, entriesOf } from "../../../support/passes";
import { actingAs } from "../../../support/recordings";
import { createBarrier, interceptStatements } from "../../../support/statements";
import { aSession } from "../../../support/sessions";
import { anEntryFor } from "../../../support/waitlist";
import { expect, test, type TestApp } from "../../../support/test-app";

const join = (app: TestApp, account: Awaited<ReturnType<typeof anAccount>>, session: { id: string }) =>
  app.as(actingAs(account)).waitlist.join({ ...anEntryFor(session), email: account.email });

/** Returns two members who each have booked one of two full sessions with a pass, and wait for the other one. */
async function twoWhoWait(app: TestApp) {
  const { id: product } = await aPassOnSale(app.db);
  const members = [];
  for (let nth = 0; nth < 2; nth++) {
    const account = await anAccount(app.db);
    const pass = await aPass(app, account, product);
    const session = await aSession(app.db, { priceMinor: 2200, maxAttendees: 1 });
    const { bookingId } = await bookWithPass(app, account, session);
    members.push({ account, pass, session, bookingId });
  }
  const [first, second] = members as [(typeof members)[0], (typeof members)[0]];
  await join(app, first.account, second.session);
  await join(app, second.account, first.session);
  return [first, second] as const;
}

type Waiting = Awaited<ReturnType<typeof twoWhoWait>>;

/** Lets both cancel at once: each credit returns to one pass, and each place is offered to the holder of the other. */
const cancelBoth = (app: TestApp, members: Waiting) =>
  Promise.allSettled(members.map(({ account, bookingId }) => app.as(actingAs(account)).bookings.cancel({ bookingId })));

const isLockOfPasses = (text: string) => text.includes(' from "passes" ') && text.endsWith(" for no key update");
const isLockOfLine = (text: string) => isLockOfPasses(text) && text.includes('"session_waitlist"');

test("returns two credits and offers each place to the holder of the other pass, both at once", async ({ app }) => {
  const members = await twoWhoWait(app);
  const bothHaveCome = createBarrier(2);
  interceptStatements(app, { before: (text) => (isLockOfLine(text) ? bothHaveCome() : undefined) });
  const results = await cancelBoth(app, members);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  for (const { pass } of members) expect(await entriesOf(app.db, pass)).toBe("granted 10, taken -1, returned 1");
  const offers = await app.db.select().from(sessionWaitlist).where(eq(sessionWaitlist.status, "offered"));
  expect(offers.map(({ passId }) => passId).sort()).toEqual(members.map(({ pass }) => pass.id).sort());
});

test("control: locked one by one, the passes make one of the two cancellations fail", async ({ app }) => {
  const members = await twoWhoWait(app);
  const bothHaveLocked = createBarrier(2);
  interceptStatements(app, {
    rewrite: (text) => (isLockOfLine(text) ? text.replace(/ for no key update$/, "") : text),
    after: (text) => (isLockOfPasses(text) && !isLockOfLine(text) ? bothHaveLocked() : undefined),
  });
  const results = await cancelBoth(app, members);
  expect(results.filter(({ status }) => status === "rejected")).toMatchObject([
    { reason: { code: "SERVICE_UNAVAILABLE" } },
  ]);
});
