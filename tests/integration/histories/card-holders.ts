import { randomUUID } from "node:crypto";
import { and, asc, eq, isNotNull } from "drizzle-orm";
import { giftCards, payments, products } from "@db/schema";
import type { createCaller } from "@server/api/root";
import { readCode } from "@server/catalogue/gift-cards/code";
import { expireGiftCards } from "@server/catalogue/gift-cards/expire-cards";
import type { Services } from "@server/core/services";
import type { TestApp } from "../../support/test-app";
import type { CardStep } from "./card-steps";
import { pick } from "./people";
import { unlessRefused } from "./refusals";

type Caller = ReturnType<typeof createCaller>;
type StepOf<Kind extends CardStep["kind"]> = Extract<CardStep, { kind: Kind }>;

type Cast = { members: Caller[]; admin: Caller; sessions: { id: string }[] };

/** Members who buy gift cards and pay with them, and the instructor who corrects them. */
export class CardHolders {
  constructor(
    readonly app: TestApp,
    readonly cast: Cast,
  ) {}

  async take(services: Services, step: CardStep): Promise<unknown> {
    switch (step.kind) {
      case "buy card":
        return this.#buy(step);
      case "book by cards":
        return this.#book(step);
      case "rush by card":
        return unlessRefused(this.cast.sessions.map((_, session) => this.#book({ ...step, session })));
      case "card ends":
        return this.#end(services, step);
      case "dispute of a card":
        return this.#dispute(step);
      case "correct card":
        return this.#correct(step);
    }
  }

  #member = ({ who }: { who: number }) => this.cast.members[who % this.cast.members.length]!;

  async #buy(step: StepOf<"buy card">): Promise<unknown> {
    const [product] = await this.app.db.select().from(products).where(eq(products.kind, "gift_card"));
    const gift = { id: product!.id, amount: 2500, currency: "GBP" as const, to: "me" as const };
    return this.#member(step).giftCards.buy({ ...gift, formKey: randomUUID() });
  }

  #cards = () =>
    this.app.db
      .select()
      .from(giftCards)
      .where(isNotNull(giftCards.issuedAt))
      .orderBy(asc(giftCards.createdAt), asc(giftCards.id));

  /** Books with the newest gift cards, as far as they can pay, and pays the rest by card. */
  async #book({ who, session }: Pick<StepOf<"book by cards">, "who" | "session">): Promise<unknown> {
    const { bookings } = this.#member({ who });
    const sessionId = this.cast.sessions[session]!.id;
    const newest = (await this.#cards()).slice(-2);
    const giftCodes = newest.map((card) => readCode(this.app.services.settings, card)).join(",");
    const choice = { sessionId, quantity: 1, paying: "money" };
    const { quote, formKey, gifts } = await bookings.getForm({ ...choice, giftCodes });
    return bookings.create({ ...choice, another: true, quote, formKey, giftCodes: gifts?.codes ?? "" });
  }

  /** Lets the period of a card be over, and what is left on it be written off. */
  async #end(services: Services, { nth }: StepOf<"card ends">): Promise<void> {
    const card = pick(await this.#cards(), nth);
    if (!card) return;
    await this.app.db.update(giftCards).set({ endsAt: this.app.clock.now() }).where(eq(giftCards.id, card.id));
    await expireGiftCards(services);
  }

  async #dispute({ nth, isLost }: StepOf<"dispute of a card">): Promise<void> {
    const { charges } = await this.app.stripe.control.state();
    const sales = await this.app.db
      .select({ intent: payments.stripePaymentIntentId })
      .from(giftCards)
      .innerJoin(payments, eq(payments.purchaseId, giftCards.purchaseId))
      .where(and(isNotNull(giftCards.issuedAt), eq(payments.state, "paid")));
    const isSale = (intent: unknown) => sales.some((sale) => sale.intent === intent);
    const charge = pick(
      charges.filter(({ paid, disputed, payment_intent }) => paid && !disputed && isSale(payment_intent)),
      nth,
    );
    if (!charge) return;
    const { id: disputeId } = await this.app.stripe.control.dispute({ chargeId: charge.id });
    if (isLost) await this.app.stripe.control.moveDispute({ disputeId, status: "lost" });
  }

  async #correct({ nth, amountMinor }: StepOf<"correct card">): Promise<unknown> {
    const card = pick(await this.#cards(), nth);
    if (!card) return;
    const { adjust } = this.cast.admin.giftCards.admin;
    const change = { id: card.id, amountMinor, reason: "A mistake", formKey: randomUUID() };
    return unlessRefused([adjust(change), adjust(change)]);
  }
}
