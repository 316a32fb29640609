import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { book, type BookingTarget, tryCode } from "~/features/bookings/booking.server";
import { withoutCode } from "~/features/bookings/discount-field";
import { followGiftIntent } from "~/features/bookings/gift-intents";
import { apiFor, load } from "~/server/api.server";
import { readFields } from "~/server/form.server";

export const offerPath = (slug: string): string => `/one-to-one/${encodeURIComponent(slug)}`;

const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/.test(text);

/** Returns the time that an address names. Leads to the offer if it names none. */
export function slotOf({ params, request }: LoaderFunctionArgs): { offer: string; start: string; day: string } {
  const { slug: offer = "" } = params;
  const query = new URL(request.url).searchParams;
  const start = query.get("start") ?? "";
  if (!isInstant(start) || Number.isNaN(Date.parse(start))) throw redirect(offerPath(offer));
  return { offer, start, day: query.get("day") ?? "" };
}

export async function bookSlot(args: ActionFunctionArgs) {
  const { offer, start } = slotOf(args);
  const { oneToOne } = apiFor(args);
  const { offerId } = await load(oneToOne.getForm({ offer, start }));
  const target: BookingTarget = {
    sessionId: offerId,
    getForm: async (typed) => (await oneToOne.getForm({ ...typed, offer, start })).form,
    book: (input) => oneToOne.book({ ...input, offer, start }),
  };
  const fields = await readFields(args.request);
  if (followGiftIntent(fields)) return tryCode(args, fields, target);
  switch (fields.get("intent")) {
    case "apply":
      return tryCode(args, fields, target);
    case "remove":
      fields.delete("discountCode");
      return tryCode(args, fields, target);
    case withoutCode:
      fields.delete("discountCode");
      return book(args, fields, target);
    default:
      return book(args, fields, target);
  }
}
