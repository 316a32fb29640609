import { z } from "zod";
import { formVersion } from "../../core/forms";
import { typedLine } from "../../core/input-schemas";
import { newPageSlug, pageSlug } from "../../core/page-addresses";
import type { TextNode } from "./markdown";

export const pageRef = z.object({ slug: pageSlug });

export const versionRef = pageRef.extend({ number: z.coerce.number().int().min(1).max(1_000_000) });

const order = "Enter a whole number from 0 to 99";

const fields = {
  title: typedLine(100, "Enter a title"),
  /** Its length in bytes is checked before it is parsed. */
  text: z
    .string({ error: "Write something first" })
    .max(100_000, "The text is longer than 100 kB. Please shorten it.")
    .refine((text) => text.trim() !== "", "Write something first")
    .regex(/^(?:[^\p{Cc}\p{Cs}]|[\r\n\t])*$/u, "Please use plain text")
    .transform((text) => text.replaceAll("\r\n", "\n")),
  place: z.enum(["menu", "footer", "none"]).default("none"),
  orderIndex: z.coerce.number<string>({ error: order }).int(order).min(0, order).max(99, order).default(0),
  pictureId: z.uuid().optional(),
  pictureText: typedLine(200).default(""),
  intent: z.enum(["draft", "publish"]).default("draft"),
};

export const newPageForm = z.object({ ...fields, slug: newPageSlug, formKey: z.uuid() });
export const editedPageForm = z.object({ ...fields, version: formVersion });

const saved = { ...fields, orderIndex: z.number().int().min(0).max(99) };
export const newPage = z.object({ ...saved, slug: newPageSlug, formKey: z.uuid() });
export const editedPage = z.object({ ...saved, slug: pageSlug, version: formVersion });

export type NewPage = z.infer<typeof newPage>;
export type EditedPage = z.infer<typeof editedPage>;

export type PageValues = { title: string; text: string; place: "menu" | "footer" | "none"; orderIndex: string };

export type ShownPage = {
  slug: string;
  path: string;
  title: string;
  /** The text for search engines. */
  summary: string;
  text: TextNode[];
  /** Null for a text that came with the site. */
  changedAt: string | null;
};

export type PageState = "published" | "changed" | "draft" | "built_in" | "none";

export type ListedPage = {
  slug: string;
  path: string;
  title: string;
  state: PageState;
  place: PageValues["place"];
  orderIndex: number;
};

export type PageForm = {
  slug: string;
  path: string;
  name: string;
  state: PageState;
  isFixed: boolean;
  values: PageValues;
  version: string;
  versions: { number: number; savedAt: string; isPublished: boolean }[];
};
