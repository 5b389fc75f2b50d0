/** A plate in the form that is stored and compared: upper case, without spaces and dashes. */
export const normalisePlate = (text: string): string => text.toUpperCase().replace(/[\s-]/g, '');

/** Formats of rules.md §8 for normalised plates; plates since 1994 do not use I, O, Q and U. */
const plates = {
  trailer: /^X[A-HJ-NPR-TV-Z]\d{3}[A-HJ-NPR-TV-Z]{2}$/,
  car: /^[A-HJ-NPR-TV-Z]{2}\d{3}[A-HJ-NPR-TV-Z]{2}$/,
  motorcycle: /^[A-HJ-NPR-TV-Z]{2}\d{5}$/,
  test: /^[A-Z]\dP\d{5}$/,
  moped: /^[2-9BCDFGHJKLMNPRSTVWXYZ]{6}$/,
  old: /^(ROMA|[A-Z]{2})[0-9A-Z]{4,6}$/,
} as const;
export type PlateKind = keyof typeof plates;

/** The kind of a plate by its format; null: unknown, perhaps foreign. */
export function plateKind(plate: string): PlateKind | null {
  const normal = normalisePlate(plate);
  const kinds = Object.keys(plates) as PlateKind[];
  return kinds.find((kind) => plates[kind].test(normal)) ?? null;
}

/**
 * What is unusual about the plate of a trade-in, in Italian; null if nothing. It is never an error, because foreign
 * plates are free text.
 */
export function plateIssue(plate: string): string | null {
  if (plate === '' || plateKind(plate) === 'car') return null;
  if (plateKind(plate) === 'old') return 'Targa anteriore al 1994: controllare che sia scritta bene';
  return 'Targa di formato non riconosciuto: controllare che sia scritta bene';
}
