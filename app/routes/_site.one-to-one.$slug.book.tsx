import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { BookingForm } from "~/features/bookings/booking-form";
import { BookingNotice, refusalNotice } from "~/features/bookings/booking-notices";
import { BookingSummary } from "~/features/bookings/booking-summary";
import { useBusyBooking, useFreshOnReturn } from "~/features/bookings/busy-booking";
import { ErrorScreen } from "~/features/layout/error-screen";
import { idOfTime } from "~/features/one-to-one/offer-calendar";
import { AskDialog } from "~/features/one-to-one/ask-dialog";
import { bookSlot, offerPath, slotOf, takenPath } from "~/features/one-to-one/slot.server";
import { errorMeta, privateTags, siteOf } from "~/lib/page-meta";
import { useToast } from "~/lib/toast";
import { apiFor, load } from "~/server/api.server";
import { numberBrowser, readBookingDraft } from "~/server/cookies.server";
import { ModalDialog } from "~/ui/dialog";

export { refusalHeaders as headers } from "~/lib/page-meta";

export const handle = { isDialog: true };

export const meta: MetaFunction = ({ data: loaded, error, matches }) =>
  loaded
    ? privateTags("Complete Your Booking", siteOf(matches))
    : errorMeta(error, siteOf(matches), "One-to-one session not found");

export async function loader(args: LoaderFunctionArgs) {
  const { offer, start, day } = slotOf(args);
  const { oneToOne } = apiFor(args);
  const first = await load(oneToOne.getForm({ offer, start }));
  if (first.form.availability !== "open") throw redirect(takenPath(offerPath(first.slug), day));
  const draft = readBookingDraft(args, first.offerId);
  const shown = draft ? await load(oneToOne.getForm({ ...draft, offer, start })) : first;
  const page = `${offerPath(shown.slug)}${day ? `?day=${encodeURIComponent(day)}` : ""}`;
  const address = `${offerPath(shown.slug)}/book?day=${encodeURIComponent(day)}&start=${encodeURIComponent(start)}`;
  const notice = new URL(args.request.url).searchParams.get("notice");
  return data({ ...shown, draft, page, address, start, notice }, { headers: numberBrowser(args) });
}

export const action = bookSlot;

export default function BookSlotDialog() {
  const loaded = useLoaderData<typeof loader>();
  const given = useActionData<typeof action>();
  const answer = given && "form" in given ? given : undefined;
  const form = answer?.form ?? loaded.form;
  const { page, address, questions, version, start } = loaded;
  const { session, startsAt } = form;
  const busy = useBusyBooking(address);
  useFreshOnReturn();
  useToast(answer);
  if (loaded.needsApproval) {
    const refused = given && !("form" in given) ? given : undefined;
    return <AskDialog {...{ ...loaded, refused }} summary={<BookingSummary session={session} start={startsAt} />} />;
  }
  return (
    <ModalDialog
      title="Complete Your Booking"
      closeTo={page}
      returnFocusTo={idOfTime(start)}
      isBusy={busy === "booking"}
    >
      <BookingForm
        action={address}
        closeTo={page}
        lastReply={answer?.reply}
        draft={loaded.draft}
        booking={form}
        notice={refusalNotice(answer)}
        busy={busy}
        asked={{ questions, version }}
      >
        <BookingNotice toast={answer?.toast ?? null} notice={answer ? null : loaded.notice} />
        <BookingSummary session={session} start={startsAt} terms={form.terms} />
      </BookingForm>
    </ModalDialog>
  );
}

export { ErrorScreen as ErrorBoundary };
