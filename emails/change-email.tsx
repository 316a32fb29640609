import { Action, ContactClosing } from "./parts/action";
import { greet, Letter } from "./parts/letter";
import { exampleSite, type Site } from "./parts/props";

export type Props = {
  site: Site;
  firstName: string;
  confirmUrl: string;
  validFor: string;
};

export const subject = ({ site }: Props) => `Confirm your new address for ${site.name}`;

export default function ChangeEmail(props: Props) {
  const { site, validFor } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="New address"
      preview="Confirm the new address for your account."
      because={`this address was entered for an account at ${site.name}.`}
      headline={
        <>
          Confirm your <em>new address</em>
        </>
      }
      text={
        `${greet("Hello", props.firstName)} Press the button below to use this address for your account. From ` +
        `then on you sign in with it, and our emails come here.`
      }
    >
      <Action
        href={props.confirmUrl}
        label="Use this address"
        note={`The link works once, for ${validFor}. If the account is not yours, you can ignore this email.`}
      />
      <ContactClosing site={site} />
    </Letter>
  );
}

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
  confirmUrl: "https://breathroom.example/change-email?token=T2x2R1hQ0nVd0b7c5aYk3mW9eL4uJ8sF6iZpXqHrN1o",
  validFor: "24 hours",
};
