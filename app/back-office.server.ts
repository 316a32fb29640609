export { categoryForm, newCategoryForm } from "@server/categories/schemas";
export { codeForm, newCodeForm } from "@server/discounts/admin/schemas";
export { newResourceForm, resourceForm } from "@server/resources/admin/schemas";
