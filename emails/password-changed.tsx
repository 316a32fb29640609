import { Action, Closing } from "./parts/action";
import { Fact, Facts } from "./parts/facts";
import { Letter } from "./parts/letter";
import { greet, Opening } from "./parts/opening";
import { previewSite } from "./parts/preview-data";
import type { Site } from "./parts/props";

/** To the owner of an account, after its password was changed. */
export type Props = {
  site: Site;
  firstName: string;
  /** "Tuesday, December 1, 2026 at 7:30 PM GMT". */
  changedAt: string;
  /** "Firefox on Linux". */
  device: string;
  /** The page that mails a link to choose another password. */
  resetUrl: string;
};

export const subject = ({ site }: Props) => `Your password for ${site.name} was changed`;

export default function PasswordChanged(props: Props) {
  const { site } = props;
  return (
    <Letter
      siteName={site.name}
      title={subject(props)}
      label="Password changed"
      preview="If it was you, there is nothing to do."
      because={`You are receiving this because you have an account at ${site.name}.`}
    >
      <Opening
        headline={
          <>
            Your password <em>is changed</em>
          </>
        }
      >
        {`${greet("Hello", props.firstName)} Your password was changed, and every other device was signed out. ` +
          `If it was you, there is nothing to do.`}
      </Opening>
      <Facts>
        <Fact label="When">{props.changedAt}</Fact>
        <Fact label="Where">{props.device}</Fact>
      </Facts>
      <Action
        href={props.resetUrl}
        label="That was not me"
        note="Then have a link sent to you, and choose another password straight away."
      />
      <Closing text="Do you need help? Write to me." href={site.contactUrl} label="Contact me" />
    </Letter>
  );
}

export const preview: Props = {
  site: previewSite,
  firstName: "Hannah",
  changedAt: "Tuesday, December 1, 2026 at 7:30 PM GMT",
  device: "Firefox on Linux",
  resetUrl: "https://breathroom.example/sign-in?tab=reset-password",
};
