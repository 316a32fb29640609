import { usePagePath, useSite } from "~/lib/site";
import { TextLink } from "~/ui/link";
import { Notice } from "~/ui/notice";

const myMembershipPath = "/user/membership";

/** Says on each page but that of the membership that its payment could not be taken, and where to mend it. */
export function PaymentDue({ className }: { className?: string }) {
  const isShown = useSite()?.isPaymentDue ?? false;
  const path = usePagePath();
  if (!isShown || path === myMembershipPath) return null;
  return (
    <div className={className}>
      <Notice kind="error" isAnnounced={false}>
        The last payment for your membership could not be taken. You keep it while the payment is tried again.{" "}
        <TextLink to={myMembershipPath}>Look at the payment and your card</TextLink>
      </Notice>
    </div>
  );
}
