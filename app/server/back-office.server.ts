export { newCategoryForm, renamedCategoryForm } from "@server/schedule/schemas";
export { editedCodeForm, newCodeForm } from "@server/discounts/schemas";
export { editedResourceForm, newResourceForm } from "@server/resources/schemas";
