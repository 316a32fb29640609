import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { BookingDialog } from "~/features/bookings/booking-dialog";
import { ErrorScreen } from "~/features/layout/error-screen";
import { bookTimeId } from "~/features/one-to-one/ask-dialog";
import { bookRequest, requestPage, requestRefOf } from "~/features/one-to-one/slot.server";
import { privateMeta } from "~/lib/page-meta";
import { apiFor, load } from "~/server/api.server";
import { numberBrowser, readBookingDraft } from "~/server/cookies.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const handle = { isDialog: true };

export const meta = privateMeta("Complete Your Booking", "Request not found");

export async function loader(args: LoaderFunctionArgs) {
  const ref = requestRefOf(args);
  const query = new URLSearchParams({ key: ref.key }).toString();
  const page = requestPage(ref);
  const typed = readBookingDraft(args, ref.id);
  const found = await load(apiFor(args).oneToOne.requests.getForm({ ...typed, ...ref }));
  // The page of the request says why it can't be booked.
  if (!found.canBook || found.form.availability !== "open") throw redirect(page);
  const notice = new URL(args.request.url).searchParams.get("notice");
  const draft = typed ?? found.contact;
  const address = `/my-request/${ref.id}/book?${query}`;
  return data({ ...found, draft, page, address, notice }, { headers: numberBrowser(args) });
}

export const action = bookRequest;

export default function BookRequestDialog() {
  const { form, draft, page, address, notice } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const booking = answer?.form ?? form;
  return (
    <BookingDialog
      address={address}
      page={page}
      booking={booking}
      answer={answer}
      draft={draft}
      notice={notice}
      returnFocusTo={bookTimeId}
      asked={nothing}
    />
  );
}

/** The questions were answered when the time was asked for. */
const nothing = { questions: [], version: "" };

export { ErrorScreen as ErrorBoundary };
