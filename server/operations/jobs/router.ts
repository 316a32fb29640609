import { adminProcedure, router } from "../../trpc/init";
import { listFailedJobs, retryJob } from "./failed-jobs";
import { jobQuery, jobRef } from "./schemas";

export const jobsRouter = router({
  list: adminProcedure.input(jobQuery).query(({ ctx, input }) => listFailedJobs(ctx, input)),
  retry: adminProcedure.input(jobRef).mutation(({ ctx, input }) => retryJob(ctx, input)),
});
