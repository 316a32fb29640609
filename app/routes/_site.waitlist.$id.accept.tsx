import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { BookingDialog } from "~/features/bookings/booking-dialog";
import { bookOrPrice, type BookingTarget } from "~/features/bookings/booking.server";
import { ErrorScreen } from "~/features/layout/error-screen";
import { acceptPath, courseOfferPath, entryRefOf, waitlistPath } from "~/features/waitlist/waitlist";
import { takePlaceId } from "~/features/waitlist/waitlist-standing";
import { errorMeta, privateTags, siteOf } from "~/lib/page-meta";
import { apiFor, load } from "~/server/api.server";
import { readBookingDraft } from "~/server/cookies.server";
import { readFields } from "~/server/form.server";
import { Notice } from "~/ui/notice";

export { privateHeaders as headers } from "~/lib/page-meta";

export const handle = { isDialog: true };

export const meta: MetaFunction = ({ data, error, matches }) =>
  data ? privateTags("Complete Your Booking", siteOf(matches)) : errorMeta(error, siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  const { waitlist, bookings } = apiFor(args);
  const ref = entryRefOf(args);
  const { state, session, course, firstName, lastName, email, quantity } = await load(waitlist.get(ref));
  if (state !== "offered") throw redirect(waitlistPath(ref));
  if (course) throw redirect(courseOfferPath(course.id, ref));
  const kept = readBookingDraft(args, session.id);
  // What was typed for a place of the session that is not offered is not meant.
  const typed = kept?.path === acceptPath(ref) ? kept : null;
  const form = await load(bookings.getForm({ quantity, ...typed, sessionId: session.id, entryId: ref.id }));
  const notice = new URL(args.request.url).searchParams.get("notice");
  return { ref, form, offered: quantity, draft: typed ?? { firstName, lastName, email }, notice };
}

export async function action(args: ActionFunctionArgs) {
  const { waitlist } = apiFor(args);
  const ref = entryRefOf(args);
  const { session } = await load(waitlist.get(ref));
  const target: BookingTarget = {
    sessionId: session.id,
    entryId: ref.id,
    book: (wanted) => waitlist.accept({ ...wanted, ...ref }),
    pageOf: () => waitlistPath(ref),
  };
  return bookOrPrice(args, await readFields(args.request), target);
}

export default function AcceptDialog() {
  const { ref, draft, offered, notice, ...loaded } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const form = answer?.form ?? loaded.form;
  return (
    <BookingDialog
      address={acceptPath(ref)}
      page={waitlistPath(ref)}
      returnFocusTo={takePlaceId}
      booking={{ ...form, mostTickets: offered }}
      offer={!form.isFree && <Notice kind="information">Booking uses your offer{whatFollows(form, offered)}.</Notice>}
      answer={answer}
      draft={draft}
      notice={notice}
    />
  );
}

/** Says what follows where something has to be paid by card, or a pass pays for all. */
function whatFollows(
  { byPass, passes }: ReturnType<typeof useLoaderData<typeof loader>>["form"],
  offered: number,
): string {
  const isByCard = byPass !== null || !passes || passes.chosen === "card";
  return isByCard
    ? `. If you don’t complete the payment, ${offered === 1 ? "the place is" : "the places are"} released`
    : " and your pass; nothing is left to pay";
}

export { ErrorScreen as ErrorBoundary };
