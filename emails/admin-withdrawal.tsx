import { Fact } from "./parts/facts";
import { AdminLetter } from "./parts/letter";
import { examplePerson, exampleReference, exampleSite, type Person, type Site } from "./parts/props";

/** To the instructor: someone withdraws from a contract. */
export type Props = {
  site: Site;
  who: Person;
  contract: string;
  receivedAt: string;
  reference: string;
  requestUrl: string;
};

export const subject = ({ who }: Props) => `Withdrawal: ${who.name}`;

export default function AdminWithdrawal(props: Props) {
  const { site, who, contract, receivedAt, reference, requestUrl } = props;
  return (
    <AdminLetter
      site={site}
      title={subject(props)}
      label="Withdrawal"
      preview={`${who.name} withdraws from a contract.`}
      headline={
        <>
          Someone <em>withdraws</em>
        </>
      }
      text="Nothing has been refunded and no access has ended. The request’s page shows which purchase it may be about, whether it came in time, and what to do."
      reference={reference}
      who={who}
      action={{ href: requestUrl, label: "Open the request" }}
      closing="Open the site"
    >
      <Fact label="What">
        <span style={{ whiteSpace: "pre-line" }}>{contract}</span>
      </Fact>
      <Fact label="Arrived">{receivedAt}</Fact>
    </AdminLetter>
  );
}

export const example: Props = {
  site: exampleSite,
  who: examplePerson,
  contract: "Birth Recordings, reference 7B0C3A52",
  receivedAt: "Monday, December 14, 2026, 9:12 PM GMT",
  reference: exampleReference,
  requestUrl: "https://breathroom.example/admin/withdrawals/7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11",
};
