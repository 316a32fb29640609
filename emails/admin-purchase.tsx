import { AdminLetter } from "./parts/letter";
import { Fact } from "./parts/facts";
import { examplePerson, exampleReference, exampleSite, type Person, type Site } from "./parts/props";

export type Props = {
  site: Site;
  event: string;
  text: string;
  buyer: Person;
  /** A collection or a learning resource. */
  item: string;
  isResource: boolean;
  amount: string;
  reference: string;
  itemUrl: string;
};

export const subject = ({ event, buyer, item }: Props) => `${event}: ${buyer.name}, ${item}`;

export default function AdminPurchase(props: Props) {
  const { site, event, buyer, item, isResource } = props;
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
      action={{ href: props.itemUrl, label: isResource ? "Open the resource" : "Open the collection" }}
      closing="Open the site"
    >
      <Fact label="What">{item}</Fact>
      <Fact label="Amount">{props.amount}</Fact>
    </AdminLetter>
  );
}

export const example: Props = {
  site: exampleSite,
  event: "New purchase",
  text: "Hannah Okafor has bought a collection, and can watch it now.",
  buyer: examplePerson,
  item: "Birth Recordings",
  isResource: false,
  amount: "€48.00 (20% off with WINTER20)",
  reference: exampleReference,
  itemUrl: "https://breathroom.example/birth-recordings",
};
