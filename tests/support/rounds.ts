/** The long profile (`npm run test:soak`): the time-outs of production, and random tests go on for long. */
export const isSoak = Boolean(process.env.SOAK);

/** Rounds of a random test: a few in every run, twenty times as many in the long profile. */
export const rounds = (few: number): number => (isSoak ? few * 20 : few);
