import { Action, Closing } from "./parts/action";
import { Fact, Facts, PaidFact, Soft } from "./parts/facts";
import { Letter } from "./parts/letter";
import { greet, Opening } from "./parts/opening";
import { previewSite } from "./parts/preview-data";
import type { Paid, Site } from "./parts/props";

/** To the buyer of a collection, once it is hers; it is her receipt as well. */
export type Props = {
  site: Site;
  firstName: string;
  /** "Birth Recordings" */
  collection: string;
  /** "December 1, 2026" */
  date: string;
  /** Before any discount: "€60.00". */
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
      siteName={site.name}
      title={subject(props)}
      label="Purchase confirmation"
      preview={`Every recording in ${collection} is unlocked. Your receipt is inside.`}
      because={`You are receiving this because you bought recordings at ${site.name}.`}
    >
      <Opening
        headline={
          <>
            It is all <em>yours to keep</em>
          </>
        }
      >
        {`${greet("Thank you", props.firstName)} Every recording in ${collection} is unlocked for you, for life, ` +
          "including the ones still to come. Here is your receipt."}
      </Opening>
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
        <Fact label="Reference">
          <Soft>{props.reference}</Soft>
        </Fact>
      </Facts>
      <Action href={props.collectionUrl} label="Watch now" note="Sign in with the address that this letter came to." />
      <Closing text="Is something not right? Write to me." href={site.contactUrl} label="Contact me" />
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
  reference: "7B0C3A52",
  collectionUrl: "https://breathroom.example/birth-recordings",
};
