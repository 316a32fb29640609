import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { BookingDialog } from "~/features/bookings/booking-dialog";
import { ErrorScreen } from "~/features/layout/error-screen";
import { idOfTime } from "~/features/one-to-one/offer-calendar";
import { AskDialog } from "~/features/one-to-one/ask-dialog";
import { bookSlot, offerPath, slotOf, takenPath } from "~/features/one-to-one/slot.server";
import { errorMeta, privateTags, siteOf } from "~/lib/page-meta";
import { apiFor, load } from "~/server/api.server";
import { numberBrowser, readBookingDraft } from "~/server/cookies.server";

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
  const booking = answer?.form ?? loaded.form;
  const { page, address, questions, version, start, draft, notice } = loaded;
  if (loaded.needsApproval) {
    const refused = given && !("form" in given) ? given : undefined;
    return <AskDialog {...loaded} refused={refused} />;
  }
  return (
    <BookingDialog
      address={address}
      page={page}
      booking={booking}
      answer={answer}
      draft={draft}
      notice={notice}
      returnFocusTo={idOfTime(start)}
      asked={{ questions, version }}
    />
  );
}

export { ErrorScreen as ErrorBoundary };
