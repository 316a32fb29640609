import { Action, Closing } from "./parts/action";
import { Fact, Facts, Soft } from "./parts/facts";
import { Letter } from "./parts/letter";
import { Opening } from "./parts/opening";
import { previewSite } from "./parts/preview-data";
import type { Site } from "./parts/props";

/** To the instructor: a collection was bought, or something has happened to the money for one. */
export type Props = {
  site: Site;
  /** "New purchase" */
  event: string;
  /** What happened, in a sentence or two. */
  text: string;
  buyer: { name: string; email: string };
  /** "Birth Recordings" */
  collection: string;
  /** "€48.00 (20% off with WINTER20)" */
  amount: string;
  reference: string;
  collectionUrl: string;
};

export const subject = ({ event, buyer, collection }: Props) => `${event}: ${buyer.name}, ${collection}`;

export default function AdminPurchase(props: Props) {
  const { site, event, buyer, collection } = props;
  return (
    <Letter
      siteName={site.name}
      title={subject(props)}
      label={event}
      preview={props.text}
      because={`You are receiving this because you run ${site.name}.`}
    >
      <Opening headline={event}>{props.text}</Opening>
      <Facts>
        <Fact label="Who">
          {buyer.name}
          <br />
          <Soft>{buyer.email}</Soft>
        </Fact>
        <Fact label="What">{collection}</Fact>
        <Fact label="Amount">{props.amount}</Fact>
        <Fact label="Reference">
          <Soft>{props.reference}</Soft>
        </Fact>
      </Facts>
      <Action href={props.collectionUrl} label="Open the collection" />
      <Closing text="Answer this mail to write to them." href={site.url} label="Open the site" />
    </Letter>
  );
}

export const preview: Props = {
  site: previewSite,
  event: "New purchase",
  text: "Hannah Okafor has bought a collection, and can watch it now.",
  buyer: { name: "Hannah Okafor", email: "hannah@example.com" },
  collection: "Birth Recordings",
  amount: "€48.00 (20% off with WINTER20)",
  reference: "7B0C3A52",
  collectionUrl: "https://breathroom.example/birth-recordings",
};
