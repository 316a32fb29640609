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
  const kept = { endpoints: [], secret: "", checkouts: new Map(), mails: [] };
  const report = (mail) => reportDelivery(sitePort, resendSecret, mail);
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (request, response) => {
    const host = request.headers.host?.split(":")[0];
    if (host === hosts.site) return passOn(request, response, sitePort);
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const answer = host === hosts.stripe ? stripe(request, body, kept) : resend(request, body, kept, report);
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  const pay = (url) => payAt(sitePort, kept, url);
  return { ca, port: server.address().port, endpoints: kept.endpoints, mails: kept.mails, pay, stop };
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

function stripe({ method, url }, body, kept) {
  const { endpoints, checkouts } = kept;
  const form = new URLSearchParams(body);
  if (url === "/v1/account") {
    return { id: "acct_1", object: "account", charges_enabled: true, capabilities: { card_payments: "active" } };
  }
  if (url === "/v1/balance") return { object: "balance", available: [], pending: [] };
  if (method === "POST" && url === "/v1/webhook_endpoints") {
    const events = [...form].filter(([name]) => name.startsWith("enabled_events")).map(([, value]) => value);
    const endpoint = { id: "we_1", object: "webhook_endpoint", status: "enabled", url: form.get("url") };
    endpoints.push({ ...endpoint, enabled_events: events });
    kept.secret = `whsec_${randomUUID().replaceAll("-", "")}`;
    return { ...endpoint, enabled_events: events, secret: kept.secret };
  }
  if (method === "POST" && url === "/v1/checkout/sessions") return openCheckout(form, checkouts);
  const checkout = checkouts.get(url.replace(/^.*\/|\?.*$/g, ""));
  if (checkout) return checkout;
  return { object: "list", has_more: false, url, data: url.startsWith("/v1/webhook_endpoints") ? endpoints : [] };
}

function openCheckout(form, checkouts) {
  const id = `cs_live_${randomUUID().replaceAll("-", "")}`;
  const metadata = [...form].flatMap(([name, value]) => {
    const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
    return key ? [[key, value]] : [];
  });
  const line = (field) => form.get(`line_items[0]${field}`);
  const checkout = {
    id,
    object: "checkout.session",
    status: "open",
    payment_status: "unpaid",
    livemode: true,
    url: `https://checkout.stripe.com/c/pay/${id}`,
    metadata: Object.fromEntries(metadata),
    payment_intent: null,
    created: Math.floor(Date.now() / 1000),
    success_url: form.get("success_url"),
    amount_total: line("[quantity]") * line("[price_data][unit_amount]"),
    currency: line("[price_data][currency]"),
  };
  checkouts.set(id, checkout);
  return checkout;
}

/** Pays at Stripe's page: the checkout is complete, and the signed event reaches the site. Returns where Stripe leads. */
async function payAt(port, { checkouts, secret }, url) {
  const checkout = checkouts.get(new URL(url).pathname.split("/").at(-1));
  Object.assign(checkout, { status: "complete", payment_status: "paid", payment_intent: "pi_live_1" });
  const created = Math.floor(Date.now() / 1000);
  const event = {
    id: `evt_${randomUUID()}`,
    object: "event",
    type: "checkout.session.completed",
    livemode: true,
    created,
  };
  const body = JSON.stringify({ ...event, data: { object: checkout } });
  const signature = createHmac("sha256", secret).update(`${created}.${body}`).digest("hex");
  const headers = { "Content-Type": "application/json", "Stripe-Signature": `t=${created},v1=${signature}` };
  const { status } = await fetch(`http://127.0.0.1:${port}/webhooks/stripe`, { method: "POST", headers, body });
  return { status, paid: checkout.amount_total, currency: checkout.currency, leadsTo: checkout.success_url };
}

function resend({ url }, body, { mails }, report) {
  if (url.startsWith("/domains")) return { data: [{ name: hosts.site, status: "verified" }] };
  const id = randomUUID();
  const mail = JSON.parse(body);
  mails.push(mail);
  void report({ id, tags: Object.fromEntries(mail.tags.map(({ name, value }) => [name, value])) });
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
