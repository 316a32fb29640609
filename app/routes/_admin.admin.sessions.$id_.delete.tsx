import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { apiFor, attemptOrSay, cancelForm, load } from "~/server/api.server";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { SessionErrorScreen } from "~/features/admin/admin-error";
import { peopleInWords } from "~/features/admin/sessions/session-money";
import { readForm, refuse } from "~/server/form.server";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { type RefusedForm, useFormAnswer } from "~/lib/forms/form-answer";
import { useToast } from "~/lib/toast";
import { redirectWithToast, requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";

const list = "/admin/sessions";

export const meta: MetaFunction = ({ matches }) => privateMeta("Delete session", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  return load(apiFor(args).schedule.admin.getEnding({ id: args.params.id ?? "" }));
}

/** Deletes what nobody has booked, or else cancels it, as the page has said that it would. */
export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const id = args.params.id ?? "";
  const { admin } = apiFor(args).schedule;
  const isCancelling = new URL(args.request.url).searchParams.has("cancel");
  const submission = await readForm(args.request, cancelForm);
  if (submission.status !== "success") return refuse(submission, { status: 422 });
  const failure = isCancelling ? "Failed to cancel session" : "Failed to delete session";
  const ended = await attemptOrSay(
    args,
    isCancelling ? admin.cancel({ id, ...submission.value }) : admin.delete({ id }),
    failure,
  );
  if (!ended.ok) return refuse(submission, { ...ended, toast: { kind: "error", title: failure, text: ended.message } });
  const title = isCancelling ? "Session cancelled, and everyone is told" : "Session deleted successfully";
  return redirectWithToast(args.context, isCancelling ? `${list}/${id}` : list, { kind: "success", title });
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
      leave="Keep session"
      back={`${list}/${ending.id}`}
      action={target}
      isBusy={useIsPosting(target)}
      failure={{ title: ending.way === "cancel" ? "Failed to cancel session" : "Failed to delete session" }}
      confirm={{ delete: "Delete session", cancel: "Cancel session", none: null }[ending.way]}
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

function Consequences({ ending: { id, way, isCancelled, booked, paying, waiting, refund }, note }: ConsequencesProps) {
  if (way === "delete") return <p>Nobody has booked it, and nobody waits for it. It is gone for good.</p>;
  if (way === "none") {
    return (
      <p>
        {isCancelled ? "It is cancelled already, and its bookings" : "It is over, and its bookings"} stay in your books.
        You can take it off your site: <Link to={`${list}/${id}/edit`}>edit it</Link> and untick Published.
      </p>
    );
  }
  return (
    <>
      <p>
        Somebody has booked it or waits for it, so it can’t be deleted. It can be cancelled: {booked} booked, {paying}{" "}
        paying right now, {waiting} waiting. Everyone is told by mail, and the session leaves the schedule.
      </p>
      <p>{refundInWords(refund)}</p>
      <div className="field">
        <label htmlFor="note">A word to everyone (optional)</label>
        <textarea
          className="input"
          id="note"
          name="note"
          rows={3}
          maxLength={1000}
          defaultValue={typeof note === "string" ? note : ""}
        />
      </div>
    </>
  );
}

/** "£36.00 goes back by Stripe; £28.00 by your own hand: Hannah Okafor £14.00, Tomas Lindqvist £14.00." */
function refundInWords({ byCard, byHand, toHandOver }: ConsequencesProps["ending"]["refund"]): string {
  if (!byCard && !byHand) return "Nothing was paid that could go back.";
  const hand = byHand && `${byHand} ${byCard ? "" : "goes back "}by your own hand: ${peopleInWords(toHandOver)}`;
  return `${[byCard && `${byCard} goes back by Stripe, by itself`, hand].filter(Boolean).join("; ")}.`;
}

export { SessionErrorScreen as ErrorBoundary };
