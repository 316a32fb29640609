import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { ordersPath } from "~/features/admin/admin-paths";
import { resendFailed } from "~/features/admin/orders/orders";
import { readOrderRef } from "~/features/admin/orders/orders.server";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged } from "~/server/api.server";
import { adminApi, backFrom, requireAdmin } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { parseForm, readFields } from "~/server/form.server";
import { attendeeResendForm } from "~/server/schemas.server";

export function loader(args: LoaderFunctionArgs) {
  requireAdmin(args);
  return redirect(ordersPath);
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const { id: bookingId } = readOrderRef({ ...args.params, kind: "booking" });
  const fields = await readFields(args.request);
  const back = backFrom(fields, ordersPath);
  const submission = parseForm(fields, attendeeResendForm);
  if (submission.status !== "success") {
    return redirectWithToast(args, back, errorToast(resendFailed, "Please try again."));
  }
  const sent = await attemptLogged(args, api.bookings.attendees.resend({ ...submission.value, bookingId }));
  const toast = sent.ok
    ? successToast("Confirmation sent", `It is on its way to ${sent.value.email}.`)
    : errorToast(resendFailed, sent.message);
  return redirectWithToast(args, back, toast);
}
