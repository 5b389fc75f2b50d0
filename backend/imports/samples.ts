/** Values by which a column is guessed and recognised, and their length. */
const SAMPLES = 40;
const MOST_SAMPLE = 60;
const LOOKED = 200;

/** The first different values of each column. */
export const samplesIn = (heads: readonly string[], rows: readonly (readonly string[])[]): string[][] =>
  heads.map((_, index) => {
    const values = new Set(rows.slice(0, LOOKED).flatMap((cells) => cells[index]?.slice(0, MOST_SAMPLE) || []));
    return [...values].slice(0, SAMPLES);
  });
