// Stripe, Resend and a proxy with TLS in front of the site, on one port, by the Host header.
import { execFileSync } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { request as ask } from "node:http";
import { createServer } from "node:https";
import path from "node:path";

export const hosts = { stripe: "api.stripe.com", resend: "api.resend.com", site: "breathe.example" };

/** Makes a certificate authority and a certificate for all hosts. Returns the paths of the files. */
function makeCertificates(folder) {
  const file = (name) => path.join(folder, name);
  const openssl = (...args) => execFileSync("openssl", args, { stdio: "ignore" });
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  openssl(
    "req",
    "-x509",
    ...key,
    "-keyout",
    file("ca.key"),
    "-out",
    file("ca.pem"),
    "-days",
    "2",
    "-subj",
    "/CN=Test CA",
  );
  openssl("req", ...key, "-keyout", file("host.key"), "-out", file("host.csr"), "-subj", "/CN=breathe.example");
  const names = Object.values(hosts).map((host) => `DNS:${host}`);
  writeFileSync(file("names.cnf"), `subjectAltName=${names.join(",")}\n`);
  const signing = ["-CA", file("ca.pem"), "-CAkey", file("ca.key"), "-CAcreateserial", "-days", "2"];
  openssl("x509", "-req", "-in", file("host.csr"), ...signing, "-out", file("host.pem"), "-extfile", file("names.cnf"));
  return { ca: file("ca.pem"), key: file("host.key"), certificate: file("host.pem") };
}

/** Starts them; `sitePort` is where the site listens by http. */
export async function startStandIns(folder, { sitePort, resendSecret }) {
  const { ca, key, certificate } = makeCertificates(folder);
  const endpoints = [];
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (request, response) => {
    const host = request.headers.host?.split(":")[0];
    if (host === hosts.site) return passOn(request, response, sitePort);
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const answer = host === hosts.stripe ? stripe(request, body, endpoints) : resend(request, body, report);
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
    });
  });
  const report = (mail) => reportDelivery(sitePort, resendSecret, mail);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { ca, port: server.address().port, endpoints, stop };
}

function passOn(request, response, port) {
  const headers = { ...request.headers, "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https" };
  const passed = ask({ host: "127.0.0.1", port, method: request.method, path: request.url, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  passed.on("error", () => response.writeHead(502).end());
  request.pipe(passed);
}

function stripe({ method, url }, body, endpoints) {
  if (url === "/v1/account") {
    return { id: "acct_1", object: "account", charges_enabled: true, capabilities: { card_payments: "active" } };
  }
  if (url === "/v1/balance") return { object: "balance", available: [], pending: [] };
  if (method === "POST" && url === "/v1/webhook_endpoints") {
    const form = new URLSearchParams(body);
    const events = [...form].filter(([name]) => name.startsWith("enabled_events")).map(([, value]) => value);
    const endpoint = { id: "we_1", object: "webhook_endpoint", status: "enabled", url: form.get("url") };
    endpoints.push({ ...endpoint, enabled_events: events });
    return { ...endpoint, enabled_events: events, secret: `whsec_${randomUUID().replaceAll("-", "")}` };
  }
  return { object: "list", has_more: false, url, data: url.startsWith("/v1/webhook_endpoints") ? endpoints : [] };
}

function resend({ url }, body, report) {
  if (url.startsWith("/domains")) return { data: [{ name: hosts.site, status: "verified" }] };
  const id = randomUUID();
  void report({ id, tags: Object.fromEntries(JSON.parse(body).tags.map(({ name, value }) => [name, value])) });
  return { id };
}

/** Posts the event that Resend sends for a delivered mail, signed as it signs. */
async function reportDelivery(port, secret, { id: emailId, tags }) {
  const body = JSON.stringify({ type: "email.delivered", data: { email_id: emailId, tags } });
  const [id, timestamp] = [`msg_${randomUUID()}`, String(Math.floor(Date.now() / 1000))];
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  const headers = { "svix-id": id, "svix-timestamp": timestamp, "svix-signature": `v1,${signature}` };
  await fetch(`http://127.0.0.1:${port}/webhooks/resend`, { method: "POST", headers, body }).catch(() => undefined);
}
