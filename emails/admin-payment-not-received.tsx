import { AdminLetter, openSession } from "./parts/letter";
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

/** To the instructor: a customer finished checkout, but Stripe has not received the money. */
export type Props = {
  site: Site;
  attendee: Person;
  session: SessionFacts;
  amount: string;
  reference: string;
  sessionUrl: string;
};

export const subject = ({ attendee, session }: Props) => `Payment not confirmed: ${attendee.name}, ${session.title}`;

export default function AdminPaymentNotReceived(props: Props) {
  const { site, attendee, session, amount } = props;
  return (
    <AdminLetter
      site={site}
      title={subject(props)}
      label="Payment not confirmed"
      preview={`${attendee.name}’s place has been released.`}
      headline={
        <>
          A payment <em>was not confirmed</em>
        </>
      }
      text={
        `${attendee.name} finished the payment page for ${amount}, but their bank has not confirmed the payment. The ` +
        `place has been released. If the money arrives later, they get a place if one is free; otherwise it is ` +
        `refunded in full automatically. This site only accepts cards: if this happens again, check the payment methods in ` +
        `your Stripe dashboard.`
      }
      reference={props.reference}
      who={attendee}
      session={session}
      action={openSession(props)}
    >
      <WhenFact when={session.when} />
      <Fact label="Amount">
        {amount} <Soft>not paid</Soft>
      </Fact>
    </AdminLetter>
  );
}

export const example: Props = {
  site: exampleSite,
  attendee: examplePerson,
  session: exampleSession,
  amount: "£18.00",
  reference: exampleReference,
  sessionUrl: "https://breathroom.example/admin/sessions/1",
};
