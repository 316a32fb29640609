import { Action, ContactClosing } from "./parts/action";
import { Fact, Facts, ReferenceFact, shareOf, Soft, WhenFact } from "./parts/facts";
import { greet, Letter } from "./parts/letter";
import { exampleReference, exampleSession, exampleSite, type SessionFacts, type Site } from "./parts/props";

export type Props = {
  site: Site;
  firstName: string;
  session: SessionFacts;
  refunded: string;
  isInFull: boolean;
  isRest?: boolean;
  isPlaceGone: boolean;
  reference: string;
};

export const subject = ({ session }: Props) => `Your refund: ${session.title}`;

export default function BookingRefunded(props: Props) {
  const { site, session, refunded } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Refund"
      preview={`${refunded} is on its way back to you.`}
      because={`you paid for a session at ${site.name}.`}
      headline={
        <>
          Your refund <em>is on its way</em>
        </>
      }
      text={
        `${greet("Hello", props.firstName)} ${refunded} is on its way back to you. ` +
        `It usually arrives within 5 to 10 days.${ofThePlace(props)}`
      }
      session={session}
    >
      <Facts>
        <WhenFact when={session.when} />
        <Fact label="Refunded">
          {refunded} <Soft>{shareOf(props)}</Soft>
        </Fact>
        <ReferenceFact reference={props.reference} />
      </Facts>
      <Action href={site.url} label="See the schedule" />
      <ContactClosing site={site} />
    </Letter>
  );
}

function ofThePlace({ isPlaceGone, isInFull }: Props): string {
  if (isPlaceGone) return " Your booking is cancelled and your place has been released.";
  return isInFull ? "" : " This is part of what you paid.";
}

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
  session: exampleSession,
  refunded: "£14.40",
  isInFull: true,
  isPlaceGone: false,
  reference: exampleReference,
};
