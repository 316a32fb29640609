import { Action, ContactClosing } from "./parts/action";
import { greet, Letter } from "./parts/letter";
import { exampleSite, type Site } from "./parts/props";

export type Props = {
  site: Site;
  firstName: string;
  verifyUrl: string;
  validFor: string;
};

export const subject = ({ site }: Props) => `Confirm your email address for ${site.name}`;

export default function VerifyEmail(props: Props) {
  const { site, validFor } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Email confirmation"
      preview="Confirm your address, and your account is ready."
      because={`this address was used to sign up at ${site.name}.`}
      headline={
        <>
          Confirm <em>your address</em>
        </>
      }
      text={
        `${greet("Welcome", props.firstName)} Use the link below to confirm that this address is yours. ` +
        `Then your account is ready.`
      }
    >
      <Action
        href={props.verifyUrl}
        label="Confirm my address"
        note={`The link works once, for ${validFor}. If you didn’t sign up, you can ignore this email.`}
      />
      <ContactClosing site={site} />
    </Letter>
  );
}

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
  verifyUrl: "https://breathroom.example/verify-email?token=T2x2R1hQ0nVd0b7c5aYk3mW9eL4uJ8sF6iZpXqHrN1o",
  validFor: "24 hours",
};
