import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PassGiftFields } from "~/features/gift-cards/gift-form";
import { ErrorScreen, MessageScreen } from "~/features/layout/error-screen";
import { followReturn, isPaymentLeft, redirectToCheckout } from "~/features/purchases/purchase.server";
import { giftSale } from "~/features/purchases/sales.server";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { errorMeta, pageMeta, pageTitle, siteOf } from "~/lib/page-meta";
import { apiFor, attemptLogged, idOf, load } from "~/server/api.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { guestPassGiftForm, passGiftForm } from "~/server/schemas.server";
import { Notice } from "~/ui/notice";
import { BackLink } from "~/ui/page-head";
import { Lede } from "~/ui/text";

const lede = "It goes out by email on the day you say, or you print it. The pass begins when it is redeemed.";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  const site = siteOf(matches);
  if (!data) return errorMeta(error, site, "Pass not found");
  const { id, title } = data.pass;
  return pageMeta({ title: pageTitle(`Give ${title}`, site), description: lede, path: `/passes/${id}/gift` }, site);
};

export async function loader(args: LoaderFunctionArgs) {
  const id = idOf(args);
  await followReturn(args, giftSale(id, `/passes/${id}/gift`));
  const isPaymentCancelled = isPaymentLeft(args);
  const pass = await load(apiFor(args).giftCards.getPassForm({ id, isBack: isPaymentCancelled }));
  return { pass, isPaymentCancelled };
}

/** Reads the page again after a refusal, which gives its form a new key. */
export const shouldRevalidate = () => true;

export async function action(args: ActionFunctionArgs) {
  const id = idOf(args);
  const submission = await readForm(args.request, args.context.auth.user ? passGiftForm : guestPassGiftForm);
  if (submission.status !== "success") return refuse(submission);
  const bought = await attemptLogged(args, apiFor(args).giftCards.buyPass({ ...submission.value, id }));
  if (!bought.ok) return refuseCall(submission, bought, "Not bought yet");
  return redirectToCheckout(bought.value, args, { path: `/passes/${id}` });
}

export default function PassGiftPage() {
  const { pass, isPaymentCancelled } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  const { id, title, price, currency } = pass;
  return (
    <div className="page-width pt-2">
      <BackLink to={`/passes/${id}`}>{title}</BackLink>
      <article className="mt-5 grid max-w-text gap-7">
        {isPaymentCancelled && <Notice kind="information">Your payment was cancelled and nothing was charged.</Notice>}
        <div className="grid gap-3">
          <h1 className="text-display">Give this pass</h1>
          <Lede>{lede}</Lede>
        </div>
        <p className="font-semibold">
          {title}, {price}
        </p>
        <PassGiftFields key={currency} pass={pass} refused={refused} />
      </article>
    </div>
  );
}

export function ErrorBoundary() {
  return (
    <ErrorScreen
      notFound={
        <MessageScreen
          title="Pass not found"
          text="It may no longer be for sale, or can’t be given."
          action={{ label: "See all passes", to: "/passes" }}
        />
      }
    />
  );
}
