/** Limit for the memory of the last fifth relative to the second fifth, which shows leaks. */
const mostGrowth = 1.25;
const longestHealthMs = 1000;
/** Pools of 10 for requests and 7 for jobs, a probe of each, and one lock connection of each of two workers. */
const mostConnections = 21;

/** Returns a load test's figures and problems. Memory is in MB, /healthz times are in ms, shortest first. */
export function judge({ answers, memory, connections, health }) {
  const fifth = Math.floor(memory.length / 5);
  const [early, late] = [mean(memory.slice(fifth, 2 * fifth)), mean(memory.slice(-fifth))];
  const most = Math.max(...connections);
  const p99 = health[Math.floor(health.length * 0.99)];
  const faults = [...answers].filter(([key]) => key === "0" || (key.startsWith("5") && key !== "503"));
  const problems = [
    ...faults.map(([key, count]) => `${count} answers ${key === "0" ? "lost" : key}`),
    ...(answers.get("200") ? [] : ["nothing was answered 200"]),
    ...(late > mostGrowth * early ? ["memory keeps growing"] : []),
    ...(most <= mostConnections ? [] : [`${most} database connections, of ${mostConnections}`]),
    ...(p99 <= longestHealthMs ? [] : ["/healthz is slow"]),
  ];
  return { early, late, most, p99, problems };
}

const mean = (values) => Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
