import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import type { Services } from "@server/core/services";
import { handleStripeEvent, stripeEventTypes } from "@server/payments/handle-stripe-event";
import type { TestApp } from "../../support/test-app";
import { refundAtStripe } from "./at-stripe";
import type { Account } from "./joiners";
import type { StripeStep } from "./membership-steps";
import { pick } from "./people";
import { allDone } from "./refusals";

type StepOf<Kind extends StripeStep["kind"]> = Extract<StripeStep, { kind: Kind }>;
type AtStripe = Awaited<ReturnType<TestApp["stripe"]["control"]["state"]>>;

const handled: ReadonlySet<string> = new Set(stripeEventTypes);

/** What happens to subscriptions at Stripe, and how the site hears of it. */
export class Billing {
  readonly #told = new Set<string>();

  constructor(readonly app: TestApp) {}

  async take(services: Services, accounts: Account[], step: StripeStep): Promise<unknown> {
    switch (step.kind) {
      case "change card":
        return this.#changeCards(accounts[step.who]!, step);
      case "pay invoice":
        return this.#payInvoice(accounts[step.who]!);
      case "in the dashboard":
        return this.#inDashboard(accounts[step.who]!, step);
      case "refund at Stripe":
        return refundAtStripe(this.app, step);
      case "dispute of a period":
        return this.#dispute(step);
      case "join another program":
        return this.#joinAnotherProgram(accounts[step.who]!);
      case "tell":
        return this.tell(services, step);
      case "lose events":
        return this.#lose();
    }
  }

  async #changeCards({ email }: Account, { card }: StepOf<"change card">): Promise<void> {
    const { subscriptions } = await this.app.stripe.control.state({ email });
    for (const customerId of new Set(subscriptions.filter(isLive).map(({ customer }) => customer))) {
      await this.app.stripe.control.setCard({ customerId, card });
    }
  }

  /** The member mends a payment on Stripe's page, where they can confirm it. */
  async #payInvoice({ email }: Account): Promise<unknown> {
    const { invoices } = await this.app.stripe.control.state({ email });
    const open = invoices.findLast(({ status }) => status === "open");
    return open && this.app.stripe.control.payInvoice({ invoiceId: open.id, card: "accepted" });
  }

  async #inDashboard({ email }: Account, { what }: StepOf<"in the dashboard">): Promise<void> {
    const { subscriptions } = this.app.services.stripe.client;
    const state = await this.app.stripe.control.state({ email });
    const live = state.subscriptions.findLast((candidate) => isOurs(candidate) && isLive(candidate));
    if (!live) return;
    const actions = {
      "cancel at end": () => subscriptions.update(live.id, { cancel_at_period_end: true }),
      "cancel at once": () => subscriptions.cancel(live.id),
      "go on": () => subscriptions.update(live.id, { cancel_at_period_end: false }),
      pause: () => subscriptions.update(live.id, { pause_collection: { behavior: "void" } }),
      resume: () => subscriptions.update(live.id, { pause_collection: "" }),
    };
    try {
      await actions[what]();
    } catch (error) {
      // It has ended meanwhile.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    }
  }

  async #dispute({ nth, isLost }: StepOf<"dispute of a period">): Promise<void> {
    const { charges } = await this.app.stripe.control.state();
    const charge = pick(
      charges.filter(({ paid, disputed }) => paid && !disputed),
      nth,
    );
    if (!charge) return;
    const { id: disputeId } = await this.app.stripe.control.dispute({ chargeId: charge.id });
    if (isLost) await this.app.stripe.control.moveDispute({ disputeId, status: "lost" });
  }

  /** Another program subscribes the same person in the same Stripe account. */
  async #joinAnotherProgram({ email }: Account): Promise<void> {
    const { customers, products, prices, subscriptions } = this.app.services.stripe.client;
    const card = { payment_method: "pm_card_visa", invoice_settings: { default_payment_method: "pm_card_visa" } };
    const customer = await customers.create({ email, ...card });
    const product = await products.create({ name: "Another program" });
    const price = await prices.create({
      product: product.id,
      currency: "gbp",
      unit_amount: 900,
      recurring: { interval: "month" },
    });
    const metadata = { membershipId: randomUUID().slice(1), plan: "gold" };
    await subscriptions.create({ customer: customer.id, items: [{ price: price.id }], metadata });
  }

  async tell(services: Services, { order, times }: Omit<StepOf<"tell">, "kind">): Promise<void> {
    const state = await this.app.stripe.control.state();
    const news = state.events.filter(({ id, type }) => handled.has(type) && !this.#told.has(id));
    if (order === "backwards") news.reverse();
    for (const { id, type, subject } of order === "only the last" ? news.slice(-1) : news) {
      const event = { id, type, data: { object: objectOf(state, subject) } } as Stripe.Event;
      await allDone(Array.from({ length: times }, () => handleStripeEvent(services, event)));
      this.#told.add(id);
    }
  }

  async #lose(): Promise<void> {
    const { events } = await this.app.stripe.control.state();
    for (const { id } of events) this.#told.add(id);
  }
}

/** What an event says besides its id is read only to find out whose it is. */
const objectOf = ({ invoices }: AtStripe, id: string) => invoices.find((invoice) => invoice.id === id) ?? { id };

export const isLive = ({ status }: { status: string }): boolean =>
  !["canceled", "incomplete_expired", "incomplete"].includes(status);

export const isOurs = ({ metadata }: { metadata: Stripe.Metadata | null }): boolean =>
  /^[\da-f-]{36}$/.test(metadata?.membershipId ?? "");
