import type { Services } from "../../core/services";

export type Finding = {
  name: string;
  state: "fine" | "warning" | "fault";
  what: string;
  /** What to do about it; empty when fine. */
  todo: string;
  /** The command that does it; pages don't show it. */
  command?: string | undefined;
};

/** What the checks look at. */
export type Site = Pick<Services, "settings" | "db" | "clock" | "stripe" | "storage">;

export type Check = { name: string; run: (site: Site) => Promise<Finding[]> };

export const fine = (name: string, what: string): Finding => ({ name, state: "fine", what, todo: "" });
export const warning = (name: string, what: string, todo: string, command?: string): Finding => ({
  name,
  state: "warning",
  what,
  todo,
  command,
});
export const fault = (name: string, what: string, todo: string, command?: string): Finding => ({
  name,
  state: "fault",
  what,
  todo,
  command,
});

/** The time for calls to other services. A check may make a few, one after the other. */
export const callPatienceMs = 5000;

const checkPatienceMs = 20_000;

/** Runs all checks at the same time. One that throws or takes too long is a fault. */
export async function runChecks(site: Site, checks: Check[]): Promise<Finding[]> {
  const found = await Promise.all(checks.map((check) => runCheck(site, check)));
  return found.flat();
}

async function runCheck(site: Site, { name, run }: Check): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<Finding[]>((resolve) => {
    const late = fault(name, `no answer within ${checkPatienceMs / 1000} seconds`, "Try again in a minute.");
    timer = setTimeout(() => resolve([late]), checkPatienceMs);
  });
  const found = run(site).catch((error: unknown) => [fault(name, reasonOf(error), "Look at the log for the cause.")]);
  return Promise.race([found, tooLate]).finally(() => clearTimeout(timer));
}

/** Returns the code of a failed connection, or the first line of the message. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error as { cause?: { code?: unknown } };
  if (typeof cause?.code === "string") return cause.code;
  if (error.name === "TimeoutError") return "no answer in time";
  return error.message.split("\n")[0]?.slice(0, 200) || error.name;
}
