type Measured = { answers: Map<string, number>; memory: number[]; connections: number[]; health: number[] };
type Verdict = { early: number; late: number; most: number; p99: number; problems: string[] };

export function judge(measured: Measured): Verdict;
