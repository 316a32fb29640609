import { z } from "zod";
import { typedContact } from "../../core/contact";
import { typedEmail } from "../../core/email-address";
import { formVersion } from "../../core/forms";
import { besideOtherErrors, isDay, typedLine, typedText } from "../../core/input-schemas";
import { currencies } from "../../core/money";
import { pageNumber } from "../../core/pagination";
import { parseMinor, typedAmount } from "../../platform/money/convert-price";
import { normalCode } from "./code";

/** How many gift cards may pay for one order. */
const mostCards = 5;

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

/** Returns whether a code was typed beside as many as may pay. */
export function isTooMany(typed: TypedCards): boolean {
  const code = normalCode(typed.giftCode ?? "");
  return code !== "" && !codesIn(typed).includes(code);
}
export const tooMany = `At most ${mostCards} gift cards can pay together.`;

export const giftCardRef = z.object({ id: z.uuid() });

export const giftFormQuery = giftCardRef.extend({
  /** The pass that is given by a card of its price. */
  passId: z.uuid().optional().catch(undefined),
  /** Whether the visitor comes back from the payment page, which they left. */
  isBack: z.boolean().default(false),
});

/** A card of its buyer; a guest has the key that was mailed. */
export const ownCardRef = giftCardRef.extend({
  key: z
    .string()
    .regex(/^\w{1,100}$/)
    .optional(),
});

const noAmount = "Enter an amount such as 50";
const badEmail = "Enter a full email address";
const badDay = "Choose a day";

const typedMoney = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .regex(typedAmount, message)
    .transform(parseMinor)
    .refine((minor) => minor >= 100, message);

const gift = {
  /** "me": the buyer gives it themselves. "other": it is mailed. */
  to: z.enum(["me", "other"]).default("me"),
  recipientName: typedText(100).optional(),
  recipientEmail: z.preprocess((typed) => (typed === "" ? undefined : typed), typedEmail(badEmail).optional()),
  words: typedText(500).optional(),
  sendOn: z
    .string()
    .refine((day) => day === "" || isDay(day), badDay)
    .transform((day) => day || undefined)
    .optional(),
  /** The pass that is given by a card of its price. */
  passId: z.uuid().optional(),
  currency: z.enum(currencies),
  formKey: z.uuid(),
};
const hasAddress = ({ to, recipientEmail }: { to: "me" | "other"; recipientEmail?: string | undefined }) =>
  to === "me" || recipientEmail !== undefined;
const noAddress = { message: badEmail, path: ["recipientEmail"] };

const giver = z.object(typedContact).partial().shape;

/** What the buyer of a gift card fills in; a guest also says who they are. */
export const giftForm = z.object({ ...gift, amount: typedMoney(noAmount) }).refine(hasAddress, noAddress);
export const guestGiftForm = z
  .object({ ...gift, ...typedContact, amount: typedMoney(noAmount) })
  .refine(hasAddress, { ...noAddress, ...besideOtherErrors });
export const newGift = z
  .object({ ...gift, ...giver, ...giftCardRef.shape, amount: z.number().int().min(100).max(100_000_000) })
  .refine(hasAddress, noAddress);
export type NewGift = z.infer<typeof newGift>;

/** A card that is sent again, to the address that is then its own. */
export const giftResendForm = z.object({ recipientEmail: typedEmail(badEmail), formKey: z.uuid() });
export const giftResend = giftResendForm.extend(ownCardRef.shape);
export type GiftResend = z.infer<typeof giftResend>;

const noChange = "Enter an amount such as 10 or -10";
const changeAmount = /^-?\d{1,6}([.,]\d{1,2})?$/;

/** A correction of a card's balance by hand. */
export const adjustmentForm = z.object({
  amount: z
    .string({ error: noChange })
    .trim()
    .regex(changeAmount, noChange)
    .transform((typed) => (typed.startsWith("-") ? -parseMinor(typed.slice(1)) : parseMinor(typed)))
    .refine((minor) => minor !== 0, noChange),
  reason: typedLine(300, "Say why"),
  formKey: z.uuid(),
});
export const adjustment = z.object({
  ...giftCardRef.shape,
  amountMinor: z
    .number()
    .int()
    .min(-10_000_000)
    .max(10_000_000)
    .refine((minor) => minor !== 0),
  reason: typedLine(300, "Say why"),
  formKey: z.uuid(),
});
export type Adjustment = z.infer<typeof adjustment>;

const noDay = "Enter a day";

/** A later end of a card, set by hand. */
export const cardExtensionForm = z.object({
  lastDay: z.string({ error: noDay }).refine((day) => isDay(day) && day < "2200", noDay),
  reason: typedLine(300, "Say why"),
  version: formVersion,
  formKey: z.uuid(),
});
export const cardExtension = cardExtensionForm.extend(giftCardRef.shape);
export type CardExtension = z.infer<typeof cardExtension>;

export const balanceForm = z.object({ giftCode: z.string().trim().min(1, "Enter the code").max(longestTyped) });

export const soldCardsQuery = z.object({ page: pageNumber });
