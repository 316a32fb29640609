import { publicProcedure, router } from "../trpc/init";
import { getSession } from "./get-session";
import { listUpcomingSessions } from "./list-upcoming-sessions";
import { scheduleFilter, sessionId } from "./schemas";

export const scheduleRouter = router({
  listUpcoming: publicProcedure.input(scheduleFilter).query(({ ctx, input }) => listUpcomingSessions(ctx, input)),
  get: publicProcedure.input(sessionId).query(({ ctx, input }) => getSession(ctx, input)),
});
