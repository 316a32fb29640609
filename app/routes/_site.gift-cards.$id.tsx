import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { leadOn } from "~/features/buying/buy.server";
import { isPaymentLeft } from "~/features/buying/payment-return.server";
import { GiftForm } from "~/features/gift-cards/gift-form";
import { ErrorScreen, MessageScreen } from "~/features/layout/error-screen";
import { PurchaseNotice } from "~/features/purchases/purchase-notice";
import { cookiesOfPurchase, followReturn, loadSale } from "~/features/purchases/purchase.server";
import { giftSale } from "~/features/purchases/sales.server";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { errorMeta, pageMeta, pageTitle, siteOf } from "~/lib/page-meta";
import { apiFor, attemptLogged, idOf, load } from "~/server/api.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { giftForm, guestGiftForm } from "~/server/schemas.server";
import { TextLink } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { BackLink } from "~/ui/page-head";
import { Lede } from "~/ui/text";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  const site = siteOf(matches);
  if (!data) return errorMeta(error, site, "Gift card not found");
  const { id, title, description, amounts } = data.card;
  return pageMeta(
    { title: pageTitle(title, site), description: description || amounts, path: `/gift-cards/${id}` },
    site,
  );
};

const passIn = ({ request }: LoaderFunctionArgs) => new URL(request.url).searchParams.get("pass") ?? undefined;

/** Returns the address of the form: that of a pass names it. */
function addressOf(args: LoaderFunctionArgs): string {
  const passId = passIn(args);
  return `/gift-cards/${idOf(args)}${passId ? `?${new URLSearchParams({ pass: passId }).toString()}` : ""}`;
}

export async function loader(args: LoaderFunctionArgs) {
  const id = idOf(args);
  const sale = giftSale(id, addressOf(args));
  const isPaymentCancelled = isPaymentLeft(args);
  const card = await load(apiFor(args).giftCards.getForm({ id, passId: passIn(args), isBack: isPaymentCancelled }));
  await followReturn(args, sale);
  // The form is the page itself: no dialog is opened.
  const { purchaseReturn, headers } = await loadSale(args, sale, { isForSale: false, isOwned: false, opensOn: null });
  return data({ card, purchaseReturn, isPaymentCancelled }, { headers });
}

/** Reads the page again after a refusal, which gives its form a new key. */
export const shouldRevalidate = () => true;

export async function action(args: ActionFunctionArgs) {
  const submission = await readForm(args.request, args.context.auth.user ? giftForm : guestGiftForm);
  if (submission.status !== "success") return refuse(submission);
  const bought = await attemptLogged(args, apiFor(args).giftCards.buy({ ...submission.value, id: idOf(args) }));
  if (!bought.ok) return refuseCall(submission, bought, "Not bought yet");
  return leadOn(bought.value.next, cookiesOfPurchase(args, bought.value, { path: `/gift-cards/${idOf(args)}` }));
}

export default function GiftCardPage() {
  const { card, purchaseReturn, isPaymentCancelled } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  const { title, description, isOn, buyer } = card;
  return (
    <div className="page-width pt-2">
      <BackLink to="/gift-cards">Gift Cards</BackLink>
      <article className="mt-5 grid max-w-text gap-7">
        <PurchaseNotice purchaseReturn={purchaseReturn} />
        {isPaymentCancelled && <Notice kind="information">Your payment was cancelled and nothing was charged.</Notice>}
        <h1 className="text-display">{title}</h1>
        {description && <Lede>{description}</Lede>}
        {!isOn && (
          <Notice kind="information" isAnnounced={false}>
            This gift card is no longer for sale.
          </Notice>
        )}
        {isOn && <GiftForm key={card.currency} card={card} refused={refused} />}
        {buyer && (
          <p>
            <TextLink to="/user/gift-cards">Gift cards that you have bought</TextLink>
          </p>
        )}
        <p className="text-ink-soft">
          It pays for sessions, passes and recordings, until nothing is left on it. What is refunded comes back to it.
        </p>
      </article>
    </div>
  );
}

export function ErrorBoundary() {
  return (
    <ErrorScreen
      notFound={
        <MessageScreen
          title="Gift card not found"
          text="It may no longer be for sale."
          action={{ label: "See all gift cards", to: "/gift-cards" }}
        />
      }
    />
  );
}
