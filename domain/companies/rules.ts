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
