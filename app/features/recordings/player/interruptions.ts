/** Why a recording can't be played on. */
export type Interruption = "lost" | "signed-out" | "closed" | "broken";

const patienceMs = 8000;

/** Asks the site for the file itself, which has today's answer to whether it may be played; null if it may. */
export async function askWhy(address: string): Promise<Interruption | null> {
  try {
    // A file in a store answers by a redirect to it.
    const signal = AbortSignal.timeout(patienceMs);
    const answer = await fetch(address, { method: "HEAD", redirect: "manual", cache: "no-store", signal });
    return answer.type === "opaqueredirect" ? null : interruptionOf(answer.status);
  } catch {
    return "lost";
  }
}

/** Returns what the status of a file's answer means to those who play it. */
export function interruptionOf(status: number): Interruption | null {
  if (status === 401) return "signed-out";
  if (status === 403) return "closed";
  if (status === 429 || status >= 500) return "lost";
  return status >= 400 ? "broken" : null;
}

const firstRetryMs = 2000;
const longestRetryMs = 30_000;

/** Returns how long to wait before asking again, in milliseconds. */
export const retryAfter = (attempts: number): number => Math.min(firstRetryMs * 2 ** attempts, longestRetryMs);
