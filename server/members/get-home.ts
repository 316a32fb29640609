import { findMySessions } from "../bookings/my-sessions";
import { listShelf } from "../recordings/list-my-recordings";
import { describeZones } from "../core/dates";
import type { MemberContext } from "../core/context";
import type { Home } from "./schemas";

const maxShown = 3;

export async function getHome(ctx: MemberContext): Promise<Home> {
  const [upcoming, past, recordings] = await Promise.all([
    findMySessions(ctx, "upcoming", { limit: maxShown }),
    findMySessions(ctx, "past", { limit: maxShown }),
    listShelf(ctx, maxShown),
  ]);
  return {
    upcoming: upcoming.printed,
    zoneNote: describeZones(upcoming.sessions, ctx),
    past: past.printed,
    recordings,
  };
}
