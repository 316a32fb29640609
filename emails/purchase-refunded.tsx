import { Action, ContactClosing } from "./parts/action";
import { Fact, Facts, ReferenceFact, shareOf, Soft } from "./parts/facts";
import { greet, Letter } from "./parts/letter";
import { exampleReference, exampleSite, type Site } from "./parts/props";

export type Props = {
  site: Site;
  firstName: string;
  /** A collection or a learning resource. */
  item: string;
  isResource: boolean;
  why: string;
  refunded: string;
  isInFull: boolean;
  isRest?: boolean;
  reference: string;
  itemUrl: string;
};

export const subject = ({ item }: Props) => `Your refund: ${item}`;

export default function PurchaseRefunded(props: Props) {
  const { site, refunded, isResource } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Refund"
      preview={`${refunded} is on its way back to you.`}
      because={`you paid for ${isResource ? "a learning resource" : "recordings"} at ${site.name}.`}
      headline={
        <>
          Your payment <em>is refunded</em>
        </>
      }
      text={
        `${greet("Hello", props.firstName)} ${props.why} ` +
        `${refunded} is on its way back to you. It usually arrives within 5 to 10 days.`
      }
    >
      <Facts>
        <Fact label="For">{props.item}</Fact>
        <Fact label="Refunded">
          {refunded} <Soft>{shareOf(props)}</Soft>
        </Fact>
        <ReferenceFact reference={props.reference} />
      </Facts>
      <Action href={props.itemUrl} label={isResource ? "See the resource" : "See the recordings"} />
      <ContactClosing site={site} />
    </Letter>
  );
}

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
  item: "Birth Recordings",
  isResource: false,
  why: "You paid for this collection twice. It remains yours.",
  refunded: "€60.00",
  isInFull: true,
  reference: exampleReference,
  itemUrl: "https://breathroom.example/birth-recordings",
};
