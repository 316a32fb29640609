import { Action, ContactClosing } from "./parts/action";
import { Fact, Facts, ReferenceFact, Soft } from "./parts/facts";
import { greet, Letter } from "./parts/letter";
import { exampleReference, exampleSite, type Site } from "./parts/props";

/** To the buyer who has waited for access until the period to withdraw was over. */
export type Props = {
  site: Site;
  firstName: string;
  /** A collection or a learning resource. */
  item: string;
  isResource: boolean;
  reference: string;
  itemUrl: string;
};

export const subject = ({ item }: Props) => `Open for you now: ${item}`;

export default function PurchaseOpened(props: Props) {
  const { site, item, isResource } = props;
  const opened = isResource ? `${item} is ready for you to download.` : `Every recording in ${item} is unlocked.`;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Access"
      preview={opened}
      because={`you bought ${isResource ? "a learning resource" : "recordings"} at ${site.name}.`}
      headline={
        <>
          Now it is <em>open for you</em>
        </>
      }
      text={`${greet("Thank you for waiting", props.firstName)} ${opened} It is yours to keep.`}
    >
      <Facts>
        <Fact label="Bought">
          {item} <Soft>{isResource ? "learning resource" : "lifetime access"}</Soft>
        </Fact>
        <ReferenceFact reference={props.reference} />
      </Facts>
      <Action
        href={props.itemUrl}
        label={isResource ? "Open and download" : "Watch now"}
        note="Sign in with the address this email was sent to."
      />
      <ContactClosing site={site} />
    </Letter>
  );
}

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
  item: "Birth Recordings",
  isResource: false,
  reference: exampleReference,
  itemUrl: "https://breathroom.example/birth-recordings",
};
