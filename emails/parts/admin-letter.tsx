import { Action, Closing } from "./action";
import { Fact, ReferenceFact, Soft } from "./facts";
import { Letter, type LetterProps } from "./letter";
import type { AdminSessionProps, Person } from "./props";

type AdminLetterProps = Omit<LetterProps, "because" | "firstName" | "closing"> & {
  who: Person;
  reference?: string;
  closing?: string;
};

/** Lays out a mail to the instructor about someone, whom a reply reaches. */
export const AdminLetter = ({ site, who, reference, closing, children, ...props }: AdminLetterProps) => (
  <Letter
    {...props}
    site={{ ...site, legal: [] }}
    because={`you run ${site.name}.`}
    closing={<Closing text="Reply to this email to reach them." href={site.url} label={closing ?? "Full schedule"} />}
  >
    <Fact label="Who">
      {who.name}
      <br />
      <Soft>{who.email}</Soft>
    </Fact>
    {children}
    {reference && <ReferenceFact reference={reference} />}
  </Letter>
);

type AdminSessionLetterProps = Omit<AdminLetterProps, "who" | "action"> & AdminSessionProps;

/** Lays out a mail to the instructor about someone's place in a session, whose page the button opens. */
export const AdminSessionLetter = ({ attendee, sessionUrl, ...props }: AdminSessionLetterProps) => (
  <AdminLetter {...props} who={attendee} action={<Action href={sessionUrl} label="Open the session" />} />
);
