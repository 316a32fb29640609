import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { GiftSheet } from "~/features/gift-cards/gift-sheet";
import { ResendForm } from "~/features/gift-cards/resend-form";
import { ErrorScreen } from "~/features/layout/error-screen";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { apiFor, attemptLogged, idOf, load } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { giftResendForm } from "~/server/schemas.server";
import { Notice } from "~/ui/notice";
import { BackLink } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Gift Card", "Gift card not found");

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  return { card: await load(apiFor(args).giftCards.getMine({ id: idOf(args) })), formKey: randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  requireMember(args);
  const id = idOf(args);
  const submission = await readForm(args.request, giftResendForm);
  if (submission.status !== "success") return refuse(submission);
  const sent = await attemptLogged(args, apiFor(args).giftCards.resend({ ...submission.value, id }));
  if (!sent.ok) return refuseCall(submission, sent, "Not sent");
  return redirectWithToast(args, `/user/gift-cards/${id}`, successToast("On its way", submission.value.recipientEmail));
}

export default function MyGiftCardPage() {
  const { card, formKey } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  useToast(refused);
  const { id, amount, code, giver, recipient, words, until, balance, mailed, name, state } = card;
  const isLive = state !== "ended" && code !== null;
  return (
    <>
      <BackLink to="/user/gift-cards" className="print:hidden">
        My Gift Cards
      </BackLink>
      <h1 className="text-display print:hidden">Your gift card</h1>
      <p className="text-ink-soft print:hidden">
        {mailed}, {name}
      </p>
      {isLive ? (
        <>
          <GiftSheet {...{ amount, code, giver, recipient, words, until, balance }} />
          <p className="print:hidden">
            <a className="font-semibold text-accent underline" href={`/user/gift-cards/${id}/card.pdf`}>
              Download as PDF
            </a>
          </p>
          <div className="print:hidden">
            <ResendForm
              action={`/user/gift-cards/${id}`}
              formKey={formKey}
              address={card.recipientEmail}
              reply={refused?.reply}
            />
          </div>
        </>
      ) : (
        <Notice kind="information" isAnnounced={false}>
          This gift card has been refunded.
        </Notice>
      )}
    </>
  );
}

export { ErrorScreen as ErrorBoundary };
