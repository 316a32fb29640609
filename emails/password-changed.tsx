import { ContactClosing, NotMe } from "./parts/action";
import { Fact, Facts } from "./parts/facts";
import { greet, Letter } from "./parts/letter";
import { exampleSite, type Site } from "./parts/props";

export type Props = {
  site: Site;
  firstName: string;
  changedAt: string;
  device: string;
  resetUrl: string;
};

export const subject = ({ site }: Props) => `Your password for ${site.name} was changed`;

export default function PasswordChanged(props: Props) {
  const { site } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Password changed"
      preview="If this was you, there is nothing to do."
      because={`you have an account at ${site.name}.`}
      headline={
        <>
          Your password <em>is changed</em>
        </>
      }
      text={
        `${greet("Hello", props.firstName)} Your password was changed, and all your other devices were signed out. ` +
        `If this was you, there is nothing to do.`
      }
    >
      <Facts>
        <Fact label="When">{props.changedAt}</Fact>
        <Fact label="Where">{props.device}</Fact>
      </Facts>
      <NotMe resetUrl={props.resetUrl} />
      <ContactClosing site={site} text="Need help? Write to me." />
    </Letter>
  );
}

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
  changedAt: "Tuesday, December 1, 2026 at 7:30 PM GMT",
  device: "Firefox on Linux",
  resetUrl: "https://breathroom.example/sign-in?tab=reset-password",
};
