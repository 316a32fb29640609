import { ApiError, badParameter, noSuchObject } from "../api-error";
import {
  buildPhase,
  buildSchedule,
  type NewPhase,
  releasedSchedule,
  type ScheduleObject,
  trialEndOf,
} from "../objects/schedule";
import type { PriceObject, Recurrence } from "../objects/price";
import { buildItem, periodOf, recurrenceOf, type SubscriptionObject } from "../objects/subscription";
import { findObject, saveObject } from "../store";
import { requireOneRhythm, requireRecurringPrice } from "./items";
import { type KeptSubscription, requireSubscription, saveSubscription } from "./kept-subscription";
import { mergeMetadata } from "./metadata";
import { addIntervals } from "./time";
import { add, announce, type BillingWork } from "./work";

/** Puts a subscription under a schedule, whose one phase is its present period. */
export async function createSchedule(work: BillingWork, { body, state }: KeptSubscription): Promise<ScheduleObject> {
  if (body.schedule) {
    throw new ApiError(`You cannot migrate a subscription that is already attached to a schedule: ${body.schedule}.`, {
      param: "from_subscription",
    });
  }
  if (!["active", "trialing", "past_due"].includes(body.status)) {
    throw new ApiError("You cannot migrate a subscription in this status to a schedule.", {
      param: "from_subscription",
    });
  }
  const schedule = buildSchedule(body, work.now);
  await add(work, "subscription_schedule", schedule);
  await announce(work, "subscription_schedule.created", schedule);
  await saveSubscription(work, body, { body: { ...body, schedule: schedule.id }, state });
  return schedule;
}

type AskedPhase = {
  items: { price: string; quantity?: number | undefined }[];
  start_date?: number | "now" | undefined;
  end_date?: number | undefined;
  duration?: { interval: Recurrence["interval"]; interval_count?: number | undefined } | undefined;
  trial_end?: number | undefined;
  proration_behavior?: "none" | undefined;
  billing_cycle_anchor?: "automatic" | "phase_start" | undefined;
};

/** Sets what follows the present period: one phase, which begins at its end. */
export async function changeSchedule(
  work: BillingWork,
  before: ScheduleObject,
  { phases, metadata }: { phases: AskedPhase[]; metadata?: Record<string, string> | null | undefined },
): Promise<ScheduleObject> {
  if (before.status !== "active" || !before.subscription) {
    throw new ApiError(`You cannot update a subscription schedule in the \`${before.status}\` status.`);
  }
  const { body } = await requireSubscription(work.tx, before.subscription);
  const present = periodOf(body);
  const [first, second, third] = phases;
  if (!first || third) throw badParameter("The local Stripe models two phases of a schedule at most.", "phases");
  if (first.start_date !== undefined && first.start_date !== present.start) {
    throw badParameter(
      "The local Stripe begins a schedule's first phase with the present period.",
      "phases[0][start_date]",
    );
  }
  if (first.end_date !== undefined && first.end_date !== present.end) {
    throw badParameter(
      "The local Stripe ends a schedule's first phase with the present period.",
      "phases[0][end_date]",
    );
  }
  const trialEnd = trialEndOf(body);
  if ((first.trial_end ?? null) !== trialEnd) {
    throw badParameter("The local Stripe does not model a schedule that changes a trial.", "phases[0][trial_end]");
  }
  const made: NewPhase[] = [
    { ...present, trialEnd, items: withQuantities(first.items), proration: first.proration_behavior },
  ];
  if (second) {
    const prices = await Promise.all(
      second.items.map(({ price }, index) =>
        requireRecurringPrice(work.tx, price, `phases[1][items][${index}][price]`),
      ),
    );
    requireOneRhythm(prices);
    refuseUnclear(second, body, prices);
    if (second.start_date !== undefined && second.start_date !== present.end) {
      throw badParameter("A phase must start when the one before it ends.", "phases[1][start_date]");
    }
    made.push({
      start: present.end,
      end: endOfPhase(second, present.end, prices),
      items: withQuantities(second.items),
      proration: second.proration_behavior,
      anchor: second.billing_cycle_anchor,
    });
  }
  const schedule = {
    ...before,
    metadata: mergeMetadata(before.metadata ?? {}, metadata),
    phases: made.map((phase) => buildPhase(phase, body.currency)),
  };
  await saveObject(work.tx, schedule);
  await announce(work, "subscription_schedule.updated", schedule, { phases: before.phases });
  return schedule;
}

/**
 * Refuses a phase of which Stripe's documentation does not say what it charges: one of another interval keeps the days of
 * the old one or not, and one without a word about prorations makes them.
 */
function refuseUnclear(phase: AskedPhase, body: SubscriptionObject, [price]: PriceObject[]): void {
  const [item] = body.items.data;
  const isOther = item && price && isOtherRhythm(item.price, price);
  if (isOther && phase.billing_cycle_anchor !== "phase_start") {
    throw badParameter(
      "The local Stripe models a phase of another interval only from its start.",
      "phases[1][billing_cycle_anchor]",
    );
  }
  if (phase.proration_behavior !== "none") {
    throw badParameter("The local Stripe models no prorations between phases.", "phases[1][proration_behavior]");
  }
}

const isOtherRhythm = (one: PriceObject, other: PriceObject): boolean =>
  JSON.stringify(recurrenceOf(one)) !== JSON.stringify(recurrenceOf(other));

const withQuantities = (items: AskedPhase["items"]) => items.map(({ price, quantity = 1 }) => ({ price, quantity }));

/** A phase lasts as long as is said, by default one interval of its price. */
function endOfPhase({ end_date: end, duration }: AskedPhase, start: number, [price]: PriceObject[]): number {
  if (end !== undefined && duration) {
    throw badParameter("You may only specify one of these parameters: duration, end_date.", "phases[1][duration]");
  }
  if (end !== undefined) return end;
  if (duration) return addIntervals(start, { ...duration, interval_count: duration.interval_count ?? 1 }, 1);
  return price ? addIntervals(start, recurrenceOf(price), 1) : start;
}

/** Lets the subscription go on as it is. */
export async function releaseSchedule(work: BillingWork, before: ScheduleObject): Promise<ScheduleObject> {
  if (before.status !== "active" || !before.subscription) {
    throw new ApiError(`You cannot release a subscription schedule in the \`${before.status}\` status.`);
  }
  const schedule = releasedSchedule(before, work.now);
  await saveObject(work.tx, schedule);
  await announce(work, "subscription_schedule.released", schedule);
  const { body, state } = await requireSubscription(work.tx, before.subscription);
  await saveSubscription(work, body, { body: { ...body, schedule: null }, state });
  return schedule;
}

export async function requireSchedule(work: BillingWork, id: string): Promise<ScheduleObject> {
  const schedule = (await findObject(work.tx, "subscription_schedule", id))?.body;
  if (!schedule) throw noSuchObject("subscription_schedule", id, "schedule");
  return schedule;
}

/**
 * Returns a subscription with the items of the phase that begins then, if its schedule has one. A schedule whose last
 * phase is over leaves it. It is saved by the renewal.
 */
export async function enterPhase(work: BillingWork, kept: KeptSubscription, at: number): Promise<KeptSubscription> {
  const { body, state } = kept;
  if (!body.schedule) return kept;
  const schedule = await requireSchedule(work, body.schedule);
  const phase = schedule.phases.find(({ start_date }) => start_date === at);
  if (!phase) {
    if (schedule.phases.some(({ end_date }) => end_date > at)) return kept;
    const released = releasedSchedule(schedule, work.now);
    await saveObject(work.tx, released);
    await announce(work, "subscription_schedule.released", released);
    return { body: { ...body, schedule: null }, state };
  }
  const entered = { ...schedule, current_phase: { start_date: phase.start_date, end_date: phase.end_date } };
  await saveObject(work.tx, entered);
  await announce(work, "subscription_schedule.updated", entered, { current_phase: schedule.current_phase });
  const items = await Promise.all(
    phase.items.map(async ({ price: planned, quantity = 1 }, index) => {
      const priceId = typeof planned === "string" ? planned : planned.id;
      // A price that has been archived since is still the one that was scheduled.
      const price = (await findObject(work.tx, "price", priceId))?.body;
      if (!price) throw new Error(`the local Stripe lost the price ${priceId} of a schedule`);
      const before = body.items.data[index];
      return buildItem({
        ...(before && { id: before.id, metadata: before.metadata }),
        subscription: body.id,
        price,
        quantity,
        created: before?.created ?? at,
        period: periodOf(body),
      });
    }),
  );
  return {
    body: {
      ...body,
      billing_cycle_anchor: phase.billing_cycle_anchor === "phase_start" ? at : body.billing_cycle_anchor,
      items: { ...body.items, data: items },
    },
    state: { ...state, debits: {} },
  };
}
