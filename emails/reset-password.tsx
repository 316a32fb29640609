import { Action, Closing } from "./parts/action";
import { Letter } from "./parts/letter";
import { greet, Opening } from "./parts/opening";
import { previewSite } from "./parts/preview-data";
import type { Site } from "./parts/props";

/** To whoever forgot a password. */
export type Props = {
  site: Site;
  firstName: string;
  /** The page that lets her in to choose a new password. */
  resetUrl: string;
  /** How long the link works: "1 hour". */
  validFor: string;
};

export const subject = ({ site }: Props) => `Choose a new password for ${site.name}`;

export default function ResetPassword(props: Props) {
  const { site, validFor } = props;
  return (
    <Letter
      siteName={site.name}
      title={subject(props)}
      label="Password reset"
      preview={`Your link works once, for ${validFor}.`}
      because={`You are receiving this because a new password was asked for at ${site.name}.`}
    >
      <Opening
        headline={
          <>
            A new <em>password</em>
          </>
        }
      >
        {`${greet("Hello", props.firstName)} The button below signs you in, so that you can choose a new password. ` +
          `Until you do, your old one stays as it is.`}
      </Opening>
      <Action
        href={props.resetUrl}
        label="Choose a new password"
        note={`The link works once, for ${validFor}. If you did not ask for it, you need not do anything.`}
      />
      <Closing text="Is something not right? Write to me." href={site.contactUrl} label="Contact me" />
    </Letter>
  );
}

export const preview: Props = {
  site: previewSite,
  firstName: "Hannah",
  resetUrl: "https://breathroom.example/reset-password?token=T2x2R1hQ0nVd0b7c5aYk3mW9eL4uJ8sF6iZpXqHrN1o",
  validFor: "1 hour",
};
