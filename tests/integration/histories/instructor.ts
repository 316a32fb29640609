import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { purchases, payments, sessionBookings } from "@db/schema";
import { versionOf } from "@server/core/forms";
import { stateOf } from "@server/selling/bookings/transitions";
import { toLocalInput } from "@server/office/managing/session-times";
import { formStateOf } from "@server/office/managing/session-values";
import type { createCaller } from "@server/api/root";
import { aSessionForm, readSession } from "../../support/admin-sessions";
import type { TestApp } from "../../support/test-app";
import { asEdit } from "../../support/disabled-protections";
import { personOf, pick } from "./people";
import { unlessRefused } from "./refusals";
import type { InstructorStep } from "./steps";

type StepOf<Kind extends InstructorStep["kind"]> = Extract<InstructorStep, { kind: Kind }>;
type Edit = Pick<StepOf<"edit session">, "session" | "places" | "hours">;

const timeZone = "Europe/London";

/** The instructor's actions, through the procedures of the admin's pages. */
export class Instructor {
  readonly added = new Set<string>();

  constructor(
    readonly app: TestApp,
    readonly caller: ReturnType<typeof createCaller>,
    readonly sessions: { id: string }[],
  ) {}

  async take(step: InstructorStep): Promise<unknown> {
    switch (step.kind) {
      case "edit session":
        return this.#edit(await this.#fillIn(step));
      case "edit in two windows":
        return this.#editInTwoWindows(step);
      case "cancel session":
        return this.caller.sessions.cancel({ id: this.#sessionId(step) });
      case "refund by hand":
        return this.#refund(step);
      case "status by hand":
        return this.#setStatus(step);
      case "add attendee":
        return this.#addAttendee(step);
    }
  }

  #sessionId = ({ session }: { session: number }) => this.sessions[session]!.id;

  /** Saves a session; a new time is confirmed as it was shown, and not saved if that has changed meanwhile. */
  #edit = (form: Parameters<typeof this.caller.sessions.edit>[0]) =>
    asEdit(async () => {
      const { edit } = this.caller.sessions;
      const asked = await edit(form);
      return asked.outcome === "preview" ? edit({ ...form, agreedChange: asked.key }) : asked;
    });

  /** Returns the session's current form with another number of places and another start. */
  async #fillIn({ session, places, hours }: Edit) {
    const opened = await readSession(this.app, this.#sessionId({ session }));
    const moved = new Date(opened.startTime.getTime() + hours * 3_600_000);
    const form = aSessionForm({ startsAt: toLocalInput(moved, timeZone), timeZone, maxAttendees: places, price: "18" });
    return { ...form, id: opened.id, version: versionOf(formStateOf(opened)) };
  }

  /** Saves the same form from two windows at the same moment, of which one is too late. */
  async #editInTwoWindows({ session, places, hours }: Edit) {
    const form = await this.#fillIn({ session, places, hours });
    const titles = ["Slow Evening", "Long Exhales"];
    await unlessRefused(titles.map((title) => this.#edit({ ...form, title })));
  }

  async #refund({ nth, part, isPlaceCancelled }: StepOf<"refund by hand">) {
    const paid = await this.app.db
      .select()
      .from(payments)
      .where(eq(payments.state, "paid"))
      .orderBy(asc(payments.createdAt), asc(payments.id));
    const payment = pick(paid, nth);
    if (!payment) return;
    const amountMinor = part === "all" ? payment.amountMinor : Math.ceil(payment.amountMinor / 2);
    await this.caller.payments.refund({ paymentId: payment.id, amountMinor, isPlaceCancelled, formKey: randomUUID() });
  }

  async #setStatus({ of: kind, nth, to, refund }: StepOf<"status by hand">) {
    const order = kind === "booking" ? pick(await this.#bookings(), nth) : pick(await this.#purchases(), nth);
    return order && this.caller.orders.setStatus({ ...order, kind, to, refund });
  }

  async #bookings() {
    const rows = await this.app.db.select().from(sessionBookings).orderBy(asc(sessionBookings.createdAt));
    return rows.map((booking) => ({ id: booking.id, from: stateOf(booking) }));
  }

  async #purchases() {
    const rows = await this.app.db.select().from(purchases).orderBy(asc(purchases.createdAt));
    return rows.map(({ id, status }) => ({ id, from: status }));
  }

  async #addAttendee({ session, who, payment }: StepOf<"add attendee">) {
    const formKey = randomUUID();
    this.added.add(formKey);
    const form = { ...personOf(who), payment, formKey, sessionId: this.#sessionId({ session }) };
    await this.caller.bookings.attendees.add(form);
  }
}
