type Locks = Pick<LockManager, "request">;

/**
 * Runs the work unless another tab of the browser is at it. Where the browser has no locks, or refuses them, two tabs may
 * send the same check-in: the server takes it once.
 */
export async function inOneTab(
  name: string,
  work: () => Promise<void>,
  { locks }: { locks?: Locks | undefined },
): Promise<void> {
  // Missing where the site is served without TLS.
  if (!locks) return work();
  let isAnswered = false;
  const workWith = async (lock: Lock | null) => {
    isAnswered = true;
    if (lock) await work();
  };
  try {
    await locks.request(name, { ifAvailable: true }, workWith);
  } catch (error) {
    if (isAnswered) throw error;
    await work();
  }
}
