import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { SessionErrorScreen } from "~/features/admin/admin-error";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { bankInWords, peopleInWords } from "~/features/admin/sessions/session-money";
import { type RefusedForm, useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { cancelForm } from "~/server/schemas.server";
import { FieldFrame, inputStyle } from "~/ui/field-frame";

export { privateHeaders as headers } from "~/lib/page-meta";

const list = "/admin/sessions";

export const meta = privateMeta("Delete session");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  return load(api.sessions.getEnding({ id: idOf(args) }));
}

/** Deletes a session without bookings or cancels it otherwise, as the page announced. */
export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const id = idOf(args);
  const { sessions } = api;
  const isCancelling = new URL(args.request.url).searchParams.has("cancel");
  const submission = await readForm(args.request, cancelForm);
  if (submission.status !== "success") return refuse(submission);
  const failure = isCancelling ? "Failed to cancel session" : "Failed to delete session";
  const ended = await attemptLogged(
    args,
    isCancelling ? sessions.cancel({ id, ...submission.value }) : sessions.delete({ id }),
    failure,
  );
  if (!ended.ok) return refuseCall(submission, ended, failure);
  const title = isCancelling ? "Session cancelled, and everyone is told" : "Session deleted successfully";
  return redirectWithToast(args, isCancelling ? `${list}/${id}` : list, successToast(title));
}

export default function DeleteSessionPage() {
  const ending = useLoaderData<typeof loader>();
  const refused: RefusedForm | undefined = useFormAnswer<typeof action>();
  const path = `${list}/${ending.id}/delete`;
  const target = ending.way === "cancel" ? `${path}?cancel` : path;
  useToast(refused);
  return (
    <ConfirmPage
      title={questionOf(ending)}
      backLabel={ending.title}
      cancelLabel="Keep session"
      back={`${list}/${ending.id}`}
      action={target}
      failure={{ title: ending.way === "cancel" ? "Failed to cancel session" : "Failed to delete session" }}
      confirmLabel={{ delete: "Delete session", cancel: "Cancel session", none: null }[ending.way]}
      isDangerous
      toast={refused?.toast ?? null}
    >
      <p>{ending.date}</p>
      <Consequences ending={ending} note={refused?.reply.initialValue?.note} />
    </ConfirmPage>
  );
}

function questionOf({ way, title }: { way: "delete" | "cancel" | "none"; title: string }): string {
  if (way === "none") return `“${title}” stays`;
  return way === "cancel" ? `Cancel “${title}”?` : `Delete “${title}”?`;
}

type ConsequencesProps = { ending: ReturnType<typeof useLoaderData<typeof loader>>; note: unknown };

function Consequences({ ending, note }: ConsequencesProps) {
  const { id, way, isCancelled, booked, paying, waiting } = ending;
  if (way === "delete") return <p>No one has booked it or is on its waitlist. This can’t be undone.</p>;
  if (way === "none") {
    return (
      <p>
        {isCancelled ? "It is already cancelled, and its bookings" : "It is over, and its bookings"} stay in your books.
        You can take it off your site: <Link to={`${list}/${id}/edit`}>edit it</Link> and untick Published.
      </p>
    );
  }
  return (
    <>
      <p>
        Someone has booked it or is on its waitlist, so it can’t be deleted. You can cancel it instead: {booked} booked,{" "}
        {paying} paying right now, {waiting} on the waitlist. Everyone gets an email, and the session is removed from
        the schedule.
      </p>
      <p>{returnInWords(ending)}</p>
      <FieldFrame label="Message to everyone (optional)" id="note">
        <textarea
          className={inputStyle}
          id="note"
          name="note"
          rows={3}
          maxLength={1000}
          defaultValue={typeof note === "string" ? note : ""}
        />
      </FieldFrame>
    </>
  );
}

/**
 * Returns "Stripe refunds £36.00 automatically. You refund £28.00 yourself: Hannah Okafor £14.00, Tomas Lindqvist
 * £14.00. 3 credits go back onto passes.", for example.
 */
function returnInWords({ refund, credits }: Pick<ConsequencesProps["ending"], "refund" | "credits">): string {
  const { byCard, byHand, onGiftCard, toHandOver, atBank } = refund;
  const parts = [
    byCard && `Stripe refunds ${byCard} automatically`,
    onGiftCard && `${onGiftCard} goes back onto gift cards`,
    byHand && `You refund ${byHand} yourself: ${peopleInWords(toHandOver)}`,
    ...bankInWords(atBank),
    credits && `${credits} ${credits === "1 credit" ? "goes" : "go"} back onto passes`,
  ].filter(Boolean);
  return parts.length === 0 ? "No payments need a refund." : `${parts.join(". ")}.`;
}

export { SessionErrorScreen as ErrorBoundary };
