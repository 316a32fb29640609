import type { Context } from "../core/context";

/** Ends this browser's session, if there is one. */
export async function signOut({ session }: Context): Promise<void> {
  await session.close();
}
