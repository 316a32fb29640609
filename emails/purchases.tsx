import { Action } from "./parts/action";
import { AdminLetter } from "./parts/admin-letter";
import { exampleCustomer, examplePerson, exampleReference } from "./parts/examples";
import { Fact, FactLink, ReferenceFact, Soft, SoftFact } from "./parts/facts";
import { Letter, type Template } from "./parts/letter";
import { byLink } from "./passes";
import { onItsWay, PaidFact, RefundedFact } from "./parts/money";
import type { CustomerProps, PaidAmount, Person, Site } from "./parts/props";

type Item = {
  item: string;
  itemUrl: string;
  /** The words for the kind of what was bought; each letter says some of them. */
  words: Record<"kind" | "bought" | "openNow" | "openForLife" | "use" | "see" | "open", string>;
};

type PurchaseProps = CustomerProps & Item & { reference: string };

const example: PurchaseProps = {
  ...exampleCustomer,
  item: "Birth Recordings",
  itemUrl: "https://breathroom.example/recordings",
  reference: exampleReference,
  words: {
    kind: "recordings",
    bought: "lifetime access",
    openNow: "Every recording in Birth Recordings is unlocked.",
    openForLife: "Every recording in Birth Recordings is unlocked for you, for life, including the ones still to come.",
    use: "Watch now",
    see: "See the recordings",
    open: "Open the collection",
  },
};

type PurchaseConfirmationProps = PurchaseProps & {
  date: string;
  listPrice: string;
  paid: PaidAmount;
  /** What the buyer confirmed to have it at once; mails that were written before it existed lack it. */
  waiver?: { text: string; on: string } | null;
  /** The day on which access begins for someone who did not confirm it; absent as above. */
  opensOn?: string | null;
  /** Where to withdraw; absent as above. */
  withdrawUrl?: string;
  /** What a pass holds and until when; absent for other products. */
  pass?: { terms: string[]; balance: string } | null;
  passesUrl?: string;
  /** Where its buyer prints a gift card and sends it again; absent for other products. */
  giftUrl?: string;
  /** Whether these addresses open what a guest has bought, without signing in. */
  isByLink?: boolean;
};

/** A mail to the buyer of a collection or a learning resource, once it is paid; also the receipt. */
export const purchaseConfirmation: Template<PurchaseConfirmationProps> = {
  subject: ({ item, pass, giftUrl }) => {
    if (giftUrl) return `Your gift: ${item}`;
    return pass ? `Your pass: ${item}` : `Yours for life: ${item}`;
  },
  letter: ({ waiver, opensOn, withdrawUrl, pass, passesUrl, giftUrl, isByLink, ...props }) => (
    <Letter
      {...props}
      label="Purchase confirmation"
      preview={`${opening(props, opensOn)} Your receipt is inside.`}
      because={`you bought ${props.words.kind} at ${props.site.name}.`}
      headline={headlineOf({ pass, giftUrl })}
      greeting="Thank you"
      text={`${whatWasBought(props, opensOn)} Here is your receipt.`}
      action={
        giftUrl ? (
          <Action href={giftUrl} label="Open the gift card" note={isByLink ? giftByLink : undefined} />
        ) : isByLink && passesUrl ? (
          <Action href={passesUrl} label="Open your pass" note={byLink} />
        ) : (
          <OpenItem {...props} isOpen={!opensOn} />
        )
      }
    >
      <BoughtFact {...props} />
      {pass && (
        <Fact label="Holds">
          {pass.balance}. <Soft>{pass.terms.join(" ")}</Soft>
        </Fact>
      )}
      {passesUrl && !isByLink && (
        <Fact label="Balance">
          <FactLink href={passesUrl} label="See what is left" />
        </Fact>
      )}
      <Fact label="Date">{props.date}</Fact>
      <SoftFact label="Price">{props.listPrice}</SoftFact>
      <PaidFact paid={props.paid} />
      <SoftFact label="Seller">{props.site.name}</SoftFact>
      <ReferenceFact {...props} />
      {waiver && (
        <SoftFact label="Access">
          At once, as you asked. On {waiver.on} you confirmed: “{waiver.text}” The right to withdraw from this contract
          has ended.
        </SoftFact>
      )}
      {opensOn && (
        <Fact label="Access">
          From {opensOn}, <Soft>when the 14 days in which you may withdraw are over</Soft>
        </Fact>
      )}
      {withdrawUrl && (
        <Fact label="Withdraw">
          <FactLink href={withdrawUrl} label="Withdraw from contract here" />
        </Fact>
      )}
    </Letter>
  ),
  example: {
    ...example,
    date: "Tuesday, December 1, 2026",
    listPrice: "€60.00",
    paid: { amount: "€48.00", discount: "20% off with WINTER20" },
    waiver: {
      text: "I ask for access at once. I know that my right to withdraw from this contract ends with it.",
      on: "Tuesday, December 1, 2026, 7:30 PM GMT",
    },
    withdrawUrl: "https://breathroom.example/withdraw?reference=7B0C3A52",
    pass: {
      terms: ["10 sessions, online and on site.", "Valid for 6 months from the day you buy it."],
      balance: "10 of 10 left, until Tuesday, June 1, 2027",
    },
    passesUrl: "https://breathroom.example/user/passes",
  },
};

const giftByLink =
  "There you print it, or send it again. The link opens it without signing in, so keep it to yourself.";

function headlineOf({ pass, giftUrl }: Pick<PurchaseConfirmationProps, "pass" | "giftUrl">): [string, string] {
  if (giftUrl) return ["Your gift", "is paid for"];
  return pass ? ["Your pass", "is ready"] : ["It is all", "yours to keep"];
}

type OpeningDay = PurchaseConfirmationProps["opensOn"];

const opening = (bought: Item, opensOn: OpeningDay): string =>
  opensOn ? `${bought.item} opens for you on ${opensOn}.` : bought.words.openNow;

function whatWasBought(bought: Item, opensOn: OpeningDay): string {
  if (opensOn) return `${opening(bought, opensOn)} I’ll write to you then, and it stays yours for life.`;
  return bought.words.openForLife;
}

const BoughtFact = ({ item, words: { bought } }: Item) => (
  <Fact label="Bought">
    {item} <Soft>{bought}</Soft>
  </Fact>
);

function OpenItem({ itemUrl, words, isOpen = true }: Item & { isOpen?: boolean }) {
  const note = "Sign in with the address this email was sent to.";
  return <Action href={itemUrl} label={isOpen ? words.use : "See what you bought"} note={note} />;
}

/** A mail to the buyer who has waited for access until the period to withdraw was over. */
export const purchaseOpened: Template<PurchaseProps> = {
  subject: ({ item }) => `Open for you now: ${item}`,
  letter: (props) => (
    <Letter
      {...props}
      label="Access"
      preview={props.words.openNow}
      because={`you bought ${props.words.kind} at ${props.site.name}.`}
      headline={["Now it is", "open for you"]}
      greeting="Thank you for waiting"
      text={`${props.words.openNow} It is yours to keep.`}
      action={<OpenItem {...props} />}
    >
      <BoughtFact {...props} />
      <ReferenceFact {...props} />
    </Letter>
  ),
  example,
};

type PurchaseRefundedProps = PurchaseProps & {
  why: string;
  refunded: string;
  isInFull: boolean;
  isRest?: boolean;
};

export const purchaseRefunded: Template<PurchaseRefundedProps> = {
  subject: ({ item }) => `Your refund: ${item}`,
  letter: (props) => (
    <Letter
      {...props}
      label="Refund"
      preview={`${props.refunded} is on its way back to you.`}
      because={`you paid for ${props.words.kind} at ${props.site.name}.`}
      headline={["Your payment", "is refunded"]}
      text={`${props.why} ${onItsWay(props.refunded)}`}
      action={<Action href={props.itemUrl} label={props.words.see} />}
    >
      <Fact label="For">{props.item}</Fact>
      <RefundedFact {...props} />
      <ReferenceFact {...props} />
    </Letter>
  ),
  example: {
    ...example,
    why: "You paid for this collection twice. It remains yours.",
    refunded: "€60.00",
    isInFull: true,
  },
};

type AdminPurchaseProps = Item & {
  site: Site;
  event: string;
  text: string;
  buyer: Person;
  amount: string;
  reference: string;
};

export const adminPurchase: Template<AdminPurchaseProps> = {
  subject: ({ event, buyer, item }) => `${event}: ${buyer.name}, ${item}`,
  letter: (props) => (
    <AdminLetter
      {...props}
      label={props.event}
      preview={props.text}
      headline={props.event}
      who={props.buyer}
      action={<Action href={props.itemUrl} label={props.words.open} />}
      closing="Open the site"
    >
      <Fact label="What">{props.item}</Fact>
      <Fact label="Amount">{props.amount}</Fact>
    </AdminLetter>
  ),
  example: {
    ...example,
    event: "New purchase",
    text: "Hannah Okafor has bought a collection, and can watch it now.",
    buyer: examplePerson,
    amount: "€48.00 (20% off with WINTER20)",
  },
};
