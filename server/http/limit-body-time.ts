import type { Request, RequestHandler, Response } from "express";
import { sendPlain } from "./plain-page";

const defaultLimits = {
  patience: 30_000,
  /** Uploads may take long but must progress: at least this many bytes per period. */
  uploadPeriod: 15_000,
  uploadProgress: 4096,
  /** How long an early answered request's remaining body is read. */
  discardPatience: 60_000,
};

/**
 * Ends requests with slow bodies. Reads the rest of an answered body: most browsers read the response only after
 * sending.
 */
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
      const cut = setTimeout(() => request.destroy(), limits.discardPatience).unref();
      request.once("close", () => clearTimeout(cut));
    });
    request.once("close", () => clearInterval(watch));
    next();
  };
}

export const giveTimeToUpload = ({ locals }: Response): void =>
  (locals.giveTimeToUpload as (() => void) | undefined)?.();

const watchTime = (request: Request, response: Response, { patience }: typeof defaultLimits) =>
  setTimeout(() => end(request, response), patience).unref();

function watchProgress(request: Request, response: Response, { uploadPeriod, uploadProgress }: typeof defaultLimits) {
  let seen = request.socket.bytesRead;
  return setInterval(() => {
    const arrived = request.socket.bytesRead;
    if (arrived - seen < uploadProgress) end(request, response);
    seen = arrived;
  }, uploadPeriod).unref();
}

function end(request: Request, response: Response): void {
  if (request.complete) return;
  if (response.headersSent) return void request.destroy();
  response.once("finish", () => request.destroy()).set("Connection", "close");
  sendPlain(request, response, {
    status: 408,
    title: "The request took too long to arrive.",
    advice: "Please check your connection and try again.",
  });
}

export const hasBody = (request: Request): boolean => lengthOf(request) > 0 || isChunked(request);

export const lengthOf = ({ headers }: Request): number => Number(headers["content-length"] ?? 0);

export const isChunked = ({ headers }: Request): boolean => headers["transfer-encoding"] !== undefined;
