/** The address in "Breathroom <hello@breathroom.example>". */
export const addressIn = (sender: string): string => (/<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender).trim();

/** The name in it; empty where there is an address only. */
export const nameIn = (sender: string): string =>
  (/^(.*)<[^<>]+>\s*$/.exec(sender)?.[1] ?? "").replaceAll('"', "").trim();
