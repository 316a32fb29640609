import { type ActionFunctionArgs, data } from "@remix-run/node";
import { errorToast, infoToast, successToast, type Toast } from "~/lib/toast";
import { apiFor, attemptLogged, load } from "~/server/api.server";
import type { BookingDraft } from "~/server/cookies.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { waitlistForm } from "~/server/schemas.server";
import { noPlaceIsHeld, type WaitedNoun } from "./waitlist";

/** Returns what fills the form for a visitor whose booking was refused. */
export const waitlistDraft = ({ firstName, lastName, email, quantity }: BookingDraft) => ({
  contact: { firstName, lastName, email },
  quantity,
});

type Target = { line: { sessionId: string } | { courseId: string }; noun: WaitedNoun; page: string };

/** Adds the sender of a form to the waitlist of a session or a course, whose page shows what came of it. */
export async function joinWaitlist(args: ActionFunctionArgs, { line, noun, page }: Target) {
  const submission = await readForm(args.request, waitlistForm);
  if (submission.status !== "success") {
    if (submission.error?.formKey) return refuse(submission, { status: 422, toast: failedToast(failure) });
    const missing = isIncomplete(submission.payload) ? "Please fill out all fields" : null;
    return data({ reply: submission.reply(), missing, toast: null }, 422);
  }
  const joined = await attemptLogged(args, apiFor(args).waitlist.join({ ...submission.value, ...line }), failure);
  if (joined.ok) {
    const { isTooLate } = await load(apiFor(args).waitlist.getForm(line));
    return redirectWithToast(args, page, joinedToast(isTooLate, noun));
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
function joinedToast(isTooLate: boolean, noun: WaitedNoun): Toast {
  const title = "You've been added to the waitlist";
  const text = "We'll notify you if a spot becomes available.";
  return successToast(title, isTooLate ? `${text} ${noPlaceIsHeld(noun)}` : text);
}

const isIncomplete = (typed: Record<string, unknown>) =>
  ["firstName", "lastName", "email"].some((name) => typeof typed[name] !== "string" || typed[name].trim() === "");
