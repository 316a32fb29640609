import type { RequestHandler } from "express";
import { authOf } from "./sign-in";

/** Names the account in whose name a call was made when it is sent later, perhaps under another one's session. */
const accountHeader = "X-Account-Id";

/**
 * Answers 401 to a call that was made in the name of another account than the one that is signed in. Calls without
 * `X-Account-Id` pass.
 */
export const requireAccount: RequestHandler = (request, response, next) => {
  const accountId = request.get(accountHeader);
  if (accountId === undefined || accountId === authOf(response).user?.id) return next();
  const data = { code: "UNAUTHORIZED", httpStatus: 401 };
  response.status(401).json({ error: { message: "Please sign in.", data } });
};
