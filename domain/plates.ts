/** A plate in the form that is stored and compared: upper case, letters and figures alone, without what it is called. */
export const normalisePlate = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/^\W*(TARGA\b|TG[.:])\W*(?=\w)/, '')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Signs of the provinces whose plates were issued until 1994, those that no longer exist among them. */
const PROVINCES =
  'AG AL AN AO AP AQ AR AT AV BA BG BI BL BN BO BR BS BZ CA CB CE CH CL CN CO CR CS CT CZ EN FC FE FG FI FO FR GE GO GR IM IS KR LC LE LI LO LT LU MC ME MI MN MO MS MT NA NO NU OR PA PC PD PE PG PI PN PO PR PS PT PU PV PZ RA RC RE RG RI RM RN RO ROMA SA SI SO SP SR SS SV TA TE TN TO TP TR TS TV UD VA VB VC VE VI VR VT VV';

/** Forces and bodies of the State that have plates of their own (art. 138 of the road code). */
const FORCES: Readonly<Record<string, string>> = {
  EI: 'dell’Esercito',
  MM: 'della Marina Militare',
  AM: 'dell’Aeronautica Militare',
  CC: 'dei Carabinieri',
  GDIF: 'della Guardia di Finanza',
  GF: 'della Guardia di Finanza',
  VF: 'dei Vigili del Fuoco',
  CRI: 'della Croce Rossa',
  DPC: 'della Protezione civile',
  CFS: 'del Corpo Forestale',
  POLIZIA: 'della Polizia di Stato',
  CD: 'del corpo diplomatico',
  SCV: 'dello Stato della Città del Vaticano',
  RSM: 'di San Marino',
};

/** Formats of rules.md §8 for normalised plates; plates since 1994 do not use I, O, Q and U. */
const plates = {
  trailer: /^X[A-HJ-NPR-TV-Z]\d{3}[A-HJ-NPR-TV-Z]{2}$/,
  car: /^[A-HJ-NPR-TV-Z]{2}\d{3}[A-HJ-NPR-TV-Z]{2}$/,
  motorcycle: /^[A-HJ-NPR-TV-Z]{2}\d{5}$/,
  test: /^[A-Z]\dP\d{5}$/,
  moped: /^[2-9BCDFGHJKLMNPRSTVWXYZ]{6}$/,
  forces: new RegExp(`^(${Object.keys(FORCES).join('|')})([A-Z]{1,2}\\d{2,4}|\\d{2,6}[A-Z]{0,2}|[A-Z]\\d{4,5})$`),
  // Six signs, digits but for one letter once the million of a province was used up.
  old: new RegExp(`^(${PROVINCES.split(' ').join('|')})(?=\\d*[A-Z]?\\d*$)[0-9A-Z]{4,6}$`),
} as const;
export type PlateKind = keyof typeof plates;

/** The kind of a plate by its format; null: unknown, perhaps foreign. */
export function plateKind(plate: string): PlateKind | null {
  const normal = normalisePlate(plate);
  const kinds = Object.keys(plates) as PlateKind[];
  return kinds.find((kind) => plates[kind].test(normal)) ?? null;
}

/** Italian plates of what is no car. */
const NAMES: Partial<Record<PlateKind, string>> = {
  trailer: 'di rimorchio',
  motorcycle: 'di motociclo',
  test: 'di prova',
  moped: 'di ciclomotore',
};

/** Forms of other countries; some are those of an Italian motorcycle or moped as well. */
const foreign: readonly (readonly [RegExp, string])[] = [
  [/^(AI|BE|GL|JU|LU|NE|NW|OW|SG|SH|SZ|TG|TI|UR|VD|VS|ZG|ZH)\d{1,6}$/, 'svizzera'],
  [/^\d{4}[BCDFGHJKLMNPRSTVWXYZ]{3}$/, 'spagnola'],
  [/^(B\d{2,3}|[A-Z]{2}\d{2})[A-Z]{3}$/, 'romena o del Regno Unito'],
  [/^[A-ZÄÖÜ]{3,5}\d{1,4}[EH]?$/, 'tedesca o slovena'],
  [/^[WGLSIKB]\d{3,5}[A-Z]{1,2}$/, 'austriaca'],
  [/^FL\d{1,5}$/, 'del Liechtenstein'],
  [/^(\d{2}[A-Z]{2}\d{2}|\d{4}[A-Z]{2}|[A-Z]{2}\d{2}[A-Z]{2})$/, 'portoghese o olandese'],
  [/^\d[A-Z]{3}\d{3}$/, 'belga'],
];

/**
 * What is unusual about the plate of a trade-in, in Italian; null if nothing. It is never an error, because foreign
 * plates are free text.
 */
export function plateIssue(plate: string): string | null {
  const normal = normalisePlate(plate);
  const kind = plateKind(normal);
  if (normal === '' || kind === 'car') return null;
  if (kind === 'old') return 'Targa anteriore al 1994: controllare che sia scritta bene';
  if (kind === 'forces') return `Targa ${FORCES[plates.forces.exec(normal)![1]!]}: controllare chi può venderla`;
  // Mopeds have any six signs, most of them behind an X, with which no other country begins.
  const country = kind === 'moped' && normal.startsWith('X') ? undefined : foreign.find(([is]) => is.test(normal))?.[1];
  const names = [kind && NAMES[kind], country].filter(Boolean).join(', o ');
  return `Targa ${names || 'di formato non riconosciuto'}: controllare che sia scritta bene`;
}
