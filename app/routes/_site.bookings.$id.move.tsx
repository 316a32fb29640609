import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { moveButtonId } from "~/features/bookings/managed-booking";
import { ConfirmMove, DateList } from "~/features/bookings/move-parts";
import { ErrorScreen } from "~/features/layout/error-screen";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast, type Toast, useToast } from "~/lib/toast";
import { apiFor, attemptLogged, idOf, load } from "~/server/api.server";
import { bookingKeyOf } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse } from "~/server/form.server";
import { bookingMoveForm, healthUnconfirmed } from "~/server/schemas.server";
import { buttonStyle } from "~/ui/button";
import { CloseLink, DialogBody, DialogFoot, ModalDialog } from "~/ui/dialog";
import { ToastNotice } from "~/ui/toast/toast";

export { privateHeaders as headers } from "~/lib/page-meta";

export const handle = { isDialog: true };

export const meta = privateMeta("Move booking", "Booking not found");

export async function loader(args: LoaderFunctionArgs) {
  const ref = { bookingId: idOf(args), key: bookingKeyOf(args) };
  const { bookings } = apiFor(args);
  const { session, quantity, paid, path, movePath } = await load(bookings.getManaged(ref));
  // The booking's page shows why it can't be moved.
  if (movePath === null) throw redirect(path);
  const to = new URL(args.request.url).searchParams.get("to") ?? undefined;
  const form = await load(bookings.getMoveForm({ ...ref, to }));
  return {
    session,
    quantity,
    isDue: paid.isDue === true,
    path,
    movePath,
    form,
    isGone: to !== undefined && form.chosen === null,
  };
}

export async function action(args: ActionFunctionArgs) {
  const ref = { bookingId: idOf(args), key: bookingKeyOf(args) };
  const { bookings } = apiFor(args);
  const submission = await readForm(args.request, bookingMoveForm);
  if (submission.status !== "success") return refuse(submission, { status: 422, toast: failedToast(failure) });
  const moved = await attemptLogged(args, bookings.move({ ...submission.value, ...ref }), failure);
  if (!moved.ok) {
    if (moved.code === "not_found") throw new Response(moved.message, { status: 404 });
    if (moved.code !== "health_unconfirmed") return refuse(submission, { ...moved, toast: failedToast(moved.message) });
    return refuse(submission, { status: moved.status, errors: { healthVersion: [healthUnconfirmed] } });
  }
  const { path } = await load(bookings.getManaged(ref));
  return redirectWithToast(args, path, successToast("Booking moved", "The new date is on its way to you by email."));
}

const failure = "Failed to move your booking. Please try again.";
const failedToast = (text: string): Toast => errorToast("Error", text);

const gone: Toast = errorToast("Not moved", "This date can no longer be booked. Please choose another.");

export default function MoveBookingDialog() {
  const { form, session, quantity, isDue, path, movePath, isGone } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { chosen } = form;
  useToast(refused);
  const notice = refused?.toast ?? (isGone ? gone : null);
  const summary = { ...session, place: session.where.join(", ") };
  return (
    <ModalDialog title="Move to another date" closeTo={path} returnFocusTo={moveButtonId}>
      {chosen ? (
        <ConfirmMove
          key={chosen.id}
          form={{ ...form, chosen }}
          session={summary}
          start={session.startsAt}
          quantity={quantity}
          isDue={isDue}
          movePath={movePath}
          refused={refused}
        />
      ) : (
        <>
          <DialogBody>
            {notice && <ToastNotice toast={notice} />}
            <p>{form.dates.length > 0 ? choose : none}</p>
            {form.pass && <p>{form.pass}</p>}
            {form.dates.length > 0 && <DateList dates={form.dates} movePath={movePath} title={session.title} />}
          </DialogBody>
          <DialogFoot>
            <CloseLink className={buttonStyle({ kind: "quiet" })} to={path}>
              Keep my date
            </CloseLink>
          </DialogFoot>
        </>
      )}
    </ModalDialog>
  );
}

const choose = "These dates have the same price and enough places. Choose one; nothing changes until you confirm.";
const none = "No other date with the same price has enough places at the moment. Your booking stays as it is.";

export { ErrorScreen as ErrorBoundary };
