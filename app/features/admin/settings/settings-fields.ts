import type { SettingsForm } from "@server/catalogue/site/settings";

export type SettingsFieldSpec = {
  name: string;
  label: string;
  type: "text" | "url" | "number" | "checkbox" | "textarea";
  hint?: string;
  /** The number of rows of a textarea. */
  rows?: number;
};

type SettingsSection = SettingsForm["section"];

type SectionSpec = {
  group: (typeof settingsGroups)[number];
  title: string;
  text: string;
  /** What is set at present, in a few words, for the folded section. */
  sum: (values: Record<string, string>) => string;
  fields: SettingsFieldSpec[];
};

/** The groups in the order of the page. */
export const settingsGroups = ["Your site", "Recordings", "Bookings", "Health"] as const;

/** Returns the address of the settings with a section unfolded. */
export const settingsAddress = (section?: SettingsSection): string =>
  section ? `/admin/settings?section=${section}#${section}` : "/admin/settings";

export const settingsSpecs: Record<SettingsSection, SectionSpec> = {
  site: {
    group: "Your site",
    title: "Name of the site",
    sum: ({ name = "" }) => name,
    text: "Shown on every page, in every email and in the calendars people subscribe to.",
    fields: [
      { name: "name", label: "Name", type: "text" },
      { name: "tagline", label: "Tagline", type: "text", hint: "One sentence about what you offer." },
      { name: "senderName", label: "Sender of emails", type: "text", hint: "Shown as the sender in people’s inboxes." },
    ],
  },
  home: {
    group: "Your site",
    title: "Home page",
    sum: ({ headline, announcement }) =>
      announcement ? "With an announcement" : headline || "The site’s own headline",
    text: "What visitors read first. An empty headline or introduction is replaced by that of the site.",
    fields: [
      { name: "headline", label: "Headline", type: "text", hint: "“Upcoming sessions” if empty." },
      { name: "intro", label: "Introduction", type: "text", hint: "The tagline if empty." },
      {
        name: "announcement",
        label: "Announcement",
        type: "text",
        hint: "Shown above the sessions until you delete it.",
      },
    ],
  },
  embeds: {
    group: "Your site",
    title: "Your other website",
    sum: ({ origins = "" }) => origins.split("\n").join(", ") || "Not shown anywhere else",
    text: "Websites that may show your schedule, a session or your passes within their own pages. The lines to paste there are under “On your website”.",
    fields: [
      {
        name: "origins",
        label: "Websites",
        type: "textarea",
        rows: 3,
        hint: "One in each line, such as https://www.example.com",
      },
    ],
  },
  videos: {
    group: "Recordings",
    title: "Video files",
    sum: ({ maxVideoMb }) => `Up to ${maxVideoMb} MB each`,
    text: "An hour of video takes about 700 MB. Larger files take longer to upload and fill the storage of your site.",
    fields: [
      {
        name: "maxVideoMb",
        label: "How large a video may be, in MB",
        type: "number",
        hint: "At most 4096, which is 4 GB.",
      },
    ],
  },
  contact: {
    group: "Your site",
    title: "Contact and social",
    sum: ({ contact = "" }) => contact.replace(/^(mailto:|https?:\/\/)/, ""),
    text: "Where people write to you and follow you. Shown in the navigation, the footer and every email.",
    fields: [
      { name: "contact", label: "Contact page or address", type: "text", hint: "https://… or mailto:you@…" },
      { name: "socialName", label: "Social network", type: "text" },
      { name: "socialUrl", label: "Your page there", type: "url", hint: "Leave it empty to show no link." },
    ],
  },
  pages: {
    group: "Your site",
    title: "External pages",
    sum: (values) => {
      const links = Object.values(values).filter(Boolean).length;
      return links === 0 ? "No links" : links === 1 ? "1 link" : `${links} links`;
    },
    text: "Links in the navigation to your other site. An address for About takes the place of your own page. A page without an address is left out.",
    fields: [
      { name: "about", label: "About", type: "url" },
      { name: "workshops", label: "Workshops", type: "url" },
      { name: "corporate", label: "Corporate", type: "url" },
      { name: "mothers", label: "Mothers", type: "url" },
      { name: "birth", label: "Birth", type: "url" },
    ],
  },
  cancelling: {
    group: "Bookings",
    title: "Cancelling",
    sum: ({ isCancellingOn, cancelWindowHours }) =>
      isCancellingOn ? `Free of charge until ${cancelWindowHours} hours before` : "By you only",
    text: "What people can do themselves. You can cancel for them at any time.",
    fields: [
      { name: "isCancellingOn", label: "People may cancel their booking, with a refund", type: "checkbox" },
      { name: "cancelWindowHours", label: "Free of charge until this many hours before the start", type: "number" },
    ],
  },
  waitlist: {
    group: "Bookings",
    title: "Waitlist",
    sum: ({ isWaitlistOn, offerHours }) => (isWaitlistOn ? `Places are held for ${offerHours} hours` : "Off"),
    text: "A place that becomes free is offered to the first person on the waitlist.",
    fields: [
      { name: "isWaitlistOn", label: "Sold-out sessions have a waitlist", type: "checkbox" },
      { name: "offerHours", label: "How many hours an offered place is held", type: "number" },
    ],
  },
  requests: {
    group: "Bookings",
    title: "Requests for one-to-one times",
    sum: ({ requestHours }) => `They end after ${requestHours} hours without an answer`,
    text: "A time that someone has asked for is held until you answer. If you don’t, it becomes free again, and both of you get an email.",
    fields: [{ name: "requestHours", label: "How many hours a request waits for your answer", type: "number" }],
  },
  withdrawal: {
    group: "Recordings",
    title: "Withdrawing from purchases",
    sum: ({ isOn }) => (isOn ? "People may withdraw" : "Not offered"),
    text: "Consumers in the European Union and the United Kingdom may withdraw from what they buy online within 14 days. For recordings and resources this ends when they ask for access at once, confirm that they know it, and are told so by email: the box before paying is for that. This site gives no legal advice. Ask a lawyer or a consumer office what applies to you.",
    fields: [
      { name: "isOn", label: "People may withdraw from purchases here", type: "checkbox" },
      {
        name: "reason",
        label: "If not, why",
        type: "textarea",
        rows: 3,
        hint: "Shown on the page “Withdraw from a contract”, for example: I sell to businesses only.",
      },
      {
        name: "isLaterOffered",
        label: "Sell without the ticked box, too",
        type: "checkbox",
        hint: "Whoever leaves it empty pays now and gets access when the 14 days are over, with an email that says so.",
      },
    ],
  },
  health: {
    group: "Health",
    title: "Health statement",
    sum: ({ text }) => (text ? "Asked for before the first booking" : "Not asked for"),
    text: "People confirm it before their first booking, and again whenever it changes. Leave it empty to skip this step.",
    fields: [
      {
        name: "text",
        label: "Statement",
        type: "textarea",
        hint: "Begin with who has to ask a doctor first. An empty line starts a new paragraph.",
      },
    ],
  },
  notes: {
    group: "Health",
    title: "Health notes",
    sum: ({ healthNoteMonths }) => `Kept for ${healthNoteMonths} months`,
    text: "What people write to you with the statement is encrypted, and deleted some time after they were last with you.",
    fields: [{ name: "healthNoteMonths", label: "Months to keep a note after the last session", type: "number" }],
  },
};
