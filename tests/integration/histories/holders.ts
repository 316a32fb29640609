import { and, asc, eq, isNull } from "drizzle-orm";
import { memberships, sessionBookings, standingPlaces, type users } from "@db/schema";
import { createCaller } from "@server/api/root";
import type { Services } from "@server/core/services";
import { actingAs } from "../../support/recordings";
import { createTestContext, type TestApp } from "../../support/test-app";
import type { HolderStep } from "./holder-steps";
import { pick } from "./people";
import { unlessRefused } from "./refusals";

type StepOf<Kind extends HolderStep["kind"]> = Extract<HolderStep, { kind: Kind }>;
type Account = typeof users.$inferSelect;
type Cast = { services: Services; accounts: Account[]; plans: { id: string }[]; seriesId: string; shown: string[] };

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
        return this.#caller(step).memberships.takeBackChange();
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

  /** Opens the forms, notes what they show, and posts them at once. */
  async #changePlan({ to, interval, tabs, ...step }: StepOf<"change plan">): Promise<unknown> {
    const own = this.#caller(step).memberships;
    const choice = { plan: this.cast.plans[to]!.id, interval };
    const other = { plan: this.cast.plans[(to + 1) % this.cast.plans.length]!.id, interval: "month" as const };
    const forms = [];
    for (const wanted of tabs === "another plan" ? [choice, other] : [choice]) {
      const { key } = await own.getChangeOffer(wanted);
      this.cast.shown.push(key);
      forms.push({ ...wanted, key });
    }
    return unlessRefused([...forms, ...(tabs === "the same twice" ? forms : [])].map((form) => own.changePlan(form)));
  }
}
