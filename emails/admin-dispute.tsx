import { AdminLetter, type Person } from "./parts/admin-letter";
import { Fact, Soft, WhenFact } from "./parts/facts";
import { previewSession, previewSite } from "./parts/preview-data";
import type { SessionFacts, Site } from "./parts/props";

/** To the instructor: a customer's bank takes a payment back, or the dispute about it has ended. */
export type Props = {
  site: Site;
  attendee: Person;
  session: SessionFacts;
  /** "£14.40" */
  amount: string;
  /** Stripe's word for the bank's reason, without underlines: "product not received". */
  reason: string;
  /** How it ended: "won", "lost", "closed"; null while it goes on. */
  outcome: string | null;
  reference: string;
  /** The dispute in Stripe's dashboard. */
  disputeUrl: string;
};

export const subject = ({ attendee, outcome }: Props) =>
  outcome ? `Dispute ${outcome}: ${attendee.name}` : `Payment disputed: ${attendee.name}`;

export default function AdminDispute(props: Props) {
  const { site, attendee, session, amount, outcome } = props;
  return (
    <AdminLetter
      site={site}
      title={subject(props)}
      label={outcome ? "Dispute ended" : "Payment disputed"}
      preview={outcome ? `The dispute about ${amount} is ${outcome}.` : "Stripe gives you a few days to answer."}
      headline={
        <>
          A dispute <em>{outcome ? "has ended" : "was opened"}</em>
        </>
      }
      text={outcome ? ended(props) : opened(props)}
      who={attendee}
      session={session}
      action={{ href: props.disputeUrl, label: "Open it at Stripe" }}
    >
      <WhenFact when={session.when} />
      <Fact label="Amount">{amount}</Fact>
      <Fact label="Reason">{props.reason}</Fact>
      {outcome && <Fact label="Outcome">{outcome}</Fact>}
      <Fact label="Reference">
        <Soft>{props.reference}</Soft>
      </Fact>
    </AdminLetter>
  );
}

const opened = ({ attendee, amount }: Props) =>
  `The bank of ${attendee.name} disputes a payment of ${amount}. Stripe has set the money aside and gives you a few ` +
  `days to answer. The place stays booked until you decide otherwise.`;

function ended({ amount, outcome, attendee }: Props): string {
  if (outcome === "won") return `The ${amount} is yours again. The booking of ${attendee.name} is as it was.`;
  if (outcome === "lost") {
    return `The ${amount} has gone back to ${attendee.name}. The place stays booked until you decide otherwise.`;
  }
  return `The dispute about ${amount} was closed. The booking of ${attendee.name} is as it was.`;
}

export const preview: Props = {
  site: previewSite,
  attendee: { name: "Hannah Okafor", email: "hannah@example.com" },
  session: previewSession,
  amount: "£14.40",
  reason: "product not received",
  outcome: "lost",
  reference: "7B0C3A52",
  disputeUrl: "https://dashboard.stripe.com/disputes/dp_1",
};
