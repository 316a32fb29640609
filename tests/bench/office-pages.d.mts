/** The addresses of all pages of the back office; names in braces stand for ids. */
export const officePages: string[];

/** Statements that find an id for each name in braces. */
export const examples: Record<string, string>;
