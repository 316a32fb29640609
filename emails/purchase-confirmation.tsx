import { Action, ContactClosing } from "./parts/action";
import { Fact, Facts, PaidFact, ReferenceFact, Soft } from "./parts/facts";
import { greet, Letter } from "./parts/letter";
import { previewReference, previewSite, type Paid, type Site } from "./parts/props";

/** To the buyer of a collection, once it is paid; also the receipt. */
export type Props = {
  site: Site;
  firstName: string;
  collection: string;
  date: string;
  listPrice: string;
  paid: Paid;
  reference: string;
  collectionUrl: string;
};

export const subject = ({ collection }: Props) => `Yours for life: ${collection}`;

export default function PurchaseConfirmation(props: Props) {
  const { site, collection } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Purchase confirmation"
      preview={`Every recording in ${collection} is unlocked. Your receipt is inside.`}
      because={`you bought recordings at ${site.name}.`}
      headline={
        <>
          It is all <em>yours to keep</em>
        </>
      }
      text={
        `${greet("Thank you", props.firstName)} Every recording in ${collection} is unlocked for you, for life, ` +
        "including the ones still to come. Here is your receipt."
      }
    >
      <Facts>
        <Fact label="Bought">
          {collection} <Soft>lifetime access</Soft>
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
      </Facts>
      <Action href={props.collectionUrl} label="Watch now" note="Sign in with the address that this letter came to." />
      <ContactClosing site={site} />
    </Letter>
  );
}

export const preview: Props = {
  site: previewSite,
  firstName: "Hannah",
  collection: "Birth Recordings",
  date: "December 1, 2026",
  listPrice: "€60.00",
  paid: { amount: "€48.00", discount: "20% off with WINTER20" },
  reference: previewReference,
  collectionUrl: "https://breathroom.example/birth-recordings",
};
