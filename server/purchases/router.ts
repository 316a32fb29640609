import { memberProcedure, publicProcedure, router } from "../trpc/init";
import { confirmPurchase } from "./confirm-purchase";
import { createPurchase } from "./create-purchase";
import { getPurchaseForm } from "./get-purchase-form";
import { getPurchaseReturn } from "./get-purchase-return";
import { leaveCheckout } from "./leave-checkout";
import { newPurchase, purchaseFormRef, purchaseRef } from "./schemas";

export const purchasesRouter = router({
  getForm: memberProcedure.input(purchaseFormRef).query(({ ctx, input }) => getPurchaseForm(ctx, input)),
  create: memberProcedure.input(newPurchase).mutation(({ ctx, input }) => createPurchase(ctx, input)),
  confirm: publicProcedure.input(purchaseRef).mutation(({ ctx, input }) => confirmPurchase(ctx, input)),
  getReturn: publicProcedure.input(purchaseRef).query(({ ctx, input }) => getPurchaseReturn(ctx, input)),
  leaveCheckout: publicProcedure.input(purchaseRef).mutation(({ ctx, input }) => leaveCheckout(ctx, input)),
});
