import type { Request, Response } from "express";

type PlainAnswer = {
  status: number;
  title: string;
  advice?: string;
  retryAfterSeconds?: number | undefined;
};

/** Answers requests that never reach the pages: HTML for browsers, else plain text. */
export function sendPlain(request: Request, response: Response, answer: PlainAnswer): void {
  if (response.headersSent) return;
  const { status, title, advice = "", retryAfterSeconds } = answer;
  for (const name of ["ETag", "Accept-Ranges", "Content-Length", "Content-Encoding"]) response.removeHeader(name);
  response.status(status).set("Cache-Control", "no-store");
  if (retryAfterSeconds) response.set("Retry-After", String(retryAfterSeconds));
  if (request.get("Accept")?.includes("text/html")) response.type("html").send(page(status, title, advice));
  else response.type("text").send(`${title} ${advice}`.trim());
}

const page = (status: number, title: string, advice: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>
body { margin: 0; background: #f5f0e6; color: #14302b; font: 400 1.0625rem/1.6 "Source Sans 3", "Segoe UI", Arial, sans-serif; }
main { max-width: 36rem; margin: 0 auto; padding: 18vh 1.25rem 4rem; }
h1 { margin: 0; font: 400 clamp(1.75rem, 1.4rem + 2vw, 2.5rem)/1.15 Georgia, serif; }
p { margin: 1rem 0 0; color: #3c524b; }
a { display: inline-flex; align-items: center; min-height: 2.75rem; color: #9e4526; font-weight: 600; }
a:focus-visible { outline: 2px solid #9e4526; outline-offset: 3px; }
small { color: #586860; }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
${advice && `<p>${advice}</p>`}
<p><a href="/">Return to home</a></p>
<p><small>Error ${status}</small></p>
</main>
</body>
</html>
`;

export function sendBusy(request: Request, response: Response, retryAfterSeconds = 5): void {
  const isRead = request.method === "GET" || request.method === "HEAD";
  sendPlain(request, response, {
    status: 503,
    title: "The site is busy at the moment.",
    advice: isRead
      ? "Please wait a few seconds and load the page again."
      : "Please wait a few seconds, go back and send it again. What did arrive is not done twice.",
    retryAfterSeconds,
  });
}
