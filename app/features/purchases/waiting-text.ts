/** Says to a buyer when access begins that they wait for. */
export const waitingText = (opensOn: string): string => `You have bought this. It opens for you on ${opensOn}.`;
