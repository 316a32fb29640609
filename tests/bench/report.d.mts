/** Returns the text of docs/performance.md. */
export function documentOf(results: unknown): Promise<string>;
