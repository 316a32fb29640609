export function touchedTests(changed: string[]): string[];
