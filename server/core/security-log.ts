import { createHmac } from "node:crypto";
import type { DomainError } from "./errors";
import { currentLogScope } from "./log";
import type { Services } from "./services";

/** Every security event with its level. docs/operating.md lists what each means and when it is written. */
export const securityEvents = {
  signed_in: "info",
  sign_in_failed: "warn",
  second_factor_failed: "warn",
  recovery_code_used: "warn",
  locked_out: "warn",
  rate_limited: "warn",
  link_requested: "info",
  link_issued: "info",
  password_changed: "info",
  email_change_requested: "info",
  email_changed: "info",
  second_factor_turned_on: "info",
  second_factor_turned_off: "info",
  recovery_codes_renewed: "info",
  devices_signed_out: "info",
  access_refused: "warn",
  impersonation_begun: "info",
  impersonation_ended: "info",
  settings_changed: "info",
  role_changed: "info",
} as const satisfies Record<string, "info" | "warn">;
export type SecurityEvent = keyof typeof securityEvents;

type SecurityDetails = {
  /** The account that the event is about; null or absent where it is unknown. */
  userId?: string | null | undefined;
  /** Who acted, where that is another account. */
  actorId?: string | undefined;
  /** A word of the code's own (a rule, a section, a procedure), never e-mail or anything typed. */
  reason?: string | undefined;
};

/**
 * Writes one line for a security event: name, account, keyed hash of the visitor's network, and the request's id.
 * Call it after the transaction has been committed: `logSecurityEvent(ctx, "password_changed", { userId })`. A new kind
 * of event gets its row in `securityEvents`, in docs/operating.md and in the test of the inventory.
 */
export function logSecurityEvent(
  { log, settings }: Pick<Services, "log" | "settings">,
  event: SecurityEvent,
  { userId = null, ...details }: SecurityDetails = {},
): void {
  const { network } = currentLogScope();
  const hashed = network === undefined ? {} : { network: hashNetwork(settings.cookieSecrets[0], network) };
  log[securityEvents[event]]({ event, userId, ...details, ...hashed }, "security event");
}

/**
 * Writes `access_refused` for a refusal that answers 401 or 403 to a request for something protected. Where there is no
 * account, only so often in a minute: anybody can cause any number.
 */
export function logRefusedAccess(
  services: Pick<Services, "log" | "settings" | "clock">,
  { code }: Pick<DomainError, "code">,
  details: SecurityDetails,
): void {
  if (code !== "unauthenticated" && code !== "forbidden") return;
  if (details.userId || mayWriteOfStranger(services)) logSecurityEvent(services, "access_refused", details);
}

/** Lines of strangers in a minute: of one network, and of all together. */
const mostLines = { network: 30, all: 600 };
const period = 60_000;

type Written = { since: number; all: number; networks: Map<string, number> };
const written = new WeakMap<Services["log"], Written>();

function mayWriteOfStranger({ log, clock }: Pick<Services, "log" | "clock">): boolean {
  const now = clock.now().getTime();
  let lines = written.get(log);
  if (!lines || now - lines.since >= period) lines = { since: now, all: 0, networks: new Map() };
  written.set(log, lines);
  const { network = "" } = currentLogScope();
  const ofNetwork = lines.networks.get(network) ?? 0;
  if (lines.all >= mostLines.all || ofNetwork >= mostLines.network) return false;
  lines.all += 1;
  lines.networks.set(network, ofNetwork + 1);
  return true;
}

/** Keyed, because four billion addresses are searched in seconds. */
const hashNetwork = (secret = "", network: string): string =>
  createHmac("sha256", secret).update(`network of a security event: ${network}`).digest("base64url").slice(0, 16);
