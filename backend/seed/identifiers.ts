/**
 * An Italian VAT number from its first ten digits (rules.md §7). Demo numbers start with 0999 or 9999, which nobody
 * has.
 */
export function vatNumber(ten: string): string {
  const sum = [...ten].reduce((total, digit, place) => {
    const value = place % 2 === 0 ? Number(digit) : Number(digit) * 2;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return ten + ((10 - (sum % 10)) % 10);
}

/** The nth demo VAT number; after 200,000 they repeat. */
export function demoVatNumber(n: number): string {
  const place = n % 200_000;
  const prefix = place < 100_000 ? '0999' : '9999';
  const rest = place % 100_000;
  return vatNumber(
    prefix + String(Math.floor(rest / 100)).padStart(3, '0') + String((rest % 100) + 1).padStart(3, '0'),
  );
}

const plateLetters = 'ABCDEFGHJKLMNPRSTVWXYZ';

/** The nth plate of the range HZ, which is not in use yet. */
export const demoPlate = (n: number): string =>
  `HZ${String(n % 1000).padStart(3, '0')}${plateLetters[Math.floor(n / 1000) % 22]}${plateLetters[Math.floor(n / 22_000) % 22]}`;
