/** The levels of server/, from the top level down, with their folders in the same order. */
export const levels: Record<string, string[]>;
