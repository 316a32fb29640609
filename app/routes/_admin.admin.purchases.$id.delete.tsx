import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { ReasonField } from "~/features/admin/price-and-reason-fields";
import { OrderFacts } from "~/features/admin/orders/order-facts";
import { deletePurchaseForm, readOrderRef } from "~/features/admin/orders/orders.server";
import { lossOf } from "~/features/admin/orders/orders";
import { RefundChoice } from "~/features/admin/orders/refund-fields";
import { typedIn, useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast, type Toast, useToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi, backFrom } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse } from "~/server/form.server";
import { ordersPath, owedByHandAddress } from "~/features/admin/admin-paths";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Delete purchase", "Purchase not found");

/** Returns where the page was come from; otherwise, the purchases of the first collection. */
async function backTo(args: LoaderFunctionArgs | ActionFunctionArgs): Promise<string> {
  const [first] = await load(adminApi(args).products.listCollectionPages());
  return backFrom(new URL(args.request.url).searchParams, first?.buyers.path ?? ordersPath);
}

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const back = await backTo(args);
  const order = await load(api.orders.get(readOrderRef({ kind: "purchase", ...args.params })));
  return { order, back };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const { id: purchaseId } = readOrderRef({ kind: "purchase", ...args.params });
  const submission = await readForm(args.request, deletePurchaseForm);
  if (submission.status !== "success") return refuse(submission);
  const call = api.purchases.delete({ purchaseId, ...submission.value });
  const deleted = await attemptLogged(args, call);
  if (!deleted.ok) {
    const toast: Toast = errorToast("Failed to delete purchase", deleted.message);
    return refuse(submission, { ...deleted, toast });
  }
  const back = await backTo(args);
  const { isRefunded, owedByHand } = deleted.value;
  const money = owedByHand ? `Refund ${owedByHand} yourself.` : "Stripe refunds the money automatically.";
  const text = owedByHand || isRefunded ? money : undefined;
  // A deleted purchase is no longer listed, so refunds owed by hand are shown elsewhere.
  return redirectWithToast(args, owedByHand ? owedByHandAddress() : back, successToast("Purchase deleted", text));
}

export default function DeletePurchasePage() {
  const { order, back } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const refused = useFormAnswer<typeof action>();
  useToast(refused);
  return (
    <ConfirmPage
      title={`Delete the purchase of ${order.customer}?`}
      cancelLabel="Keep purchase"
      back={back}
      action={pathname + search}
      failure={{ title: "Failed to delete purchase" }}
      confirmLabel="Delete purchase"
      isDangerous
      toast={refused?.toast}
    >
      <OrderFacts order={order} />
      <p>
        It leaves every list{order.isLive ? `, and ${lossOf(order)}` : ""}. It stays in your books and in the audit log.
      </p>
      <RefundChoice payments={order.payments} chosen={typedIn(refused, "refund")} />
      <ReasonField value={typedIn(refused, "reason")} error={refused?.reply.error?.reason?.[0]} />
    </ConfirmPage>
  );
}

export { AdminErrorScreen as ErrorBoundary };
