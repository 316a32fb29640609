import { and, asc, eq, gt, isNotNull, isNull } from "drizzle-orm";
import { liveSessions, passes, sessionBookings, type users } from "@db/schema";
import { createCaller } from "@server/api/root";
import type { Services } from "@server/core/services";
import { deleteAccount } from "@server/office/deletion/delete-account";
import { actingAs } from "../../support/recordings";
import { createTestContext, type TestApp } from "../../support/test-app";
import { openPageUnheard } from "./at-stripe";
import type { MemberStep } from "./membership-steps";
import { pick } from "./people";
import { unlessRefused } from "./refusals";

type StepOf<Kind extends MemberStep["kind"]> = Extract<MemberStep, { kind: Kind }>;
export type Account = typeof users.$inferSelect;
type Cast = { services: Services; accounts: Account[]; plan: { id: string } };

/** Members who join a plan, leave it, and book with it. */
export class Joiners {
  constructor(
    readonly app: TestApp,
    readonly cast: Cast,
  ) {}

  async take(step: MemberStep): Promise<unknown> {
    switch (step.kind) {
      case "join":
        return this.#join(step);
      case "join and pay":
        return this.#joinAndPay(step);
      case "join in two tabs":
        return unlessRefused([this.#join(step), this.#join(step)]);
      case "join unheard":
        await openPageUnheard(this.app);
        return this.#join(step);
      case "refuse card":
        return this.#onOwnPage(step, (id) => this.app.stripe.control.declineNow(id));
      case "pay page":
        return this.#payPage(step);
      case "come back":
        return this.#caller(step).memberships.syncJoined();
      case "cancel membership":
        return this.#caller(step).memberships.cancel({ leaveReason: "I am moving" });
      case "undo":
        return this.#caller(step).memberships.undoCancelling();
      case "delete account":
        return this.#deleteAccount(step);
      case "book covered":
        return this.#bookCovered(step);
      case "rush by cover":
        return unlessRefused([0, 1].map((nth) => this.#bookInWeek(step, nth)));
      case "book with credits":
        return this.#bookWithCredits(step);
      case "give place back":
        return this.#givePlaceBack(step);
    }
  }

  #account = ({ who }: { who: number }) => this.cast.accounts[who]!;

  #caller = (step: { who: number }) =>
    createCaller(() => createTestContext(this.cast.services, actingAs(this.#account(step))));

  async #join({ interval = "month", ...step }: { who: number; interval?: StepOf<"join">["interval"] }) {
    const { memberships } = this.#caller(step);
    const choice = { plan: this.cast.plan.id, interval };
    return memberships.join({ ...choice, key: (await memberships.getJoinOffer(choice)).key });
  }

  async #joinAndPay({ card, ...step }: StepOf<"join and pay">): Promise<unknown> {
    await this.#join(step);
    return this.#onOwnPage(step, (id) => this.app.stripe.control.payNow(id, card));
  }

  async #onOwnPage(step: { who: number }, act: (id: string) => Promise<unknown>): Promise<unknown> {
    const { sessions } = await this.app.stripe.control.state({ email: this.#account(step).email });
    const page = sessions.findLast(({ status }) => status === "open");
    return page && act(page.id);
  }

  async #payPage({ nth }: StepOf<"pay page">): Promise<unknown> {
    const { sessions } = await this.app.stripe.control.state();
    const page = pick(sessions, nth);
    return page && this.app.stripe.control.payNow(page.id);
  }

  #deleteAccount(step: StepOf<"delete account">): Promise<void> {
    const { id } = this.#account(step);
    return deleteAccount(this.cast.services, id, { actorId: id, adminDecision: null });
  }

  /** Books one of the two sessions of a week that are of no series. */
  async #bookInWeek({ nth, ...step }: StepOf<"rush by cover">, ofWeek: number): Promise<unknown> {
    const single = (await this.#upcoming()).filter(({ seriesId }) => seriesId === null);
    return this.#bookBy(step, single[nth * 2 + ofWeek]?.id, isNull(passes.credits));
  }

  async #bookCovered({ nth, ...step }: Pick<StepOf<"book covered">, "who" | "nth">): Promise<unknown> {
    return this.#bookBy(step, (await this.#upcoming())[nth]?.id, isNull(passes.credits));
  }

  async #bookWithCredits({ nth, ...step }: StepOf<"book with credits">): Promise<unknown> {
    return this.#bookBy(step, (await this.#upcoming())[nth]?.id, isNotNull(passes.credits));
  }

  /** Books a session by a pass of the membership that its form offers. */
  async #bookBy(step: { who: number }, sessionId: string | undefined, isWanted: ReturnType<typeof isNull>) {
    const own = and(eq(passes.userId, this.#account(step).id), isNull(passes.endedAt), isWanted);
    const [pass] = await this.app.db.select({ id: passes.id }).from(passes).where(own);
    if (!sessionId || !pass) return;
    const { bookings } = this.#caller(step);
    const { quote, formKey, passes: choice } = await bookings.getForm({ sessionId, quantity: 1, paying: pass.id });
    if (choice?.chosen !== pass.id) return;
    return bookings.create({ sessionId, quantity: 1, quote, formKey, paying: pass.id });
  }

  #upcoming = () =>
    this.app.db
      .select({ id: liveSessions.id, seriesId: liveSessions.seriesId })
      .from(liveSessions)
      .where(and(gt(liveSessions.startTime, this.app.clock.now()), eq(liveSessions.isPublished, true)))
      .orderBy(asc(liveSessions.startTime));

  async #givePlaceBack({ nth }: StepOf<"give place back">): Promise<unknown> {
    const rows = await this.app.db.select().from(sessionBookings).orderBy(asc(sessionBookings.createdAt));
    const booking = pick(rows, nth);
    if (!booking) return;
    const guest = createCaller(() => createTestContext(this.cast.services, { user: null }));
    return guest.bookings.cancel({ bookingId: booking.id, key: booking.manageKey });
  }
}
