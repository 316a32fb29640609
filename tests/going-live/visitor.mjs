// A browser without JavaScript, which reaches the site by https through the stand-in's proxy.
import { request } from "node:https";
import { parse } from "node-html-parser";
import { hosts } from "./stand-ins.mjs";

export class Visitor {
  #cookies = new Map();
  #way;

  /** `ca` is the certificate authority's PEM. */
  constructor({ port, ca }) {
    this.#way = { host: "127.0.0.1", port, servername: hosts.site, ca };
  }

  /** Follows redirects on the site. Any other address is only named. */
  async open(address, body) {
    const url = new URL(address, `https://${hosts.site}`);
    if (url.hostname !== hosts.site) return { status: 303, url, root: parse("") };
    const { status, location, html } = await this.#ask(url, body);
    if (location) return this.open(new URL(location, url));
    return { status, url, root: parse(html) };
  }

  /** Posts the form that has the field or button named, with what it holds and these values. */
  submit(page, values, selector = "main form[method=post i]") {
    const form = page.root.querySelector(selector);
    if (!form) throw new Error(`no form ${selector} on ${page.url.href} (${page.status})`);
    const fields = { ...fieldsOf(form), ...values };
    const isMultipart = form.getAttribute("enctype") === "multipart/form-data";
    const body = isMultipart ? new FormData() : new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    return this.open(new URL(form.getAttribute("action") ?? page.url, page.url), body);
  }

  async #ask({ pathname, search }, body) {
    // Encodes a form with its content type.
    const sent = body && new Response(body);
    const headers = {
      Host: hosts.site,
      Accept: "text/html",
      Connection: "close",
      Origin: `https://${hosts.site}`,
      Cookie: [...this.#cookies].map((pair) => pair.join("=")).join("; "),
      ...(sent && { "Content-Type": sent.headers.get("Content-Type") }),
    };
    const bytes = sent && Buffer.from(await sent.arrayBuffer());
    return new Promise((resolve, reject) => {
      const options = { ...this.#way, path: pathname + search, method: sent ? "POST" : "GET", headers };
      const asking = request(options, async (answer) => {
        for (const cookie of answer.headers["set-cookie"] ?? []) {
          const [name, value] = cookie.split(";")[0].split(/=(.*)/s);
          this.#cookies.set(name, value);
        }
        const html = (await answer.setEncoding("utf8").toArray()).join("");
        resolve({ status: answer.statusCode, location: answer.headers.location, html });
      });
      asking.once("error", reject).end(bytes);
    });
  }
}

/** Returns the fields that a browser would send, without buttons. */
function fieldsOf(form) {
  const fields = form.querySelectorAll("input[name], textarea[name], select[name]").filter(isSent);
  return Object.fromEntries(fields.map((field) => [field.getAttribute("name"), valueOf(field)]));
}

function isSent(field) {
  const type = field.getAttribute("type");
  if (type === "checkbox" || type === "radio") return field.hasAttribute("checked");
  return type !== "submit" && type !== "button" && type !== "file";
}

function valueOf(field) {
  if (field.tagName === "TEXTAREA") return field.text;
  const chosen = field.querySelector("option[selected]") ?? field.querySelector("option");
  return (chosen ?? field).getAttribute("value") ?? "";
}

export const textOf = ({ root }, selector) => root.querySelector(selector)?.text.replace(/\s+/g, " ").trim() ?? "";
