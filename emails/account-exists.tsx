import { Action, Closing } from "./parts/action";
import { greet, Letter } from "./parts/letter";
import { exampleSite, type Site } from "./parts/props";

/** To the owner of an account whose address was used to sign up again. */
export type Props = {
  site: Site;
  firstName: string;
  resetUrl: string;
  signInUrl: string;
  validFor: string;
};

export const subject = ({ site }: Props) => `You already have an account at ${site.name}`;

export default function AccountExists(props: Props) {
  const { site, validFor } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="You already have an account"
      preview="Sign in, or choose a new password."
      because={`this address was used to sign up at ${site.name}.`}
      headline={
        <>
          You are <em>here already</em>
        </>
      }
      text={
        `${greet("Hello", props.firstName)} Someone, most likely you, just signed up with this address, ` +
        `which already has an account. If you know your password, simply sign in. ` +
        `If you don’t, choose a new one.`
      }
    >
      <Action
        href={props.resetUrl}
        label="Choose a new password"
        note={`The link works once, for ${validFor}. If this wasn’t you, you can ignore this email.`}
      />
      <Closing text="You know your password?" href={props.signInUrl} label="Sign in" />
    </Letter>
  );
}

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
  resetUrl: "https://breathroom.example/reset-password?token=T2x2R1hQ0nVd0b7c5aYk3mW9eL4uJ8sF6iZpXqHrN1o",
  signInUrl: "https://breathroom.example/sign-in",
  validFor: "1 hour",
};
