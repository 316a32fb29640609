import { describeZones } from "../core/dates";
import { pageLength, pageOf } from "../core/pagination";
import type { MemberContext } from "../core/context";
import { countMySessions, findMySessions } from "./find-my-sessions";
import type { MySessions, MySessionsFilter } from "./schemas";

/** A page of the sessions that a member is booked for, to come or past. A page past the end is the last one. */
export async function listMySessions(
  ctx: MemberContext,
  { when, page: wanted }: MySessionsFilter,
): Promise<MySessions> {
  const { page, offset } = pageOf(wanted, await countMySessions(ctx, when));
  const { sessions, printed } = await findMySessions(ctx, when, { limit: pageLength, offset });
  return { sessions: printed, page, zoneNote: describeZones(sessions, ctx) };
}
