import type { Request, Response } from "express";

type PlainAnswer = {
  status: number;
  title: string;
  advice?: string;
  retryAfterSeconds?: number | undefined;
  /** HTML in place of the link that loads the page again. */
  form?: string;
};

/** Answers requests that never reach the pages: HTML for browsers, else plain text. */
export function sendPlain(request: Request, response: Response, answer: PlainAnswer): void {
  if (response.headersSent) return;
  const { status, title, advice = usualAdvice(status), retryAfterSeconds } = answer;
  for (const name of ["ETag", "Accept-Ranges", "Content-Length", "Content-Encoding"]) response.removeHeader(name);
  response.status(status).set("Cache-Control", "no-store");
  if (retryAfterSeconds) response.set("Retry-After", String(retryAfterSeconds));
  const canRetry = (retryAfterSeconds !== undefined || status >= 500) && request.method === "GET";
  if (request.get("Accept")?.includes("text/html")) response.type("html").send(page({ ...answer, advice }, canRetry));
  else response.type("text").send(`${title} ${advice}`.trim());
}

function usualAdvice(status: number): string {
  if (status >= 500) return "It has been logged. Please try again in a moment.";
  return adviceOn[status] ?? "";
}

const adviceOn: Record<number, string> = {
  400: "Please check the address, or start from the home page.",
  403: "Please open the page on this site and try again from there.",
  404: "This page has moved or no longer exists.",
  405: "Please go back and use the links on the page.",
  431: "Please delete this site’s cookies in your browser, then try again.",
};

/** Needs nothing else, as the site may be unable to send it. Looks like public/offline.html. */
const page = ({ status, title, advice = "", form = "" }: PlainAnswer, canRetry: boolean) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<svg viewBox="0 0 100 100" aria-hidden="true"><circle cx="50" cy="50" r="48"/><circle cx="50" cy="59" r="37"/><circle cx="50" cy="68" r="26"/><circle cx="50" cy="77" r="15"/></svg>
<h1>${title}</h1>
${advice && `<p>${advice}</p>`}
${form}
<p>${canRetry ? `<a href="">Try again</a> ` : ""}<a href="/">Return to home</a></p>
<p><small>Error ${status}</small></p>
</main>
</body>
</html>
`;

const style = `
:root { --ground: #f5f0e6; --ink: #14302b; --soft: #3c524b; --quiet: #586860; --action: #1b4a42; --label: #fbf7ef; --focus: #9e4526; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0f1f1c; --ink: #f2ebdc; --soft: #cbd2c6; --quiet: #a7b3a9; --action: #d6e3d0; --label: #0f1f1c; --focus: #f3c9a6; }
}
body { margin: 0; background: var(--ground); color: var(--ink); font: 400 1.0625rem/1.55 "Source Sans 3", "Segoe UI", Arial, sans-serif; }
main { display: grid; box-sizing: border-box; min-height: 100vh; align-content: center; justify-items: center; gap: 1rem; padding: 3rem 1.5rem; text-align: center; }
svg { width: 6rem; height: 6rem; fill: none; stroke: #8fa68f; }
h1 { margin: 0; font: 300 min(2.5rem, 12vw)/1.1 "Fraunces Soft", Georgia, serif; text-wrap: balance; }
p { display: flex; flex-wrap: wrap; justify-content: center; gap: 0.75rem; max-width: 24em; margin: 0; color: var(--soft); }
a, button { display: inline-flex; align-items: center; min-height: 3rem; padding: 0 1.625rem; border: 1px solid var(--action); border-radius: 999px; background: none; color: var(--ink); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
a:first-child, button { background: var(--action); color: var(--label); }
form + p a:first-child { background: none; color: var(--ink); }
a:hover, button:hover { text-decoration: underline; }
a:focus-visible, button:focus-visible { outline: 3px solid var(--focus); outline-offset: 3px; }
small { color: var(--quiet); }
`;
