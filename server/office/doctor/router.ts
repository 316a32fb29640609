import { adminProcedure, router } from "../../core/trpc";
import { firstStepsChange, resendForm } from "../operations/schemas";
import { dismissFirstSteps, getFirstSteps } from "./first-steps";
import { runDoctor, sendTestMail } from "./run-doctor";

export const systemRouter = router({
  check: adminProcedure.query(({ ctx }) => runDoctor(ctx)),
  firstSteps: adminProcedure.query(({ ctx }) => getFirstSteps(ctx)),
  dismissFirstSteps: adminProcedure.input(firstStepsChange).mutation(({ ctx, input }) => dismissFirstSteps(ctx, input)),
  sendTestMail: adminProcedure.input(resendForm).mutation(({ ctx, input }) => sendTestMail(ctx, input)),
});
