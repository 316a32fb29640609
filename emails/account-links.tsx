import { Action, Closing } from "./parts/action";
import { exampleCustomer } from "./parts/examples";
import { Letter, type LetterProps, type Template } from "./parts/letter";
import type { CustomerProps } from "./parts/props";

const exampleLink = (page: string) => `https://breathroom.example/${page}?token=T2x2R1hQ0nVd0b7c5aYk3mW9eL4uJ8sF`;

type LinkProps = CustomerProps & { validFor: string };

export const verifyEmail: Template<LinkProps & { verifyUrl: string }> = {
  subject: ({ site }) => `Confirm your email address for ${site.name}`,
  letter: (props) => (
    <LinkLetter
      {...props}
      label="Email confirmation"
      preview="Confirm your address, and your account is ready."
      because={`this address was used to sign up at ${props.site.name}.`}
      headline={["Confirm", "your address"]}
      greeting="Welcome"
      text="Use the link below to confirm that this address is yours. Then your account is ready."
      link={{ href: props.verifyUrl, label: "Confirm my address" }}
      ignoreIf="you didn’t sign up"
    />
  ),
  example: { ...exampleCustomer, verifyUrl: exampleLink("verify-email"), validFor: "24 hours" },
};

/** A mail to the owner of an account whose address was used to sign up again. */
export const accountExists: Template<LinkProps & { resetUrl: string; signInUrl: string }> = {
  subject: ({ site }) => `You already have an account at ${site.name}`,
  letter: (props) => (
    <LinkLetter
      {...props}
      label="You already have an account"
      preview="Sign in, or choose a new password."
      because={`this address was used to sign up at ${props.site.name}.`}
      headline={["You are", "here already"]}
      text="Someone, most likely you, just signed up with this address, which already has an account. If you know your password, simply sign in. If you don’t, choose a new one."
      link={{ href: props.resetUrl, label: "Choose a new password" }}
      ignoreIf="this wasn’t you"
      closing={<Closing text="You know your password?" href={props.signInUrl} label="Sign in" />}
    />
  ),
  example: {
    ...exampleCustomer,
    resetUrl: exampleLink("reset-password"),
    signInUrl: "https://breathroom.example/sign-in",
    validFor: "1 hour",
  },
};

export const signInLink: Template<LinkProps & { signInUrl: string }> = {
  subject: ({ site }) => `Your sign-in link for ${site.name}`,
  letter: (props) => (
    <LinkLetter
      {...props}
      label="Sign-in link"
      preview={`Your link works once, for ${props.validFor}.`}
      because={`a sign-in link was requested at ${props.site.name}.`}
      headline={["Come", "in"]}
      text="The button below signs you in without a password. You can choose a new one afterwards, if you like."
      link={{ href: props.signInUrl, label: "Sign in" }}
      ignoreIf="you didn’t ask for it"
    />
  ),
  example: { ...exampleCustomer, signInUrl: exampleLink("sign-in-link"), validFor: "15 minutes" },
};

export const resetPassword: Template<LinkProps & { resetUrl: string }> = {
  subject: ({ site }) => `Choose a new password for ${site.name}`,
  letter: (props) => (
    <LinkLetter
      {...props}
      label="Password reset"
      preview={`Your link works once, for ${props.validFor}.`}
      because={`a new password was requested at ${props.site.name}.`}
      headline={["A new", "password"]}
      text="The button below signs you in, so that you can choose a new password. Until you do, your old one keeps working."
      link={{ href: props.resetUrl, label: "Choose a new password" }}
      ignoreIf="you didn’t ask for it"
    />
  ),
  example: { ...exampleCustomer, resetUrl: exampleLink("reset-password"), validFor: "1 hour" },
};

export const changeEmail: Template<LinkProps & { confirmUrl: string }> = {
  subject: ({ site }) => `Confirm your new address for ${site.name}`,
  letter: (props) => (
    <LinkLetter
      {...props}
      label="New address"
      preview="Confirm the new address for your account."
      because={`this address was entered for an account at ${props.site.name}.`}
      headline={["Confirm your", "new address"]}
      text="Press the button below to use this address for your account. From then on you sign in with it, and our emails come here."
      link={{ href: props.confirmUrl, label: "Use this address" }}
      ignoreIf="the account is not yours"
    />
  ),
  example: { ...exampleCustomer, confirmUrl: exampleLink("change-email"), validFor: "24 hours" },
};

type LinkLetterProps = Omit<LetterProps, "action"> & {
  link: { href: string; label: string };
  validFor: string;
  /** What completes "If …, you can ignore this email". */
  ignoreIf: string;
};

function LinkLetter({ link, validFor, ignoreIf, ...props }: LinkLetterProps) {
  const note = `The link works once, for ${validFor}. If ${ignoreIf}, you can ignore this email.`;
  return <Letter {...props} action={<Action {...link} note={note} />} />;
}
