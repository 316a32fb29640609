import { actingAs } from "../../support/recordings";
import { aMember } from "../../support/memberships";
import { aSeries } from "../../support/standing";
import type { Scenario, World } from "./public-mutations";

/** A scenario with a membership and a series with few places. */
const withSeries =
  (take: (world: World, member: Awaited<ReturnType<typeof aMember>>, seriesId: string) => Promise<unknown>): Scenario =>
  async (world) => {
    const member = await aMember(world.app);
    const { seriesId, dates } = await aSeries(world.app, [0], { maxAttendees: 5 });
    return { path: `/sessions/${dates[0]!.id}`, mutate: () => take(world, member, seriesId) };
  };

/** What standing places change on public pages. */
export const ofStanding: Record<string, Scenario> = {
  "standing.take": withSeries(({ app }, { account }, seriesId) =>
    app.as(actingAs(account)).standing.take({ seriesId }),
  ),
  "standing.admin.take": withSeries(({ admin }, { id }, seriesId) =>
    admin.api.standing.admin.take({ membershipId: id, seriesId }),
  ),
};
