/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast of two colours `#rrggbb`, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Limits of a logo: what a browser sends larger, it makes smaller first. */
export const LOGO = {
  bytes: 400_000,
  /** In pixels. */
  side: 2000,
  /** In the 11 mm of the documents' head a logo that is longer than that in the other direction is a line. */
  thin: 15,
  types: ['image/png', 'image/jpeg'],
} as const;
export const LOGO_THIN = 'Il logo è troppo sottile: in testa ai documenti non si leggerebbe';

/** Least contrast for large titles (WCAG 2.2, 1.4.3). */
const TITLES = 3;
const TEXT = 4.5;
/** Colour of the documents' text. */
const INK = '#1a1f2b';

/** Why the colours are not readable on paper, by field, in Italian. */
export function colourIssues({ colour, accent }: { colour: string; accent: string }): Record<string, string> {
  return {
    ...(contrast(colour, '#ffffff') < TITLES && { colour: 'Troppo chiaro: i titoli non si leggerebbero sul bianco' }),
    ...(contrast(accent, INK) < TEXT && { accent: 'Troppo scuro: il testo non si leggerebbe sopra' }),
  };
}
