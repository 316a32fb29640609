import { Fact, Facts, ReferenceFact, Soft } from "./parts/facts";
import { Action, Closing } from "./parts/action";
import { Letter } from "./parts/letter";
import { exampleReference, exampleSite, type Site } from "./parts/props";

/** To the typed address, at once: the receipt of a withdrawal. It never says that the withdrawal is accepted. */
export type Props = {
  site: Site;
  name: string;
  email: string;
  contract: string;
  receivedAt: string;
  reference: string;
};

export const subject = ({ site }: Props) => `Receipt of your withdrawal: ${site.name}`;

export default function WithdrawalReceived(props: Props) {
  const { site, name, email, contract, receivedAt, reference } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Withdrawal"
      preview={`Your withdrawal arrived on ${receivedAt}.`}
      because={`someone withdrew from a contract at ${site.name} and typed this address.`}
      headline={
        <>
          Your withdrawal <em>has arrived</em>
        </>
      }
      text="This is the receipt: what was sent, and when it arrived. Please keep it. I look at it myself, and write to you. Where you have the right to withdraw, what you paid goes back the way it came."
    >
      <Facts>
        <Fact label="Statement">I withdraw from this contract.</Fact>
        <Fact label="Contract">
          <span style={{ whiteSpace: "pre-line" }}>{contract}</span>
        </Fact>
        <Fact label="Name">{name}</Fact>
        <Fact label="Email">
          <Soft>{email}</Soft>
        </Fact>
        <Fact label="Arrived">{receivedAt}</Fact>
        <ReferenceFact reference={reference} />
      </Facts>
      <Action href={site.contactUrl} label="Write to me" />
      <Closing
        text="Was this not you? Nothing has changed: no purchase ends by this email."
        href={site.url}
        label="Open the site"
      />
    </Letter>
  );
}

export const example: Props = {
  site: exampleSite,
  name: "Hannah Okafor",
  email: "hannah@example.com",
  contract: "Birth Recordings, reference 7B0C3A52",
  receivedAt: "Monday, December 14, 2026, 9:12 PM GMT",
  reference: exampleReference,
};
