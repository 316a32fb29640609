import { Action } from "./parts/action";
import { Fact, Facts, Soft, WhenFact, WhereFact } from "./parts/facts";
import { Letter } from "./parts/letter";
import { greet, Opening } from "./parts/opening";
import { previewSession, previewSite } from "./parts/preview-data";
import type { SessionFacts, Site } from "./parts/props";
import { SessionCard } from "./parts/session-card";
import { WaitlistLinks } from "./parts/waitlist-links";

/** To somebody in line for a session whose address was put on its waitlist again. */
export type Props = {
  site: Site;
  firstName: string;
  session: SessionFacts;
  /** The page that shows the place in line, and where one can leave. */
  entryUrl: string;
  /** A place is held for her: until when, in her zone; null while she waits. */
  until: { date: string; time: string; zone: string } | null;
};

export const subject = ({ session, until }: Props) =>
  until ? `A place is held for you: ${session.title}` : `You are already on the waitlist: ${session.title}`;

export default function WaitlistAlready(props: Props) {
  const { site, session, until } = props;
  return (
    <Letter
      siteName={site.name}
      title={subject(props)}
      label="Waitlist"
      preview={
        until
          ? `A place is held for you until ${until.time} ${until.zone}, ${until.date}.`
          : "Nothing has changed: you keep your place in line."
      }
      because={`You are receiving this because somebody put this address on a waitlist at ${site.name}.`}
    >
      <Opening
        headline={
          <>
            {until ? "A place is " : "You are "}
            <em>{until ? "held for you" : "already in line"}</em>
          </>
        }
      >
        {`${greet("Hello", props.firstName)} This address was put on the waitlist for this session once more. ` +
          `It was on it already. ${until ? offered : waiting}`}
      </Opening>
      <SessionCard session={session} />
      <Facts>
        <WhenFact when={session.when} />
        <WhereFact where={session.where} />
        {until && (
          <Fact label="Held until">
            {until.date}
            <br />
            <Soft>{`${until.time} ${until.zone}`}</Soft>
          </Fact>
        )}
      </Facts>
      <Action href={props.entryUrl} label={until ? "See your place" : "See your place in line"} />
      <WaitlistLinks
        text="No thanks, or was this not you? One press there takes you off the list."
        href={props.entryUrl}
        labels={["Leave the waitlist"]}
      />
    </Letter>
  );
}

const waiting = "Nothing has changed: you keep your place in line.";
const offered = "A place has opened for you meanwhile. It is held until the time below; after that it is given up.";

export const preview: Props = {
  site: previewSite,
  firstName: "Hannah",
  session: previewSession,
  entryUrl: "https://breathroom.example/waitlist/0d5a2f7e-51c8-4d8a-8b1c-2f7e1c9d1100?key=5f2c",
  until: null,
};
