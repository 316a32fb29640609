import { Action, Closing } from "./parts/action";
import { Fact, Facts } from "./parts/facts";
import { Letter } from "./parts/letter";
import { exampleSite, type Site } from "./parts/props";

/** To the instructor: the bank has returned a payout to Stripe. */
export type Props = {
  site: Site;
  amount: string;
  arrival: string;
  /** In Stripe's words. */
  reason: string | null;
  payoutUrl: string;
};

export const subject = ({ amount }: Props) => `Payout failed: ${amount}`;

export default function AdminPayoutFailed(props: Props) {
  const { site, amount, arrival, reason } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Payout failed"
      preview={`${amount} did not reach your bank account.`}
      headline={
        <>
          A payout <em>has failed</em>
        </>
      }
      text={
        `Your bank did not take ${amount} from Stripe, and the money is back in your Stripe balance. Please check the ` +
        `bank account in Stripe’s dashboard; Stripe pays it out again once that is right.`
      }
      because={`you run ${site.name}.`}
    >
      <Facts>
        <Fact label="Amount">{amount}</Fact>
        <Fact label="Expected">{arrival}</Fact>
        {reason && <Fact label="Reason">{reason}</Fact>}
      </Facts>
      <Action href={props.payoutUrl} label="See the payout" />
      <Closing text="See what’s on." href={site.url} label="Full schedule" />
    </Letter>
  );
}

export const example: Props = {
  site: exampleSite,
  amount: "£214.60",
  arrival: "Tuesday, December 8, 2026",
  reason: "The bank account has been closed.",
  payoutUrl: "https://breathroom.example/admin/payouts/7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11",
};
