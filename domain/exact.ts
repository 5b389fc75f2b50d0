/**
 * Figures that a spreadsheet wrote as a power of ten, where it kept all of them: `3,331234567E+09` → `3331234567`. Any
 * other text stays: of `3,33E+09` the rest is lost.
 */
export const exactFigures = (text: string): string =>
  text.replace(/^(\d)[.,](\d+)E\+?0?(\d{1,2})$/i, (whole, first: string, rest: string, power: string) =>
    rest.length >= Number(power) - 1 && rest.length <= Number(power) ? first + rest.padEnd(Number(power), '0') : whole,
  );
