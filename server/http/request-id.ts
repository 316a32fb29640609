import { randomBytes } from "node:crypto";
import type { RequestHandler, Response } from "express";
import { networkOf } from "../core/network-of";
import { inLogScope } from "../core/log";
import { addressOf } from "./sign-in";

/**
 * Gives each request an id: it stands in its log lines, in `X-Request-Id` and on the error page. One that the request
 * brings along is ignored, because anyone could choose it.
 */
export const assignRequestId: RequestHandler = (request, response, next) => {
  const requestId = randomBytes(8).toString("hex");
  response.locals.requestId = requestId;
  response.set("X-Request-Id", requestId);
  inLogScope({ requestId, network: networkOf(addressOf(request)) }, next);
};

export const requestIdOf = ({ locals }: Response): string => locals.requestId as string;
