import { z } from "zod";
import { normalCode } from "./code";

/** How many gift cards may pay for one order. */
export const mostCards = 5;

const longestTyped = 60;

/** What a form says of gift cards: the codes that it shows as applied, and one that was typed. */
export const typedCards = {
  /** Separated by commas. */
  giftCodes: z
    .string()
    .max(mostCards * longestTyped)
    .optional(),
  giftCode: z.string().trim().max(longestTyped).optional(),
};
export type TypedCards = { giftCodes?: string | undefined; giftCode?: string | undefined };

/** Returns the codes of a form, each once, without separators. */
export const codesIn = ({ giftCodes = "", giftCode = "" }: TypedCards): string[] =>
  [...new Set([...giftCodes.split(","), giftCode].map(normalCode).filter(Boolean))].slice(0, mostCards);
