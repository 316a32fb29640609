import { eq } from "drizzle-orm";
import { users } from "@db/schema";
import type { Services } from "@server/core/services";
import { reconcileMemberships } from "@server/selling/memberships/stripe/reconcile-memberships";
import { tendMemberships } from "@server/selling/memberships/tend/tend-memberships";
import { reconcilePayments } from "@server/payments/reconcile";
import { tendStandingPlaces } from "@server/selling/standing/take-dates";
import { anAccount } from "../../support/accounts";
import { runDueJobs } from "../../support/histories/due-jobs";
import type { TestApp } from "../../support/test-app";
import { Billing } from "./billing";
import { Holders } from "./holders";
import { type Account, Joiners } from "./joiners";
import { beginWithPlan } from "./membership-beginning";
import { MembershipOffice } from "./membership-office";
import type { MembershipHistory, MembershipStep, TimeStep } from "./membership-steps";
import { personOf } from "./people";
import { liveInProcess } from "./process";

type Beginning = Awaited<ReturnType<typeof beginWithPlan>>;

const minutesOfDay = 24 * 60;

/** How often the jobs of a site run while days pass, in days. */
const longestSlice = 11;

/** For how long a site looks back for refunds that it has not heard of, in days; after a longer pause it is told by hand. */
const longestDown = 34;

/** The site with a plan, two people who join it, the instructor, and Stripe. */
export class MembershipWorld {
  readonly #billing: Billing;

  #daysDown = 0;

  private constructor(
    readonly app: TestApp,
    readonly begun: Beginning,
  ) {
    this.#billing = new Billing(app);
  }

  static async begin(
    app: TestApp,
    { joined, ...terms }: Pick<MembershipHistory, "trialDays" | "places" | "joined">,
  ): Promise<MembershipWorld> {
    const world = new MembershipWorld(app, await beginWithPlan(app, terms));
    const steps = joined.flatMap((card, who): MembershipStep[] =>
      card ? [{ by: "member", does: { kind: "join and pay", who, card } }] : [],
    );
    for (const step of steps) await world.live({ steps: [step], crashAt: null });
    await world.#billing.tell(app.services, { order: "as it happened", times: 1 });
    return world;
  }

  /** Runs a round's steps at once with the planned crash. Throws what is neither a crash nor a refusal. */
  async live(round: MembershipHistory["rounds"][number]): Promise<void> {
    // No two rounds are at the same moment.
    this.app.clock.moveBy(1);
    const accounts = await this.#signUp();
    await liveInProcess(this.app, round, (services, step: MembershipStep) => this.#happen(services, accounts, step));
  }

  /** Returns the accounts of both people; one who has deleted theirs signs up again. */
  async #signUp(): Promise<Account[]> {
    const accounts: Account[] = [];
    for (const who of [0, 1]) {
      const { email, firstName, lastName } = personOf(who);
      const [known] = await this.app.db.select().from(users).where(eq(users.email, email));
      accounts.push(known ?? (await anAccount(this.app.db, { email, fullName: `${firstName} ${lastName}` })));
    }
    return accounts;
  }

  #happen(services: Services, accounts: Account[], step: MembershipStep): Promise<unknown> {
    switch (step.by) {
      case "member":
        return new Joiners(this.app, { ...this.begun, services, accounts }).take(step.does);
      case "holder":
        return new Holders(this.app, { ...this.begun, services, accounts }).take(step.does);
      case "stripe":
        return this.#billing.take(services, accounts, step.does);
      case "office":
        return new MembershipOffice(this.app, { ...this.begun, services, accounts }).take(step.does);
      case "time":
        return this.#goOn(services, step.does);
    }
  }

  async #goOn(services: Services, step: TimeStep): Promise<void> {
    if (step.kind === "reconcile") return this.#work(services);
    if (step.kind === "site is down") {
      if (this.#daysDown + step.days > longestDown) await this.#work(this.app.services);
      return this.#passDays(step.days);
    }
    for (let left = step.days; left > 0; left -= longestSlice) {
      await this.#passDays(Math.min(left, longestSlice));
      await this.#work(services);
    }
  }

  async #passDays(days: number): Promise<void> {
    this.#daysDown += days;
    this.app.clock.moveBy(days * minutesOfDay);
    await this.app.stripe.control.bill();
  }

  async #work(services: Services): Promise<void> {
    await reconcilePayments(services);
    await reconcileMemberships(services);
    await tendMemberships(services);
    await tendStandingPlaces(services);
    await runDueJobs(this.app.db, services);
    this.#daysDown = 0;
  }

  async payAll(): Promise<void> {
    const { sessions } = await this.app.stripe.control.state();
    for (const { id } of sessions) await this.app.stripe.control.payNow(id);
  }

  /** Delivers all events that were not lost, lets pages close, and runs the jobs of a day and more. */
  async comeToRest(): Promise<void> {
    const { services } = this.app;
    for (const minutes of [1300, 70, 70, 3]) {
      this.app.clock.moveBy(minutes);
      await this.#billing.tell(services, { order: "as it happened", times: 1 });
      await this.#work(services);
    }
  }
}
