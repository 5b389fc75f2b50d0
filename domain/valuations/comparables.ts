/** Which cars a valued one is compared with: as near, as old and as used as whoever values it wants. */

/** The choices of each filter: kilometres away, years apart, kilometres driven apart. */
export const comparableChoices = {
  distance: [25, 50, 100],
  years: [0, 1, 2],
  km: [10_000, 20_000, 40_000],
} as const;

/** Null: any. */
export type ComparableFilters = { readonly [K in keyof typeof comparableChoices]: number | null };
export const anyCar: ComparableFilters = { distance: null, years: null, km: null };

interface Valued {
  km: number | null;
  /** First registration, a day in Rome. */
  registeredOn: string | null;
}

interface Other {
  km: number | null;
  year: number | null;
  /** Kilometres away; null: it stands here. */
  distance: number | null;
}

const within = (most: number | null, one: number | null, other: number | null) =>
  most === null || one === null || other === null || Math.abs(one - other) <= most;

/** Tells which cars are compared: a car of which a filter knows nothing stays among them. */
export function comparesWith({ km, registeredOn }: Valued, wanted: ComparableFilters): (other: Other) => boolean {
  const year = registeredOn === null ? null : Number(registeredOn.slice(0, 4));
  return (other) =>
    within(wanted.distance, 0, other.distance) &&
    within(wanted.years, year, other.year) &&
    within(wanted.km, km, other.km);
}
