import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { PaidRefundChoice } from "~/features/admin/orders/refund-fields";
import { whereItGoes } from "~/features/waitlist/waitlist";
import { type RefusedForm, useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { removalForm } from "~/server/schemas.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Remove attendee");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const removal = await load(api.bookings.attendees.getRemoval({ bookingId: idOf(args, "bookingId") }));
  if (removal.sessionId !== args.params.id) throw new Response("Attendee not found", { status: 404 });
  return removal;
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const submission = await readForm(args.request, removalForm);
  if (submission.status !== "success") return refuse(submission);
  const bookingId = idOf(args, "bookingId");
  const failure = "Failed to remove attendee. Please try again.";
  const { remove } = api.bookings.attendees;
  const removed = await attemptLogged(args, remove({ ...submission.value, bookingId }), failure);
  if (!removed.ok) return refuseCall(submission, removed, "Error");
  const { owedByHand } = removed.value;
  const text = owedByHand ? `Refund ${owedByHand} yourself.` : undefined;
  const toast = successToast("Attendee removed successfully", text);
  return redirectWithToast(args, `/admin/sessions/${idOf(args)}/attendees`, toast);
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
      cancelLabel="Keep attendee"
      back={back}
      action={path}
      failure={{ title: "Failed to remove attendee. Please try again." }}
      confirmLabel="Remove attendee"
      isDangerous
      toast={refused?.toast ?? null}
    >
      <p>
        <b>{removal.name}</b>, {removal.email}, {removal.reference}: {removal.title}
      </p>
      <p>{whatHappens(removal)} The booking leaves your lists and stays in the books.</p>
      <PaidRefundChoice {...removal} typed={refused?.reply.initialValue?.refund} />
    </ConfirmPage>
  );
}

type Removal = ReturnType<typeof useLoaderData<typeof loader>>;

function whatHappens({ isPending, isCancelled }: Removal): string {
  if (isCancelled) return "This booking no longer has a place, so no email is sent.";
  if (isPending) return `The payment page is closed, and the place ${whereItGoes}.`;
  return `The place ${whereItGoes}, and an email tells them that the booking is cancelled.`;
}

export function ErrorBoundary() {
  const { id } = useParams();
  return <AdminErrorScreen back={{ label: "Back to the attendees", to: `/admin/sessions/${id}/attendees` }} />;
}
