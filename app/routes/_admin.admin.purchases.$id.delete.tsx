import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { apiFor, attemptOrSay, load } from "~/server/api.server";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { OrderFacts } from "~/features/admin/orders/order-facts";
import { RefundChoice } from "~/features/admin/orders/refund-fields";
import { ReasonField } from "~/features/admin/fields";
import { readForm, refuse } from "~/server/form.server";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { owedByHandAddress } from "~/features/admin/orders/orders";
import { errorMeta, privateMeta, siteOf } from "~/lib/page-meta";
import { useToast, type Toast } from "~/lib/toast";
import { deletePurchaseForm, readOrderRef } from "~/features/admin/orders/orders.server";
import { backFrom, redirectWithToast, requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";
import { useFormAnswer } from "~/lib/forms/form-answer";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  data ? privateMeta("Delete purchase", siteOf(matches)) : errorMeta(error, siteOf(matches), "Purchase not found");

const otherwise = "/admin/birth-purchases";

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const back = backFrom(new URL(args.request.url).searchParams, otherwise);
  const order = await load(apiFor(args).orders.get(readOrderRef({ kind: "purchase", ...args.params })));
  return { order, back };
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const { id: purchaseId } = readOrderRef({ kind: "purchase", ...args.params });
  const submission = await readForm(args.request, deletePurchaseForm);
  if (submission.status !== "success") return refuse(submission, { status: 422 });
  const { refund, ...deletion } = submission.value;
  const call = apiFor(args).purchases.delete({ purchaseId, ...deletion, isRefunded: refund === "yes" });
  const deleted = await attemptOrSay(args, call, "Please try again.");
  if (!deleted.ok) {
    const toast: Toast = { kind: "error", title: "Failed to delete purchase", text: deleted.message };
    return refuse(submission, { ...deleted, toast });
  }
  const back = backFrom(new URL(args.request.url).searchParams, otherwise);
  const { isRefunded, owedByHand } = deleted.value;
  const money = owedByHand ? `${owedByHand} is to be given back by you.` : "The money goes back.";
  const text = owedByHand || isRefunded ? money : undefined;
  // Among the purchases it is not listed any more: what she still has to do about it is elsewhere.
  return redirectWithToast(args.context, owedByHand ? owedByHandAddress() : back, {
    kind: "success",
    title: "Purchase deleted",
    ...(text && { text }),
  });
}

export default function DeletePurchasePage() {
  const { order, back } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const refused = useFormAnswer<typeof action>();
  const isBusy = useIsPosting(pathname + search);
  useToast(refused);
  const typed = refused?.reply.initialValue as { reason?: string; refund?: string } | undefined;
  return (
    <ConfirmPage
      title={`Delete the purchase of ${order.customer}?`}
      leave="Keep purchase"
      back={back}
      action={pathname + search}
      isBusy={isBusy}
      failure={{ title: "Failed to delete purchase" }}
      confirm="Delete purchase"
      isDangerous
      toast={refused?.toast}
    >
      <OrderFacts order={order} />
      <p>
        It leaves every list{order.isLive ? `, and ${order.customer} can’t watch the collection any more` : ""}. It
        stays in your books and in the audit log.
      </p>
      <RefundChoice payments={order.payments} chosen={typed?.refund} />
      <ReasonField value={typed?.reason} error={refused?.reply.error?.reason?.[0]} />
    </ConfirmPage>
  );
}

export { AdminErrorScreen as ErrorBoundary };
