/** The addresses of all pages of the back office; names in braces stand for ids. */
export const officePages: string[];
