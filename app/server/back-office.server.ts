export { newCategoryForm, renamedCategoryForm } from "@server/schedule/categories/schemas";
export { editedCodeForm, newCodeForm } from "@server/discounts/admin/schemas";
export { editedResourceForm, newResourceForm } from "@server/resources/admin/schemas";
