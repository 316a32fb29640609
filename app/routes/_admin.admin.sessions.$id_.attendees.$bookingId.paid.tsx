import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { OrderFacts } from "~/features/admin/orders/order-facts";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Mark as paid");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const { id, bookingId = "" } = args.params;
  const { sessionId } = await load(api.bookings.attendees.getRemoval({ bookingId }));
  if (sessionId !== id) throw new Response("Attendee not found", { status: 404 });
  return load(api.orders.get({ kind: "booking", id: bookingId }));
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const { id, bookingId = "" } = args.params;
  const paid = await attemptLogged(args, api.bookings.attendees.markPaid({ bookingId }));
  return redirectWithToast(
    args,
    `/admin/sessions/${id}/attendees`,
    paid.ok ? successToast("Marked as paid") : errorToast("Failed to mark as paid", paid.message),
  );
}

/** Asks for confirmation of customer and amount, because it records an outside payment. */
export default function MarkPaidPage() {
  const order = useLoaderData<typeof loader>();
  const { id, bookingId } = useParams();
  const back = `/admin/sessions/${id}/attendees`;
  const path = `${back}/${bookingId}/paid`;
  const isDue = order.state === "confirmed pending";
  return (
    <ConfirmPage
      title={`Mark the booking of ${order.customer} as paid?`}
      back={back}
      action={path}
      failure={{ title: "Failed to mark as paid" }}
      confirmLabel={isDue ? "Mark as paid" : null}
    >
      <OrderFacts order={order} />
      {isDue ? (
        <p>
          Confirm that <b>{order.customer}</b> has paid <b>{order.price}</b> outside Stripe, at the door or by bank
          transfer. This is recorded in your books. If a refund is due later, you make it yourself.
        </p>
      ) : (
        <p>Nothing is due for this booking.</p>
      )}
    </ConfirmPage>
  );
}

export function ErrorBoundary() {
  const { id } = useParams();
  return <AdminErrorScreen back={{ label: "Back to the attendees", to: `/admin/sessions/${id}/attendees` }} />;
}
