import { adminProcedure, memberProcedure, publicProcedure, router } from "../../core/trpc";
import { getBoughtGiftCard } from "../../selling/purchases/bought-gift-card";
import { buyGiftCard } from "../../selling/purchases/buy-gift-card";
import { adjustGiftCard } from "./adjust-card";
import { extendGiftCard } from "./extend-card";
import { drawMyGiftCard } from "./draw-card";
import { getGiftCardForm, isAnyCardSold, listGiftCards } from "./list-gift-cards";
import { listMyGiftCards } from "./my-gift-cards";
import { readBalanceOf } from "./read-balance";
import {
  adjustment,
  balanceForm,
  cardExtension,
  giftCardRef,
  giftFormQuery,
  giftResend,
  newGift,
  ownCardRef,
  soldCardsQuery,
} from "./schemas";
import { resendByAdmin, resendOwnCard } from "./send-again";
import { getSoldCard, listSoldCards } from "./sold-cards";

export const giftCardsRouter = router({
  isAnySold: publicProcedure.query(({ ctx }) => isAnyCardSold(ctx.db)),
  list: publicProcedure.query(({ ctx }) => listGiftCards(ctx)),
  getForm: publicProcedure.input(giftFormQuery).query(({ ctx, input }) => getGiftCardForm(ctx, input)),
  buy: publicProcedure.input(newGift).mutation(({ ctx, input }) => buyGiftCard(ctx, input)),
  readBalance: publicProcedure.input(balanceForm).mutation(({ ctx, input }) => readBalanceOf(ctx, input)),
  listMine: memberProcedure.query(({ ctx }) => listMyGiftCards(ctx)),
  getMine: publicProcedure.input(ownCardRef).query(({ ctx, input }) => getBoughtGiftCard(ctx, input)),
  drawMine: publicProcedure.input(ownCardRef).query(({ ctx, input }) => drawMyGiftCard(ctx, input)),
  resend: publicProcedure.input(giftResend).mutation(({ ctx, input }) => resendOwnCard(ctx, input)),
  admin: router({
    listSold: adminProcedure.input(soldCardsQuery).query(({ ctx, input }) => listSoldCards(ctx, input)),
    getSold: adminProcedure.input(giftCardRef).query(({ ctx, input }) => getSoldCard(ctx, input)),
    resend: adminProcedure.input(giftResend).mutation(({ ctx, input }) => resendByAdmin(ctx, input)),
    extend: adminProcedure.input(cardExtension).mutation(({ ctx, input }) => extendGiftCard(ctx, input)),
    adjust: adminProcedure.input(adjustment).mutation(({ ctx, input }) => adjustGiftCard(ctx, input)),
  }),
});
