import { Action, ContactClosing } from "./parts/action";
import { Fact, Facts, PaidFact, ReferenceFact, Soft } from "./parts/facts";
import { useColours } from "./parts/layout";
import { greet, Letter } from "./parts/letter";
import { exampleReference, exampleSite, type Paid, type Site } from "./parts/props";

/** To the buyer of a collection or a learning resource, once it is paid; also the receipt. */
export type Props = {
  site: Site;
  firstName: string;
  /** A collection or a learning resource. */
  item: string;
  isResource: boolean;
  date: string;
  listPrice: string;
  paid: Paid;
  reference: string;
  itemUrl: string;
  /** What the buyer confirmed to have it at once; mails that were written before it existed lack it. */
  waiver?: { text: string; on: string } | null;
  /** The day on which access begins for someone who did not confirm it; absent as above. */
  opensOn?: string | null;
  /** Where to withdraw; absent as above. */
  withdrawUrl?: string;
};

export const subject = ({ item }: Props) => `Yours for life: ${item}`;

export default function PurchaseConfirmation(props: Props) {
  const { site, item, isResource } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Purchase confirmation"
      preview={`${openedText(props)} Your receipt is inside.`}
      because={`you bought ${isResource ? "a learning resource" : "recordings"} at ${site.name}.`}
      headline={
        <>
          It is all <em>yours to keep</em>
        </>
      }
      text={`${greet("Thank you", props.firstName)} ${boughtText(props)} Here is your receipt.`}
    >
      <Facts>
        <Fact label="Bought">
          {item} <Soft>{isResource ? "learning resource" : "lifetime access"}</Soft>
        </Fact>
        <Fact label="Date">{props.date}</Fact>
        <Fact label="Price">
          <Soft>{props.listPrice}</Soft>
        </Fact>
        <PaidFact paid={props.paid} />
        <Fact label="Seller">
          <Soft>{site.name}</Soft>
        </Fact>
        <ReferenceFact reference={props.reference} />
        {props.waiver && <WaiverFact waiver={props.waiver} />}
        {props.opensOn && <OpeningFact day={props.opensOn} />}
        {props.withdrawUrl && <WithdrawFact url={props.withdrawUrl} />}
      </Facts>
      <Action
        href={props.itemUrl}
        label={props.opensOn ? "See what you bought" : isResource ? "Open and download" : "Watch now"}
        note="Sign in with the address this email was sent to."
      />
      <ContactClosing site={site} />
    </Letter>
  );
}

const WaiverFact = ({ waiver: { text, on } }: { waiver: NonNullable<Props["waiver"]> }) => (
  <Fact label="Access">
    <Soft>
      At once, as you asked. On {on} you confirmed: “{text}” The right to withdraw from this contract has ended.
    </Soft>
  </Fact>
);

const OpeningFact = ({ day }: { day: string }) => (
  <Fact label="Access">
    From {day}, <Soft>when the 14 days in which you may withdraw are over</Soft>
  </Fact>
);

function WithdrawFact({ url }: { url: string }) {
  const { clay } = useColours();
  return (
    <Fact label="Withdraw">
      <a href={url} target="_blank" rel="noopener" style={{ color: clay, fontWeight: 400 }}>
        Withdraw from contract here
      </a>
    </Fact>
  );
}

function openedText({ item, isResource, opensOn }: Props): string {
  if (opensOn) return `${item} opens for you on ${opensOn}.`;
  return isResource ? `${item} is ready for you to download.` : `Every recording in ${item} is unlocked.`;
}

function boughtText(props: Props): string {
  if (props.opensOn) return `${openedText(props)} I’ll write to you then, and it stays yours for life.`;
  if (props.isResource) return openedText(props);
  return `Every recording in ${props.item} is unlocked for you, for life, including the ones still to come.`;
}

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
  item: "Birth Recordings",
  isResource: false,
  date: "Tuesday, December 1, 2026",
  listPrice: "€60.00",
  paid: { amount: "€48.00", discount: "20% off with WINTER20" },
  reference: exampleReference,
  itemUrl: "https://breathroom.example/birth-recordings",
  waiver: {
    text: "I ask for access at once. I know that my right to withdraw from this contract ends with it.",
    on: "Tuesday, December 1, 2026, 7:30 PM GMT",
  },
  withdrawUrl: "https://breathroom.example/withdraw?reference=7B0C3A52",
};
