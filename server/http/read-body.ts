import type { Request, RequestHandler, Response } from "express";
import type { Services } from "../core/services";
import { readSiteSettings } from "../core/site-settings";
import { maxBytesOf } from "../platform/media/media-kinds";
import { sendPlain } from "./plain-page";
import { authOf } from "./sign-in";

const maxBodyBytes = 256 * 1024;

/** Reads the body before any other work, so that slow clients occupy a connection only. Refuses long bodies. */
export function readBody(): RequestHandler {
  return (request, response, next) => {
    if (hasStreamedBody(response) || !hasBody(request)) return next();
    if (lengthOf(request) > maxBodyBytes) return refuseLength(request, response);
    collect(request).then(
      (body) => {
        if (!body) return refuseLength(request, response);
        response.locals.body = body;
        next();
      },
      // The connection is closed, so no answer can be sent.
      () => undefined,
    );
  };
}

async function collect(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

export const bodyOf = ({ locals }: Response) => locals.body as Uint8Array<ArrayBuffer> | undefined;

const hasStreamedBody = ({ locals }: Response): boolean => locals.hasStreamedBody === true;

/** Skips the route unless the request is a form with files that may exceed the usual limit. */
export const onlyLongForms: RequestHandler = (request, _response, next) => {
  const isLong = request.is("multipart/form-data") && (isChunked(request) || lengthOf(request) > maxBodyBytes);
  next(isLong ? undefined : "route");
};

export function admitLongForms(services: Services): RequestHandler {
  return async (request, response, next) => {
    const { user, session } = authOf(response);
    if (user?.role !== "admin" || session.current?.impersonator) {
      const title = "Please sign in as an admin to upload files.";
      return sendPlain(request, response, { status: user ? 403 : 401, title });
    }
    const largestForm = await largestFormOf(services).catch(next);
    if (largestForm === undefined) return;
    if (lengthOf(request) > largestForm) return refuseLength(request, response);
    response.locals.hasStreamedBody = true;
    giveTimeToUpload(response);
    next();
  };
}

async function largestFormOf(services: Services): Promise<number> {
  const limits = await readSiteSettings(services);
  return maxBodyBytes + maxBytesOf(limits, "video") + maxBytesOf(limits, "sound") + maxBytesOf(limits, "image") * 2;
}

function refuseLength(request: Request, response: Response): void {
  sendPlain(request, response, { status: 413, title: "That is too large.", advice: "Please go back and send less." });
}

const defaultLimits = {
  patienceMs: 30_000,
  /** Uploads may take long but must progress: at least this many bytes per period. */
  uploadPeriodMs: 15_000,
  uploadPeriodBytes: 4096,
  discardPatienceMs: 60_000,
};

/** Ends requests with slow bodies. Reads the rest of an answered body: most browsers send it all before they read. */
export function limitBodyTime(limits = defaultLimits): RequestHandler {
  return (request, response, next) => {
    if (!hasBody(request)) return next();
    let watch = watchTime(request, response, limits);
    response.locals.giveTimeToUpload = () => {
      clearInterval(watch);
      watch = watchProgress(request, response, limits);
    };
    response.once("finish", () => {
      if (request.complete) return;
      request.removeAllListeners("data").unpipe();
      request.resume();
      const discardTimer = setTimeout(() => request.destroy(), limits.discardPatienceMs).unref();
      request.once("close", () => clearTimeout(discardTimer));
    });
    request.once("close", () => clearInterval(watch));
    next();
  };
}

export const giveTimeToUpload = ({ locals }: Response): void =>
  (locals.giveTimeToUpload as (() => void) | undefined)?.();

const watchTime = (request: Request, response: Response, { patienceMs }: typeof defaultLimits) =>
  setTimeout(() => endSlowRequest(request, response), patienceMs).unref();

function watchProgress(
  request: Request,
  response: Response,
  { uploadPeriodMs, uploadPeriodBytes }: typeof defaultLimits,
) {
  let seen = request.socket.bytesRead;
  return setInterval(() => {
    const arrived = request.socket.bytesRead;
    if (arrived - seen < uploadPeriodBytes) endSlowRequest(request, response);
    seen = arrived;
  }, uploadPeriodMs).unref();
}

function endSlowRequest(request: Request, response: Response): void {
  if (request.complete) return;
  if (response.headersSent) return void request.destroy();
  response.once("finish", () => request.destroy()).set("Connection", "close");
  sendPlain(request, response, {
    status: 408,
    title: "The request took too long to arrive.",
    advice: "Please check your connection and try again.",
  });
}

const hasBody = (request: Request): boolean => lengthOf(request) > 0 || isChunked(request);

const lengthOf = ({ headers }: Request): number => Number(headers["content-length"] ?? 0);

const isChunked = ({ headers }: Request): boolean => headers["transfer-encoding"] !== undefined;
