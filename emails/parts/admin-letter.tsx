import type { ReactNode } from "react";
import { Action, Closing } from "./action";
import { Fact, Facts, Soft } from "./facts";
import { Letter } from "./letter";
import { Opening } from "./opening";
import type { SessionFacts, Site } from "./props";
import { SessionCard } from "./session-card";

/** Whom a letter to the instructor is about. */
export type Person = { name: string; email: string };

type AdminLetterProps = {
  site: Site;
  title: string;
  label: string;
  preview: string;
  headline: ReactNode;
  text: string;
  who: Person;
  /** Shown as a card, where the letter is about one. */
  session?: SessionFacts;
  action: { href: string; label: string };
  closing?: string;
  /** The facts below the person. */
  children: ReactNode;
};

/** A letter to the instructor: what happened, whom it is about, what there is to know, and where to act on it. */
export function AdminLetter({ site, title, label, preview, who, session, action, ...props }: AdminLetterProps) {
  return (
    <Letter
      siteName={site.name}
      title={title}
      label={label}
      preview={preview}
      because={`You are receiving this because you run ${site.name}.`}
    >
      <Opening headline={props.headline}>{props.text}</Opening>
      {session && <SessionCard session={session} />}
      <Facts>
        <Fact label="Who">
          {who.name}
          <br />
          <Soft>{who.email}</Soft>
        </Fact>
        {props.children}
      </Facts>
      <Action href={action.href} label={action.label} />
      <Closing text="Answer this mail to write to them." href={site.url} label={props.closing ?? "Full schedule"} />
    </Letter>
  );
}
