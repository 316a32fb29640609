import { randomUUID } from "node:crypto";
import type Stripe from "stripe";
import { asc, inArray } from "drizzle-orm";
import { sessionBookings, sessionWaitlist } from "@db/schema";
import { handleStripeEvent } from "@server/payments/handle-stripe-event";
import { reconcilePayments } from "@server/payments/reconcile";
import { sendReminders } from "@server/office/managing/send-reminders";
import type { Services } from "@server/core/services";
import { createCaller } from "@server/api/root";
import { sweepWaitlist } from "@server/selling/waitlist/sweep-waitlist";
import { CrashPlan } from "../../support/histories/crash-plan";
import { runDueJobs } from "../../support/histories/due-jobs";
import { crashingServices } from "../../support/histories/crashing-services";
import type { anAccount } from "../../support/accounts";
import { leaveCheckout } from "../../support/leave-checkout";
import { aMoveOf } from "../../support/moves";
import { type CallerOptions, createTestContext, type TestApp } from "../../support/test-app";
import { people, personOf, pick } from "./people";
import { begin } from "./beginning";
import { Buyers } from "./buyers";
import { CardHolders } from "./card-holders";
import { isCardStep } from "./card-steps";
import { CourseBuyers } from "./course-buyers";
import { isCourseStep } from "./course-steps";
import { Instructor } from "./instructor";
import { answerOfBank, askAboutPayment } from "./banks";
import { PassHolders } from "./pass-holders";
import { isPassStep } from "./pass-steps";
import { openPageUnheard, refundAtStripe } from "./at-stripe";
import { cancelTicket } from "./tickets";
import { allDone, isRefusal, unlessRefused } from "./refusals";
import type { History, Round, Step } from "./steps";

type Caller = ReturnType<typeof createCaller>;
type Account = Awaited<ReturnType<typeof anAccount>>;
type NewBooking = Parameters<Caller["bookings"]["create"]>[0];
type StepOf<Kind extends Step["kind"]> = Extract<Step, { kind: Kind }>;

/** The site with its visitors, its instructor and Stripe, in which a history happens. */
export class World {
  /** The services of the current process; `app` outlives it. */
  #services: Services;
  readonly #caller: Caller;
  readonly instructor: Instructor;
  readonly #buyers: Buyers;
  readonly #holders: PassHolders;
  readonly #posts: NewBooking[] = [];
  readonly #told = new Set<string>();

  private constructor(
    readonly app: TestApp,
    readonly sessions: { id: string }[],
    accounts: { admin: Account; members: Account[] },
  ) {
    this.#services = this.#begin(new CrashPlan());
    const callerOf = (user: Account | null) => this.#as({ user });
    this.#caller = callerOf(null);
    this.instructor = new Instructor(app, callerOf(accounts.admin), sessions);
    const members = accounts.members.map(callerOf);
    this.#buyers = new Buyers(app, members);
    this.#holders = new PassHolders(app, { members, admin: this.instructor.caller, sessions });
  }

  static async begin(app: TestApp, { places }: Pick<History, "places">): Promise<World> {
    const { sessions, admin, members } = await begin(app, places);
    return new World(app, sessions, { admin, members });
  }

  /** Runs a round's steps at once with the planned crash. Returns whether it crashed; throws other failures. */
  async live({ steps, crashAt }: Round): Promise<boolean> {
    const plan = new CrashPlan(crashAt ?? undefined);
    this.#services = this.#begin(plan);
    const outcomes = await Promise.allSettled(steps.map((step) => this.#happen(step)));
    const hasDied = plan.hasCrashed;
    this.#services = this.#begin(new CrashPlan());
    for (const outcome of outcomes) {
      if (outcome.status === "rejected" && !hasDied && !isRefusal(outcome.reason)) throw outcome.reason;
    }
    return hasDied;
  }

  #as = (asking?: CallerOptions) => createCaller(() => createTestContext(this.#services, asking));

  #begin = (plan: CrashPlan): Services => crashingServices(this.app.services, this.app.stripe, plan);

  async payAll(): Promise<void> {
    const { sessions } = await this.app.stripe.control.state();
    for (const { id } of sessions) await this.app.stripe.control.payNow(id);
  }

  /** Delivers all events, ends all holds and runs the resulting jobs. */
  async comeToRest(): Promise<void> {
    for (const minutes of [40, 3, 1]) {
      this.app.clock.moveBy(minutes);
      await this.#tell({ kind: "tell", order: "as it happened", times: 1 });
      await reconcilePayments(this.#services);
      await this.#work();
    }
  }

  async #happen(step: Step): Promise<unknown> {
    if (isCourseStep(step)) return new CourseBuyers(this.app, this.#caller).take(step);
    if (isCardStep(step)) return new CardHolders(this.app, this.#holders.cast).take(this.#services, step);
    if (isPassStep(step)) return this.#holders.take(this.#services, step);
    switch (step.kind) {
      case "book":
        return this.#book(step);
      case "book unheard":
        return this.#bookUnheard(step);
      case "pass the code on":
        return this.#passCodeOn(step);
      case "rush":
        return this.#rush(step);
      case "post again":
        return this.#postAgain(step);
      case "come back":
        return this.#comeBack(step);
      case "cancel":
        return this.#cancel(step);
      case "cancel ticket":
        return cancelTicket(this.app, { attendee: this.#caller, admin: this.instructor.caller }, step);
      case "move":
        return this.#move(step);
      case "join":
        return this.#join(step);
      case "accept":
        return this.#accept(step);
      case "decline offer":
        return this.#answer(step, (ref) => this.#caller.waitlist.decline(ref));
      case "leave":
        return this.#answer(step, (ref) => this.#caller.waitlist.leave(ref));
      case "pay":
        return this.#withPage(step, (id) => this.app.stripe.control.payNow(id));
      case "decline card":
        return this.#withPage(step, (id) => this.app.stripe.control.declineNow(id));
      case "pay later":
        return this.#withPage(step, (id) => this.app.stripe.control.payLater(id));
      case "answer of the bank":
        return answerOfBank(this.app, step);
      case "inquiry":
        return askAboutPayment(this.app, step);
      case "tell":
        return this.#tell(step);
      case "refund at Stripe":
        return refundAtStripe(this.app, step);
      case "time passes":
        this.app.clock.moveBy(step.minutes);
        return this.#work();
      case "buy":
        return this.#buyers.buy(step);
      case "buy unheard":
        await openPageUnheard(this.app);
        return this.#buyers.buy(step);
      case "reconcile":
        return reconcilePayments(this.#services);
      default:
        return this.instructor.take(step);
    }
  }

  async #work(): Promise<void> {
    await runDueJobs(this.app.db, this.#services);
    await sweepWaitlist(this.#services);
    await sendReminders(this.#services);
    await runDueJobs(this.app.db, this.#services);
  }

  #sessionId = ({ session }: { session: number }) => this.sessions[session]!.id;

  async #book({ session, who, code, quantity }: StepOf<"book">) {
    const sessionId = this.#sessionId({ session });
    const post = { ...personOf(who), ...(await this.#formOf(sessionId, code, quantity)), sessionId };
    this.#posts.push(post);
    return this.#caller.bookings.create(post);
  }

  async #bookUnheard(step: StepOf<"book unheard">) {
    await openPageUnheard(this.app);
    return this.#book({ ...step, kind: "book" });
  }

  /** Loses the checkout's answer, gives its one-time code to another booking, and then pays the checkout. */
  async #passCodeOn({ session, who }: StepOf<"pass the code on">) {
    await unlessRefused([this.#bookUnheard({ kind: "book unheard", session, who, code: "ONCE", quantity: 1 })]);
    await this.#work();
    const [other, another] = [1 - session, (who + 1) % people.length];
    await unlessRefused([this.#book({ kind: "book", session: other, who: another, code: "ONCE", quantity: 1 })]);
    const { sessions } = await this.app.stripe.control.state({ email: personOf(who).email });
    for (const { id } of sessions) await this.app.stripe.control.payNow(id);
  }

  /** Books the same places from several visitors at the same moment. */
  async #rush({ visitors, ...wanted }: StepOf<"rush">) {
    await unlessRefused(Array.from({ length: visitors }, (_, who) => this.#book({ ...wanted, kind: "book", who })));
  }

  async #formOf(sessionId: string, code: StepOf<"book">["code"], quantity: number) {
    const discountCode = code === "none" ? undefined : code;
    const { quote } = await this.#caller.bookings.getForm({ sessionId, discountCode, quantity });
    return { quote, quantity, discountCode, formKey: randomUUID() };
  }

  async #postAgain({ nth }: StepOf<"post again">) {
    const post = pick(this.#posts, nth);
    return post && this.#caller.bookings.create(post);
  }

  async #comeBack(step: StepOf<"come back">) {
    return this.#withPage(step, (_, { bookingId, purchaseId }) =>
      leaveCheckout(
        { as: this.#as },
        bookingId ? { kind: "booking", id: bookingId } : { kind: "purchase", id: purchaseId! },
      ),
    );
  }

  async #cancel({ nth }: StepOf<"cancel">) {
    const bookings = await this.app.db.select().from(sessionBookings).orderBy(asc(sessionBookings.createdAt));
    const booking = pick(bookings, nth);
    return booking && this.#caller.bookings.cancel({ bookingId: booking.id, key: booking.manageKey });
  }

  /** Moves a booking to the other session, the instructor also late; books one for free if there is none. */
  async #move({ nth, by }: StepOf<"move">) {
    const isLive = inArray(sessionBookings.status, ["completed", "confirmed"]);
    const listLive = () =>
      this.app.db.select().from(sessionBookings).where(isLive).orderBy(asc(sessionBookings.createdAt));
    const hasNone = (await listLive()).length === 0;
    if (hasNone) await this.#book({ kind: "book", session: nth % 2, who: nth, code: "GIFT", quantity: 1 });
    const booking = pick(await listLive(), nth);
    const other = booking && this.sessions.find(({ id }) => id !== booking.sessionId);
    if (!other) return;
    const ref = { bookingId: booking.id, key: booking.manageKey };
    const form = await aMoveOf(this.app, ref, { id: booking.sessionId }, other);
    if (by === "attendee") return this.#caller.bookings.move(form);
    return this.instructor.caller.bookings.attendees.move({ ...form, isLate: true, isFreeOfCharge: true });
  }

  /** Returns a full session, if any: no other has a waitlist. */
  async #join({ session, who, quantity }: StepOf<"join">) {
    const asked = this.sessions[session]!;
    const availabilities = await Promise.all(
      this.sessions.map(({ id }) => this.#caller.bookings.getForm({ sessionId: id })),
    );
    const full = this.sessions.filter((_, index) => ["held", "sold_out"].includes(availabilities[index]!.availability));
    const sessionId = (full[session % Math.max(1, full.length)] ?? asked).id;
    return this.#caller.waitlist.join({ ...personOf(who), sessionId, quantity, formKey: randomUUID() });
  }

  #accept({ nth, code, quantity }: StepOf<"accept">) {
    return this.#answer({ nth }, async (ref, entry) => {
      const form = await this.#formOf(entry.sessionId!, code, Math.min(quantity, entry.quantity));
      return this.#caller.waitlist.accept({ ...ref, ...form, ...personOf(nth), email: entry.email });
    });
  }

  async #answer(
    { nth }: { nth: number },
    reply: (ref: { id: string; key: string }, entry: typeof sessionWaitlist.$inferSelect) => Promise<unknown>,
  ) {
    const entries = await this.app.db.select().from(sessionWaitlist).orderBy(asc(sessionWaitlist.queueNumber));
    const offered = entries.filter(({ status }) => status === "offered");
    const entry = pick(offered.length > 0 ? offered : entries, nth);
    return entry && reply({ id: entry.id, key: entry.manageKey }, entry);
  }

  async #withPage({ nth }: { nth: number }, act: (id: string, metadata: Stripe.Metadata) => Promise<unknown>) {
    const { sessions } = await this.app.stripe.control.state();
    const open = sessions.filter(({ status }) => status === "open");
    const page = pick(open.length > 0 ? open : sessions, nth);
    return page && act(page.id, page.metadata ?? {});
  }

  async #tell({ order, times }: StepOf<"tell">) {
    const { events } = await this.app.stripe.control.state();
    const news = events.filter(({ id }) => !this.#told.has(id));
    if (order === "backwards") news.reverse();
    for (const { id, type, subject } of order === "only the last" ? news.slice(-1) : news) {
      const event = { id, type, data: { object: { id: subject } } } as Stripe.Event;
      await allDone(Array.from({ length: times }, () => handleStripeEvent(this.#services, event)));
      this.#told.add(id);
    }
  }
}
