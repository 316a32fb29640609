import { Action, Closing } from "./parts/action";
import { Fact, Facts, Soft } from "./parts/facts";
import { Letter } from "./parts/letter";
import { greet, Opening } from "./parts/opening";
import { previewSite } from "./parts/preview-data";
import type { Site } from "./parts/props";
import { shareOf } from "./parts/returned";

/** To the buyer of a collection: money goes back. */
export type Props = {
  site: Site;
  firstName: string;
  /** "Birth Recordings" */
  collection: string;
  /** What happened, in a sentence or two. */
  why: string;
  /** "€60.00" */
  refunded: string;
  isInFull: boolean;
  /** Whether a part of it had gone back before. */
  isRest?: boolean;
  reference: string;
  collectionUrl: string;
};

export const subject = ({ collection }: Props) => `Your refund: ${collection}`;

export default function PurchaseRefunded(props: Props) {
  const { site, refunded } = props;
  return (
    <Letter
      siteName={site.name}
      title={subject(props)}
      label="Refund"
      preview={`${refunded} goes back to you.`}
      because={`You are receiving this because you paid for recordings at ${site.name}.`}
    >
      <Opening
        headline={
          <>
            Your payment <em>is refunded</em>
          </>
        }
      >
        {`${greet("Hello", props.firstName)} ${props.why} ` +
          `${refunded} goes back to where it came from, usually within five to ten days.`}
      </Opening>
      <Facts>
        <Fact label="For">{props.collection}</Fact>
        <Fact label="Refunded">
          {refunded} <Soft>{shareOf(props)}</Soft>
        </Fact>
        <Fact label="Reference">
          <Soft>{props.reference}</Soft>
        </Fact>
      </Facts>
      <Action href={props.collectionUrl} label="See the recordings" />
      <Closing text="Is something not right? Write to me." href={site.contactUrl} label="Contact me" />
    </Letter>
  );
}

export const preview: Props = {
  site: previewSite,
  firstName: "Hannah",
  collection: "Birth Recordings",
  why: "You have paid for this collection twice. It stays yours.",
  refunded: "€60.00",
  isInFull: true,
  reference: "7B0C3A52",
  collectionUrl: "https://breathroom.example/birth-recordings",
};
