import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { apiFor, attemptOrSay, load, refundRef } from "~/server/api.server";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { Choice } from "~/ui/choice";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { OrderFacts } from "~/features/admin/orders/order-facts";
import { readForm, refuse } from "~/server/form.server";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { givenBackLabel, ordersPath } from "~/features/admin/orders/orders";
import { errorMeta, privateMeta, siteOf } from "~/lib/page-meta";
import { useToast } from "~/lib/toast";
import { readOrderRef } from "~/features/admin/orders/orders.server";
import { backFrom, redirectWithToast, requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";
import { useFormAnswer } from "~/lib/forms/form-answer";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  data ? privateMeta(givenBackLabel, siteOf(matches)) : errorMeta(error, siteOf(matches), "Order not found");

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const back = backFrom(new URL(args.request.url).searchParams, ordersPath);
  return { order: await load(apiFor(args).orders.get(readOrderRef(args.params))), back };
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const submission = await readForm(args.request, refundRef);
  if (submission.status !== "success") return refuse(submission, { status: 422 });
  const call = apiFor(args).payments.settleOutsideRefund(submission.value);
  const settled = await attemptOrSay(args, call, "Please try again.");
  if (!settled.ok) {
    const toast = { kind: "error" as const, title: "Failed to record the refund", text: settled.message };
    return refuse(submission, { ...settled, toast });
  }
  const back = backFrom(new URL(args.request.url).searchParams, ordersPath);
  return redirectWithToast(args.context, back, { kind: "success", title: "Refund recorded" });
}

export default function ReturnedPage() {
  const { order, back } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const refused = useFormAnswer<typeof action>();
  useToast(refused);
  const [first, ...others] = order.owedByHand;
  return (
    <ConfirmPage
      title={`Have you given it back to ${order.customer}?`}
      back={back}
      action={pathname + search}
      isBusy={useIsPosting(pathname + search)}
      failure={{ title: "Failed to record the refund" }}
      confirm={first ? givenBackLabel : null}
      toast={refused?.toast ?? null}
    >
      <OrderFacts order={order} />
      {first ? (
        <>
          <p>
            You say that <b>{order.customer}</b> has {others.length > 0 ? "what you choose" : <b>{first.amount}</b>}{" "}
            back, in cash or by a transfer of yours. It is written into your books and the audit log, and can’t be taken
            back.
          </p>
          {others.length > 0 ? (
            <Choice
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
        <p>Nothing of this order is to be given back by you.</p>
      )}
    </ConfirmPage>
  );
}

export { AdminErrorScreen as ErrorBoundary };
