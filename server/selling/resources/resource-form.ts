import { z } from "zod";
import { typedLine, typedText } from "../../core/input-schemas";
import { amount, currency, fieldOf, same, upload } from "../../catalogue/products/office/fields";
import { productForm, type StoredOf } from "../../catalogue/products/office/form";

const files = z.array(z.uuid()).max(100).default([]);

export const resourceFields = {
  title: fieldOf({ as: "line", isRequired: true }, "Title", same(typedLine(200, "Title is required"))),
  description: fieldOf({ as: "text", rows: 6 }, "Description", same(typedText(10_000, "Description is required"))),
  category: fieldOf({ as: "line" }, "Category (optional)", same(typedLine(100).default("")), {
    inConflict: "Category",
  }),
  price: amount("Price", {
    least: 0,
    message: "Please enter a valid price.",
    hint: "0 makes it free for everyone with an account.",
    isHalf: true,
    begins: "0",
  }),
  currency: currency("USD"),
};

export const resourceFiles = {
  removeFiles: fieldOf({ as: "files", files: [] }, "Files", same(files)),
  fileId: upload(
    "download",
    "File (optional)",
    "PDF, audio (MP3, M4A, OGG, WAV) or picture (JPEG, PNG, WebP), up to 50 MB. Only people with access to the resource can download it.",
  ),
};

export const resourceForm = productForm({ fields: { ...resourceFields, ...resourceFiles } });

export type TypedResource = StoredOf<typeof resourceFields>;
