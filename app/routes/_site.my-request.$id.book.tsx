import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { BookingForm } from "~/features/bookings/booking-form";
import { BookingNotice, refusalNotice } from "~/features/bookings/booking-notices";
import { BookingSummary } from "~/features/bookings/booking-summary";
import { useBusyBooking, useFreshOnReturn } from "~/features/bookings/busy-booking";
import { ErrorScreen } from "~/features/layout/error-screen";
import { bookTimeId } from "~/features/one-to-one/ask-dialog";
import { bookRequest, requestPage, requestRefOf } from "~/features/one-to-one/slot.server";
import { privateMeta } from "~/lib/page-meta";
import { useToast } from "~/lib/toast";
import { apiFor, load } from "~/server/api.server";
import { numberBrowser, readBookingDraft } from "~/server/cookies.server";
import { ModalDialog } from "~/ui/dialog";

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
  const { form: loaded, draft, page, address, notice } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const form = answer?.form ?? loaded;
  const busy = useBusyBooking(address);
  useFreshOnReturn();
  useToast(answer);
  return (
    <ModalDialog title="Complete Your Booking" closeTo={page} returnFocusTo={bookTimeId} isBusy={busy === "booking"}>
      <BookingForm
        action={address}
        closeTo={page}
        lastReply={answer?.reply}
        draft={draft}
        booking={form}
        notice={refusalNotice(answer)}
        busy={busy}
        asked={nothing}
      >
        <BookingNotice toast={answer?.toast ?? null} notice={answer ? null : notice} />
        <BookingSummary session={form.session} start={form.startsAt} terms={form.terms} />
      </BookingForm>
    </ModalDialog>
  );
}

/** The questions were answered when the time was asked for. */
const nothing = { questions: [], version: "" };

export { ErrorScreen as ErrorBoundary };
