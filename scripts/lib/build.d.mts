export function buildCalendarReader(outfile?: string): Promise<void>;
