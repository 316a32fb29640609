import type { Request, Response } from "express";
import { sendPlain } from "@server/http/plain-page";

/** Returns the page that answers a browser's request before it reaches the site's own pages. */
export function plainPage(answer: Parameters<typeof sendPlain>[2]): string {
  let html = "";
  const request = { method: "GET", get: () => "text/html" };
  const response = {
    headersSent: false,
    removeHeader: () => undefined,
    status: () => response,
    set: () => response,
    type: () => response,
    send: (content: string) => (html = content),
  };
  sendPlain(request as unknown as Request, response as unknown as Response, answer);
  return html;
}
