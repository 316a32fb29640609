import { AdminLetter } from "./parts/letter";
import { Fact, Soft, WhenFact } from "./parts/facts";
import {
  examplePerson,
  exampleReference,
  exampleSession,
  exampleSite,
  type Person,
  type SessionFacts,
  type Site,
} from "./parts/props";

/** To the instructor: a refund failed at Stripe and has to be returned by hand. */
export type Props = {
  site: Site;
  attendee: Person;
  session: SessionFacts;
  amount: string;
  reference: string;
  paymentsUrl: string;
};

export const subject = ({ attendee, amount }: Props) => `Refund failed: ${amount} to ${attendee.name}`;

export default function AdminRefundFailed(props: Props) {
  const { site, attendee, session, amount } = props;
  return (
    <AdminLetter
      site={site}
      title={subject(props)}
      label="Refund failed"
      preview={`Stripe could not refund ${amount}. Please return it another way.`}
      headline={
        <>
          A refund <em>has failed</em>
        </>
      }
      text={
        `Stripe could not refund ${amount} to ${attendee.name}: the card may be closed, or the payment disputed. ` +
        `Unless their bank has taken it, you still have the money. Please ask them how they would like it returned.`
      }
      reference={props.reference}
      who={attendee}
      session={session}
      action={{ href: props.paymentsUrl, label: "Open the payments" }}
    >
      <WhenFact when={session.when} />
      <Fact label="Owed">
        {amount} <Soft>to be returned by you</Soft>
      </Fact>
    </AdminLetter>
  );
}

export const example: Props = {
  site: exampleSite,
  attendee: examplePerson,
  session: exampleSession,
  amount: "£14.40",
  reference: exampleReference,
  paymentsUrl: "https://breathroom.example/admin/payments",
};
