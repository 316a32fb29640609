import { ApiError, noSuchObject } from "../api-error";
import { buildPhase, buildSchedule, releasedSchedule, type ScheduleObject } from "../objects/schedule";
import type { PriceObject } from "../objects/price";
import { buildItem, itemOf, periodOf, recurrenceOf } from "../objects/subscription";
import { findObject, saveObject } from "../store";
import { type KeptSubscription, requireSubscription, saveSubscription } from "./kept-subscription";
import { addIntervals } from "./time";
import { add, announce, type BillingWork } from "./work";

/**
 * Schedules another price for when the present period has ended. `isFromAnew`: a period of its own length begins then.
 * Refuses a subscription that has ended or has a schedule.
 */
export async function scheduleChange(
  work: BillingWork,
  { body, state }: KeptSubscription,
  price: PriceObject,
  { isFromAnew }: { isFromAnew: boolean },
): Promise<void> {
  if (body.schedule || !["active", "trialing", "past_due"].includes(body.status)) {
    throw new ApiError("You cannot migrate this subscription to a schedule.", { param: "from_subscription" });
  }
  const schedule = buildSchedule(body, work.now);
  await add(work, "subscription_schedule", schedule);
  await announce(work, "subscription_schedule.created", schedule);
  await saveSubscription(work, body, { body: { ...body, schedule: schedule.id }, state });
  const { end: start } = periodOf(body);
  const next = buildPhase(
    {
      start,
      end: addIntervals(start, recurrenceOf(price), 1),
      price: price.id,
      proration: "none",
      anchor: isFromAnew ? "phase_start" : undefined,
    },
    body.currency,
  );
  const planned = { ...schedule, phases: [...schedule.phases, next] };
  await saveObject(work.tx, planned);
  await announce(work, "subscription_schedule.updated", planned, { phases: schedule.phases });
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
  const planned = phase.items[0]?.price;
  // A price that has been archived since is still the one that was scheduled.
  const price = typeof planned === "string" ? (await findObject(work.tx, "price", planned))?.body : undefined;
  if (!price) throw new Error(`the local Stripe lost the price of the schedule ${schedule.id}`);
  const item = buildItem({ ...itemOf(body), subscription: body.id, price, period: periodOf(body) });
  return {
    body: {
      ...body,
      billing_cycle_anchor: phase.billing_cycle_anchor === "phase_start" ? at : body.billing_cycle_anchor,
      items: { ...body.items, data: [item] },
    },
    state,
  };
}
