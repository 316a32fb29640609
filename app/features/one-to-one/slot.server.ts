import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { bookOrPrice, type BookingTarget } from "~/features/bookings/booking.server";
import { leadAway } from "~/features/buying/buy.server";
import { apiFor, attemptLogged, load } from "~/server/api.server";
import { parseForm, readFields, refuse, refuseCall } from "~/server/form.server";
import { requestForm } from "~/server/schemas.server";

export const offerPath = (slug: string): string => `/one-to-one/${encodeURIComponent(slug)}`;

/** Returns the page of an offer at a day, as it says that the chosen time has been taken. */
export const takenPath = (path: string, day: string): string =>
  `${path}?${new URLSearchParams({ ...(day && { day }), refused: "full" }).toString()}#refused`;

const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/.test(text);

/** Returns the time that an address names. Leads to the offer if it names none. */
export function slotOf({ params, request }: LoaderFunctionArgs): { offer: string; start: string; day: string } {
  const { slug: offer = "" } = params;
  const query = new URL(request.url).searchParams;
  const start = query.get("start") ?? "";
  if (!isInstant(start) || Number.isNaN(Date.parse(start))) throw redirect(offerPath(offer));
  return { offer, start, day: query.get("day") ?? "" };
}

type AskedSlot = { offer: string; start: string; target: BookingTarget };

async function askForSlot(args: ActionFunctionArgs, { target, ...slot }: AskedSlot) {
  const fields = await readFields(args.request);
  const submission = parseForm(fields, requestForm);
  if (submission.status !== "success") return refuse(submission);
  const failure = "Failed to send your request. Please try again.";
  const asked = await attemptLogged(args, apiFor(args).oneToOne.ask({ ...submission.value, ...slot }), failure);
  if (asked.ok) return redirect(asked.value.next, 303);
  if (asked.ending) {
    return leadAway(args, fields, { sessionId: target.sessionId, page: target.pageOf(asked.ending) });
  }
  return refuseCall(submission, asked, "Not sent yet");
}

/** Returns the request that an address names, with its key. */
export const requestRefOf = ({ params, request }: LoaderFunctionArgs): { id: string; key: string } => ({
  id: params.id ?? "",
  key: new URL(request.url).searchParams.get("key") ?? "",
});

export const requestPage = ({ id, key }: { id: string; key: string }): string =>
  `/my-request/${encodeURIComponent(id)}?${new URLSearchParams({ key }).toString()}`;

/** Books an approved request. */
export async function bookRequest(args: ActionFunctionArgs) {
  const ref = requestRefOf(args);
  const { requests } = apiFor(args).oneToOne;
  await load(requests.get(ref));
  const target: BookingTarget = {
    sessionId: ref.id,
    getForm: async (typed) => (await requests.getForm({ ...typed, ...ref })).form,
    book: (input) => requests.book({ ...input, ...ref }),
    pageOf: () => requestPage(ref),
  };
  return bookOrPrice(args, await readFields(args.request), target);
}

export async function bookSlot(args: ActionFunctionArgs) {
  const { offer, start, day } = slotOf(args);
  const { oneToOne } = apiFor(args);
  const { offerId, needsApproval } = await load(oneToOne.getForm({ offer, start }));
  const target: BookingTarget = {
    sessionId: offerId,
    getForm: async (typed) => (await oneToOne.getForm({ ...typed, offer, start })).form,
    book: (input) => oneToOne.book({ ...input, offer, start }),
    pageOf: () => takenPath(offerPath(offer), day),
  };
  if (needsApproval) return askForSlot(args, { offer, start, target });
  return bookOrPrice(args, await readFields(args.request), target);
}
