import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import type { Request, RequestHandler, Response } from "express";
import { authenticateRequest } from "../accounts/authenticate-request";
import type { Auth } from "../core/context";
import type { Services } from "../core/services";
import { holdSlot } from "./gate-slot";

export function readSession(services: Services): RequestHandler {
  return async (request, response, next) => {
    if (response.locals.auth) return next();
    const browser = {
      cookieHeader: request.headers.cookie,
      userAgent: request.get("User-Agent"),
      setCookie: (header: string) => replaceCookie(response, header),
      clearSiteData: () => void response.setHeader("Clear-Site-Data", '"cache", "storage"'),
    };
    const done = holdSlot(response);
    response.locals.auth = await authenticateRequest(services, browser).catch(failingAuth);
    done();
    if (!response.destroyed) next();
  };
}

export const addressOf = ({ ip }: Request): string => ip ?? "unknown";

export const authOf = ({ locals }: Response): Auth => locals.auth as Auth;

function replaceCookie(response: Response, header: string): void {
  const others = [response.getHeader("Set-Cookie") ?? []].flat().map(String);
  const name = header.slice(0, header.indexOf("=") + 1);
  const kept = others.filter((other) => !other.startsWith(name));
  response.setHeader("Set-Cookie", [...kept, header]);
}

/** Throws when read: a failed query must not turn a member into a visitor. */
function failingAuth(error: unknown): Auth {
  const refuse = () => {
    throw error;
  };
  return Object.defineProperties({} as Auth, { user: { get: refuse }, session: { get: refuse } });
}

const accountHeader = "X-Account-Id";

/** Answers 401 if `X-Account-Id` names another account: a call may be sent after someone else has signed in. */
export const requireSameAccount: RequestHandler = (request, response, next) => {
  const accountId = request.get(accountHeader);
  if (accountId === undefined || accountId === authOf(response).user?.id) return next();
  const data = { code: "UNAUTHORIZED", httpStatus: 401 };
  response
    .status(401)
    .json({ error: { message: "Please sign in.", code: TRPC_ERROR_CODES_BY_KEY.UNAUTHORIZED, data } });
};
