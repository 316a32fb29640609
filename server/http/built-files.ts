import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import express, { type RequestHandler, type Response } from "express";

export type Encoding = "br" | "gzip";

const extensions: Record<Encoding, string> = { br: ".br", gzip: ".gz" };

/** Serves the browser's files of the build, compressed if the build holds them so. Their names change with their content. */
export function builtFiles(folder: string): RequestHandler[] {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  const compressed = new Set(names.map((name) => `/${name.replaceAll(path.sep, "/")}`).filter(encodingOf));
  const chooseFile: RequestHandler = (request, response, next) => {
    if (!compressed.has(`${request.path}${extensions.br}`)) return next();
    response.vary("Accept-Encoding");
    const encoding = encodingFor(request.headers["accept-encoding"]);
    if (encoding) request.url = `${request.path}${extensions[encoding]}`;
    next();
  };
  return [chooseFile, express.static(folder, { immutable: true, maxAge: "1y", index: false, setHeaders })];
}

/** Returns the best encoding that the header accepts, or null. */
export function encodingFor(acceptEncoding: string | undefined): Encoding | null {
  const isRefused = (part: string) => /;\s*q=0(?:\.0*)?\s*$/.test(part);
  const offered = (acceptEncoding ?? "").split(",").filter((part) => !isRefused(part));
  const named = offered.map((part) => part.split(";")[0]?.trim().toLowerCase());
  return (["br", "gzip"] as const).find((encoding) => named.includes(encoding)) ?? null;
}

const encodingOf = (file: string): Encoding | undefined =>
  (["br", "gzip"] as const).find((encoding) => file.endsWith(extensions[encoding]));

function setHeaders(response: Response, file: string): void {
  const encoding = encodingOf(file);
  if (encoding) {
    response.type(path.extname(file.slice(0, -extensions[encoding].length)));
    response.set("Content-Encoding", encoding);
  }
  // The pages may load these files from another origin: a CDN that copies them with their headers.
  response.set({ "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" });
}
