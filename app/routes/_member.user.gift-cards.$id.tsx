import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BoughtCard } from "~/features/gift-cards/bought-card";
import { ErrorScreen } from "~/features/layout/error-screen";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { apiFor, attemptLogged, idOf, load } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { giftResendForm } from "~/server/schemas.server";
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
  return (
    <>
      <BackLink to="/user/gift-cards" className="print:hidden">
        My Gift Cards
      </BackLink>
      <BoughtCard card={card} formKey={formKey} refused={refused} path={`/user/gift-cards/${card.id}`} />
    </>
  );
}

export { ErrorScreen as ErrorBoundary };
