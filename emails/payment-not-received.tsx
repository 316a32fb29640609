import { Action, Closing } from "./parts/action";
import { Fact, Facts, Soft, WhenFact } from "./parts/facts";
import { Letter } from "./parts/letter";
import { greet, Opening } from "./parts/opening";
import { previewSession, previewSite } from "./parts/preview-data";
import type { SessionFacts, Site } from "./parts/props";
import { SessionCard } from "./parts/session-card";

/** To the customer: they finished the payment page, but Stripe has no money from them. */
export type Props = {
  site: Site;
  firstName: string;
  /** The session that a place was held in; null for a collection of recordings. */
  session: SessionFacts | null;
  /** What was to be paid for: a session's title or a collection's. */
  item: string;
  /** "£18.00" */
  amount: string;
  reference: string;
  /** Where it can be booked or bought again. */
  againUrl: string;
};

export const subject = ({ item }: Props) => `Your payment was not confirmed: ${item}`;

export default function PaymentNotReceived(props: Props) {
  const { site, session, item, amount, againUrl } = props;
  return (
    <Letter
      siteName={site.name}
      title={subject(props)}
      label="Payment"
      preview={session ? "Your place has been given up." : "The collection is not open yet."}
      because={`You are receiving this because you began a payment at ${site.name}.`}
    >
      <Opening
        headline={
          <>
            Your payment <em>was not confirmed</em>
          </>
        }
      >
        {`${greet("Hello", props.firstName)} Your bank has not confirmed the payment of ${amount}: the way of paying ` +
          `that you chose takes some days, or it was refused. ${session ? heldNoLonger : notOpen}`}
      </Opening>
      {session && <SessionCard session={session} />}
      <Facts>
        {session ? <WhenFact when={session.when} /> : <Fact label="What">{item}</Fact>}
        <Fact label="Amount">{amount}</Fact>
        <Fact label="Reference">
          <Soft>{props.reference}</Soft>
        </Fact>
      </Facts>
      <Action href={againUrl} label={session ? "Book again, by card" : "Buy again, by card"} />
      <Closing text="Is something not right? Write to me." href={site.contactUrl} label="Contact me" />
    </Letter>
  );
}

const heldNoLonger =
  "A place can be held only for a payment that is confirmed at once, so yours has been given up. If the money arrives " +
  "after all, you have the place if one is still free; otherwise you get all of it back.";

const notOpen = "If the money arrives after all, the collection opens for you then, or you get all of it back.";

export const preview: Props = {
  site: previewSite,
  firstName: "Hannah",
  session: previewSession,
  item: previewSession.title,
  amount: "£18.00",
  reference: "7B0C3A52",
  againUrl: "https://breathroom.example/sessions/1",
};
