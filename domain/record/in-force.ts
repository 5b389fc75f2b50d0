/** Dated settings as a browser or verb holds them (dated.ts has their schemas). */
export interface DatedAnswer<V> {
  version: number;
  /** The first period is in force, the others follow in order. `from` is null when nothing was ever set. */
  periods: { from: string | null; values: V; changed: string[] }[];
}

/** The values in force on a day. */
export const inForce = <V>({ periods }: DatedAnswer<V>, day: string): V =>
  (periods.findLast(({ from }) => from === null || from <= day) ?? periods[0]!).values;
