const number = (digits: number) =>
  new Intl.NumberFormat('it-IT', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: 'always',
  });
const formats = [number(0), number(1), number(2)];

/** 1234.5 with 2 digits → `1.234,50`; minus is the typographic one. */
export const decimal = (value: number, digits: 0 | 1 | 2): string => formats[digits]!.format(value).replace('-', '−');

/** 6.95 → `6,95 %`. */
export const percent = (value: number): string => `${decimal(value, Number.isInteger(value) ? 0 : 2)} %`;

/** `2026-11-20` → `20/11/2026`. */
export const dayText = (day: string): string => day.split('-').reverse().join('/');
