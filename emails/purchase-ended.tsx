import { ScheduleAction } from "./parts/action";
import { exampleCustomer, exampleReference } from "./parts/examples";
import { Fact, ReferenceFact } from "./parts/facts";
import { Letter, type Template } from "./parts/letter";
import { paymentKept } from "./parts/money";
import type { CustomerProps } from "./parts/props";

type PurchaseEndedProps = CustomerProps & {
  kind: "pass" | "gift card";
  title: string;
  /** Whether it was paid for, and the money stays. */
  isKept: boolean;
  reference: string;
};

const what = {
  pass: "What is not used of it is gone. What you have booked with it stays booked.",
  "gift card": "What is left on it is gone. What was paid with it stays paid.",
};

/** A mail to the buyer of a pass or a gift card that the instructor has removed without a refund. */
export const purchaseEnded: Template<PurchaseEndedProps> = {
  subject: ({ kind, title }) => `Your ${kind} has ended: ${title}`,
  letter: ({ kind, title, isKept, ...props }) => {
    const text = `I have ended your ${kind}. ${what[kind]}${isKept ? ` ${paymentKept}` : ""}`;
    return (
      <Letter
        {...props}
        label={`The end of a ${kind}`}
        preview={text}
        because={`you had a ${kind} of ${props.site.name}.`}
        headline={[`Your ${kind}`, "has ended"]}
        text={text}
        action={<ScheduleAction {...props} note="Sessions can be booked as before." />}
      >
        <Fact label="What">{title}</Fact>
        <ReferenceFact {...props} />
      </Letter>
    );
  },
  example: {
    ...exampleCustomer,
    kind: "pass",
    title: "Ten sessions",
    isKept: true,
    reference: exampleReference,
  },
};
