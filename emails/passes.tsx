import { Action } from "./parts/action";
import { exampleCustomer } from "./parts/examples";
import { Fact } from "./parts/facts";
import { Letter, type Template } from "./parts/letter";
import type { CustomerProps } from "./parts/props";

type PassProps = CustomerProps & {
  title: string;
  /** Text such as "2 of 10 left, until Tuesday, June 1, 2027". */
  balance: string;
  passUrl: string;
  /** Whether the address opens the pass without signing in. */
  isByLink: boolean;
};

const example: PassProps = {
  ...exampleCustomer,
  title: "Ten sessions",
  balance: "2 of 10 left, until Tuesday, June 1, 2027",
  passUrl: "https://breathroom.example/my-pass/7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11?key=5f1d0c",
  isByLink: true,
};

const creditsLeft = (left: number) => (left === 1 ? "One credit is" : "Two credits are");

/** A mail to the holder of a pass, once a booking has left two credits or one. */
export const passFewLeft: Template<PassProps & { left: number }> = {
  subject: ({ title, left }) => `${left === 1 ? "One credit" : "Two credits"} left: ${title}`,
  letter: ({ left, ...props }) => (
    <PassLetter
      {...props}
      label="Your pass"
      preview={`${creditsLeft(left)} left on your pass.`}
      headline={[left === 1 ? "One credit" : "Two credits", "left on your pass"]}
      text={`${creditsLeft(left)} left on your pass “${props.title}”.`}
    />
  ),
  example: { ...example, left: 2 },
};

/** A mail to the holder of a pass on which something is left, some days before it ends. */
export const passEnding: Template<PassProps & { lastDay: string }> = {
  subject: ({ title, lastDay }) => `Valid until ${lastDay}: ${title}`,
  letter: ({ lastDay, ...props }) => (
    <PassLetter
      {...props}
      label="Your pass"
      preview={`Your pass is valid until ${lastDay}.`}
      headline={["Your pass", "ends soon"]}
      text={`Your pass “${props.title}” is valid until ${lastDay}. Until then you can book with what is left on it.`}
    />
  ),
  example: { ...example, lastDay: "Tuesday, June 1, 2027" },
};

type PassLetterProps = PassProps & { label: string; preview: string; headline: [string, string]; text: string };

const PassLetter = ({ title, balance, passUrl, isByLink, ...props }: PassLetterProps) => (
  <Letter
    {...props}
    because={`you have a pass at ${props.site.name}.`}
    action={<Action href={passUrl} label="Open your pass" note={isByLink ? byLink : undefined} />}
  >
    <Fact label="Pass">{title}</Fact>
    <Fact label="Left">{balance}</Fact>
  </Letter>
);

/** The sentence below the button of a guest's mail. */
export const byLink = "The link opens your pass without signing in, so please do not forward this email.";
