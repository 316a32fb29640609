import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Settings } from "../../core/env";
import { callPatienceMs, fault, fine, type Finding, reasonOf, type Site, warning } from "./finding";

export const proofPath = "/healthz/proof";

const answerSchema = z.object({
  proof: z.string(),
  protocol: z.string(),
  forwarded: z.enum(["trusted", "ignored", "none"]),
});
type SeenAddress = Omit<z.infer<typeof answerSchema>, "proof">;

const name = "Address";

/** Asks the site at its own address, which must prove that it has this site's secret, and says what it saw. */
export async function checkAddress({ settings }: Site): Promise<Finding[]> {
  const nonce = randomBytes(16).toString("hex");
  const address = `${settings.siteUrl}${proofPath}?nonce=${nonce}&key=${sign(settings, "ask", nonce)}`;
  try {
    const answer = await fetch(address, { redirect: "manual", signal: AbortSignal.timeout(callPatienceMs) });
    const { data } = answerSchema.safeParse(await answer.json().catch(() => null));
    if (!data || !isSigned(settings, "answer", { nonce, key: data.proof })) return [judgeStranger(settings, answer)];
    return [fine(name, `${settings.siteUrl} leads here`), judgeProxy(settings, data)];
  } catch (error) {
    const reason = reasonOf(error);
    const todo = /CERT|TLS|SSL|SELF_SIGNED|ALTNAME/.test(reason)
      ? "The certificate is not valid for this address: set up TLS in your proxy."
      : "Check that the site is running, that the domain’s DNS leads to this machine, and that the proxy listens on port 443.";
    return [fault(name, `${settings.siteUrl} can’t be reached: ${reason}`, todo)];
  }
}

function judgeStranger({ siteUrl }: Settings, { status }: Response): Finding {
  if (status >= 300 && status < 400) {
    return fault(name, `${siteUrl} redirects elsewhere`, "Set SITE_URL to the address that it redirects to.");
  }
  const todo = "Check that the proxy leads to this site, and that all processes share one COOKIE_SECRET.";
  return fault(name, `${siteUrl} is answered by something else (status ${status})`, todo);
}

export function judgeProxy(
  { isLive, trustProxy }: Pick<Settings, "isLive" | "trustProxy">,
  seen: SeenAddress,
): Finding {
  const proxy = "Proxy";
  if (seen.forwarded === "ignored") {
    const todo = "Set TRUST_PROXY to the proxy’s address, such as loopback: all visitors share one limit otherwise.";
    return fault(proxy, "sends X-Forwarded-For, but TRUST_PROXY does not name it", todo);
  }
  if (!isLive) return fine(proxy, "none; a demo needs none");
  const todo = "Let it send X-Forwarded-For and X-Forwarded-Proto (Caddy does by itself).";
  if (seen.forwarded === "none") return warning(proxy, "does not name the visitor’s address", todo);
  if (seen.protocol !== "https") return warning(proxy, "does not say that visitors come by https", todo);
  return fine(proxy, `names the visitor’s address and is trusted (TRUST_PROXY=${trustProxy})`);
}

/** Returns the proof for a question that this site has signed, else null: only its own doctor is answered. */
export function proofFor(settings: Settings, { nonce, key }: { nonce: unknown; key: unknown }): string | null {
  if (typeof nonce !== "string" || typeof key !== "string" || !/^[0-9a-f]{32}$/.test(nonce)) return null;
  return isSigned(settings, "ask", { nonce, key }) ? sign(settings, "answer", nonce) : null;
}

const sign = ({ cookieSecrets: [secret = ""] }: Settings, purpose: "ask" | "answer", nonce: string): string =>
  createHmac("sha256", secret).update(`address proof: ${purpose} ${nonce}`).digest("hex");

function isSigned(settings: Settings, purpose: "ask" | "answer", { nonce, key }: { nonce: string; key: string }) {
  const [wanted, actual] = [Buffer.from(sign(settings, purpose, nonce)), Buffer.from(key)];
  return wanted.length === actual.length && timingSafeEqual(wanted, actual);
}
