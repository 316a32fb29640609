import { Action } from "./parts/action";
import { Fact, Facts, Soft, WhenFact, WhereFact } from "./parts/facts";
import { Letter } from "./parts/letter";
import { greet, Opening } from "./parts/opening";
import { previewSession, previewSite } from "./parts/preview-data";
import type { SessionFacts, Site } from "./parts/props";
import { SessionCard } from "./parts/session-card";
import { WaitlistLinks } from "./parts/waitlist-links";

/** To somebody in line: a place is free, and held for her. */
export type Props = {
  site: Site;
  firstName: string;
  session: SessionFacts;
  /** Until when, in her zone: "Monday, November 30, 2026", "8:00 AM", "GMT". */
  until: { date: string; time: string; zone: string };
  /** The booking form for this place. */
  acceptUrl: string;
  /** The page of her entry, where she can say no thanks, or leave. */
  entryUrl: string;
};

export const subject = ({ session }: Props) => `A place is free for you: ${session.title}`;

export default function WaitlistOffer(props: Props) {
  const { site, session, until } = props;
  return (
    <Letter
      siteName={site.name}
      title={subject(props)}
      label="A place for you"
      preview={`It is held for you until ${until.time} ${until.zone}, ${until.date}.`}
      because={`You are receiving this because you are on a waitlist at ${site.name}.`}
    >
      <Opening
        headline={
          <>
            A place <em>for you</em>
          </>
        }
      >
        {`${greet("Good news", props.firstName)} A place has opened for you. It is held until the time below; ` +
          "after that it is given up."}
      </Opening>
      <SessionCard session={session} />
      <Facts>
        <WhenFact when={session.when} />
        <WhereFact where={session.where} />
        <Fact label="Held until">
          {until.date}
          <br />
          <Soft>{`${until.time} ${until.zone}`}</Soft>
        </Fact>
      </Facts>
      <Action
        href={props.acceptUrl}
        label="Take the place"
        note="You will see what it costs, and can still change your mind, before anything is booked."
      />
      <WaitlistLinks
        text="Not this time? Then somebody else can have the place sooner."
        href={props.entryUrl}
        labels={["No thanks", "Leave the waitlist"]}
      />
    </Letter>
  );
}

export const preview: Props = {
  site: previewSite,
  firstName: "Hannah",
  session: previewSession,
  until: { date: "Monday, November 30, 2026", time: "8:00 AM", zone: "GMT" },
  acceptUrl: "https://breathroom.example/waitlist/0d5a2f7e-51c8-4d8a-8b1c-2f7e1c9d1100/accept?key=5f2c",
  entryUrl: "https://breathroom.example/waitlist/0d5a2f7e-51c8-4d8a-8b1c-2f7e1c9d1100?key=5f2c",
};
