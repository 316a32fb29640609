import { outboxEmails } from "@db/schema";
import { eq } from "drizzle-orm";
import { pressIn } from "../../../../support/portal";
import { atStripe, hearings, joinUnheard, newsOf, paidPurchases, passDays } from "../../../../support/subscriptions";
import { expect, test } from "../../../../support/test-app";

for (const [how, hear] of Object.entries(hearings)) {
  test(`follows a card and a cancellation that were changed in the portal, ${how}`, async ({ app }) => {
    const { own, customer, reference, read } = await joinUnheard(app);
    // One of the account's own, in which a member may cancel, too.
    const { configurations, sessions } = app.services.stripe.client.billingPortal;
    const features = {
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true },
    };
    const { id: configuration } = await configurations.create({
      default_return_url: app.services.settings.siteUrl,
      metadata: { purpose: "cancelling, too" },
      features,
    });
    const press = async (fields: Record<string, string>) =>
      pressIn(app, (await sessions.create({ customer, configuration })).url, fields);
    await press({ action: "cancel", subscription: reference });
    await hear(app);
    expect(await read()).toMatchObject({ state: "cancelled", endedAt: null });
    await press({ action: "keep", subscription: reference });
    await hear(app);
    expect((await read()).state).toBe("active");
    await press({ action: "cancel", subscription: reference });
    await hear(app);
    await own.undoCancelling();
    expect(await atStripe(app, reference)).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
    const told = eq(outboxEmails.template, "admin-membership-leaving");
    expect(await app.db.$count(outboxEmails, told)).toBe(4);
    await app.stripe.control.setCard({ customerId: customer, card: "declined" });
    await passDays(app, 32);
    await hear(app);
    expect((await read()).state).toBe("past_due");
    await press({ action: "card", card: "accepted" });
    await passDays(app, 3);
    await hear(app);
    expect((await read()).state).toBe("active");
    expect(await paidPurchases(app)).toHaveLength(2);
    expect(await newsOf(app)).toEqual([
      ...["begun", "cancelled", "goes_on", "cancelled", "goes_on"],
      ...["payment_failed", "renewed"],
    ]);
  });
}
