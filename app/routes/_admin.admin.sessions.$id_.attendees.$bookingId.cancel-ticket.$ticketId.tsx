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

export const meta = privateMeta("Cancel ticket");

const refOf = (args: LoaderFunctionArgs) => ({ bookingId: idOf(args, "bookingId"), ticketId: idOf(args, "ticketId") });

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const removal = await load(api.bookings.attendees.getTicketRemoval(refOf(args)));
  if (removal.sessionId !== args.params.id) throw new Response("Ticket not found", { status: 404 });
  return removal;
}

const failure = "Failed to cancel the ticket. Please try again.";

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const submission = await readForm(args.request, removalForm);
  if (submission.status !== "success") return refuse(submission);
  const call = api.bookings.attendees.cancelTicket({ ...submission.value, ...refOf(args) });
  const cancelled = await attemptLogged(args, call, failure);
  if (!cancelled.ok) return refuseCall(submission, cancelled, "Error");
  const { owedByHand } = cancelled.value;
  const toast = successToast("Ticket cancelled", owedByHand ? `Refund ${owedByHand} yourself.` : undefined);
  return redirectWithToast(args, `/admin/sessions/${idOf(args)}/attendees`, toast);
}

export default function CancelTicketPage() {
  const removal = useLoaderData<typeof loader>();
  const refused: RefusedForm | undefined = useFormAnswer<typeof action>();
  const { id, bookingId, ticketId } = useParams();
  const back = `/admin/sessions/${id}/attendees`;
  useToast(refused);
  const { name, booker, reference, title, canCancel } = removal;
  return (
    <ConfirmPage
      title={`Cancel the ticket of ${name}?`}
      cancelLabel="Keep ticket"
      back={back}
      action={`${back}/${bookingId}/cancel-ticket/${ticketId}`}
      failure={{ title: failure }}
      confirmLabel={canCancel ? "Cancel ticket" : null}
      isDangerous
      toast={refused?.toast ?? null}
    >
      <p>
        <b>{name}</b>, in the booking of {booker}, {reference}: {title}
      </p>
      <p>{whatHappens(removal)}</p>
      {canCancel && <PaidRefundChoice {...removal} typed={refused?.reply.initialValue?.refund} />}
    </ConfirmPage>
  );
}

type Removal = ReturnType<typeof useLoaderData<typeof loader>>;

function whatHappens({ canCancel, isLast, booker }: Removal): string {
  if (!canCancel) return "This ticket has no place, so there is nothing to cancel.";
  const rest = isLast ? "It is the last ticket, so the booking is cancelled" : "The other tickets stay booked";
  return `The place ${whereItGoes}. ${rest}, and an email tells ${booker}.`;
}

export function ErrorBoundary() {
  const { id } = useParams();
  return <AdminErrorScreen back={{ label: "Back to the attendees", to: `/admin/sessions/${id}/attendees` }} />;
}
