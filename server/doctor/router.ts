import { adminProcedure, router } from "../trpc/init";
import { resendForm } from "../operations/schemas";
import { runDoctor, sendTestMail } from "./run-doctor";

export const systemRouter = router({
  check: adminProcedure.query(({ ctx }) => runDoctor(ctx)),
  sendTestMail: adminProcedure.input(resendForm).mutation(({ ctx, input }) => sendTestMail(ctx, input)),
});
