import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { OrderFacts } from "~/features/admin/orders/order-facts";
import { givenBackLabel } from "~/features/admin/orders/orders";
import { readOrderRef } from "~/features/admin/orders/orders.server";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi, backFrom } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { refundRef } from "~/server/schemas.server";
import { ChoiceField } from "~/ui/fields";
import { ordersPath } from "~/features/admin/admin-paths";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta(givenBackLabel, "Order not found");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const back = backFrom(new URL(args.request.url).searchParams, ordersPath);
  return { order: await load(api.orders.get(readOrderRef(args.params))), back };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const submission = await readForm(args.request, refundRef);
  if (submission.status !== "success") return refuse(submission);
  const call = api.payments.settleOutsideRefund(submission.value);
  const settled = await attemptLogged(args, call);
  if (!settled.ok) return refuseCall(submission, settled, "Failed to record the refund");
  const back = backFrom(new URL(args.request.url).searchParams, ordersPath);
  return redirectWithToast(args, back, successToast("Refund recorded"));
}

export default function ReturnedPage() {
  const { order, back } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const refused = useFormAnswer<typeof action>();
  useToast(refused);
  const [first, ...others] = order.owedByHand;
  return (
    <ConfirmPage
      title={`Have you refunded ${order.customer}?`}
      back={back}
      action={pathname + search}
      failure={{ title: "Failed to record the refund" }}
      confirmLabel={first ? givenBackLabel : null}
      toast={refused?.toast ?? null}
    >
      <OrderFacts order={order} />
      {first ? (
        <>
          <p>
            Confirm that you have refunded {others.length > 0 ? "the amount you choose" : <b>{first.amount}</b>} to{" "}
            <b>{order.customer}</b>, in cash or by bank transfer. This is recorded in your books and the audit log, and
            can’t be undone.
          </p>
          {others.length > 0 ? (
            <ChoiceField
              legend="Which amount?"
              name="refundId"
              chosen={first.refundId}
              options={order.owedByHand.map(({ refundId, amount }) => ({ value: refundId, label: amount }))}
            />
          ) : (
            <input type="hidden" name="refundId" value={first.refundId} />
          )}
        </>
      ) : (
        <p>There is nothing in this order for you to refund.</p>
      )}
    </ConfirmPage>
  );
}

export { AdminErrorScreen as ErrorBoundary };
