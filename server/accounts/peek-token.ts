import type { Context } from "../core/context";
import { findToken, type TokenLink } from "./find-token";

/** Whether a link works. Looking does not use it. */
export async function peekToken({ db, clock }: Context, link: TokenLink): Promise<{ isValid: boolean }> {
  return { isValid: (await findToken(db, link, clock.now())) !== undefined };
}
