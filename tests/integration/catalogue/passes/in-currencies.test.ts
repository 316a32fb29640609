import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { outboxEmails, payments, refunds } from "@db/schema";
import { listLedger } from "@server/office/orders/ledger/list-ledger";
import { compareCredits } from "@server/payments/ledger/compare-credits";
import { anAccount } from "../../../support/accounts";
import { asAdmin } from "../../../support/admin";
import { settleCheckout } from "../../../support/guest-passes";
import { waitForAllEvents } from "../../../support/money";
import { bookWithPass, aPassOnSale, entriesOf, readPass } from "../../../support/passes";
import { actingAs } from "../../../support/recordings";
import { aSession } from "../../../support/sessions";
import { expect, test } from "../../../support/test-app";

/**
 * A pass of three sessions for £40, in each currency: its price, and the shares of the two sessions that are not used,
 * which are the smaller ones. £40 is €46.80 and $50.80, each rounded to whole units.
 */
const sales = [
  { currency: "GBP", shown: "£40.00", priceMinor: 4000, refund: "£26.66", refundMinor: 2666 },
  { currency: "EUR", shown: "€47.00", priceMinor: 4700, refund: "€31.33", refundMinor: 3133 },
  { currency: "USD", shown: "$51.00", priceMinor: 5100, refund: "$34.00", refundMinor: 3400 },
] as const;

for (const { currency, shown, priceMinor, refund, refundMinor } of sales) {
  test(`charges, mails, books and refunds a pass in ${currency} to the penny, from its form on`, async ({ app }) => {
    const account = await anAccount(app.db, { currency });
    const product = await aPassOnSale(app.db, { credits: 3 }, { title: "Three sessions", priceMinor: 4000 });
    const as = { ...actingAs(account), visitor: { currency } };
    const { purchases: api } = app.as(as);
    const form = await api.getForm({ product: product.id });
    expect(form.total).toBe(shown);
    const { quote, formKey } = form;
    const { purchaseId } = await api.create({ product: product.id, quote, formKey });
    const [open] = await app.db.select().from(payments).where(eq(payments.purchaseId, purchaseId));
    const checkoutId = open!.stripeCheckoutSessionId!;
    const page = await app.services.stripe.client.checkout.sessions.retrieve(checkoutId);
    expect(page).toMatchObject({ amount_total: priceMinor, currency: currency.toLowerCase() });
    await app.stripe.control.payNow(checkoutId);
    await settleCheckout(app, checkoutId);
    const pass = await readPass(app.db, purchaseId);
    expect(pass).toMatchObject({ priceMinor, currency });
    const mailOf = async (template: string) =>
      (await app.db.select().from(outboxEmails).where(eq(outboxEmails.template, template)))[0]!.props;
    expect(await mailOf("purchase-confirmation")).toMatchObject({ paid: { amount: shown } });
    expect((await api.getReceipt({ purchaseId })).total).toBe(shown);

    await bookWithPass(app, account, await aSession(app.db, { priceMinor: 1800 }));
    const { orders, payments: office } = await asAdmin(app);
    expect(await orders.get({ kind: "purchase", id: purchaseId })).toMatchObject({
      price: shown,
      unused: { amount: refund },
    });
    const wanted = { paymentId: open!.id, amountMinor: refundMinor, isPlaceCancelled: true, formKey: randomUUID() };
    await office.refund(wanted);
    await app.runJobs();
    await waitForAllEvents(app);
    const { payment_intent } = await app.services.stripe.client.checkout.sessions.retrieve(checkoutId);
    const { data } = await app.services.stripe.client.refunds.list({ payment_intent: payment_intent as string });
    expect(data.map(({ amount, currency: of }) => `${amount} ${of}`)).toEqual([
      `${refundMinor} ${currency.toLowerCase()}`,
    ]);
    expect(await app.db.select().from(refunds)).toMatchObject([{ amountMinor: refundMinor, state: "succeeded" }]);
    expect(await mailOf("purchase-refunded")).toMatchObject({ refunded: refund });
    expect(await entriesOf(app.db, pass)).toBe("granted 3, taken -1, refunded -2");
    const { counts, lines } = await listLedger(app.services, { page: 1 });
    expect(counts).toMatchObject({ unexplained: 0 });
    expect(lines.map(({ amount }) => amount)).toContain(shown);
    const { money, unexplained } = await compareCredits(app.db, app.clock.now());
    expect(unexplained).toEqual([]);
    const used = priceMinor - refundMinor;
    expect(money).toEqual([{ currency, paid: priceMinor, unused: 0, used, returned: refundMinor }]);
  });
}
