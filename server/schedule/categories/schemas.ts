import { z } from "zod";
import { formVersion } from "../../core/form-version";
import { typedLine } from "../../core/input-schemas";

/** What a category is to be called. */
const categoryForm = z.object({ name: typedLine(60, "Name is required") });
export const newCategoryForm = categoryForm.extend({ formKey: z.uuid() });
export type NewCategory = z.infer<typeof newCategoryForm>;

export const categoryRef = z.object({ id: z.uuid() });
export const renamedCategoryForm = categoryForm.extend({ version: formVersion });
export const renamedCategory = renamedCategoryForm.extend(categoryRef.shape);
export type RenamedCategory = z.infer<typeof renamedCategory>;

/** A category with how many sessions are in it, past and cancelled ones too. */
export type ListedCategory = { id: string; name: string; sessions: number };
