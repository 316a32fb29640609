import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { ordersPath } from "~/features/admin/admin-paths";
import { ConfirmMove, DateChoice } from "~/features/admin/orders/move-booking";
import { readOrderRef } from "~/features/admin/orders/orders.server";
import { useAdminPageName } from "~/features/layout/shell-items";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast, type Toast, useToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi, backFrom } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { attendeeMoveForm } from "~/server/schemas.server";
import { Notice } from "~/ui/notice";
import { BackLink, PageHead } from "~/ui/page-head";
import { ToastNotice } from "~/ui/toast/toast";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Move booking", "Order not found");

function bookingIdOf({ params }: LoaderFunctionArgs): string {
  return readOrderRef({ ...params, kind: "booking" }).id;
}

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const query = new URL(args.request.url).searchParams;
  const to = query.get("to") ?? undefined;
  const form = await load(api.bookings.attendees.getMoveForm({ bookingId: bookingIdOf(args), to }));
  return { form, isGone: to !== undefined && form.chosen === null, back: backFrom(query, ordersPath) };
}

const failure = "Failed to move the booking. Please try again.";

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const bookingId = bookingIdOf(args);
  const submission = await readForm(args.request, attendeeMoveForm);
  if (submission.status !== "success") return refuse(submission, { status: 422, toast: errorToast("Error", failure) });
  const { move } = api.bookings.attendees;
  const moved = await attemptLogged(args, move({ ...submission.value, bookingId }), failure);
  if (!moved.ok) return refuseCall(submission, moved, "Not moved");
  const back = backFrom(new URL(args.request.url).searchParams, ordersPath);
  return redirectWithToast(args, back, successToast("Booking moved", "The new date is on its way to them by email."));
}

const gone: Toast = errorToast("Not moved", "This date can no longer be booked. Please choose another.");

export default function MoveBookingPage() {
  const { form, isGone, back } = useLoaderData<typeof loader>();
  const backName = useAdminPageName(back);
  const { pathname } = useLocation();
  const refused = useFormAnswer<typeof action>();
  useToast(refused);
  const { name, reference, from, standing, chosen } = form;
  const notice = refused?.toast ?? (isGone ? gone : null);
  const place = { path: pathname, back };
  if (chosen && standing.kind !== "never") {
    return (
      <>
        <BackLink to={back}>{backName}</BackLink>
        <ConfirmMove key={chosen.id} form={{ ...form, chosen }} {...place} refused={refused} />
      </>
    );
  }
  const { mediumDate, time, zone } = from.startsAt;
  return (
    <>
      <BackLink to={back}>{backName}</BackLink>
      <PageHead
        title="Move to another date"
        lede={`${name}, ${reference}: ${from.title}, ${mediumDate}, ${time} ${zone}`}
      />
      {notice && <ToastNotice toast={notice} />}
      {standing.kind === "never" ? (
        <Notice kind="warning" isAnnounced={false}>
          {standing.why}
        </Notice>
      ) : (
        <>
          {form.pass && <p>{form.pass}</p>}
          <DateChoice form={form} {...place} />
        </>
      )}
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
