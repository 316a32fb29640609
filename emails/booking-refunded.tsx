import { Action, Closing } from "./parts/action";
import { Fact, Facts, Soft, WhenFact } from "./parts/facts";
import { Letter } from "./parts/letter";
import { greet, Opening } from "./parts/opening";
import { previewSession, previewSite } from "./parts/preview-data";
import type { SessionFacts, Site } from "./parts/props";
import { shareOf } from "./parts/returned";
import { SessionCard } from "./parts/session-card";

/** To the attendee: Stripe has sent money back. */
export type Props = {
  site: Site;
  firstName: string;
  session: SessionFacts;
  /** "£14.40" */
  refunded: string;
  /** Whether everything that was paid has gone back by now. */
  isInFull: boolean;
  /** Whether a part of it had gone back before. */
  isRest?: boolean;
  /** Whether the place was still hers until now. */
  isPlaceGone: boolean;
  reference: string;
};

export const subject = ({ session }: Props) => `Your refund: ${session.title}`;

export default function BookingRefunded(props: Props) {
  const { site, session, refunded } = props;
  return (
    <Letter
      siteName={site.name}
      title={subject(props)}
      label="Refund"
      preview={`${refunded} has been sent back to you.`}
      because={`You are receiving this because you paid for a session at ${site.name}.`}
    >
      <Opening
        headline={
          <>
            Your refund <em>is on its way</em>
          </>
        }
      >
        {`${greet("Hello", props.firstName)} ${refunded} has been sent back to where it came from. ` +
          `Your bank usually shows it within five to ten days.${ofThePlace(props)}`}
      </Opening>
      <SessionCard session={session} />
      <Facts>
        <WhenFact when={session.when} />
        <Fact label="Refunded">
          {refunded} <Soft>{shareOf(props)}</Soft>
        </Fact>
        <Fact label="Reference">
          <Soft>{props.reference}</Soft>
        </Fact>
      </Facts>
      <Action href={site.url} label="See the schedule" />
      <Closing text="Is something not right? Write to me." href={site.contactUrl} label="Contact me" />
    </Letter>
  );
}

function ofThePlace({ isPlaceGone, isInFull }: Props): string {
  if (isPlaceGone) return " With it your booking is cancelled and your place has been given back.";
  return isInFull ? "" : " It is a part of what you paid.";
}

export const preview: Props = {
  site: previewSite,
  firstName: "Hannah",
  session: previewSession,
  refunded: "£14.40",
  isInFull: true,
  isPlaceGone: false,
  reference: "7B0C3A52",
};
