/** Words of tyres: the key is stored, the label is Italian. */
export const seasons = { summer: 'Estivo', winter: 'Invernale', allSeason: 'Quattro stagioni' } as const;

/** Reinforced (XL) and light commercial (C) tyres carry more at the same size. */
export const builds = { standard: 'Standard', xl: 'XL rinforzato', c: 'C trasporto leggero' } as const;

/** Categories of the contribution for end-of-life tyres that a car dealer sells (D.M. 82/2011, allegato E). */
export const pfuCategories = {
  A1: 'A1 ciclomotori e motoveicoli',
  B1: 'B1 autovetture e rimorchi',
  C1: 'C1 autocarri fino a 40 kg',
  C2: 'C2 autocarri oltre 40 kg',
} as const;

export const speeds = ['L', 'M', 'N', 'P', 'Q', 'R', 'S', 'T', 'U', 'H', 'V', 'W', 'Y'] as const;
/** Classes of the European label (regulation 2020/740): fuel and wet grip, and noise. */
export const labelClasses = ['A', 'B', 'C', 'D', 'E'] as const;
export const noiseClasses = ['A', 'B', 'C'] as const;
export const rims = [13, 14, 15, 16, 17, 18, 19, 20, 21, 22] as const;

export interface TyreSize {
  width: number;
  ratio: number;
  rim: number;
  build: keyof typeof builds;
  load: string;
  speed: string;
}

const SIZE =
  /^(\d{3})[\s/]*(\d{2})\s*(?:Z?RF?\s*)?(\d{2}|(?<=R\s*)[89])(C?)\s+(\d{2,3}(?:\/\d{2,3})?)\s*([A-Z])(?:\s+(XL|C))?$/i;

/**
 * Reads `205/55 R16 91V`, `2055516 91V`, `225/40 ZR18 92Y XL`, `195/75 R16C 107/105R` as a size; null for any other
 * text.
 */
export function parseSize(text: string): TyreSize | null {
  const found = SIZE.exec(text.trim());
  if (!found) return null;
  const [, width, ratio, rim, commercial, load, speed, more = ''] = found;
  const build = commercial || more.toUpperCase() === 'C' ? 'c' : more ? 'xl' : 'standard';
  const numbers = { width: Number(width), ratio: Number(ratio), rim: Number(rim) };
  return { ...numbers, build, load: load!, speed: speed!.toUpperCase() };
}

/** A search text with its size written as seven digits: `205/55 R16 91V` → `2055516 91V`. */
export const compactSizes = (text: string): string =>
  text.replace(/\b(\d{3})[\s/.-]*(\d{2})[\s/.-]*(?:Z?RF?[\s/.-]*)?(\d{2})(?=C?\b)/gi, '$1$2$3');
