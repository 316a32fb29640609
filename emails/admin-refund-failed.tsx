import { Action, Closing } from "./parts/action";
import { Fact, Facts, Soft, WhenFact } from "./parts/facts";
import { Letter } from "./parts/letter";
import { Opening } from "./parts/opening";
import { previewSession, previewSite } from "./parts/preview-data";
import type { SessionFacts, Site } from "./parts/props";
import { SessionCard } from "./parts/session-card";

/** To the instructor: Stripe could not send money back, so it is hers to return. */
export type Props = {
  site: Site;
  attendee: { name: string; email: string };
  session: SessionFacts;
  /** "£14.40" */
  amount: string;
  reference: string;
  /** The page that compares our books with Stripe's. */
  paymentsUrl: string;
};

export const subject = ({ attendee, amount }: Props) => `Refund failed: ${amount} to ${attendee.name}`;

export default function AdminRefundFailed(props: Props) {
  const { site, attendee, session, amount } = props;
  return (
    <Letter
      siteName={site.name}
      title={subject(props)}
      label="Refund failed"
      preview={`Stripe could not send ${amount} back. Please return it another way.`}
      because={`You are receiving this because you run ${site.name}.`}
    >
      <Opening
        headline={
          <>
            A refund <em>has failed</em>
          </>
        }
      >
        {`Stripe could not send ${amount} back to ${attendee.name}: the card may be closed, or the payment disputed. ` +
          `Unless their bank has taken it, the money is with you. Please ask them how they would like to have it.`}
      </Opening>
      <SessionCard session={session} />
      <Facts>
        <Fact label="Who">
          {attendee.name}
          <br />
          <Soft>{attendee.email}</Soft>
        </Fact>
        <WhenFact when={session.when} />
        <Fact label="Owed">
          {amount} <Soft>to be returned by you</Soft>
        </Fact>
        <Fact label="Reference">
          <Soft>{props.reference}</Soft>
        </Fact>
      </Facts>
      <Action href={props.paymentsUrl} label="Open the payments" />
      <Closing text="Answer this mail to write to them." href={site.url} label="Full schedule" />
    </Letter>
  );
}

export const preview: Props = {
  site: previewSite,
  attendee: { name: "Hannah Okafor", email: "hannah@example.com" },
  session: previewSession,
  amount: "£14.40",
  reference: "7B0C3A52",
  paymentsUrl: "https://breathroom.example/admin/payments",
};
