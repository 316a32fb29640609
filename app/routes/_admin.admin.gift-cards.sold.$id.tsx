import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { giftCardsPath, orderAddress, soldCardPath } from "~/features/admin/admin-paths";
import { AdjustForm } from "~/features/admin/gift-cards/adjust-form";
import { ExtendForm } from "~/features/admin/gift-cards/extend-form";
import { ResendForm } from "~/features/gift-cards/resend-form";
import { stateLabels } from "~/features/gift-cards/state-labels";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { parseForm, readFields, refuse, refuseCall } from "~/server/form.server";
import { adjustmentForm, cardExtensionForm, giftResendForm } from "~/server/schemas.server";
import { Badge } from "~/ui/badge";
import { TextLink } from "~/ui/link";
import { BackLink, PageHead } from "~/ui/page-head";
import { ToastNotice } from "~/ui/toast/toast";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Gift Card", "Gift card not found");

export async function loader(args: LoaderFunctionArgs) {
  const card = await load(adminApi(args).giftCards.admin.getSold({ id: idOf(args) }));
  return { card, formKey: randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  const { admin } = adminApi(args).giftCards;
  const id = idOf(args);
  const fields = await readFields(args.request);
  if (fields.get("intent") === "adjust") {
    const submission = parseForm(fields, adjustmentForm);
    if (submission.status !== "success") return refuse(submission);
    const { amount: amountMinor, ...typed } = submission.value;
    const done = await attemptLogged(args, admin.adjust({ ...typed, amountMinor, id }));
    if (!done.ok) return refuseCall(submission, done, "Not corrected");
    return redirectWithToast(args, soldCardPath(id), successToast("Corrected"));
  }
  if (fields.get("intent") === "extend") {
    const submission = parseForm(fields, cardExtensionForm);
    if (submission.status !== "success") return refuse(submission);
    const done = await attemptLogged(args, admin.extend({ ...submission.value, id }));
    if (!done.ok) return refuseCall(submission, done, "Not extended");
    return redirectWithToast(args, soldCardPath(id), successToast("Extended", "Its holder gets an email."));
  }
  const submission = parseForm(fields, giftResendForm);
  if (submission.status !== "success") return refuse(submission);
  const sent = await attemptLogged(args, admin.resend({ ...submission.value, id }));
  if (!sent.ok) return refuseCall(submission, sent, "Not sent");
  return redirectWithToast(args, soldCardPath(id), successToast("On its way", submission.value.recipientEmail));
}

export default function SoldCardPage() {
  const { card, formKey } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  useToast(refused);
  const { id, name, giver, recipient, buyer, balance, state, mailed, history, purchaseId, currency } = card;
  const { extension } = card;
  const address = soldCardPath(id);
  const intent = refused?.reply.initialValue?.intent;
  const replyTo = (form: "adjust" | "extend" | undefined) => (intent === form ? refused?.reply : undefined);
  const order = orderAddress({ kind: "purchase", id: purchaseId }, null, { back: address });
  return (
    <>
      <BackLink to={giftCardsPath}>Gift Cards</BackLink>
      <PageHead
        title={name.replace(/^g/, "G")}
        lede={`From ${giver}${recipient ? ` for ${recipient}` : ""}. ${mailed}.`}
      />
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <p className="flex flex-wrap items-center gap-3">
        <b>{balance}</b>
        {stateLabels[state] && <Badge>{stateLabels[state]}</Badge>}
      </p>
      <p>
        Bought by {buyer.name}, {buyer.email}. <TextLink to={order}>See the order</TextLink>
      </p>
      {history.length > 0 && <History lines={history} />}
      {state !== "ended" && (
        <div className="grid gap-6">
          <ResendForm
            action={address}
            formKey={formKey}
            address={card.recipientEmail ?? buyer.email}
            reply={replyTo(undefined)}
          />
          <AdjustForm action={address} formKey={formKey} currency={currency} reply={replyTo("adjust")} />
          {extension && (
            <ExtendForm action={address} formKey={formKey} extension={extension} reply={replyTo("extend")} />
          )}
        </div>
      )}
    </>
  );
}

const History = ({ lines }: { lines: { on: string; text: string }[] }) => (
  <section className="grid gap-3">
    <h2 className="text-title">History</h2>
    <ol className="grid gap-1.5">
      {lines.map(({ on, text }, index) => (
        // Entries are never changed or removed.
        <li key={index} className="flex flex-wrap gap-x-3">
          <span className="text-ink-quiet">{on}</span> <span>{text}</span>
        </li>
      ))}
    </ol>
  </section>
);

export { AdminErrorScreen as ErrorBoundary };
