type Answer = number | string;
type Attack = (url: string) => Promise<Answer | Answer[]>;

export const attacks: Record<string, [attack: Attack, expected: Answer[]]>;
export function findUnexpected(answers: Answer[], expected: Answer[]): Answer[];
export function hold(url: string, count: number, head: string, patienceMs?: number): Promise<Answer[]>;
