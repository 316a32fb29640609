import { Action } from "./parts/action";
import { exampleCustomer } from "./parts/examples";
import { Fact, Soft } from "./parts/facts";
import { Letter, type Template } from "./parts/letter";
import type { CustomerProps } from "./parts/props";

type PassChangedProps = CustomerProps & {
  pass: string;
  /** What the instructor did, as a sentence. */
  change: string;
  reason: string;
  balance: string;
  passesUrl: string;
};

/** To the holder of a pass: the instructor has extended it or corrected its credits. */
export const passChanged: Template<PassChangedProps> = {
  subject: ({ pass }) => `Your pass “${pass}” has changed`,
  letter: (props) => (
    <Letter
      {...props}
      label="Pass changed"
      preview={props.change}
      because={`you have a pass at ${props.site.name}.`}
      headline={["Your pass", "has changed"]}
      text={props.change}
      action={<Action href={props.passesUrl} label="See your pass" />}
    >
      <Fact label="Pass">{props.pass}</Fact>
      <Fact label="Now">{props.balance}</Fact>
      <Fact label="Why">
        <Soft>{props.reason}</Soft>
      </Fact>
    </Letter>
  ),
  example: {
    ...exampleCustomer,
    pass: "Ten sessions",
    change: "I have added 2 credits to your pass.",
    reason: "For the two evenings on which the stream did not work",
    balance: "9 of 10 left, until Sunday, May 3, 2026",
    passesUrl: "https://breathroom.example/user/passes",
  },
};
