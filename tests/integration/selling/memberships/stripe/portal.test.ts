import { outboxEmails } from "@db/schema";
import { reconcileMemberships } from "@server/selling/memberships/stripe/reconcile-memberships";
import { eq } from "drizzle-orm";
import { pressIn } from "../../../../support/portal";
import {
  atStripe,
  joinAtStripe,
  newsOf,
  ownMembership,
  paidPurchases,
  passDays,
} from "../../../../support/subscriptions";
import { expect, test, type TestApp } from "../../../../support/test-app";

/** How we hear of what was done in the portal. */
const hearings: Record<string, (app: TestApp) => Promise<unknown>> = {
  "by its events, doubled and reversed": (app) => app.stripe.control.release({ order: "reverse", copies: 2 }),
  "by the nightly round, as the events are lost": async (app) => {
    await app.stripe.control.lose({});
    app.clock.moveBy(21 * 60);
    await reconcileMemberships(app.services);
  },
};

for (const [how, hear] of Object.entries(hearings)) {
  test(`follows a card and a cancellation that were changed in the portal, ${how}`, async ({ app }) => {
    await app.stripe.control.hold({});
    const { own, account, customer, reference } = await joinAtStripe(app);
    const heard = async () => {
      await hear(app);
      await app.stripe.control.hold({});
    };
    // That of the account itself, in which a member may cancel, too.
    const { sessions } = app.services.stripe.client.billingPortal;
    const press = async (fields: Record<string, string>) =>
      pressIn(app, (await sessions.create({ customer })).url, fields);
    await press({ action: "cancel", subscription: reference });
    await heard();
    expect(await ownMembership(app, account.id)).toMatchObject({ state: "cancelled", endedAt: null });
    await press({ action: "keep", subscription: reference });
    await heard();
    expect((await ownMembership(app, account.id)).state).toBe("active");
    await press({ action: "cancel", subscription: reference });
    await heard();
    await own.undoCancelling();
    expect(await atStripe(app, reference)).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
    const told = eq(outboxEmails.template, "admin-membership-leaving");
    expect(await app.db.$count(outboxEmails, told)).toBe(4);
    await app.stripe.control.setCard({ customerId: customer, card: "declined" });
    await passDays(app, 32);
    await heard();
    expect((await ownMembership(app, account.id)).state).toBe("past_due");
    await press({ action: "card", card: "accepted" });
    await passDays(app, 3);
    await heard();
    expect((await ownMembership(app, account.id)).state).toBe("active");
    expect(await paidPurchases(app)).toHaveLength(2);
    expect(await newsOf(app)).toEqual([
      ...["begun", "cancelled", "goes_on", "cancelled", "goes_on"],
      ...["payment_failed", "renewed"],
    ]);
  });
}
