/** Provinces as people and programs write them. */

interface Province {
  code: string;
  name: string;
}

/** Signs that are no longer given, and those of several provinces that became one. */
const FORMER: Readonly<Record<string, string>> = { FO: 'FC', PS: 'PU', ROMA: 'RM', VCO: 'VB' };
/** Names that are neither the official one nor the first part of it. */
const OTHERS: Readonly<Record<string, string>> = {
  verbania: 'VB',
  aosta: 'AO',
  bat: 'BT',
  laquila: 'AQ',
  spezia: 'SP',
  bozen: 'BZ',
  sudsardegna: 'SU',
  trento: 'TN',
  // As neighbours and programs of other languages write them.
  sudtirol: 'BZ',
  altoadige: 'BZ',
  aoste: 'AO',
  valleeaoste: 'AO',
  trient: 'TN',
  milan: 'MI',
  turin: 'TO',
  rome: 'RM',
  florence: 'FI',
  naples: 'NA',
  venice: 'VE',
  genoa: 'GE',
  padua: 'PD',
  mantua: 'MN',
  reggioc: 'RC',
};

/** Regions of which names of provinces hold a word. */
const REGIONS = new Set(['calabria', 'emilia', 'sardegna']);

const bare = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\breggio e\b\.?(?! ?cal)/, 'reggio emilia')
    .replace(/\bcitta metropolitana\b|\bcapitale\b/, '')
    // Words that come and go: `Reggio nell'Emilia`, `Monza e della Brianza`, `Reggio di Calabria`.
    .replace(/\b(nell|dell|della|di|e|d|l)\b['’]?/g, ' ')
    .replace(/[^a-z]/g, '');

/** The sign in force of a former one: `FO` → `FC`. */
export const signInForce = (sign: string): string => FORMER[sign] ?? sign;

/**
 * The sign of a province that a text names, by its sign, also in brackets or one that is no longer given, by its name
 * with or without hyphens, or by the first town of its name where that is one alone; null where it names none.
 */
export function provinceIn(text: string, known: readonly Province[]): string | null {
  const typed = text.replace(/^\s*(prov(incia)?\.?|pr\.|citt[aà]['’]?\s+metropolitana)\s+(di\s+)?/i, '').trim();
  const signOf = (part: string): string | undefined => {
    const sign = signInForce(part.replace(/[().[\]]/g, '').toUpperCase());
    return known.find(({ code }) => code === sign)?.code;
  };
  const sign = signOf(typed);
  if (sign !== undefined) return sign;
  // `Bolzano/Bozen`: both languages.
  const key = bare(typed.split('/')[0]!);
  const named = known.find(({ name }) => bare(name) === key);
  if (named) return named.code;
  const first = known.filter(({ name }) => /[-/\s]/.test(name) && key.length > 3 && bare(name).startsWith(key));
  if (first.length === 1) return first[0]!.code;
  // `Carrara`, `Urbino`: another town of the name, not the region in it (`Reggio Calabria`).
  const isTown = key.length > 4 && !REGIONS.has(key);
  const within = known.filter(({ name }) => isTown && name.split(/[-/\s]/).some((part) => bare(part) === key));
  if (within.length === 1) return within[0]!.code;
  const other = OTHERS[key];
  // `MI - Milano`, `Milano (MI)`.
  return (
    (other && signOf(other)) ||
    (typed
      .split(/[\s()[\]/–-]+/)
      .map(signOf)
      .find(Boolean) ??
      null)
  );
}
