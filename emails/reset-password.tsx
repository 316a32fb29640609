import { Action, ContactClosing } from "./parts/action";
import { greet, Letter } from "./parts/letter";
import { exampleSite, type Site } from "./parts/props";

export type Props = {
  site: Site;
  firstName: string;
  resetUrl: string;
  validFor: string;
};

export const subject = ({ site }: Props) => `Choose a new password for ${site.name}`;

export default function ResetPassword(props: Props) {
  const { site, validFor } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Password reset"
      preview={`Your link works once, for ${validFor}.`}
      because={`a new password was requested at ${site.name}.`}
      headline={
        <>
          A new <em>password</em>
        </>
      }
      text={
        `${greet("Hello", props.firstName)} The button below signs you in, so that you can choose a new password. ` +
        `Until you do, your old one keeps working.`
      }
    >
      <Action
        href={props.resetUrl}
        label="Choose a new password"
        note={`The link works once, for ${validFor}. If you didn’t ask for it, you can ignore this email.`}
      />
      <ContactClosing site={site} />
    </Letter>
  );
}

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
  resetUrl: "https://breathroom.example/reset-password?token=T2x2R1hQ0nVd0b7c5aYk3mW9eL4uJ8sF6iZpXqHrN1o",
  validFor: "1 hour",
};
