import { and, asc, eq, isNull } from "drizzle-orm";
import { memberships, sessionBookings, standingPlaces, type users } from "@db/schema";
import { createCaller } from "@server/api/root";
import type { Services } from "@server/core/services";
import { choicesIn, postIn } from "../../support/portal";
import { actingAs } from "../../support/recordings";
import { createTestContext, type TestApp } from "../../support/test-app";
import type { HolderStep } from "./holder-steps";
import { pick } from "./people";

type StepOf<Kind extends HolderStep["kind"]> = Extract<HolderStep, { kind: Kind }>;
type Account = typeof users.$inferSelect;
type Cast = { services: Services; accounts: Account[]; plans: { id: string }[]; seriesId: string };

/** Members who hold a standing place, release its dates, and change their plan. */
export class Holders {
  constructor(
    readonly app: TestApp,
    readonly cast: Cast,
  ) {}

  async take(step: HolderStep): Promise<unknown> {
    switch (step.kind) {
      case "take standing place":
        return this.#caller(step).standing.take({ seriesId: this.cast.seriesId });
      case "give standing place up":
        return this.#giveUp(step);
      case "release date":
        return this.#release(step);
      case "change plan":
        return this.#changePlan(step);
      case "take change back":
        return this.#inPortal(step, { action: "keep-plan" });
    }
  }

  #account = ({ who }: { who: number }) => this.cast.accounts[who]!;

  #caller = (step: { who: number }) =>
    createCaller(() => createTestContext(this.cast.services, actingAs(this.#account(step))));

  async #giveUp(step: StepOf<"give standing place up">): Promise<unknown> {
    const [standing] = await this.app.db
      .select({ id: standingPlaces.id })
      .from(standingPlaces)
      .innerJoin(memberships, eq(memberships.id, standingPlaces.membershipId))
      .where(and(eq(memberships.userId, this.#account(step).id), isNull(standingPlaces.endedAt)));
    return standing && this.#caller(step).standing.giveUp({ id: standing.id });
  }

  async #release({ nth, ...step }: StepOf<"release date">): Promise<unknown> {
    const dates = await this.app.db
      .select({ bookingId: sessionBookings.id })
      .from(sessionBookings)
      .innerJoin(standingPlaces, eq(standingPlaces.id, sessionBookings.formKey))
      .where(and(eq(sessionBookings.userId, this.#account(step).id), eq(sessionBookings.status, "completed")))
      .orderBy(asc(sessionBookings.createdAt), asc(sessionBookings.id));
    const date = pick(dates, nth);
    return date && this.#caller(step).bookings.cancel(date);
  }

  /** Chooses another price in Stripe's portal, and confirms it once or twice. */
  async #changePlan({ nth, presses, ...step }: StepOf<"change plan">): Promise<unknown> {
    const { next } = await this.#caller(step).memberships.openPortal({ for: "plan" });
    const choice = pick(await choicesIn(this.app, next), nth);
    if (!choice) return undefined;
    const fields = { action: "change", price: choice.price };
    return Promise.all(Array.from({ length: presses }, () => this.#press(next, step, fields)));
  }

  async #inPortal(step: { who: number }, fields: Record<string, string>): Promise<unknown> {
    const { next } = await this.#caller(step).memberships.openPortal({ for: "plan" });
    return this.#press(next, step, fields);
  }

  /** What Stripe's page refuses, such as a second press, changes nothing. */
  async #press(portal: string, step: { who: number }, fields: Record<string, string>): Promise<void> {
    const [own] = await this.app.db
      .select({ reference: memberships.reference })
      .from(memberships)
      .where(and(eq(memberships.userId, this.#account(step).id), isNull(memberships.endedAt)));
    if (own?.reference) await postIn(this.app, portal, { ...fields, subscription: own.reference });
  }
}
