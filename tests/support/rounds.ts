/** The long profile (`npm run test:soak`) uses the time-outs of production and runs random tests for long. */
export const isSoak = Boolean(process.env.SOAK);

/** Rounds of a random test; the long profile runs twenty times as many. */
export const rounds = (few: number): number => (isSoak ? few * 20 : few);
