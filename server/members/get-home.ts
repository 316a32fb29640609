import { findMySessions } from "../bookings/my-sessions";
import { listShelf } from "../recordings/list-my-recordings";
import { describeZones } from "../core/dates";
import type { MemberContext } from "../core/context";
import type { Home } from "./schemas";

const mostShown = 3;

export async function getHome(ctx: MemberContext): Promise<Home> {
  const [upcoming, past, recordings] = await Promise.all([
    findMySessions(ctx, "upcoming", { limit: mostShown }),
    findMySessions(ctx, "past", { limit: mostShown }),
    listShelf(ctx, mostShown),
  ]);
  return {
    upcoming: upcoming.printed,
    zoneNote: describeZones(upcoming.sessions, ctx),
    past: past.printed,
    recordings,
  };
}
