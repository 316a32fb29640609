import type { OrderRef } from "@server/office/orders/schemas";
import type { StepByHand } from "@server/payments/schemas";
import { listAddress } from "~/lib/list-address";

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

export const offersPath = "/admin/one-to-one";

/** The lists of products, one for each kind. */
export const productsPath = "/admin/products";
export const coursesPath = `${productsPath}/course`;
export const passesPath = `${productsPath}/pass`;
export const plansPath = `${productsPath}/membership`;
export const giftCardsPath = `${productsPath}/gift-card`;
export const collectionsPath = `${productsPath}/collection`;

/** Returns the address of the dates and the waitlist of a course. */
export const courseWaitlistPath = (id: string): string => `/admin/courses/${id}/waitlist`;

/** The list of the members of all plans. */
export const membersPath = "/admin/memberships/members";

/** Returns the address of a membership, or of what is changed about it by hand. */
export const memberPath = (id: string, kind?: string): string =>
  kind ? `${membersPath}/${id}/change?kind=${kind}` : `${membersPath}/${id}`;

export const addMemberPath = `${membersPath}/new`;

/** Returns the address of a sold gift card. */
export const soldCardPath = (id: string): string => `/admin/gift-cards/sold/${id}`;

/** The list of the passes that were bought, by holder. */
export const heldPassesPath = "/admin/passes/holders";

/** Returns the address of a pass that was bought, or of what is changed about it by hand. */
export const heldPassPath = (id: string, what?: "extend" | "credits"): string =>
  [heldPassesPath, id, what].filter(Boolean).join("/");

export const givePassPath = "/admin/passes/give";

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
