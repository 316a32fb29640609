import { useNavigate } from "@remix-run/react";
import { useEffect, useState, type ReactNode } from "react";
import type { PurchaseReturn } from "@server/selling/purchases/schemas";
import { withReturn } from "~/lib/sign-in-address";
import { CheckAgain } from "~/features/bookings/check-again";
import { Notice } from "~/ui/notice";
import { TextLink } from "~/ui/link";

const redirectAfterMs = 2000;

/** What stands for a purchase that the address named and the site does not know. */
export type UnknownReturn = { state: "unknown"; buyer: null; path: string };
type ShownReturn = PurchaseReturn | UnknownReturn;

export function PurchaseNotice({ purchaseReturn }: { purchaseReturn: ShownReturn | null }) {
  const shown = useLastReturn(purchaseReturn);
  if (!shown) return null;
  return <div className="mb-6 grid gap-3">{textFor(shown)}</div>;
}

function textFor(purchaseReturn: ShownReturn): ReactNode {
  if (purchaseReturn.state === "unknown") return <UnknownNote path={purchaseReturn.path} />;
  const { noun, state, buyer, leadsToResources } = purchaseReturn;
  if (state === "pending") return <Waiting />;
  if (state === "unpaid") {
    return <Notice kind="warning">The payment was not completed. Nothing was charged.</Notice>;
  }
  if (state === "unconfirmed") {
    return (
      <Notice kind="warning">
        Your bank has not confirmed the payment. If the money still arrives, the {noun} is unlocked for you.
      </Notice>
    );
  }
  if (state === "refunded") return <Notice kind="information">This purchase has been refunded.</Notice>;
  if (state === "paid_twice") {
    return (
      <Notice kind="information">
        You already had this {noun}, and it stays yours. Your second payment will be refunded in full.
      </Notice>
    );
  }
  if (state === "waiting" && buyer === "me") return <WaitingNote purchaseReturn={purchaseReturn} />;
  if (buyer === "me") {
    return (
      <UnlockedNote
        purchaseReturn={purchaseReturn}
        goTo={leadsToResources ? "/dashboard/resources?source=purchase" : null}
      />
    );
  }
  return <SignInFirst purchaseReturn={purchaseReturn} />;
}

function Waiting() {
  return (
    <>
      <Notice kind="information">We’re waiting for your payment to be confirmed. This takes a moment.</Notice>
      <div className="flex">
        <CheckAgain />
      </div>
    </>
  );
}

type UnlockedNoteProps = { purchaseReturn: PurchaseReturn; goTo: string | null };

function UnlockedNote({ purchaseReturn: { unlockedTitle, isYours, isFree, heldPath, noun }, goTo }: UnlockedNoteProps) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!goTo) return;
    const timer = window.setTimeout(() => navigate(goTo), redirectAfterMs);
    return () => window.clearTimeout(timer);
  }, [goTo, navigate]);
  return (
    <Notice kind="success">
      <b className="block">{isFree ? unlockedTitle : "Payment Successful"}</b>{" "}
      {`${isYours} The receipt is on its way to you. `}
      {goTo && <TextLink to={goTo}>Go to My Resources</TextLink>}
      {heldPath && <TextLink to={heldPath}>Open your {noun}</TextLink>}
    </Notice>
  );
}

const WaitingNote = ({ purchaseReturn: { opensOn } }: { purchaseReturn: PurchaseReturn }) => (
  <Notice kind="success">
    <b className="block">Payment Successful</b>{" "}
    {`It opens for you on ${opensOn}, and I’ll write to you then. The receipt is on its way to you.`}
  </Notice>
);

const UnknownNote = ({ path }: { path: string }) => (
  <Notice kind="information">
    We can’t tell whose payment this is. To see what you have bought, please sign in with the email you used to buy it.{" "}
    <TextLink to={withReturn("/sign-in", path)}>Sign in</TextLink>
  </Notice>
);

function SignInFirst({ purchaseReturn: { path, buyer, aim } }: { purchaseReturn: PurchaseReturn }) {
  const isOther = buyer === "other";
  return (
    <Notice kind="information">
      {isOther
        ? "This purchase belongs to another account. Please sign in with the email you used to buy it."
        : `Your payment has arrived. To ${aim}, please sign in with the email you used to buy it. `}
      {!isOther && <TextLink to={withReturn("/sign-in", path)}>Sign in</TextLink>}
    </Notice>
  );
}

/** The server sends each result once; it stays visible until the page is left. */
function useLastReturn(purchaseReturn: ShownReturn | null): ShownReturn | null {
  const [last, setLast] = useState(purchaseReturn);
  if (purchaseReturn && purchaseReturn !== last) setLast(purchaseReturn);
  return purchaseReturn ?? last;
}
