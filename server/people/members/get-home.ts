import { listNearestSessions } from "../../sessions/bookings/nearest-sessions";
import { listShelf } from "../../content/recordings/list-my-recordings";
import type { MemberContext } from "../../core/context";
import type { Home } from "./schemas";

const maxShown = 3;

export async function getHome(ctx: MemberContext): Promise<Home> {
  const [sessions, shelf] = await Promise.all([listNearestSessions(ctx, maxShown), listShelf(ctx, maxShown)]);
  return { ...sessions, ...shelf };
}
