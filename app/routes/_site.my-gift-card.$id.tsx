import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BoughtCard } from "~/features/gift-cards/bought-card";
import { ErrorScreen, MessageScreen } from "~/features/layout/error-screen";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { apiFor, attemptLogged, idOf, load } from "~/server/api.server";
import { keyOf } from "~/server/auth.server";
import { rememberPass } from "~/server/cookies.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { giftResendForm } from "~/server/schemas.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Gift Card", "Gift card not found");

const pathOf = (id: string) => `/my-gift-card/${id}`;

/** Loads the gift card of a guest. The mailed link lets this browser open it from now on. */
export async function loader(args: LoaderFunctionArgs) {
  const [id, key] = [idOf(args), keyOf(args)];
  const card = await load(apiFor(args).giftCards.getMine({ id, key }));
  const headers: HeadersInit = key ? { "Set-Cookie": rememberPass(args, card.purchaseId) } : {};
  return data({ card, guestKey: key, formKey: randomUUID() }, { headers });
}

export async function action(args: ActionFunctionArgs) {
  const [id, key] = [idOf(args), keyOf(args)];
  const submission = await readForm(args.request, giftResendForm);
  if (submission.status !== "success") return refuse(submission);
  const sent = await attemptLogged(args, apiFor(args).giftCards.resend({ ...submission.value, id, key }));
  if (!sent.ok) return refuseCall(submission, sent, "Not sent");
  const page = `${pathOf(id)}${key ? `?key=${key}` : ""}`;
  return redirectWithToast(args, page, successToast("On its way", submission.value.recipientEmail));
}

export default function GuestGiftCardPage() {
  const { card, guestKey, formKey } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  useToast(refused);
  return (
    <div className="page-width grid gap-6 pt-10">
      <BoughtCard card={card} formKey={formKey} guestKey={guestKey} refused={refused} path={pathOf(card.id)} />
    </div>
  );
}

export function ErrorBoundary() {
  return (
    <ErrorScreen
      notFound={
        <MessageScreen
          title="Gift card not found"
          text="The link may be incomplete: the one in your receipt opens it. If you have made an account since, sign in."
          action={{ label: "Sign in", to: "/sign-in?returnTo=/user/gift-cards" }}
        />
      }
    />
  );
}
