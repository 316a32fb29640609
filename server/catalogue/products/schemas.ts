import { z } from "zod";
import { formVersion } from "../../core/forms";
import { isUuid, typedLine, typedText } from "../../core/input-schemas";
import { plateCategories } from "../../platform/artwork/plate";
import type { DescribedFile } from "../../platform/media/media-files";

const slugForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Names a collection. */
export const collectionSlug = z.string().max(60).regex(slugForm);

/** Names any product: a collection's slug, or an id. */
export const productRef = z.union([z.uuid(), collectionSlug]);

export const collectionRef = z.object({ collection: collectionSlug });

export const collectionAt = z.object({ path: z.string().max(200) });

/** Words of the back office's own addresses. */
const reserved = ["new", "edit", "delete", "purchases", "recordings"];

const newSlug = z
  .string({ error: "Enter an address" })
  .trim()
  .toLowerCase()
  .min(1, "Enter an address")
  .max(60, "Please keep it to 60 characters")
  .regex(slugForm, "Use small letters, numbers and hyphens only, such as calm-nights")
  .refine((slug) => !reserved.includes(slug) && !isUuid(slug), "This address is used by the site. Choose another");

const plates = z.enum(plateCategories, { error: "Choose one of these" });

const ticked = z
  .literal("on")
  .optional()
  .transform((value) => value === "on");

const fields = {
  title: typedLine(60, "Enter a name"),
  description: typedText(300).default(""),
  plate: plates,
  pictureId: z.uuid().optional(),
};

export const newCollectionForm = z.object({ ...fields, slug: newSlug, formKey: z.uuid() });
export type NewCollection = z.infer<typeof newCollectionForm>;

export const collectionForm = z.object({ ...fields, isOn: ticked, removePicture: ticked, version: formVersion });
export const editedCollection = z.object({
  ...fields,
  ...collectionRef.shape,
  isOn: z.boolean(),
  removePicture: z.boolean().default(false),
  version: formVersion,
});
export type EditedCollection = z.infer<typeof editedCollection>;

const place = { to: z.number().int().min(-1).max(10_000) };
export const movedCollectionForm = z.object({ collection: collectionSlug, to: z.coerce.number<string>().int() });
export const movedCollection = collectionRef.extend(place);
export type MovedCollection = z.infer<typeof movedCollection>;

/** A row of the back office's list. */
export type ListedCollection = {
  slug: string;
  title: string;
  path: string;
  libraryPath: string;
  price: string;
  recordings: number;
  isOn: boolean;
};

export type OpenedCollection = {
  slug: string;
  title: string;
  description: string;
  plate: string;
  picture: DescribedFile | null;
  isOn: boolean;
  path: string;
  libraryPath: string;
  /** What the site says while the description is empty. */
  standIn: string;
  /** Why it can't be deleted; null if it can. */
  kept: string | null;
  version: string;
};
