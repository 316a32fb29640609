import { settingsAddress, settingsSpecs } from "~/features/admin/settings/settings-fields";
import type { ShellGroup } from "~/features/layout/shell-items";
import { secondFactorPath } from "~/lib/sign-in-address";

/** A page, or a part of one, that the search of the back office leads to. */
export type OfficePage = {
  label: string;
  href: string;
  /** The part of the menu. */
  group: string;
  /** What an instructor may type instead of the label. */
  words: string;
};

/** Words by the address of the menu's item. */
export const wordsOfItems: Record<string, string> = {
  "/admin": "home start dashboard today waiting tasks to do first steps",
  "/admin/sessions":
    "class event appointment workshop schedule calendar timetable zoom link joining meeting room attendees check in door waitlist series cancel duplicate message reminder draft publish",
  "/admin/bookings": "reservation places tickets booked attendees move date cancel",
  "/admin/one-to-one":
    "appointments private individual coaching calendar availability hours free times slots holidays closed request approve questions intake",
  "/admin/categories": "kinds types tags filter topics",
  "/admin/calendar":
    "google outlook icloud apple caldav ical ics sync busy free availability secret address fastmail nextcloud",
  "/admin/people":
    "customers clients contacts guests attendees crm notes gdpr data protection health notes no-shows csv",
  "/admin/users":
    "accounts members password reset log in as impersonate delete account gdpr change email address sign in login",
  "/admin/newsletter":
    "mailing list subscribers unsubscribe announcements marketing campaign broadcast consent gdpr news",
  "/admin/mails": "email sent outbox bounced spam not arrived delivery confirmation resend",
  "/admin/orders":
    "refund money back invoice receipt sales purchases bookings pending failed payment csv tax vat accounting bookkeeping confirmation resend reference",
  "/admin/payments":
    "stripe ledger reconcile dispute chargeback refund accounting bookkeeping balance statement tax vat card cash",
  "/admin/payouts": "bank account transfer arrived stripe fees net payout statement accounting bookkeeping",
  "/admin/invoices":
    "invoice credit note vat tax number rate business details company address accountant bookkeeping xero quickbooks archive pdf",
  "/admin/withdrawals": "withdraw right contract 14 days cancel refund consumer cooling off",
  "/admin/discount-codes": "coupon voucher promo code gift reduction percent off",
  "/admin/insights": "statistics analytics money revenue income earnings report attendance figures numbers charts",
  "/admin/products/gift-card": "gifts presents vouchers certificates christmas balance liability code sell sold open",
  "/admin/products/course": "course series programme workshop all dates one price block term",
  "/admin/products/membership": "membership subscription plan recurring monthly yearly unlimited trial join",
  "/admin/products/pass": "packs bundles credits class pass punch card introductory offer sell ten sessions",
  "/admin/products/collection": "courses series new add order name description hide switch off",
  "/admin/products/resource": "downloads files pdf workbook handout material ebook shop",
  "/admin/settings": "options preferences configuration setup",
  "/admin/pages": "about faq questions privacy policy terms conditions legal imprint accessibility text content gdpr",
  "/admin/profile": "biography bio portrait photo credentials languages about me instructor name",
  "/admin/look": "theme logo colour color accent design brand style picture share image favicon appearance",
  "/admin/embeds": "embed widget iframe frame script paste code wordpress squarespace wix schedule feed rss atom json",
  "/admin/testimonials": "reviews feedback quotes ratings praise",
  "/admin/system": "maintenance health check status doctor errors problems test email webhook domain setup",
  "/admin/backups": "restore save copy safety download",
  "/admin/import": "momence eventbrite csv upload migrate move from another system customers bookings",
  "/admin/export": "download everything csv json archive gdpr data move away records",
  "/admin/jobs": "background tasks failed retry queue",
  "/admin/audit": "history changes who did what log security",
};

const start = "Admin Dashboard";

const itemPages = (groups: ShellGroup[]): OfficePage[] =>
  groups.flatMap(({ heading = start, items }) =>
    items.map(({ label, href, words }) => ({ label, href, group: heading, words: words ?? wordsOfItems[href] ?? "" })),
  );

/** Pages that the menu leads to by another page. */
const furtherPages: OfficePage[] = [
  {
    label: "Files of other programs",
    href: "/admin/files",
    group: "Maintenance",
    words: "captions subtitles srt vtt ics encoding utf-8 excel format accepted refused help",
  },
  { label: "Create New Session", href: "/admin/sessions/new", group: "Sessions", words: "add plan class event" },
  { label: "Add One to One", href: "/admin/one-to-one/new", group: "Sessions", words: "new appointment private offer" },
  { label: "New newsletter", href: "/admin/newsletter/new", group: "People", words: "write send campaign email" },
  { label: "Create Code", href: "/admin/discount-codes/new", group: "Money", words: "add discount coupon voucher" },
  { label: "Grant free access", href: "/admin/purchases/grant", group: "Recordings", words: "give gift unlock" },
  {
    label: "Holders of passes",
    href: "/admin/passes/holders",
    group: "Products",
    words: "balance credits left extend correct expired",
  },
  {
    label: "Members",
    href: "/admin/memberships/members",
    group: "Products",
    words: "subscribers extend pause free months end cash standing order",
  },
  { label: "Add Member", href: "/admin/memberships/members/new", group: "Products", words: "join cash paid elsewhere" },
  { label: "Give a pass", href: "/admin/passes/give", group: "Products", words: "gift grant free cash credits" },
  { label: "Add Collection", href: "/admin/products/collection/new", group: "Recordings", words: "new course series" },
  {
    label: "Add Resource",
    href: "/admin/products/resource/new",
    group: "Recordings",
    words: "new upload file pdf download",
  },
  { label: "Add Page", href: "/admin/pages/new", group: "Your site", words: "new write text" },
  { label: "Add Testimonial", href: "/admin/testimonials/new", group: "Your site", words: "new review quote" },
  {
    label: "Two-step sign-in",
    href: secondFactorPath,
    group: "Your account",
    words: "2fa mfa second factor authenticator app security code",
  },
  {
    label: "Profile",
    href: "/dashboard/settings",
    group: "Your account",
    words: "own password change email devices sign out time zone delete account",
  },
];

type Section = keyof typeof settingsSpecs;

/** Words beside the titles and labels of a section. */
const wordsOfSections: Record<Section, string> = {
  site: "title brand business tagline sender",
  home: "front page start hero banner news",
  videos: "upload size limit large file",
  contact: "email phone instagram facebook youtube footer",
  pages: "menu navigation links website url",
  embeds: "embed widget iframe frame wordpress squarespace wix allow website",
  cancelling: "cancellation policy refund deadline hours late",
  waitlist: "waiting list full sold out offer",
  requests: "one to one approve answer wait hours lapse",
  withdrawal: "refund right consumer 14 days eu uk legal",
  health: "contraindications medical waiver disclaimer safety form questionnaire",
  notes: "gdpr medical retention delete privacy data",
};

const isSection = (name: string): name is Section => name in settingsSpecs;

const sectionPages: OfficePage[] = Object.keys(settingsSpecs)
  .filter(isSection)
  .map((section) => {
    const { title, group, fields } = settingsSpecs[section];
    const labels = fields.map(({ label }) => label).join(" ");
    return {
      label: title,
      href: settingsAddress(section),
      group: `Settings, ${group}`,
      words: `settings ${labels} ${wordsOfSections[section]}`,
    };
  });

/** Returns all pages of the back office, those of its menu first. */
export const officePagesIn = (groups: ShellGroup[]): OfficePage[] => [
  ...itemPages(groups),
  ...furtherPages,
  ...sectionPages,
];
