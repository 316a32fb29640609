import { randomUUID } from "node:crypto";
import { and, asc, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { liveSessions, memberships, payments } from "@db/schema";
import { createCaller } from "@server/api/root";
import type { Services } from "@server/core/services";
import { queueStandingPlaces } from "@server/selling/memberships/periods/queue-standing-places";
import { changeMember } from "../../support/memberships";
import { actingAs } from "../../support/recordings";
import { createTestContext, type TestApp } from "../../support/test-app";
import type { Account } from "./joiners";
import type { OfficeStep } from "./membership-steps";
import { pick } from "./people";

type StepOf<Kind extends OfficeStep["kind"]> = Extract<OfficeStep, { kind: Kind }>;
type Cast = { services: Services; admin: Account; accounts: Account[]; plan: { id: string }; seriesId: string };
type Change = Parameters<typeof changeMember>[1];
/** The instructor's actions with memberships, through the procedures of the back office. */
export class MembershipOffice {
  readonly #caller: ReturnType<typeof createCaller>;

  constructor(
    readonly app: TestApp,
    readonly cast: Cast,
  ) {
    this.#caller = createCaller(() => createTestContext(cast.services, actingAs(cast.admin)));
  }

  async take(step: OfficeStep): Promise<unknown> {
    switch (step.kind) {
      case "pause":
        return this.#change(step, { kind: "pause", until: this.#dayIn(step.days) });
      case "resume":
        return this.#change(step, { kind: "resume" });
      case "give months":
        return this.#change(step, { kind: "give", months: step.months });
      case "end":
        return this.#change(step, { kind: "end", when: step.when });
      case "extend":
        return this.#extend(step);
      case "add member":
        return this.#addMember(step);
      case "refund period":
        return this.#refund(step);
      case "sync":
        return this.#sync(step);
      case "publish dates":
        return this.#publishDates();
      case "take standing place for":
        return this.#takeStanding(step);
    }
  }

  #dayIn = (days: number, from = this.app.clock.now()): string =>
    new Date(from.getTime() + days * 86_400_000).toISOString().slice(0, 10);

  async #live({ who }: { who: number }) {
    const isLive = and(eq(memberships.userId, this.cast.accounts[who]!.id), isNull(memberships.endedAt));
    const [live] = await this.app.db.select().from(memberships).where(isLive);
    return live;
  }

  async #change(step: { who: number }, change: Change): Promise<unknown> {
    const live = await this.#live(step);
    if (!live) return;
    return changeMember({ admin: this.#caller, id: live.id }, change);
  }

  async #extend(step: StepOf<"extend">): Promise<unknown> {
    const until = (await this.#live(step))?.accessUntil;
    if (!until) return;
    return this.#change(step, { kind: "extend", lastDay: this.#dayIn(30, until), paidMinor: 4000 });
  }

  async #addMember({ who }: StepOf<"add member">): Promise<unknown> {
    const days = { from: this.#dayIn(0), until: this.#dayIn(29) };
    return this.#caller.memberships.admin.addMember({
      plan: this.cast.plan.id,
      email: this.cast.accounts[who]!.email,
      interval: "month",
      ...days,
      paidMinor: 4000,
      reason: "Pays by standing order",
      formKey: randomUUID(),
    });
  }

  async #refund({ nth, part, isPlaceCancelled }: StepOf<"refund period">): Promise<unknown> {
    const isOfPeriod = and(eq(payments.state, "paid"), isNotNull(payments.purchaseId));
    const paid = await this.app.db
      .select()
      .from(payments)
      .where(isOfPeriod)
      .orderBy(asc(payments.createdAt), asc(payments.id));
    const payment = pick(paid, nth);
    if (!payment) return;
    const amountMinor = part === "all" ? payment.amountMinor : Math.ceil(payment.amountMinor / 2);
    const refund = { paymentId: payment.id, amountMinor, isPlaceCancelled, reason: "As agreed", formKey: randomUUID() };
    return this.#caller.payments.refund(refund);
  }

  /** Publishes the next two dates of the series. */
  async #publishDates(): Promise<void> {
    await this.cast.services.db.transaction(async (tx) => {
      const isDraft = and(eq(liveSessions.seriesId, this.cast.seriesId), eq(liveSessions.isPublished, false));
      const drafts = await tx.select().from(liveSessions).where(isDraft).orderBy(asc(liveSessions.startTime)).limit(2);
      const ids = drafts.map(({ id }) => id);
      await tx.update(liveSessions).set({ isPublished: true }).where(inArray(liveSessions.id, ids));
      await queueStandingPlaces(tx);
    });
  }

  async #takeStanding(step: StepOf<"take standing place for">): Promise<unknown> {
    const live = await this.#live(step);
    const { seriesId } = this.cast;
    return live && this.#caller.standing.admin.take({ membershipId: live.id, seriesId });
  }

  async #sync(step: StepOf<"sync">): Promise<unknown> {
    const live = await this.#live(step);
    if (live?.source === "stripe") return this.#caller.memberships.admin.sync({ id: live.id });
  }
}
