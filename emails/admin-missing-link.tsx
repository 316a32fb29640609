import { Action, Closing } from "./parts/action";
import { Fact, Facts, WhenFact } from "./parts/facts";
import { Letter } from "./parts/letter";
import { exampleSession, exampleSite, type SessionFacts, type Site } from "./parts/props";

/** To the instructor, a day before an online session that has no joining link. */
export type Props = {
  site: Site;
  session: SessionFacts;
  booked: string;
  editUrl: string;
};

export const subject = ({ session }: Props) => `No joining link yet: ${session.title}, ${session.when.date}`;

export default function AdminMissingLink(props: Props) {
  const { site, session } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Joining link missing"
      preview={`${session.when.date} at ${session.when.time} ${session.when.zone}. Booked: ${props.booked}.`}
      because={`you run ${site.name}.`}
      headline={
        <>
          The joining link <em>is missing</em>
        </>
      }
      text="This online session starts within a day and has no joining link. Everyone who is booked gets it by email as soon as you add it."
      session={session}
    >
      <Facts>
        <WhenFact when={session.when} />
        <Fact label="Booked">{props.booked}</Fact>
      </Facts>
      <Action href={props.editUrl} label="Add the joining link" />
      <Closing text="See what else is on." href={site.url} label="Full schedule" />
    </Letter>
  );
}

export const example: Props = {
  site: exampleSite,
  session: exampleSession,
  booked: "7",
  editUrl: "https://breathroom.example/admin/sessions/0d5a2f7e-51c8-5d8a-8b1c-2f7e1c9d1100/edit",
};
