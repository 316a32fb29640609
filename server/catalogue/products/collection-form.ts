import { z } from "zod";
import { isUuid, typedLine, typedText } from "../../core/input-schemas";
import { type PlateCategory, plateCategories } from "../../platform/artwork/plate";
import { choice, fieldOf, same, tick, upload } from "./office/fields";
import { productForm } from "./office/form";
import { slugForm } from "./schemas";

/** The families of drawings, by what they were drawn for. */
const plateNames: Record<PlateCategory, string> = {
  birth: "Birth",
  sleep: "Stress & Sleep",
  breathwork: "Breathwork",
  meditation: "Meditation",
  movement: "Movement",
  pregnancy: "Pregnancy",
  postpartum: "Postpartum",
  mothers: "Mothers",
  workshop: "Workshop",
  other: "Other",
};

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

const texts = {
  title: fieldOf({ as: "line", maxLength: 60 }, "Name", same(typedLine(60, "Enter a name")), {
    hint: "Earlier receipts keep the earlier name.",
  }),
  description: fieldOf({ as: "line", maxLength: 300 }, "Description", same(typedText(300).default("")), {
    hint: "One or two sentences, at the head of its page.",
  }),
};
const picture = {
  pictureId: upload(
    "image",
    "Picture (optional)",
    "At the head of its page, and where that is shared. JPEG, PNG, WebP, AVIF or GIF, up to 10 MB.",
  ),
};
const drawings = {
  plate: choice("Drawings", z.enum(plateCategories, { error: "Choose one of these" }), {
    words: plateNames,
    hint: "Shown for recordings without a thumbnail.",
    begins: "breathwork",
  }),
};
const slug = {
  slug: fieldOf({ as: "address", maxLength: 60 }, "Address", same(newSlug), {
    hint: "The last part of the page’s address: /collections/calm-nights. It stays as it is.",
  }),
};
const isOn = {
  isOn: tick("Shown and sold", { hint: "If not, its page is there only for those who have it. They keep watching." }),
};
const removePicture = { removePicture: tick("Remove the picture", { mayBeOmitted: true }) };

const both = { ...texts, ...picture, ...drawings };
export const newCollectionFields = { ...both, ...slug };
export const collectionFields = { ...isOn, ...texts, ...picture, ...removePicture, ...drawings };

export const collectionForm = productForm({
  fields: both,
  onlyNew: slug,
  onlyEdited: { ...isOn, ...removePicture },
});
