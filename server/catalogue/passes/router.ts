import { adminProcedure, memberProcedure, publicProcedure, router } from "../../core/trpc";
import { correctCredits, extendPass } from "./correct-pass";
import { getPass, isAnySold, listPasses } from "./list-passes";
import { listMyPasses } from "./my-passes";
import { findOffer } from "./offers";
import { creditCorrection, passExtension, passRef, sessionOfferRef } from "./schemas";

export const passesRouter = router({
  isAnySold: publicProcedure.query(({ ctx }) => isAnySold(ctx.db)),
  list: publicProcedure.query(({ ctx }) => listPasses(ctx)),
  get: publicProcedure.input(passRef).query(({ ctx, input }) => getPass(ctx, input)),
  findOffer: publicProcedure.input(sessionOfferRef).query(({ ctx, input }) => findOffer(ctx, input)),
  listMine: memberProcedure.query(({ ctx }) => listMyPasses(ctx)),
  admin: router({
    extend: adminProcedure.input(passExtension).mutation(({ ctx, input }) => extendPass(ctx, input)),
    correctCredits: adminProcedure.input(creditCorrection).mutation(({ ctx, input }) => correctCredits(ctx, input)),
  }),
});
