const recommended = 24;
/** The last version without security fixes. */
const endedMajor = 20;

/** Returns a line for the start when Node gets no security fixes any more; nothing for other versions. */
export function nodeAdvice(version: string): string[] {
  const [major] = version.split(".");
  if (Number(major) > endedMajor) return [];
  return [`  Node     ${version} gets no security fixes any more; Node ${recommended} is recommended`];
}
