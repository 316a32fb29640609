import type { OrderRef } from "@server/office/orders/schemas";
import type { StepByHand } from "@server/payments/schemas";
import { listAddress } from "~/lib/list-address";

export const resourcesPath = "/admin/resources";
export const pagesPath = "/admin/pages";
export const testimonialsPath = "/admin/testimonials";
export const payoutsPath = "/admin/payouts";
export const invoicesPath = "/admin/invoices";
export const invoiceSettingsPath = `${invoicesPath}/settings`;
export const invoiceArchivePath = `${invoicesPath}/archive`;
export const withdrawalsPath = "/admin/withdrawals";
export const categoriesPath = "/admin/categories";
export const calendarPath = "/admin/calendar";
export const backupsPath = "/admin/backups";
export const exportPath = "/admin/export";
export const importPath = "/admin/import";

export const filesPath = "/admin/files";
export const codesPath = "/admin/discount-codes";

export const coursesPath = "/admin/courses";
export const offersPath = "/admin/one-to-one";
export const passesPath = "/admin/passes";

/** Returns the address of a form in a list, or of the deletion of what it edits. */
const formPathIn =
  (list: string) =>
  (id: string, what?: "delete"): string =>
    [list, id, what].filter(Boolean).join("/");

export const passFormPath = formPathIn(passesPath);

export const plansPath = "/admin/memberships";
export const planFormPath = formPathIn(plansPath);

/** The list of the members of all plans. */
export const membersPath = `${plansPath}/members`;

/** Returns the address of a membership, or of what is changed about it by hand. */
export const memberPath = (id: string, kind?: string): string =>
  kind ? `${membersPath}/${id}/change?kind=${kind}` : `${membersPath}/${id}`;

export const addMemberPath = `${membersPath}/new`;

export const giftCardsPath = "/admin/gift-cards";
export const giftCardFormPath = formPathIn(giftCardsPath);

/** Returns the address of a sold gift card. */
export const soldCardPath = (id: string): string => `${giftCardsPath}/sold/${id}`;

/** The list of the passes that were bought, by holder. */
export const heldPassesPath = `${passesPath}/holders`;

/** Returns the address of a pass that was bought, or of what is changed about it by hand. */
export const heldPassPath = (id: string, what?: "extend" | "credits"): string =>
  [heldPassesPath, id, what].filter(Boolean).join("/");

export const givePassPath = `${passesPath}/give`;

export const collectionsPath = "/admin/collections";

/** Returns the address of a collection's name and description, or of its deletion. */
export const collectionFormPath = (slug: string, what: "edit" | "delete" = "edit"): string =>
  `${collectionsPath}/${slug}/${what}`;

/** Returns the address of a recording's form in a library. */
export const recordingFormPath = (libraryPath: string, id: string, what?: "delete"): string =>
  [libraryPath, id, what].filter(Boolean).join("/");

/** Returns the address at which captions are corrected, below that of their recording's form. */
export const captionsPath = (formPath: string, language: string): string => `${formPath}/captions/${language}`;

export const bookingsPath = "/admin/bookings";
export const ordersPath = "/admin/orders";

/** Returns the address of an order's page, or of what is done with it. */
export const orderAddress = (
  { kind, id }: OrderRef,
  what: "status" | "refund" | "returned" | "sync" | "move" | "confirmation" | null,
  query: { back: string; to?: StepByHand },
): string => listAddress([ordersPath, kind, id, what].filter(Boolean).join("/"), query);

/** Returns the address of all refunds still owed by hand, of one session or customer if `search` is given. */
export const owedByHandAddress = (search = ""): string => listAddress(ordersPath, { tab: "owed", search });
