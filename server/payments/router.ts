import { adminProcedure, router } from "../trpc/init";
import { listLedger } from "./list-ledger";
import { reconcilePayment } from "./reconcile-payment";
import { ledgerQuery, paymentRef } from "./schemas";

export const paymentsRouter = router({
  listLedger: adminProcedure.input(ledgerQuery).query(({ ctx, input }) => listLedger(ctx, input)),
  reconcile: adminProcedure.input(paymentRef).mutation(({ ctx, input }) => reconcilePayment(ctx, input.paymentId)),
});
