import { AdminLetter } from "./parts/letter";
import { Fact } from "./parts/facts";
import { previewPerson, previewReference, previewSite, type Person, type Site } from "./parts/props";

/** To the instructor: a collection was bought, or its payment has changed. */
export type Props = {
  site: Site;
  event: string;
  text: string;
  buyer: Person;
  collection: string;
  amount: string;
  reference: string;
  collectionUrl: string;
};

export const subject = ({ event, buyer, collection }: Props) => `${event}: ${buyer.name}, ${collection}`;

export default function AdminPurchase(props: Props) {
  const { site, event, buyer, collection } = props;
  return (
    <AdminLetter
      site={site}
      title={subject(props)}
      label={event}
      preview={props.text}
      headline={event}
      text={props.text}
      reference={props.reference}
      who={buyer}
      action={{ href: props.collectionUrl, label: "Open the collection" }}
      closing="Open the site"
    >
      <Fact label="What">{collection}</Fact>
      <Fact label="Amount">{props.amount}</Fact>
    </AdminLetter>
  );
}

export const preview: Props = {
  site: previewSite,
  event: "New purchase",
  text: "Hannah Okafor has bought a collection, and can watch it now.",
  buyer: previewPerson,
  collection: "Birth Recordings",
  amount: "€48.00 (20% off with WINTER20)",
  reference: previewReference,
  collectionUrl: "https://breathroom.example/birth-recordings",
};
