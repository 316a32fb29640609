import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { ReasonField } from "~/features/admin/price-and-reason-fields";
import { OrderFacts, stepConsequence } from "~/features/admin/orders/order-facts";
import { stepLabels } from "~/features/admin/orders/orders";
import { readOrderRef, statusByHand } from "~/features/admin/orders/orders.server";
import { RefundChoice } from "~/features/admin/orders/refund-fields";
import { typedIn, useFormAnswer } from "~/lib/forms/form-answer";
import { errorMeta, privateTags, siteOf } from "~/lib/page-meta";
import { infoToast, successToast, type Toast, useToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi, backFrom } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { ordersPath } from "~/features/admin/admin-paths";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  data ? privateTags(stepLabels[data.to], siteOf(matches)) : errorMeta(error, siteOf(matches), "Order not found");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const query = new URL(args.request.url).searchParams;
  const back = backFrom(query, ordersPath);
  const order = await load(api.orders.get(readOrderRef(args.params)));
  const to = steps.find((step) => step === query.get("to"));
  if (!to) throw redirect(back);
  return { order, to, back, isPossible: order.steps.includes(to) };
}

const steps = ["paid", "free", "failed", "cancelled"] as const;
const failure = "Failed to update the status. Please try again.";

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const ref = readOrderRef(args.params);
  const submission = await readForm(args.request, statusByHand);
  if (submission.status !== "success") return refuse(submission);
  const call = api.orders.setStatus({ ...ref, ...submission.value });
  const changed = await attemptLogged(args, call, failure);
  if (!changed.ok) return refuseCall(submission, changed, "Update failed");
  const back = backFrom(new URL(args.request.url).searchParams, ordersPath);
  return redirectWithToast(args, back, toasts[changed.value.outcome]);
}

const toasts: Record<"changed" | "paid_meanwhile", Toast> = {
  changed: successToast("Status updated"),
  paid_meanwhile: infoToast("Already Paid", "The payment has just come through, so the status stays."),
};

export default function OrderStatusPage() {
  const { order, to, back, isPossible } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const refused = useFormAnswer<typeof action>();
  useToast(refused);
  return (
    <ConfirmPage
      title={questionOf(order, to)}
      {...(to === "cancelled" && { cancelLabel: `Keep ${order.words.noun}` })}
      back={back}
      action={pathname + search}
      failure={{ title: "Update failed", text: failure }}
      confirmLabel={isPossible ? labelOf(order, to) : null}
      isDangerous={to === "cancelled" || to === "failed"}
      toast={refused?.toast}
    >
      <OrderFacts order={order} />
      <p>
        {isPossible
          ? stepConsequence(order, to)
          : "The status of this order has changed, so it can’t be given that one."}
      </p>
      <input type="hidden" name="from" value={order.state} />
      <input type="hidden" name="to" value={to} />
      {to === "cancelled" && order.isLive && (
        <RefundChoice payments={order.payments} chosen={typedIn(refused, "refund")} />
      )}
      {isPossible && <ReasonField value={typedIn(refused, "reason")} error={refused?.reply.error?.reason?.[0]} />}
    </ConfirmPage>
  );
}

type Order = ReturnType<typeof useLoaderData<typeof loader>>["order"];

/** Returns "Cancel the booking of Hannah Okafor?", for example. */
function questionOf({ words, customer }: Pick<Order, "words" | "customer">, to: (typeof steps)[number]): string {
  const order = `the ${words.noun} of ${customer}`;
  return to === "cancelled" ? `Cancel ${order}?` : `Mark ${order} as ${to}?`;
}

const labelOf = ({ words }: Pick<Order, "words">, to: (typeof steps)[number]) =>
  to === "cancelled" && words.hasPlace ? `Cancel ${words.noun}` : stepLabels[to];

export { AdminErrorScreen as ErrorBoundary };
