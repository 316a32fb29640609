import { useActionData, useLoaderData } from "@remix-run/react";
import { PurchaseDialog } from "~/features/purchases/purchase-dialog";
import { PurchaseNotice } from "~/features/purchases/purchase-notice";
import type { buyItem } from "~/features/purchases/purchase.server";
import { inertIf, useIsBehindDialog } from "~/lib/site";
import { useToast } from "~/lib/toast";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { BackLink } from "~/ui/page-head";
import { Lede } from "~/ui/text";
import type { loadPass } from "./pass.server";
import { PassPrice, PassTerms } from "./pass-card";

const buyButtonId = "buy-pass";

/** Shows one pass, and the dialog that sells it. */
export function PassScreen() {
  const { pass, purchase, purchaseReturn } = useLoaderData<typeof loadPass>();
  const answer = useActionData<typeof buyItem>();
  const { id, title, description } = pass;
  const path = `/passes/${id}`;
  useToast(answer);
  return (
    <>
      <div className="page-width pt-2" {...inertIf(useIsBehindDialog())}>
        <BackLink to="/passes">Passes</BackLink>
        <article className="mt-5 grid max-w-text gap-7">
          <PurchaseNotice purchaseReturn={purchaseReturn} />
          <h1 className="text-display">{title}</h1>
          {description && <Lede>{description}</Lede>}
          <PassTerms pass={pass} />
          <div className="grid gap-2.5">
            <p>
              <PassPrice pass={pass} />
            </p>
            {pass.prices.length > 0 && (
              <ul className="grid gap-1" aria-label="Prices">
                {pass.prices.map((price) => (
                  <li key={price}>{price}</li>
                ))}
              </ul>
            )}
          </div>
          <WayToGetIt path={path} pass={pass} />
          <p className="text-ink-soft">
            You choose it where you book a session. A booking that you cancel in time gives its credit back, and a
            session that I cancel always does.
          </p>
        </article>
      </div>
      {purchase && (
        <PurchaseDialog
          path={path}
          title="Buy this pass"
          subject={{ kind: "Pass", title, text: pass.terms.join(" ") }}
          returnFocusTo={buyButtonId}
          purchase={purchase}
          answer={answer}
          closeTo={purchase.closeTo}
        />
      )}
    </>
  );
}

type WayToGetItProps = { path: string; pass: ReturnType<typeof useLoaderData<typeof loadPass>>["pass"] };

function WayToGetIt({ path, pass: { price, from, isOn, isUsedUp, givenBy, id } }: WayToGetItProps) {
  if (isUsedUp || !isOn) {
    return (
      <Notice kind="information" isAnnounced={false}>
        {isUsedUp ? "You have had this pass. It is for each person once." : "This pass is no longer for sale."}
      </Notice>
    );
  }
  return (
    <p className="flex flex-wrap gap-3">
      <ButtonLink id={buyButtonId} to={`${path}?purchase=true`} preventScrollReset>
        {from ? `Buy from ${from}` : `Buy for ${price}`}
      </ButtonLink>
      {givenBy && (
        <ButtonLink kind="quiet" to={`/gift-cards/${givenBy}?pass=${id}`}>
          Give it to someone
        </ButtonLink>
      )}
    </p>
  );
}
