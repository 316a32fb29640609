import { sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { badParameter, noSuchObject } from "../api-error";
import { type Context, nowInSeconds } from "../context";
import { type EventCause, type EventType, recordEvent } from "../events";
import { advancingClock, buildTestClock, type TestClockObject } from "../objects/customer";
import type { Recurrence } from "../objects/price";
import { findObject, insertObject, saveObject } from "../store";
import { billUntil } from "./due";
import { addIntervals } from "./time";
import { lockBilling } from "./work";

type Call = { ctx: Context; tx: Queryable; causedBy: EventCause };

export async function createTestClock(
  call: Call,
  { frozenTime, name }: { frozenTime: number; name: string | null },
): Promise<TestClockObject> {
  const clock = buildTestClock(frozenTime, name, nowInSeconds(call.ctx));
  await insertObject(call.tx, "test_helpers.test_clock", { body: clock, sessionId: "", email: "" });
  await tell(call, "test_helpers.test_clock.created", clock);
  return clock;
}

/**
 * Moves a clock. All that happens in between has happened when the call returns, though the clock is answered as
 * advancing, as by the real API. Refuses to go back, or further than two intervals of the shortest subscription.
 */
export async function advanceTestClock(call: Call, id: string, to: number): Promise<TestClockObject> {
  await lockBilling(call.tx);
  const clock = await requireTestClock(call.tx, id);
  if (to <= clock.frozen_time) {
    throw badParameter("frozen_time must be after the current frozen_time of the test clock.", "frozen_time");
  }
  if (to > (await furthest(call.tx, clock))) {
    throw badParameter(
      "You cannot advance the clock more than two intervals of the shortest subscription on it, or two years without one.",
      "frozen_time",
    );
  }
  const advancing = advancingClock(clock, to);
  await tell(call, "test_helpers.test_clock.advancing", advancing);
  await billUntil(call.ctx, call.tx, id, to);
  const ready = { ...clock, frozen_time: to };
  await saveObject(call.tx, ready);
  await tell(call, "test_helpers.test_clock.ready", ready);
  return advancing;
}

export async function requireTestClock(tx: Queryable, id: string, param = "id"): Promise<TestClockObject> {
  const clock = (await findObject(tx, "test_helpers.test_clock", id))?.body;
  if (!clock) throw noSuchObject("testclock", id, param);
  return clock;
}

async function furthest(tx: Queryable, { id, frozen_time: from }: TestClockObject): Promise<number> {
  const { rows } = await tx.execute<Recurrence>(sql`
    select distinct item #>> '{price,recurring,interval}' as interval,
      (item #>> '{price,recurring,interval_count}')::integer as interval_count
    from local_stripe.objects, jsonb_array_elements(body #> '{items,data}') as item
    where kind = 'subscription' and body ->> 'test_clock' = ${id}
      and body ->> 'status' not in ('canceled', 'incomplete_expired')`);
  const limits = rows.map((recurrence) => addIntervals(from, recurrence, 2));
  return limits.length > 0 ? Math.min(...limits) : addIntervals(from, { interval: "year", interval_count: 1 }, 2);
}

const tell = ({ ctx, tx, causedBy }: Call, type: EventType, object: TestClockObject) =>
  recordEvent(ctx, tx, { type, object, email: "", causedBy });
