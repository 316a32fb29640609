import { z } from "zod";
import { outsideAddress } from "../../core/addresses";
import { formVersion } from "../../core/forms";
import { besideOtherErrors, typedAddress, typedLine, typedText } from "../../core/input-schemas";
import { largestVideoMb } from "../../core/site-settings";

/** Parsed forms have no empty fields. An empty address is not linked. */
const address = z
  .union([z.literal(""), typedAddress({ wrong: "Enter an address that begins with https://", longest: 500 })])
  .default("");

const contact = typedAddress({
  missing: "Enter an address",
  wrong: "Enter an address that begins with https:// or mailto:",
  schemes: ["https:", "http:", "mailto:"],
  longest: 500,
});

/** An empty field must not become 0. */
const wholeNumber = (min: number, max: number) => {
  const error = `Enter a whole number from ${min} to ${max}`;
  return z
    .string({ error })
    .trim()
    .min(1, error)
    .pipe(z.coerce.number<string>({ error }).int(error).min(min, error).max(max, error));
};

const ticked = z
  .literal("on")
  .optional()
  .transform((value) => value === "on");

const maxOrigins = 20;

/** Reads a website from each line, as its origin: that is all by which a browser knows it. */
const typedOrigins = z.string().transform((text, context) => {
  const typed = text.split(/\s+/).filter(Boolean);
  const origins = typed.map((address) => originOf(address));
  const wrong = typed.find((_address, index) => origins[index] === null);
  const error = typed.length > maxOrigins ? `Enter at most ${maxOrigins} websites` : wrong && notWebsite(wrong);
  if (error) context.addIssue({ code: "custom", message: error });
  return [...new Set(origins)].join("\n");
});

const notWebsite = (typed: string) =>
  `“${typed.slice(0, 80)}” is no website. Enter one such as https://www.example.com`;

/** Returns "https://www.example.com" for an address there, and null for what is no address of the web. */
function originOf(address: string): string | null {
  const full = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  if (outsideAddress(full) === null) return null;
  const { origin, hostname } = new URL(full);
  return hostname.includes(".") || hostname === "localhost" ? origin : null;
}

export const settingsForms = {
  site: z.object({
    name: typedLine(60, "Enter a name"),
    tagline: typedLine(200, "Enter a sentence"),
    senderName: typedLine(60, "Enter a name").regex(/^[^"<>\\]*$/, "Leave out quotation marks, < and >"),
  }),
  home: z.object({
    headline: typedLine(60).default(""),
    intro: typedLine(300).default(""),
    announcement: typedLine(300).default(""),
  }),
  videos: z.object({ maxVideoMb: wholeNumber(1, largestVideoMb) }),
  contact: z.object({ contact, socialName: typedLine(40, "Enter a name"), socialUrl: address }),
  pages: z.object({ about: address, workshops: address, corporate: address, mothers: address, birth: address }),
  cancelling: z.object({ isCancellingOn: ticked, cancelWindowHours: wholeNumber(0, 720) }),
  waitlist: z.object({ isWaitlistOn: ticked, offerHours: wholeNumber(1, 168) }),
  requests: z.object({ requestHours: wholeNumber(1, 336) }),
  embeds: z.object({ origins: typedText(2000).default("").pipe(typedOrigins) }),
  withdrawal: z
    .object({ isOn: ticked, isLaterOffered: ticked, reason: typedText(500).default("") })
    .refine(({ isOn, reason }) => isOn || reason !== "", {
      path: ["reason"],
      error: "Say why not",
      ...besideOtherErrors,
    }),
  health: z.object({ text: typedText(10_000).default("") }),
  notes: z.object({ healthNoteMonths: wholeNumber(1, 120) }),
};

export type SettingsSection = keyof typeof settingsForms;

export const settingsSections = Object.keys(settingsForms) as SettingsSection[];

export const settingsReset = z.object({
  section: z.enum(settingsSections as [SettingsSection, ...SettingsSection[]]),
  version: formVersion,
});

export const settingsChange = settingsReset.extend({ values: z.record(z.string(), z.string()) });

const profileFields = {
  name: typedLine(60, "Enter your name"),
  line: typedLine(120).default(""),
  text: typedText(3000).default(""),
  /** One in each line. */
  credentials: typedText(1000).default(""),
  languages: typedLine(200).default(""),
  portraitId: z.uuid().optional(),
  version: formVersion,
};

export const profilePageForm = z.object({ ...profileFields, removesPortrait: ticked });
export const savedProfile = z.object({ ...profileFields, removesPortrait: z.boolean() });
export type SavedProfile = z.infer<typeof savedProfile>;

const lookFields = { logoId: z.uuid().optional(), shareId: z.uuid().optional(), version: formVersion };

/** `shown` is the accent with which the form was made: the picker of colours counts if only it has changed. */
export const lookPageForm = z.object({
  ...lookFields,
  accent: typedLine(20).default(""),
  picked: typedLine(20).default(""),
  shown: typedLine(20).default(""),
  removesLogo: ticked,
  removesShare: ticked,
});

export const savedLook = z.object({
  ...lookFields,
  /** The accent; empty for the site's own colours. */
  accent: z.string().max(20),
  removesLogo: z.boolean(),
  removesShare: z.boolean(),
});
export type SavedLook = z.infer<typeof savedLook>;
