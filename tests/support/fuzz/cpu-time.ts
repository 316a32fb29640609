/** A site that tells its CPU time to those who have the token. */
export type MeasuredSite = { site: string; metricsToken: string };

/** Returns how long the process of the site has used a processor, in milliseconds. */
export async function cpuTimeOf({ site, metricsToken }: MeasuredSite): Promise<number> {
  const answer = await fetch(`${site}/metrics`, { headers: { Authorization: `Bearer ${metricsToken}` } });
  const [, seconds] = /^process_cpu_seconds_total (\S+)/m.exec(await answer.text()) ?? [];
  if (seconds === undefined) throw new Error("The site does not tell its CPU time.");
  return Number(seconds) * 1000;
}
