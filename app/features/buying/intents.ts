/** The buttons that apply and remove gift cards only ask for the price. */
const giftPrefix = "gift-";

export const applyGift = `${giftPrefix}apply`;
export const removeGift = (code: string): string => `${giftPrefix}remove-${code}`;

/** The intent of ordering at the shown total, whatever code is typed. */
export const withoutCode = "without-code";

/** The button that leads to a pass on sale names it. */
const passPrefix = "pass-first-";

/** Returns the value of the button that leads from a booking form to a pass. */
export const passFirst = (passId: string): string => passPrefix + passId;

/** Returns the id of the pass that a pressed button leads to; null for other buttons. */
export const passFirstIn = (intent: unknown): string | null =>
  typeof intent === "string" && intent.startsWith(passPrefix) ? intent.slice(passPrefix.length) : null;

const isGiftIntent = (intent: unknown): boolean => typeof intent === "string" && intent.startsWith(giftPrefix);

const pricing: unknown[] = ["apply", "remove", "tickets"];

/** Returns whether a pressed button only asks for the price, or for a pass, and orders nothing. */
export const isNoOrder = (intent: unknown): boolean =>
  pricing.includes(intent) || isGiftIntent(intent) || passFirstIn(intent) !== null;

/** Takes a code or a card out of the fields if the pressed button removes it. */
export function followIntent(fields: URLSearchParams): void {
  const intent = fields.get("intent") ?? "";
  if (intent === "remove" || intent === withoutCode) fields.delete("discountCode");
  if (!isGiftIntent(intent)) return;
  const codes = (fields.get("giftCodes") ?? "").split(",").filter((code) => code !== "" && intent !== removeGift(code));
  fields.set("giftCodes", codes.join(","));
  if (intent !== applyGift) fields.delete("giftCode");
}
