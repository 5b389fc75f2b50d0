/** A plate as it is stored and compared: upper case, without spaces and dashes. */
export const normalisePlate = (text: string): string => text.toUpperCase().replace(/[\s-]/g, '');

/** Formats of domain.md §2.9 on normalised plates; letters of plates since 1994 leave out I, O, Q and U. */
const plates = {
  trailer: /^X[A-HJ-NPR-TV-Z]\d{3}[A-HJ-NPR-TV-Z]{2}$/,
  car: /^[A-HJ-NPR-TV-Z]{2}\d{3}[A-HJ-NPR-TV-Z]{2}$/,
  motorcycle: /^[A-HJ-NPR-TV-Z]{2}\d{5}$/,
  test: /^[A-Z]\dP\d{5}$/,
  moped: /^[2-9BCDFGHJKLMNPRSTVWXYZ]{6}$/,
  old: /^(ROMA|[A-Z]{2})[0-9A-Z]{4,6}$/,
} as const;
export type PlateKind = keyof typeof plates;

/** What a plate is by its format, or null: it may be foreign. */
export function plateKind(plate: string): PlateKind | null {
  const normal = normalisePlate(plate);
  const kinds = Object.keys(plates) as PlateKind[];
  return kinds.find((kind) => plates[kind].test(normal)) ?? null;
}

/** What is odd about the plate of a car taken in, in Italian, or null. It never blocks: foreign plates are free text. */
export function plateIssue(plate: string): string | null {
  if (plate === '' || plateKind(plate) === 'car') return null;
  if (plateKind(plate) === 'old') return 'Targa anteriore al 1994: controllare che sia scritta bene';
  return 'Targa di formato non riconosciuto: controllare che sia scritta bene';
}
