import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { apiFor, attemptOrSay, load, removalForm } from "~/server/api.server";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { whereItGoes } from "~/features/waitlist/waitlist";
import { readForm, refuse } from "~/server/form.server";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { type RefusedForm, useFormAnswer } from "~/lib/forms/form-answer";
import { useToast } from "~/lib/toast";
import { redirectWithToast, requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction = ({ matches }) => privateMeta("Remove attendee", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const removal = await load(apiFor(args).bookings.attendees.getRemoval({ bookingId: args.params.bookingId ?? "" }));
  if (removal.sessionId !== args.params.id) throw new Response("Attendee not found", { status: 404 });
  return removal;
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const submission = await readForm(args.request, removalForm);
  if (submission.status !== "success") return refuse(submission, { status: 422 });
  const bookingId = args.params.bookingId ?? "";
  const failure = "Failed to remove attendee. Please try again.";
  const { remove } = apiFor(args).bookings.attendees;
  const removed = await attemptOrSay(args, remove({ ...submission.value, bookingId }), failure);
  if (!removed.ok) {
    return refuse(submission, { ...removed, toast: { kind: "error", title: "Error", text: removed.message } });
  }
  const { owedByHand } = removed.value;
  const text = owedByHand && `${owedByHand} is to be given back by you.`;
  const toast = { kind: "success" as const, title: "Attendee removed successfully", ...(text && { text }) };
  return redirectWithToast(args.context, `/admin/sessions/${args.params.id}/attendees`, toast);
}

export default function RemoveAttendeePage() {
  const removal = useLoaderData<typeof loader>();
  const refused: RefusedForm | undefined = useFormAnswer<typeof action>();
  const { id, bookingId } = useParams();
  const back = `/admin/sessions/${id}/attendees`;
  const path = `${back}/${bookingId}/remove`;
  useToast(refused);
  return (
    <ConfirmPage
      title={`Remove ${removal.name}?`}
      leave="Keep attendee"
      back={back}
      action={path}
      isBusy={useIsPosting(path)}
      failure={{ title: "Failed to remove attendee. Please try again." }}
      confirm="Remove attendee"
      isDangerous
      toast={refused?.toast ?? null}
    >
      <p>
        <b>{removal.name}</b>, {removal.email}, {removal.reference}: {removal.title}
      </p>
      <p>{whatHappens(removal)} The booking leaves your lists and stays in the books.</p>
      <RefundChoice refund={removal.refund} typed={refused?.reply.initialValue?.refund} />
    </ConfirmPage>
  );
}

type Removal = ReturnType<typeof useLoaderData<typeof loader>>;

function whatHappens({ isPending, isCancelled }: Removal): string {
  if (isCancelled) return "This booking has no place any more, so nobody is written to.";
  if (isPending) return `The payment page is closed, and the place ${whereItGoes}.`;
  return `The place ${whereItGoes}, and a mail says that the booking is cancelled.`;
}

/** Yes, unless she says otherwise. */
function RefundChoice({ refund: { byCard, byHand }, typed }: { refund: Removal["refund"]; typed: unknown }) {
  if (!byCard && !byHand) return <p>Nothing was paid that could be refunded.</p>;
  const parts = [byCard && `${byCard} through Stripe, by itself`, byHand && `${byHand} by your own hand`];
  return (
    <fieldset>
      <legend>Refund what was paid?</legend>
      <label className="check">
        <input type="radio" name="refund" value="yes" defaultChecked={typed !== "no"} />
        <span>Yes: {parts.filter(Boolean).join(", and ")}</span>
      </label>
      <label className="check">
        <input type="radio" name="refund" value="no" defaultChecked={typed === "no"} />
        <span>No, I keep the money</span>
      </label>
    </fieldset>
  );
}

export function ErrorBoundary() {
  const { id } = useParams();
  return <AdminErrorScreen back={{ label: "Back to the attendees", to: `/admin/sessions/${id}/attendees` }} />;
}
