import { z } from "zod";
import { formVersion } from "../../core/forms";
import { besideOtherErrors, isDay, typedLine, typedText } from "../../core/input-schemas";

const consentKinds = ["email", "writing", "form"] as const;
type ConsentKind = (typeof consentKinds)[number];

const length = "Write from 20 to 600 characters";
const order = "Enter a whole number from 0 to 99";
const ticked = z
  .literal("on")
  .optional()
  .transform((value) => value === "on");

/** In characters as the database counts them, after line breaks are stored as one. */
const lengthOf = (text: string): number => [...text].length;

const fields = {
  quote: typedText(2400, length).refine((text) => lengthOf(text) >= 20 && lengthOf(text) <= 600, length),
  name: typedLine(60, "Enter the name to be shown"),
  line: typedLine(80).default(""),
  /** The series that it is about; empty for everywhere. */
  seriesId: z.union([z.literal(""), z.uuid()]).default(""),
  consentKind: z.enum(["", ...consentKinds]).default(""),
  consentOn: z
    .string()
    .trim()
    .refine((day) => day === "" || isDay(day), "Enter a date")
    .default(""),
  consentNote: typedText(500).default(""),
  /** The address of the quoted person's account. */
  email: typedLine(254).default(""),
};

const typedOrder = z.coerce.number<string>({ error: order }).int(order).min(0, order).max(99, order).default(0);
const typedFields = { ...fields, orderIndex: typedOrder, isPublished: ticked };
const savedFields = { ...fields, orderIndex: z.number().int().min(0).max(99), isPublished: z.boolean() };

type Consent = { consentKind?: "" | ConsentKind; consentOn?: string; isPublished?: boolean };

/** Nothing is published without the record of how and when its author agreed. */
function hasConsent({ consentKind, consentOn, isPublished }: Consent, ctx: z.RefinementCtx) {
  const say = (path: string, message: string) => ctx.addIssue({ code: "custom", path: [path], message });
  if (consentKind && !consentOn) say("consentOn", "Enter the day on which they agreed");
  if (!consentKind && consentOn) say("consentKind", "Choose how they agreed");
  if (isPublished && !consentKind) say("consentKind", "Record their consent before you publish this");
}

const key = { formKey: z.uuid() };
const ref = { id: z.uuid() };

export const testimonialRef = z.object(ref);
export const sessionRef = z.object({ sessionId: z.uuid() });
export const newTestimonialForm = z.object({ ...typedFields, ...key }).superRefine(hasConsent, besideOtherErrors);
export const editedTestimonialForm = z
  .object({ ...typedFields, version: formVersion })
  .superRefine(hasConsent, besideOtherErrors);
export const newTestimonial = z.object({ ...savedFields, ...key }).superRefine(hasConsent, besideOtherErrors);
export const editedTestimonial = z
  .object({ ...savedFields, ...ref, version: formVersion })
  .superRefine(hasConsent, besideOtherErrors);

export type NewTestimonial = z.infer<typeof newTestimonial>;
export type EditedTestimonial = z.infer<typeof editedTestimonial>;
export type TypedTestimonial = Omit<NewTestimonial, "formKey">;

export type TestimonialValues = Record<Exclude<keyof TypedTestimonial, "isPublished" | "orderIndex">, string> & {
  orderIndex: string;
  isPublished: boolean;
};

export type SeriesChoice = { value: string; label: string };

export type TestimonialForm = {
  id: string;
  values: TestimonialValues;
  version: string;
  series: SeriesChoice[];
  /** When it was withdrawn; the testimonial can't be changed any more then. */
  withdrawnAt: string | null;
};

export type TestimonialState = "published" | "draft" | "without_consent" | "withdrawn";

export type ListedTestimonial = {
  id: string;
  name: string;
  quote: string;
  series: string | null;
  orderIndex: number;
  state: TestimonialState;
};

/** What visitors see. */
export type Testimonial = { quote: string; name: string; line: string };
