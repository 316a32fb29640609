import { Action, Closing } from "./parts/action";
import { Fact, Facts, Soft, WhenFact } from "./parts/facts";
import { Letter } from "./parts/letter";
import { Opening } from "./parts/opening";
import { previewSession, previewSite } from "./parts/preview-data";
import type { LatePaymentReason, SessionFacts, Site } from "./parts/props";
import { SessionCard } from "./parts/session-card";

/** To the instructor: money came too late for a place, and went back by itself. */
export type Props = {
  site: Site;
  attendee: { name: string; email: string };
  session: SessionFacts;
  reason: LatePaymentReason;
  /** All that was paid: "£18.00". */
  refunded: string;
  reference: string;
  /** The session's page. */
  sessionUrl: string;
};

const reasons: Record<LatePaymentReason, string> = {
  place_released: "after the place had been given up and the session was full",
  session_begun: "after the session had begun",
  session_cancelled: "after the session had been cancelled",
  booking_cancelled: "after the booking had been cancelled",
  code_used: "after the hold had ended and its one-time discount code had been used by somebody else",
  paid_already: "a second time for the same place, which stays booked",
};

export const subject = ({ attendee, session }: Props) => `Late payment refunded: ${attendee.name}, ${session.title}`;

export default function AdminLatePaymentRefunded(props: Props) {
  const { site, attendee, session, refunded } = props;
  return (
    <Letter
      siteName={site.name}
      title={subject(props)}
      label="Late payment refunded"
      preview={`${refunded} went back to ${attendee.name}. There is nothing for you to do.`}
      because={`You are receiving this because you run ${site.name}.`}
    >
      <Opening
        headline={
          <>
            A late payment, <em>refunded</em>
          </>
        }
      >
        {`${attendee.name} paid ${reasons[props.reason]}. The full ${refunded} is being refunded, ` +
          `and a mail has told them so. There is nothing for you to do.`}
      </Opening>
      <SessionCard session={session} />
      <Facts>
        <Fact label="Who">
          {attendee.name}
          <br />
          <Soft>{attendee.email}</Soft>
        </Fact>
        <WhenFact when={session.when} />
        <Fact label="Refunded">
          {refunded} <Soft>in full</Soft>
        </Fact>
        <Fact label="Reference">
          <Soft>{props.reference}</Soft>
        </Fact>
      </Facts>
      <Action href={props.sessionUrl} label="Open the session" />
      <Closing text="Answer this mail to write to them." href={site.url} label="Full schedule" />
    </Letter>
  );
}

export const preview: Props = {
  site: previewSite,
  attendee: { name: "Hannah Okafor", email: "hannah@example.com" },
  session: previewSession,
  reason: "place_released",
  refunded: "£18.00",
  reference: "7B0C3A52",
  sessionUrl: "https://breathroom.example/sessions/0d5a2f7e-51c8-5d8a-8b1c-2f7e1c9d1100",
};
