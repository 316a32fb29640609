import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { OrderFacts, OwedByHand } from "~/features/admin/orders/order-facts";
import { readOrderRef } from "~/features/admin/orders/orders.server";
import { RefundFields } from "~/features/admin/orders/refund-fields";
import { whereItGoes } from "~/features/waitlist/waitlist";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast, type Toast, useToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi, backFrom } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse } from "~/server/form.server";
import { refundForm } from "~/server/schemas.server";
import { ordersPath } from "~/features/admin/admin-paths";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Refund", "Order not found");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const back = backFrom(new URL(args.request.url).searchParams, ordersPath);
  const order = await load(api.orders.get(readOrderRef(args.params)));
  return { order, back, formKey: randomUUID() };
}

const failure = "Failed to refund. Please try again.";

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const back = backFrom(new URL(args.request.url).searchParams, ordersPath);
  const submission = await readForm(args.request, refundForm);
  if (submission.status !== "success") return refuse(submission);
  const { amount, place, ...refund } = submission.value;
  const call = api.payments.refund({ ...refund, amountMinor: amount, isPlaceCancelled: place === "cancel" });
  const made = await attemptLogged(args, call, failure);
  if (made.ok) return redirectWithToast(args, back, toastOf(made.value));
  if (made.code === "invalid") return refuse(submission, { ...made, errors: { amount: [made.message] } });
  return refuse(submission, { ...made, toast: refusedWith(made.message) });
}

const refusedWith = (text: string): Toast => errorToast("Refund failed", text);

type MadeRefund = { provider: string; isPlaceCancelled: boolean; ended: string | null };

function toastOf({ provider, isPlaceCancelled, ended }: MadeRefund): Toast {
  const money =
    { stripe: "Stripe refunds it automatically.", gift_card: "It goes back to the gift card." }[provider] ??
    "Refund it yourself.";
  const what = isPlaceCancelled ? `the place ${whereItGoes}` : ended;
  return successToast("Refund made", what ? `${money} ${what.charAt(0).toUpperCase()}${what.slice(1)}.` : money);
}

export default function RefundPage() {
  const { order, back, formKey } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const refused = useFormAnswer<typeof action>();
  const address = pathname + search;
  useToast(refused);
  const hasMoney = order.payments.length > 0;
  return (
    <>
      <ConfirmPage
        title={`Refund ${order.customer}`}
        cancelLabel="No refund"
        back={back}
        action={address}
        failure={{ title: "Error", text: failure }}
        confirmLabel={hasMoney ? "Refund" : null}
        isDangerous
        toast={refused?.toast}
      >
        <OrderFacts order={order} />
        {hasMoney ? (
          <RefundFields order={order} formKey={formKey} reply={refused?.reply} />
        ) : (
          <p>Nothing is left to refund.</p>
        )}
      </ConfirmPage>
      <OwedByHand order={order} back={back} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
