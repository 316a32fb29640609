import { randomUUID } from "node:crypto";
import type { anAdmin } from "./admin-sessions";

type Form = Parameters<Awaited<ReturnType<typeof anAdmin>>["api"]["testimonials"]["admin"]["create"]>[0];

/** Returns the form of a testimonial that may be published, with a new form key. */
export const aTestimonial = (values: Partial<Form> = {}): Form => ({
  quote: "I sleep again, and the evenings are kinder.",
  name: "Maeve D.",
  orderIndex: 0,
  isPublished: true,
  consentKind: "email",
  consentOn: "2026-01-15",
  consentNote: "Her mail of that day",
  formKey: randomUUID(),
  ...values,
});

/** Adds a testimonial and returns its id. */
export async function addTestimonial(
  { api }: Awaited<ReturnType<typeof anAdmin>>,
  values: Partial<Form> = {},
): Promise<string> {
  const form = aTestimonial(values);
  await api.testimonials.admin.create(form);
  return form.formKey;
}

/** Saves a testimonial's form with other values. */
export async function editTestimonial(
  { api }: Awaited<ReturnType<typeof anAdmin>>,
  id: string,
  changes: Partial<Omit<Form, "formKey">>,
): Promise<void> {
  const { values, version } = await api.testimonials.admin.getForm({ id });
  const { orderIndex, consentKind, ...same } = values;
  const kind = consentKind as Form["consentKind"];
  const now = { ...same, consentKind: kind, orderIndex: Number(orderIndex) };
  await api.testimonials.admin.edit({ ...now, ...changes, id, version });
}
