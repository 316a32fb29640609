import { Action } from "./parts/action";
import { exampleCustomer, exampleReference, exampleSite } from "./parts/examples";
import { Fact, ReferenceFact, SoftFact } from "./parts/facts";
import { Letter, type Template } from "./parts/letter";
import type { CustomerProps, Site } from "./parts/props";

type GiftCardProps = {
  site: Site;
  /** The recipient's, or the giver's own; empty if it is not known. */
  firstName: string;
  /** Null if it is for the giver themselves. */
  giver: string | null;
  amount: string;
  /** What the giver wrote. */
  words: string[];
  /** The code, sealed until the mail is sent. */
  code: string;
  /** The pass for whose price it was bought; absent as the previous version wrote it. */
  pass?: { title: string; url: string } | null;
  until: string;
  card: string;
  balanceUrl: string;
};

const WayToUse = ({ site, pass }: Pick<GiftCardProps, "site" | "pass">) =>
  pass ? <Action href={pass.url} label={`See “${pass.title}”`} /> : <Action href={site.url} label="See the schedule" />;

/** Says what the code can pay, the pass that is meant first. */
const whereToUse = ({ pass }: Pick<GiftCardProps, "pass">): string =>
  `Enter the code where you ${pass ? `buy “${pass.title}”, ` : ""}book a session or buy something${pass ? " else" : ""}.`;

/** To whom a gift card is for: its amount, and the code that pays. */
export const giftCard: Template<GiftCardProps> = {
  subject: ({ giver, site }) => (giver ? `A gift from ${giver}: ${site.name}` : `Your gift card: ${site.name}`),
  letter: ({ words, ...props }) => (
    <Letter
      {...props}
      label="Gift card"
      preview={props.giver ? `${props.giver} has a gift for you.` : "The code of your gift card is inside."}
      because={
        props.giver
          ? `${props.giver} bought a gift card for this address at ${props.site.name}.`
          : `you bought a gift card at ${props.site.name}.`
      }
      headline={props.giver ? ["A gift", "for you"] : ["Your", "gift card"]}
      text={
        (props.giver ? `${props.giver} gives you ${props.amount}. ` : "") +
        `${whereToUse(props)} What you don’t use stays on the card.`
      }
      paragraphs={words}
      action={<WayToUse {...props} />}
    >
      <Fact label="Amount">{props.amount}</Fact>
      {props.pass && <Fact label="Meant for">{props.pass.title}</Fact>}
      <Fact label="Code">
        <span style={{ fontFamily: "monospace", letterSpacing: "0.04em" }}>{props.code}</span>
      </Fact>
      <Fact label="Valid until">{props.until}</Fact>
      <SoftFact label="Name">{props.card}</SoftFact>
      <SoftFact label="What is left">{props.balanceUrl}</SoftFact>
    </Letter>
  ),
  example: {
    site: exampleSite,
    firstName: "Hannah",
    giver: "Ben Okafor",
    amount: "£50",
    words: ["Happy birthday! Take an evening for yourself."],
    code: "7KQ2-M4ZD-9HXA-T3VB-W8RC-5NEJ-PY6G",
    pass: null,
    until: "Saturday, December 1, 2029",
    card: "gift card 7B0C3A52",
    balanceUrl: "https://breathroom.example/gift-cards/balance",
  },
};

type RefundedProps = CustomerProps & { item: string; amount: string; card: string; balance: string; reference: string };

/** To the customer: what a gift card had paid is on it again. */
export const giftCardRefunded: Template<RefundedProps> = {
  subject: ({ item }) => `Back on your gift card: ${item}`,
  letter: (props) => (
    <Letter
      {...props}
      label="Gift card"
      preview={`${props.amount} is back on your gift card.`}
      because={`you paid with a gift card at ${props.site.name}.`}
      headline={["Your gift card", "is filled again"]}
      text={`${props.amount} for ${props.item} is back on the gift card that paid. You can use it again now.`}
      action={<Action href={props.site.url} label="See the schedule" />}
    >
      <Fact label="Amount">{props.amount}</Fact>
      <Fact label="Left">{props.balance}</Fact>
      <SoftFact label="Name">{props.card}</SoftFact>
      <ReferenceFact {...props} />
    </Letter>
  ),
  example: {
    ...exampleCustomer,
    item: "Evening Wind-Down",
    amount: "£32.00",
    card: "gift card 7B0C3A52",
    balance: "£50 of £50 left, until Saturday, December 1, 2029",
    reference: exampleReference,
  },
};

type EndingProps = Omit<GiftCardProps, "words" | "giver" | "amount"> & { balance: string };

/** To whom has the card, a month before it ends. */
export const giftCardEnding: Template<EndingProps> = {
  subject: ({ site, until }) => `Your gift card is valid until ${until}: ${site.name}`,
  letter: (props) => (
    <Letter
      {...props}
      label="Gift card"
      preview={`Valid until ${props.until}.`}
      because={`there is a gift card for this address at ${props.site.name}.`}
      headline={["Your gift card", "ends soon"]}
      text={`There is still something on it. ${whereToUse(props)} A date later than its end can be booked, too, as long as you book before it.`}
      action={<WayToUse {...props} />}
    >
      <Fact label="Left">{props.balance}</Fact>
      <Fact label="Valid until">{props.until}</Fact>
      <Fact label="Code">
        <span style={{ fontFamily: "monospace", letterSpacing: "0.04em" }}>{props.code}</span>
      </Fact>
      <SoftFact label="Name">{props.card}</SoftFact>
      <SoftFact label="What is left">{props.balanceUrl}</SoftFact>
    </Letter>
  ),
  example: {
    site: exampleSite,
    firstName: "Hannah",
    balance: "£18 of £50 left",
    code: "7KQ2-M4ZD-9HXA-T3VB-W8RC-5NEJ-PY6G",
    pass: null,
    until: "Saturday, December 1, 2029",
    card: "gift card 7B0C3A52",
    balanceUrl: "https://breathroom.example/gift-cards/balance",
  },
};

type ChangedProps = CustomerProps & {
  change: string;
  /** Of a change by hand. */
  reason?: string;
  card: string;
  balance: string;
  balanceUrl: string;
};

/** To the person who has the card: what it is has changed, or the instructor has corrected what is on it. */
export const giftCardChanged: Template<ChangedProps> = {
  subject: ({ site }) => `Your gift card has changed: ${site.name}`,
  letter: ({ change, reason, ...props }) => (
    <Letter
      {...props}
      label="Gift card"
      preview={change}
      because={`there is a gift card for this address at ${props.site.name}.`}
      headline={["Your gift card", "has changed"]}
      text={reason === undefined ? change : `${change} The reason: ${reason}`}
      action={<Action href={props.balanceUrl} label="See what is left" />}
    >
      <Fact label="Left">{props.balance}</Fact>
      <SoftFact label="Name">{props.card}</SoftFact>
    </Letter>
  ),
  example: {
    ...exampleCustomer,
    change: "£10.00 was added to it.",
    reason: "For the evening that began late",
    card: "gift card 7B0C3A52",
    balance: "£28 of £50 left, until Saturday, December 1, 2029",
    balanceUrl: "https://breathroom.example/gift-cards/balance",
  },
};
