import { listNearestSessions } from "../../selling/bookings/show/nearest-sessions";
import { getMyMembership } from "../../selling/memberships/show/my-membership";
import { listBalances } from "../../catalogue/passes/my-passes";
import { listShelf } from "../../selling/recordings/list-my-recordings";
import type { MemberContext } from "../../core/context";
import type { Home } from "./schemas";

const maxShown = 3;

export async function getHome(ctx: MemberContext): Promise<Home> {
  const [sessions, shelf, passes, membership] = await Promise.all([
    listNearestSessions(ctx, maxShown),
    listShelf(ctx, maxShown),
    listBalances(ctx),
    getMyMembership(ctx),
  ]);
  return { ...sessions, ...shelf, passes, membership: membership?.isOver === false ? membership : null };
}
