import { adminProcedure, memberProcedure, publicProcedure, router } from "../../core/trpc";
import { confirmPurchase, getPurchaseReceipt, getPurchaseReturn, listMyPurchases } from "./my-purchases";
import { createPurchase } from "./create-purchase";
import { grantAccess, listGrantable } from "./grant-access";
import { givePass, listGivable } from "./give-pass";
import { deletePurchase } from "./manage-purchases";
import { getPurchaseForm } from "./purchase-form";
import { getHeldPass, getHeldReceipt } from "./held-pass";
import {
  givenPass,
  grantForm,
  heldPassRef,
  newPurchase,
  purchaseDeletion,
  purchaseFormQuery,
  purchaseRef,
} from "./schemas";

export const purchasesRouter = router({
  getForm: publicProcedure.input(purchaseFormQuery).query(({ ctx, input }) => getPurchaseForm(ctx, input)),
  create: publicProcedure.input(newPurchase).mutation(({ ctx, input }) => createPurchase(ctx, input)),
  confirm: publicProcedure.input(purchaseRef).mutation(({ ctx, input }) => confirmPurchase(ctx, input)),
  getReturn: publicProcedure.input(purchaseRef).query(({ ctx, input }) => getPurchaseReturn(ctx, input)),
  getHeldPass: publicProcedure.input(heldPassRef).query(({ ctx, input }) => getHeldPass(ctx, input)),
  getHeldReceipt: publicProcedure.input(heldPassRef).query(({ ctx, input }) => getHeldReceipt(ctx, input)),
  listMine: memberProcedure.query(({ ctx }) => listMyPurchases(ctx)),
  getReceipt: memberProcedure.input(purchaseRef).query(({ ctx, input }) => getPurchaseReceipt(ctx, input)),
  listGrantable: adminProcedure.query(({ ctx }) => listGrantable(ctx)),
  grant: adminProcedure.input(grantForm).mutation(({ ctx, input }) => grantAccess(ctx, input)),
  listGivable: adminProcedure.query(({ ctx }) => listGivable(ctx)),
  givePass: adminProcedure.input(givenPass).mutation(({ ctx, input }) => givePass(ctx, input)),
  delete: adminProcedure.input(purchaseDeletion).mutation(({ ctx, input }) => deletePurchase(ctx, input)),
});
