/** The buttons that apply and remove gift cards only ask for the price. */
const prefix = "gift-";

export const applyGift = `${prefix}apply`;
export const removeGift = (code: string): string => `${prefix}remove-${code}`;

export const isGiftIntent = (intent: unknown): boolean => typeof intent === "string" && intent.startsWith(prefix);

/** Takes a card that is to be removed out of the form's codes. Returns whether a button of the gift cards was pressed. */
export function followGiftIntent(fields: URLSearchParams): boolean {
  const intent = fields.get("intent") ?? "";
  if (!isGiftIntent(intent)) return false;
  const codes = (fields.get("giftCodes") ?? "").split(",").filter((code) => code !== "" && intent !== removeGift(code));
  fields.set("giftCodes", codes.join(","));
  if (intent !== applyGift) fields.delete("giftCode");
  return true;
}
