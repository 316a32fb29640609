import { and, asc, eq } from "drizzle-orm";
import { bookingColumns, bookingPayers, paysFor, products, purchases, sessionBookings } from "@db/schema";
import type { createCaller } from "@server/api/root";
import type { TestApp } from "../../support/test-app";
import { openPageUnheard } from "./at-stripe";
import type { CourseStep } from "./course-steps";
import { people, personOf, pick } from "./people";
import { unlessRefused } from "./refusals";

type StepOf<Kind extends CourseStep["kind"]> = Extract<CourseStep, { kind: Kind }>;

/** Guests who book courses, cancel them and make up dates. */
export class CourseBuyers {
  constructor(
    readonly app: TestApp,
    readonly guest: ReturnType<typeof createCaller>,
  ) {}

  async take(step: CourseStep): Promise<unknown> {
    switch (step.kind) {
      case "book course":
        return this.#book(step);
      case "book and pay course":
        return this.#pay((await this.#book(step)).purchaseId);
      case "rush to courses":
        return this.#rush(step);
      case "book course unheard":
        await openPageUnheard(this.app);
        return this.#book(step);
      case "cancel course":
        return this.#cancel(step);
      case "give up date":
        return this.#giveUp(step);
      case "make up":
        return this.#makeUp(step);
    }
  }

  async #book({ who, course }: Pick<StepOf<"book course">, "who" | "course">) {
    const isCourse = eq(products.kind, "course");
    const rows = await this.app.db.select().from(products).where(isCourse).orderBy(asc(products.orderIndex));
    const { id } = rows[course]!;
    const { quote, formKey } = await this.guest.courses.getForm({ id });
    return this.guest.courses.book({ id, quote, formKey, ...personOf(who) });
  }

  async #pay(purchaseId: string): Promise<unknown> {
    const { sessions } = await this.app.stripe.control.state();
    const page = sessions.find(({ metadata }) => metadata?.purchaseId === purchaseId);
    if (page) await this.app.stripe.control.payNow(page.id);
    return this.guest.purchases.confirm({ purchaseId });
  }

  #rush({ visitors }: StepOf<"rush to courses">): Promise<void> {
    return unlessRefused(
      Array.from({ length: visitors }, (_, nth) => this.#book({ who: nth % people.length, course: nth % 2 })),
    );
  }

  async #purchase(nth: number) {
    const isCourse = eq(purchases.productKind, "course");
    const rows = await this.app.db
      .select()
      .from(purchases)
      .where(isCourse)
      .orderBy(asc(purchases.createdAt), asc(purchases.id));
    const purchase = pick(rows, nth);
    return purchase && { purchaseId: purchase.id, key: purchase.manageKey };
  }

  async #cancel({ nth }: StepOf<"cancel course">): Promise<unknown> {
    const ref = await this.#purchase(nth);
    return ref && this.guest.courses.cancel(ref);
  }

  async #giveUp({ nth }: StepOf<"give up date">): Promise<unknown> {
    const isBooked = and(eq(bookingPayers.kind, "course"), eq(sessionBookings.status, "completed"));
    const rows = await this.app.db
      .select(bookingColumns)
      .from(sessionBookings)
      .innerJoin(bookingPayers, paysFor)
      .where(isBooked)
      .orderBy(asc(sessionBookings.createdAt), asc(sessionBookings.id));
    const date = pick(rows, nth);
    return date && this.guest.bookings.cancel({ bookingId: date.id, key: date.manageKey });
  }

  /** Makes up what the course's page offers, in two windows at once; gives a date up first if nothing was missed. */
  async #makeUp({ nth }: StepOf<"make up">): Promise<unknown> {
    const ref = await this.#purchase(nth);
    if (!ref) return;
    if (!(await this.#offered(ref))) await unlessRefused([this.#giveUp({ kind: "give up date", nth })]);
    const offer = await this.#offered(ref);
    return offer && unlessRefused([this.guest.courses.makeUp(offer), this.guest.courses.makeUp(offer)]);
  }

  async #offered(ref: { purchaseId: string; key: string }) {
    const { makingUp } = await this.guest.courses.getHeld(ref);
    const [missed, to] = [makingUp?.missed[0], makingUp?.offered[0]];
    return missed && to ? { ...ref, missed: missed.id, to: to.id } : null;
  }
}
