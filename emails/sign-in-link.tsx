import { Action, ContactClosing } from "./parts/action";
import { greet, Letter } from "./parts/letter";
import { exampleSite, type Site } from "./parts/props";

export type Props = {
  site: Site;
  firstName: string;
  signInUrl: string;
  validFor: string;
};

export const subject = ({ site }: Props) => `Your sign-in link for ${site.name}`;

export default function SignInLink(props: Props) {
  const { site, validFor } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Sign-in link"
      preview={`Your link works once, for ${validFor}.`}
      because={`a sign-in link was requested at ${site.name}.`}
      headline={
        <>
          Come <em>in</em>
        </>
      }
      text={
        `${greet("Hello", props.firstName)} The button below signs you in without a password. ` +
        `You can choose a new one afterwards, if you like.`
      }
    >
      <Action
        href={props.signInUrl}
        label="Sign in"
        note={`The link works once, for ${validFor}. If you didn’t ask for it, you can ignore this email.`}
      />
      <ContactClosing site={site} />
    </Letter>
  );
}

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
  signInUrl: "https://breathroom.example/sign-in-link?token=T2x2R1hQ0nVd0b7c5aYk3mW9eL4uJ8sF6iZpXqHrN1o",
  validFor: "15 minutes",
};
