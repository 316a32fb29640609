import { ContactClosing, NotMe } from "./parts/action";
import { Fact, Facts } from "./parts/facts";
import { greet, Letter } from "./parts/letter";
import { exampleSite, type Site } from "./parts/props";

export type Props = {
  site: Site;
  firstName: string;
  /** `removed`: by the site's operator, for an owner who lost it. */
  change: "on" | "renewed" | "off" | "removed";
  changedAt: string;
  device: string;
  resetUrl: string;
};

const off = "Two-step sign-in was turned off. From now on you sign in with your password only.";

const news = {
  on: {
    what: "Two-step sign-in is on",
    text: "Two-step sign-in was turned on. From now on you also need a code from your authenticator app.",
  },
  renewed: {
    what: "You have new recovery codes",
    text: "New recovery codes were created for your account. The old ones no longer work.",
  },
  off: { what: "Two-step sign-in is off", text: off },
  removed: { what: "Two-step sign-in was removed", text: off },
} as const satisfies Record<Props["change"], { what: string; text: string }>;

export const subject = ({ site, change }: Props) => `${news[change].what}: ${site.name}`;

export default function SecondFactorChanged(props: Props) {
  const { site, change } = props;
  const { what, text } = news[change];
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Your account"
      preview="If this was you, there is nothing to do."
      because={`you have an account at ${site.name}.`}
      headline={what}
      text={`${greet("Hello", props.firstName)} ${text} If this was you, there is nothing to do.`}
    >
      <Facts>
        <Fact label="When">{props.changedAt}</Fact>
        <Fact label="Where">{props.device}</Fact>
      </Facts>
      <NotMe
        resetUrl={props.resetUrl}
        note="Choose a new password straight away, which signs out every device. Then write to me."
      />
      <ContactClosing site={site} text="Need help? Write to me." />
    </Letter>
  );
}

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
  change: "on",
  changedAt: "Tuesday, December 1, 2026 at 7:30 PM GMT",
  device: "Firefox on Linux",
  resetUrl: "https://breathroom.example/sign-in?tab=reset-password",
};
