import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { bookOrPrice, type BookingTarget } from "~/features/bookings/booking.server";
import { apiFor, attemptLogged, load } from "~/server/api.server";
import { readFields, readForm, refuse, refuseCall } from "~/server/form.server";
import { requestForm } from "~/server/schemas.server";

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

async function askForSlot(args: ActionFunctionArgs, slot: { offer: string; start: string }) {
  const submission = await readForm(args.request, requestForm);
  if (submission.status !== "success") return refuse(submission);
  const failure = "Failed to send your request. Please try again.";
  const asked = await attemptLogged(args, apiFor(args).oneToOne.ask({ ...submission.value, ...slot }), failure);
  return asked.ok ? redirect(asked.value.next, 303) : refuseCall(submission, asked, "Not sent yet");
}

/** Returns the request that an address names, with its key. */
export const requestRefOf = ({ params, request }: LoaderFunctionArgs): { id: string; key: string } => ({
  id: params.id ?? "",
  key: new URL(request.url).searchParams.get("key") ?? "",
});

/** Books an approved request. */
export async function bookRequest(args: ActionFunctionArgs) {
  const ref = requestRefOf(args);
  const { requests } = apiFor(args).oneToOne;
  await load(requests.get(ref));
  const target: BookingTarget = {
    sessionId: ref.id,
    getForm: async (typed) => (await requests.getForm({ ...typed, ...ref })).form,
    book: (input) => requests.book({ ...input, ...ref }),
  };
  return bookOrPrice(args, await readFields(args.request), target);
}

export async function bookSlot(args: ActionFunctionArgs) {
  const { offer, start } = slotOf(args);
  const { oneToOne } = apiFor(args);
  const { offerId, needsApproval } = await load(oneToOne.getForm({ offer, start }));
  if (needsApproval) return askForSlot(args, { offer, start });
  const target: BookingTarget = {
    sessionId: offerId,
    getForm: async (typed) => (await oneToOne.getForm({ ...typed, offer, start })).form,
    book: (input) => oneToOne.book({ ...input, offer, start }),
  };
  return bookOrPrice(args, await readFields(args.request), target);
}
