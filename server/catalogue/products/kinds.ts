import type { products } from "@db/schema";
import { myMembershipPath } from "../../core/paths";

export type ProductKind = (typeof products.$inferSelect)["kind"];

export type ProductWords = {
  /** The name in lists and files of orders. */
  type: string;
  noun: string;
  /** What its buyer can do, and no longer once they have lost it. */
  use: string;
  /** What one purchase pays for, if that is a part only: the other parts stay when it is refunded. */
  part?: string;
  /** What happens if it ends with a refund of a part, for what is used up bit by bit. */
  end?: string;
};

/** What mails about a purchase say. */
type MailWords = {
  /** What completes a sentence, as in "you bought recordings". */
  kind: string;
  /** What stands beside its name. */
  bought: string;
  openNow: string;
  openForLife: string;
  /** The words on the buttons that lead to it: to use it, to look at it, and for the instructor. */
  use: string;
  see: string;
  open: string;
};

type KindOfProduct = ProductWords & {
  /** "has bought a collection, and can watch it": what the instructor's mail says. */
  bought: string;
  /** Whether visitors without an account may buy it. */
  isSoldToGuests: boolean;
  /** Whether its page asks a buyer who is signed out to set up an account. */
  isClaimedByAccount: boolean;
  /** The title above what was got without paying. */
  unlockedTitle: string;
  /** What its buyer wants to do with it, as in "To watch, please sign in". */
  aim: string;
  /** The sentence on what was bought, such as "Every birth recording is yours for life". */
  isYours: (series: string) => string;
  /** Whether it is delivered as a whole at once, so that a buyer may give up the right to withdraw. */
  isDigital: boolean;
  /** The text below the name on Stripe's payment page, and that on the receipt. */
  checkoutText: string;
  receiptText: string;
  /** The name in a sentence. */
  inText: (title: string) => string;
  /** Why it can't be bought. */
  notForSale: string;
  /** What the revenue of all of this kind is called, as the head of a column and in a sentence; null if each has its own. */
  revenue: { label: string; inText: string } | null;
  mail: (title: string) => MailWords;
  pathOf: (product: AddressParts) => string;
  /** Where its buyer finds it, if not on the page that sells it. */
  ownPath?: string;
};

type AddressParts = Pick<typeof products.$inferSelect, "id" | "slug" | "address">;

/** What the site says of places in sessions, where it lists them beside products. */
const sessionWords: ProductWords = { type: "Session", noun: "session", use: "attend the session" };

/** What each kind of product is called, where its page is, and what its buyer gets and loses. */
export const kinds: Record<ProductKind, KindOfProduct> = {
  collection: {
    type: "Recording",
    noun: "collection",
    use: "watch the collection",
    bought: "has bought a collection, and can watch it",
    isSoldToGuests: false,
    isClaimedByAccount: true,
    unlockedTitle: "Collection Unlocked",
    aim: "watch",
    isYours: (series) => `Every ${series} recording is yours for life.`,
    isDigital: true,
    checkoutText: "All recordings, lifetime access",
    receiptText: "Lifetime access to the whole series",
    inText: (title) => `the ${title}`,
    notForSale: "This collection is no longer for sale.",
    revenue: null,
    mail: (title) => ({
      kind: "recordings",
      bought: "lifetime access",
      openNow: `Every recording in ${title} is unlocked.`,
      openForLife: `Every recording in ${title} is unlocked for you, for life, including the ones still to come.`,
      use: "Watch now",
      see: "See the recordings",
      open: "Open the collection",
    }),
    pathOf: ({ slug, address }) => address ?? `/collections/${slug}`,
  },
  resource: {
    type: "Resource",
    noun: "resource",
    use: "open the resource",
    bought: "has bought a learning resource, and can download it",
    isSoldToGuests: false,
    isClaimedByAccount: false,
    unlockedTitle: "Resource Unlocked",
    aim: "download it",
    isYours: () => "This resource is yours for life.",
    isDigital: true,
    checkoutText: "Learning resource, yours to keep",
    receiptText: "Learning resource, yours to keep",
    inText: (title) => `“${title}”`,
    notForSale: "This resource is not for sale.",
    revenue: { label: "Resources", inText: "resources" },
    mail: (title) => ({
      kind: "a learning resource",
      bought: "learning resource",
      openNow: `${title} is ready for you to download.`,
      openForLife: `${title} is ready for you to download.`,
      use: "Open and download",
      see: "See the resource",
      open: "Open the resource",
    }),
    pathOf: ({ id }) => `/resources/${id}`,
  },
  pass: {
    type: "Pass",
    noun: "pass",
    use: "book with the pass",
    end: "It ends: what is not used of it is gone. What was booked with it stays",
    bought: "has bought a pass, and can book with it",
    isSoldToGuests: true,
    isClaimedByAccount: false,
    unlockedTitle: "Your Pass Is Ready",
    aim: "book with it",
    isYours: () => "Your pass is ready to book with.",
    isDigital: false,
    checkoutText: "Pass for sessions",
    receiptText: "Pass for sessions",
    inText: (title) => `the pass “${title}”`,
    notForSale: "This pass is no longer for sale.",
    revenue: { label: "Passes", inText: "passes" },
    mail: (title) => ({
      kind: "a pass",
      bought: "pass",
      openNow: `${title} is ready to book with.`,
      openForLife: `${title} is ready to book with: choose it where you book a session.`,
      use: "Book a session",
      see: "See the pass",
      open: "Open the pass",
    }),
    pathOf: ({ id }) => `/passes/${id}`,
  },
  gift_card: {
    type: "Gift card",
    noun: "gift card",
    use: "pay with the gift card",
    end: "It ends: what is left on it is gone. What was paid with it stays",
    bought: "has bought a gift card, which can be used",
    isSoldToGuests: true,
    isClaimedByAccount: false,
    unlockedTitle: "Your Gift Card Is Ready",
    aim: "see it",
    isYours: () => "Your gift card is ready.",
    isDigital: false,
    checkoutText: "Gift card",
    receiptText: "Gift card",
    inText: (title) => `the gift card “${title}”`,
    notForSale: "This gift card is no longer for sale.",
    // It is income once something is bought with it: see docs/decisions/081.
    revenue: null,
    mail: (title) => ({
      kind: "a gift card",
      bought: "gift card",
      openNow: `${title} is paid for.`,
      openForLife: `${title} is paid for. Its code comes in an email of its own, to you or to whom you give it.`,
      use: "See the schedule",
      see: "See the gift card",
      open: "Open the gift card",
    }),
    pathOf: ({ id }) => `/gift-cards/${id}`,
  },
  course: {
    type: "Course",
    noun: "course",
    use: "attend the course",
    end: "Its dates to come are cancelled and offered to others",
    bought: "has booked a course, with a place on each of its dates",
    isSoldToGuests: true,
    isClaimedByAccount: false,
    unlockedTitle: "Your Course Is Booked",
    aim: "see your dates",
    isYours: () => "Your place is booked on every date.",
    isDigital: false,
    checkoutText: "Course, a place on each date",
    receiptText: "Course, a place on each date",
    inText: (title) => `the course “${title}”`,
    notForSale: "This course is not for sale.",
    revenue: { label: "Courses", inText: "courses" },
    mail: (title) => ({
      kind: "a course",
      bought: "course",
      openNow: `Your place on every date of ${title} is booked.`,
      openForLife: `Your place on every date of ${title} is booked.`,
      use: "See the course",
      see: "See the course",
      open: "Open the course",
    }),
    pathOf: ({ id }) => `/courses/${id}`,
  },
  membership: {
    type: "Membership",
    noun: "membership",
    use: "use the membership",
    part: "period",
    bought: "has a membership, paid for another period",
    isSoldToGuests: false,
    isClaimedByAccount: false,
    unlockedTitle: "Your Membership Has Begun",
    aim: "use it",
    isYours: () => "Your membership is ready to use.",
    isDigital: false,
    checkoutText: "Membership",
    receiptText: "Membership, one period",
    inText: (title) => `the membership “${title}”`,
    notForSale: "This membership is not for sale.",
    revenue: { label: "Memberships", inText: "memberships" },
    mail: (title) => ({
      kind: "a membership",
      bought: "membership",
      openNow: `${title} is yours to use.`,
      openForLife: `${title} is yours to use.`,
      use: "See your membership",
      see: "See your membership",
      open: "Open the membership",
    }),
    pathOf: () => "/memberships",
    ownPath: myMembershipPath,
  },
};

/** Returns the page of a product, and the address of the dialog that sells it without `?purchase=true`. */
export const productPath = (product: AddressParts & { kind: ProductKind }): string =>
  kinds[product.kind].pathOf(product);

/** Returns where the buyer of a product finds it. */
export const ownPathOf: typeof productPath = (product) => kinds[product.kind].ownPath ?? productPath(product);

/** Returns what the back office says of an order of this kind. */
export const wordsOf = (kind: ProductKind | "session"): ProductWords =>
  kind === "session" ? sessionWords : kinds[kind];

/** Returns what a full refund takes from its buyer, as the end of a sentence to them. */
export function lossOf(kind: ProductKind): string {
  const { noun, part } = kinds[kind];
  return part
    ? `the ${part} of your ${noun} that it paid for no longer counts`
    : `you no longer have access to the ${noun}`;
}
