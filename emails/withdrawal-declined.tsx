import { Action, Closing } from "./parts/action";
import { Fact, Facts, ReferenceFact } from "./parts/facts";
import { greet, Letter } from "./parts/letter";
import { exampleReference, exampleSite, type Site } from "./parts/props";

/** To the address of a withdrawal: the instructor has declined it, and says why. */
export type Props = {
  site: Site;
  firstName: string;
  contract: string;
  receivedAt: string;
  reason: string;
  reference: string;
};

export const subject = ({ site }: Props) => `About your withdrawal: ${site.name}`;

export default function WithdrawalDeclined(props: Props) {
  const { site, firstName, contract, receivedAt, reason, reference } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Withdrawal"
      preview="There is no refund for your withdrawal. The reason is inside."
      because={`someone withdrew from a contract at ${site.name} and typed this address.`}
      headline={
        <>
          About your <em>withdrawal</em>
        </>
      }
      text={`${greet("Hello", firstName)} I have looked at your withdrawal. There is no refund, and the contract goes on. This is why:`}
    >
      <Facts>
        <Fact label="Reason">
          <span style={{ whiteSpace: "pre-line", fontWeight: 400 }}>{reason}</span>
        </Fact>
        <Fact label="Contract">
          <span style={{ whiteSpace: "pre-line" }}>{contract}</span>
        </Fact>
        <Fact label="Arrived">{receivedAt}</Fact>
        <ReferenceFact reference={reference} />
      </Facts>
      <Action href={site.contactUrl} label="Write to me" />
      <Closing text="You see it differently? Please answer this email." href={site.url} label="Open the site" />
    </Letter>
  );
}

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
  contract: "Birth Recordings, reference 7B0C3A52",
  receivedAt: "Monday, December 14, 2026, 9:12 PM GMT",
  reason: "You asked for access at once on December 1, and your right to withdraw ended with it.",
  reference: exampleReference,
};
