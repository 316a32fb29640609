import { Action, Closing } from "./parts/action";
import { AdminLetter } from "./parts/admin-letter";
import { examplePerson, exampleReference, exampleSite } from "./parts/examples";
import { Fact, ReferenceFact, SoftFact } from "./parts/facts";
import { Letter, type Template } from "./parts/letter";
import type { Person, Site } from "./parts/props";

type WithdrawalProps = { site: Site; contract: string; receivedAt: string; reference: string };

const exampleWithdrawal: WithdrawalProps = {
  site: exampleSite,
  contract: "Birth Recordings, reference 7B0C3A52",
  receivedAt: "Monday, December 14, 2026, 9:12 PM GMT",
  reference: exampleReference,
};

/** A mail to the typed address, at once: the receipt of a withdrawal. It never says that the withdrawal is accepted. */
export const withdrawalReceived: Template<WithdrawalProps & Person> = {
  subject: ({ site }) => `Receipt of your withdrawal: ${site.name}`,
  letter: (props) => (
    <Letter
      {...props}
      label="Withdrawal"
      preview={`Your withdrawal arrived on ${props.receivedAt}.`}
      because={`someone withdrew from a contract at ${props.site.name} and typed this address.`}
      headline={["Your withdrawal", "has arrived"]}
      text="This is the receipt: what was sent, and when it arrived. Please keep it. I look at it myself, and write to you. Where you have the right to withdraw, what you paid goes back the way it came."
      action={<Action href={props.site.contactUrl} label="Write to me" />}
      closing={
        <Closing
          text="Was this not you? Nothing has changed: no purchase ends by this email."
          href={props.site.url}
          label="Open the site"
        />
      }
    >
      <Fact label="Statement">I withdraw from this contract.</Fact>
      <ContractFact {...props} label="Contract" />
      <Fact label="Name">{props.name}</Fact>
      <SoftFact label="Email">{props.email}</SoftFact>
      <Fact label="Arrived">{props.receivedAt}</Fact>
      <ReferenceFact {...props} />
    </Letter>
  ),
  example: { ...exampleWithdrawal, ...examplePerson },
};

/** A mail to the address of a withdrawal: the instructor has declined it, and says why. */
export const withdrawalDeclined: Template<WithdrawalProps & { firstName: string; reason: string }> = {
  subject: ({ site }) => `About your withdrawal: ${site.name}`,
  letter: (props) => (
    <Letter
      {...props}
      label="Withdrawal"
      preview="There is no refund for your withdrawal. The reason is inside."
      because={`someone withdrew from a contract at ${props.site.name} and typed this address.`}
      headline={["About your", "withdrawal"]}
      text="I have looked at your withdrawal. There is no refund, and the contract goes on. This is why:"
      action={<Action href={props.site.contactUrl} label="Write to me" />}
      closing={
        <Closing text="You see it differently? Please answer this email." href={props.site.url} label="Open the site" />
      }
    >
      <Fact label="Reason">
        <span style={{ whiteSpace: "pre-line", fontWeight: 400 }}>{props.reason}</span>
      </Fact>
      <ContractFact {...props} label="Contract" />
      <Fact label="Arrived">{props.receivedAt}</Fact>
      <ReferenceFact {...props} />
    </Letter>
  ),
  example: {
    ...exampleWithdrawal,
    firstName: "Hannah",
    reason: "You asked for access at once on December 1, and your right to withdraw ended with it.",
  },
};

/** A mail to the instructor: someone withdraws from a contract. */
export const adminWithdrawal: Template<WithdrawalProps & { who: Person; requestUrl: string }> = {
  subject: ({ who }) => `Withdrawal: ${who.name}`,
  letter: (props) => (
    <AdminLetter
      {...props}
      label="Withdrawal"
      preview={`${props.who.name} withdraws from a contract.`}
      headline={["Someone", "withdraws"]}
      text="Nothing has been refunded and no access has ended. The request’s page shows which purchase it may be about, whether it came in time, and what to do."
      action={<Action href={props.requestUrl} label="Open the request" />}
      closing="Open the site"
    >
      <ContractFact {...props} label="What" />
      <Fact label="Arrived">{props.receivedAt}</Fact>
    </AdminLetter>
  ),
  example: {
    ...exampleWithdrawal,
    who: examplePerson,
    requestUrl: "https://breathroom.example/admin/withdrawals/7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11",
  },
};

/** Keeps the lines that were typed. */
const ContractFact = ({ label, contract }: { label: string; contract: string }) => (
  <Fact label={label}>
    <span style={{ whiteSpace: "pre-line" }}>{contract}</span>
  </Fact>
);
