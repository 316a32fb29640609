import { parse, type HTMLElement } from "node-html-parser";

export type Page = { status: number; url: string; html: string; root: HTMLElement };

/** Parses the page when a test looks at it: many are only opened. */
class ReceivedPage implements Page {
  #root: HTMLElement | null = null;

  constructor(
    readonly status: number,
    readonly url: string,
    readonly html: string,
  ) {}

  get root(): HTMLElement {
    return (this.#root ??= parse(this.html));
  }
}

/** Keeps cookies, follows links and redirects, and posts the forms that it is sent. */
export class PlainBrowser {
  #cookies = new Map<string, string>();
  constructor(readonly site: string) {}

  async open(address: string): Promise<Page> {
    return this.#follow(new URL(address, this.site), { method: "GET" });
  }

  /** Posts a form with all its fields, by default the first form of the main part. */
  async submit(
    page: Page,
    values: Record<string, string | File> = {},
    selector = "main form[method=post i]",
  ): Promise<Page> {
    const form = page.root.querySelector(selector);
    if (!form) throw new Error(`no form ${selector} on ${page.url} (${page.status})`);
    const body = bodyOf(form, values);
    const action = new URL(form.getAttribute("action") ?? page.url, page.url);
    return this.#follow(action, { method: "POST", body });
  }

  /** Posts values without a form. */
  async post(address: string, values: Record<string, string>): Promise<Page> {
    return this.#follow(new URL(address, this.site), { method: "POST", body: new URLSearchParams(values) });
  }

  /** Returns the headers for a request made outside this class, too. Asks for plain text, which costs less. */
  get headers(): Record<string, string> {
    const { origin } = new URL(this.site);
    return { Cookie: this.#cookieHeader(), Origin: origin, "Accept-Encoding": "identity" };
  }

  async #follow(address: URL, request: RequestInit, hops = 0): Promise<Page> {
    if (hops > 10) throw new Error(`too many redirects at ${address.href}`);
    const answer = await fetch(address, { ...request, headers: this.headers, redirect: "manual" });
    this.#keepCookies(answer);
    const location = answer.headers.get("Location");
    const next = location === null ? null : new URL(location, address);
    if (next && this.follows(next)) return this.#follow(next, { method: "GET" }, hops + 1);
    if (next) return new ReceivedPage(answer.status, next.href, "");
    const html = await answer.text();
    const page = new ReceivedPage(answer.status, address.href, html);
    this.onAnswer(answer, page);
    return page;
  }

  /** Returns whether to follow a redirect; otherwise the page has only its address. */
  protected follows(_address: URL): boolean {
    return true;
  }

  protected onAnswer(_response: Response, _page: Page): void {}

  #cookieHeader = () => [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");

  #keepCookies(answer: Response) {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }
}

/** Encodes the form by its enctype; as in browsers, an empty file field is sent without a file name. */
function bodyOf(form: HTMLElement, values: Record<string, string | File>): FormData | URLSearchParams {
  const isMultipart = form.getAttribute("enctype") === "multipart/form-data";
  const body = isMultipart ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries({ ...fieldsOf(form), ...values })) {
    const isFile = form.querySelector(`input[type=file][name="${name}"]`) !== null;
    if (body instanceof FormData) body.append(name, isFile && value === "" ? new File([], "") : value);
    else if (typeof value === "string") body.append(name, value);
  }
  return body;
}

/** Returns the fields that a browser would send, without buttons. */
export function fieldsOf(form: HTMLElement): Record<string, string> {
  const inputs = form.querySelectorAll("input[name], textarea[name], select[name]");
  return Object.fromEntries(inputs.filter(isSent).map((input) => [input.getAttribute("name")!, valueOf(input)]));
}

function isSent(input: HTMLElement): boolean {
  const type = input.getAttribute("type");
  if (type === "checkbox" || type === "radio") return input.hasAttribute("checked");
  return type !== "submit" && type !== "button";
}

function valueOf(input: HTMLElement): string {
  if (input.tagName === "TEXTAREA") return input.text;
  if (input.tagName === "SELECT") {
    const chosen = input.querySelector("option[selected]") ?? input.querySelector("option");
    return chosen?.getAttribute("value") ?? "";
  }
  return input.getAttribute("value") ?? (input.getAttribute("type") === "checkbox" ? "on" : "");
}

/** Returns an element's text with whitespace collapsed. */
export const textOf = (page: Page, selector: string): string | undefined =>
  page.root.querySelector(selector)?.text.replace(/\s+/g, " ").trim();
