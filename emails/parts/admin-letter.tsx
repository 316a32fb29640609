import type { ReactNode } from "react";
import { Action, Closing } from "./action";
import { Fact, Facts, ReferenceFact, Soft } from "./facts";
import { Letter } from "./letter";
import type { Person, SessionFacts, Site } from "./props";

type AdminLetterProps = {
  site: Site;
  title: string;
  label: string;
  preview: string;
  headline: ReactNode;
  text: string;
  who: Person;
  session?: SessionFacts | null;
  reference?: string;
  action: { href: string; label: string };
  closing?: string;
  children: ReactNode;
};

export function AdminLetter({ site, who, reference, action, closing, children, ...props }: AdminLetterProps) {
  return (
    <Letter {...props} site={site} because={`you run ${site.name}.`}>
      <Facts>
        <Fact label="Who">
          {who.name}
          <br />
          <Soft>{who.email}</Soft>
        </Fact>
        {children}
        {reference && <ReferenceFact reference={reference} />}
      </Facts>
      <Action href={action.href} label={action.label} />
      <Closing text="Answer this mail to write to them." href={site.url} label={closing ?? "Full schedule"} />
    </Letter>
  );
}

export const openSession = ({ sessionUrl }: { sessionUrl: string }) => ({
  href: sessionUrl,
  label: "Open the session",
});
