import { ContactClosing, NotMe } from "./parts/action";
import { Fact, Facts } from "./parts/facts";
import { greet, Letter } from "./parts/letter";
import { previewSite, type Site } from "./parts/props";

export type Props = {
  site: Site;
  firstName: string;
  /** `removed`: by the site's operator, for an owner who lost it. */
  change: "on" | "renewed" | "off" | "removed";
  changedAt: string;
  device: string;
  resetUrl: string;
};

const off = "The second step at sign-in was turned off. From now on your password is all that is asked for.";

const news = {
  on: {
    what: "The second step at sign-in is on",
    text: "The second step at sign-in was turned on. From now on you are asked for a code from your authenticator app.",
  },
  renewed: {
    what: "You have new recovery codes",
    text: "New recovery codes were made for your account. The old ones do not work any more.",
  },
  off: { what: "The second step at sign-in is off", text: off },
  removed: { what: "The second step at sign-in was removed", text: off },
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
      preview="If it was you, there is nothing to do."
      because={`you have an account at ${site.name}.`}
      headline={what}
      text={`${greet("Hello", props.firstName)} ${text} If it was you, there is nothing to do.`}
    >
      <Facts>
        <Fact label="When">{props.changedAt}</Fact>
        <Fact label="Where">{props.device}</Fact>
      </Facts>
      <NotMe
        resetUrl={props.resetUrl}
        note="Choose another password straight away. It signs out every device. Then write to me."
      />
      <ContactClosing site={site} text="Do you need help? Write to me." />
    </Letter>
  );
}

export const preview: Props = {
  site: previewSite,
  firstName: "Hannah",
  change: "on",
  changedAt: "Tuesday, December 1, 2026 at 7:30 PM GMT",
  device: "Firefox on Linux",
  resetUrl: "https://breathroom.example/sign-in?tab=reset-password",
};
