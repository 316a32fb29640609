import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { ErrorScreen } from "~/features/layout/error-screen";
import { noPlaceIsHeld, opensWaitlist } from "~/features/waitlist/waitlist";
import { WaitlistForm } from "~/features/waitlist/waitlist-form";
import { errorMeta, privateTags, siteOf } from "~/lib/page-meta";
import { errorToast, infoToast, successToast, type Toast, useToast } from "~/lib/toast";
import { apiFor, attemptLogged, idOf, load } from "~/server/api.server";
import { readBookingDraft } from "~/server/cookies.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { waitlistForm } from "~/server/schemas.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const handle = opensWaitlist;

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  data ? privateTags(data.title, siteOf(matches)) : errorMeta(error, siteOf(matches), "Session not found");

export async function loader(args: LoaderFunctionArgs) {
  const form = await load(apiFor(args).waitlist.getForm({ sessionId: idOf(args) }));
  if (!form.isJoinable) throw redirect(`/sessions/${args.params.id}`);
  const typed = readBookingDraft(args, idOf(args));
  if (!typed) return form;
  // Typed in the booking dialog before it was refused.
  const { firstName, lastName, email } = typed;
  return { ...form, contact: { firstName, lastName, email } };
}

export async function action(args: ActionFunctionArgs) {
  const sessionId = idOf(args);
  const page = `/sessions/${sessionId}`;
  const submission = await readForm(args.request, waitlistForm);
  if (submission.status !== "success") {
    if (submission.error?.formKey) return refuse(submission, { status: 422, toast: failedToast(failure) });
    const missing = isIncomplete(submission.payload) ? "Please fill out all fields" : null;
    return data({ reply: submission.reply(), missing, toast: null }, 422);
  }
  const joined = await attemptLogged(args, apiFor(args).waitlist.join({ ...submission.value, sessionId }), failure);
  if (joined.ok) {
    const { isTooLate } = await load(apiFor(args).waitlist.getForm({ sessionId }));
    return redirectWithToast(args, page, joinedToast(isTooLate));
  }
  // The page behind the dialog shows why the form is gone.
  if (joined.code === "closed") {
    return redirectWithToast(args, page, infoToast(joined.message));
  }
  return refuseCall(submission, joined, "Error");
}

const failure = "Failed to join waitlist. Please try again.";
const failedToast = (text: string): Toast => errorToast("Error", text);

/** The same for an address already on the waitlist. The session may be moved, so an offer is possible. */
function joinedToast(isTooLate: boolean): Toast {
  const title = "You've been added to the waitlist";
  const text = "We'll notify you if a spot becomes available.";
  return successToast(title, isTooLate ? `${text} ${noPlaceIsHeld}` : text);
}

const isIncomplete = (typed: Record<string, unknown>) =>
  ["firstName", "lastName", "email"].some((name) => typeof typed[name] !== "string" || typed[name].trim() === "");

export default function JoinWaitlist() {
  const { formKey, isTooLate, mostTickets, contact } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { id } = useParams();
  useToast(refused);
  return (
    <WaitlistForm
      action={`/sessions/${id}/waitlist`}
      formKey={formKey}
      isTooLate={isTooLate}
      mostTickets={mostTickets}
      contact={contact}
      refused={refused}
    />
  );
}

export { ErrorScreen as ErrorBoundary };
