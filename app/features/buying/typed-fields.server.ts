import type { ActionFunctionArgs } from "@remix-run/node";
import type { BookingDraft } from "~/server/cookies.server";

/** Returns what a form says of gift cards. */
export const giftsIn = (fields: URLSearchParams) => ({
  giftCodes: textIn(fields, "giftCodes"),
  giftCode: textIn(fields, "giftCode"),
});

/** Returns what was typed for a session, a course or an offer, as it is kept for the next form. */
export function draftFrom(
  { context }: ActionFunctionArgs,
  fields: URLSearchParams,
  { sessionId }: { sessionId: string },
): BookingDraft {
  const text = (name: string) => textIn(fields, name);
  return {
    userId: context.auth.user?.id ?? null,
    sessionId,
    firstName: text("firstName") ?? "",
    lastName: text("lastName") ?? "",
    email: text("email") ?? "",
    discountCode: text("discountCode"),
    healthVersion: text("healthVersion"),
    healthNote: text("healthNote"),
    quantity: text("quantity"),
    ticketNames: text("ticketNames"),
    paying: text("paying"),
    ...choiceIn(fields),
    ...answersIn(fields),
    announcements: text("announcements"),
  };
}

/** Returns the chosen rates of the tickets, and the amount. */
export function choiceIn(fields: URLSearchParams) {
  const text = (name: string) => textIn(fields, name);
  return {
    rate1: text("rate1"),
    rate2: text("rate2"),
    rate3: text("rate3"),
    rate4: text("rate4"),
    rate5: text("rate5"),
    rate6: text("rate6"),
    amount: text("amount"),
  };
}

/** Returns the answers to what an offer asks. */
function answersIn(fields: URLSearchParams) {
  const text = (name: string) => textIn(fields, name);
  return {
    answer1: text("answer1"),
    answer2: text("answer2"),
    answer3: text("answer3"),
    answer4: text("answer4"),
    answer5: text("answer5"),
  };
}

export function textIn(fields: URLSearchParams, name: string): string | undefined {
  const value = fields.get(name);
  return typeof value === "string" && value.trim() ? value : undefined;
}
