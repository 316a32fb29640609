import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { passes, payments, products } from "@db/schema";
import type { createCaller } from "@server/api/root";
import { expirePasses } from "@server/catalogue/passes/expire-passes";
import type { Services } from "@server/core/services";
import type { TestApp } from "../../support/test-app";
import { pick } from "./people";
import { unlessRefused } from "./refusals";
import type { PassStep } from "./pass-steps";

type Caller = ReturnType<typeof createCaller>;
type StepOf<Kind extends PassStep["kind"]> = Extract<PassStep, { kind: Kind }>;

type Cast = { members: Caller[]; admin: Caller; sessions: { id: string }[] };

/** Members who buy passes and book with them, and the instructor who changes what they hold. */
export class PassHolders {
  constructor(
    readonly app: TestApp,
    readonly cast: Cast,
  ) {}

  async take(services: Services, step: PassStep): Promise<unknown> {
    switch (step.kind) {
      case "buy pass":
        return this.#buy(step);
      case "book by pass":
        return this.#book(step);
      case "rush by pass":
        return unlessRefused(this.cast.sessions.map((_, session) => this.#book({ ...step, session })));
      case "pass ends":
        return this.#end(services, step);
      case "dispute of a pass":
        return this.#dispute(step);
      case "correct credits":
        return this.#correct(step);
      case "extend pass":
        return this.#extend(step);
    }
  }

  #member = ({ who }: { who: number }) => this.cast.members[who % this.cast.members.length]!;

  async #buy(step: StepOf<"buy pass">): Promise<unknown> {
    const { purchases } = this.#member(step);
    const [product] = await this.app.db.select().from(products).where(eq(products.kind, "pass"));
    const { quote, formKey } = await purchases.getForm({ product: product!.id });
    return purchases.create({ product: product!.id, quote, formKey });
  }

  /** Books as the form says: by the pass that it chooses, or by card if there is none. */
  async #book({ who, session, quantity }: Omit<StepOf<"book by pass">, "kind">): Promise<unknown> {
    const { bookings } = this.#member({ who });
    const sessionId = this.cast.sessions[session]!.id;
    const { quote, passes: choice, formKey } = await bookings.getForm({ sessionId, quantity });
    const form = { sessionId, quantity, quote, formKey, another: true };
    return bookings.create({ ...form, ...(choice && { paying: choice.chosen }) });
  }

  #passes = () => this.app.db.select().from(passes).orderBy(asc(passes.createdAt), asc(passes.id));

  /** Lets the period of a pass be over, and what is left on it be written off. */
  async #end(services: Services, { nth }: StepOf<"pass ends">): Promise<void> {
    const pass = pick(await this.#passes(), nth);
    if (!pass) return;
    const now = this.app.clock.now();
    await this.app.db.update(passes).set({ endsAt: now }).where(eq(passes.id, pass.id));
    await expirePasses(services);
  }

  async #dispute({ nth }: StepOf<"dispute of a pass">): Promise<void> {
    const { charges } = await this.app.stripe.control.state();
    const held = await this.app.db
      .select({ intent: payments.stripePaymentIntentId })
      .from(passes)
      .innerJoin(payments, eq(payments.purchaseId, passes.purchaseId));
    const charge = pick(
      charges.filter(
        ({ paid, disputed, payment_intent }) =>
          paid && !disputed && held.some(({ intent }) => intent === payment_intent),
      ),
      nth,
    );
    if (charge) await this.app.stripe.control.dispute({ chargeId: charge.id });
  }

  async #correct({ nth, change }: StepOf<"correct credits">): Promise<unknown> {
    const pass = pick(await this.#passes(), nth);
    if (!pass) return;
    const { version, formKey } = (await this.cast.admin.orders.getHeldPass({ id: pass.id })).correction;
    const correction = { id: pass.id, change, reason: "A mistake", version, formKey };
    const { correctCredits } = this.cast.admin.passes.admin;
    return unlessRefused([correctCredits(correction), correctCredits(correction)]);
  }

  async #extend({ nth }: StepOf<"extend pass">): Promise<unknown> {
    const pass = pick(await this.#passes(), nth);
    if (!pass) return;
    const { version } = (await this.cast.admin.orders.getHeldPass({ id: pass.id })).extension;
    const lastDay = `20${40 + (nth % 50)}-01-01`;
    const extension = { id: pass.id, lastDay, reason: "An illness", version, formKey: randomUUID() };
    return this.cast.admin.passes.admin.extend(extension);
  }
}
