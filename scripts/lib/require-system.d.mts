/** Returns why the commands can't run on a system, in one sentence; null if they can. */
export function refusalOf(system: { platform: string; node: string }): string | null;
