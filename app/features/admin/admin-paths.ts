export const resourcesPath = "/admin/resources";
export const categoriesPath = "/admin/categories";
export const codesPath = "/admin/discount-codes";
