import type { Account, Membership } from "@db/schema";
import type Stripe from "stripe";
import { setTimeout as wait } from "node:timers/promises";
import type { TestApp } from "./test-app";

type Card = "visa" | "declined";

/** Who pays at Stripe, and for whom its clock moves: no part of the product. */
export type CardHolder = {
  /** Pays once and returns the payment intent. */
  pay(amountMinor: number, card: "visa" | "disputed"): Promise<string>;
  findDispute(intent: string): Promise<Stripe.Dispute>;
  /** Subscribes to what a membership costs, as its page does. */
  subscribe(account: Account, membership: Membership): Promise<{ id: string; subscription: string }>;
  /** Moves Stripe's clock and the product's to an instant. */
  advanceTo(instant: Date): Promise<void>;
  changeCard(card: Card): Promise<void>;
  payOpenInvoice(): Promise<void>;
  /** Deletes what the product does not delete itself. */
  cleanUp(): Promise<void>;
};

const tokens = { visa: "pm_card_visa", disputed: "pm_card_createDispute", declined: "pm_card_chargeCustomerFail" };

/** Makes a subscription of the price that the page of a membership has, as Checkout does. */
async function subscribe(
  client: Stripe,
  customer: string,
  { id, attemptKey, checkoutId }: Membership,
): Promise<string> {
  const page = await client.checkout.sessions.retrieve(checkoutId!, { expand: ["line_items"] });
  const price = page.line_items!.data[0]!.price!.id;
  const metadata = { membershipId: id, attemptKey: attemptKey! };
  const subscription = await client.subscriptions.create({ customer, items: [{ price }], metadata });
  await client.checkout.sessions.expire(checkoutId!);
  return subscription.id;
}

async function openInvoiceOf(client: Stripe, subscription: string): Promise<string> {
  const { data } = await client.invoices.list({ subscription, status: "open" });
  return data[0]!.id;
}

/** Returns who pays at the local Stripe. */
export function atLocalStripe({ stripe: { control }, clock }: TestApp, client: Stripe): CardHolder {
  const charges = new Map<string, string>();
  const held = { id: "", subscription: "" };
  return {
    async pay(amount) {
      const charge = await control.payElsewhere({ amount });
      const intent = String(charge.payment_intent);
      charges.set(intent, charge.id);
      return intent;
    },
    findDispute: (intent) => control.dispute({ chargeId: charges.get(intent)! }),
    async subscribe({ email }, membership) {
      const card = { payment_method: tokens.visa, invoice_settings: { default_payment_method: tokens.visa } };
      held.id = (await client.customers.create({ email, ...card })).id;
      held.subscription = await subscribe(client, held.id, membership);
      return held;
    },
    async advanceTo(instant) {
      clock.moveBy((instant.getTime() - clock.now().getTime()) / 60_000);
      await control.bill();
    },
    changeCard: (card) => control.setCard({ customerId: held.id, card: card === "visa" ? "accepted" : card }),
    async payOpenInvoice() {
      await control.payInvoice({ invoiceId: await openInvoiceOf(client, held.subscription) });
    },
    cleanUp: () => Promise.resolve(),
  };
}

/** Returns who pays in Stripe's test mode, by its test cards and a test clock. */
export function inTestMode({ clock }: TestApp, client: Stripe): CardHolder {
  const held = { id: "", subscription: "", clock: "" };
  const secondsNow = () => Math.floor(clock.now().getTime() / 1000);
  const useCard = async (token: string) => {
    const { id } = await client.paymentMethods.attach(token, { customer: held.id });
    await client.customers.update(held.id, { invoice_settings: { default_payment_method: id } });
  };
  return {
    async pay(amount, card) {
      const automatic_payment_methods = { enabled: true, allow_redirects: "never" } as const;
      const payment = { amount, currency: "gbp", payment_method: tokens[card], confirm: true };
      return (await client.paymentIntents.create({ ...payment, automatic_payment_methods })).id;
    },
    findDispute: (payment_intent) =>
      until(async () => (await client.disputes.list({ payment_intent, expand: ["data.payment_intent"] })).data[0]),
    async subscribe({ email }, membership) {
      const test_clock = await client.testHelpers.testClocks.create({ frozen_time: secondsNow() });
      held.clock = test_clock.id;
      held.id = (await client.customers.create({ email, test_clock: test_clock.id })).id;
      await useCard(tokens.visa);
      held.subscription = await subscribe(client, held.id, membership);
      return held;
    },
    async advanceTo(instant) {
      clock.moveBy((instant.getTime() - clock.now().getTime()) / 60_000);
      await client.testHelpers.testClocks.advance(held.clock, { frozen_time: secondsNow() });
      await until(async () => (await client.testHelpers.testClocks.retrieve(held.clock)).status === "ready");
    },
    changeCard: (card) => useCard(tokens[card]),
    async payOpenInvoice() {
      await client.invoices.pay(await openInvoiceOf(client, held.subscription));
    },
    async cleanUp() {
      const mine = ({ metadata }: { metadata: Stripe.Metadata | null }) => metadata?.site === proofAddress;
      if (held.clock) await client.testHelpers.testClocks.del(held.clock);
      for await (const { id, url } of client.webhookEndpoints.list()) {
        if (url.startsWith(proofAddress)) await client.webhookEndpoints.del(id);
      }
      for await (const configuration of client.billingPortal.configurations.list({ active: true })) {
        if (mine(configuration)) await client.billingPortal.configurations.update(configuration.id, { active: false });
      }
      for await (const { id, name } of client.products.list({ active: true })) {
        if (name.startsWith("Rok oddechu")) await client.products.update(id, { active: false });
      }
    },
  };
}

/** The address that the site has in the proof. Stripe takes no local one. */
export const proofAddress = "https://breathroom-proof.example.com";

async function until<Found>(find: () => Promise<Found | undefined | false>): Promise<Found> {
  for (let tries = 0; tries < 120; tries += 1) {
    const found = await find();
    if (found) return found;
    await wait(2000);
  }
  throw new Error("Stripe has not done in four minutes what was waited for");
}
