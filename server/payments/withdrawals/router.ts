import { adminProcedure, publicProcedure, router } from "../../core/trpc";
import { declineWithdrawal, refundWithdrawal } from "./decide-withdrawal";
import { getWithdrawal, listWithdrawals } from "./list-withdrawals";
import { getReceived, getWithdrawalPage, withdraw } from "./request-withdrawal";
import { confirmedWithdrawal, declinedWithdrawal, refundedWithdrawal, withdrawalQuery, withdrawalRef } from "./schemas";

const adminWithdrawalsRouter = router({
  list: adminProcedure.input(withdrawalQuery).query(({ ctx, input }) => listWithdrawals(ctx, input)),
  get: adminProcedure.input(withdrawalRef).query(({ ctx, input }) => getWithdrawal(ctx, input)),
  refund: adminProcedure.input(refundedWithdrawal).mutation(({ ctx, input }) => refundWithdrawal(ctx, input)),
  decline: adminProcedure.input(declinedWithdrawal).mutation(({ ctx, input }) => declineWithdrawal(ctx, input)),
});

export const withdrawalsRouter = router({
  admin: adminWithdrawalsRouter,
  getPage: publicProcedure.query(({ ctx }) => getWithdrawalPage(ctx)),
  getReceived: publicProcedure.input(withdrawalRef).query(({ ctx, input }) => getReceived(ctx, input)),
  confirm: publicProcedure.input(confirmedWithdrawal).mutation(({ ctx, input }) => withdraw(ctx, input)),
});
