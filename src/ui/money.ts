/** What people type in a currency field and what they see in it (specification §5). Amounts in cents. */
import { MONEY_LIMIT, round } from '#domain/money.ts';
import { t } from '#site/lib/intl.ts';
import { kit as words } from '#site/messages/it/kit.ts';

export interface MoneyRules {
  /** Whole-value rounding: euro without cents. */
  whole?: boolean | undefined;
  /** Smallest and largest amount in cents; the specification's range without them. */
  min?: number | undefined;
  max?: number | undefined;
  /** An empty field is nothing (null) rather than 0. */
  nullable?: boolean | undefined;
}

export type Typed = { ok: true; cents: number | null } | { ok: false; message: string };

const format = (decimals: number) =>
  new Intl.NumberFormat('it-IT', {
    useGrouping: 'always' as unknown as boolean,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
const two = format(2);
const none = format(0);

/** `123456` → `1.234,56`, or `1.235` with whole values. */
export const formatMoney = (cents: number, { whole }: MoneyRules = {}): string =>
  (whole ? none.format(round(cents / 100)) : two.format(cents / 100)).replace(/^-/, '−').replace(/^−(0(,00)?)$/, '$1');

/**
 * A number as typed in Italy: `1234,5`, `1.234,50`, `-12`, `1.234` (thousands), and `12.5` or `1234.56` (a dot followed
 * by one or two digits is a decimal one). Null when it is not a number.
 */
export function parseNumber(text: string): number | null {
  const bare = text.replace(/[\s€%]/g, '').replace(/^[−–]/, '-');
  if (/^-?(\d{1,3}(\.\d{3})+|\d+)(,\d*)?$/.test(bare)) return Number(bare.replaceAll('.', '').replace(',', '.'));
  if (/^-?\d*[.,]\d{1,2}$/.test(bare)) return Number(bare.replace(',', '.'));
  return null;
}

/** The amount in cents that a text means, or why it cannot be taken. Nothing typed is 0, or null where that is allowed. */
export function readMoney(text: string, rules: MoneyRules = {}): Typed {
  if (!text.trim()) return { ok: true, cents: rules.nullable ? null : 0 };
  const number = parseNumber(text);
  if (number === null) return { ok: false, message: words.amount };
  const cents = rules.whole ? round(number) * 100 : round(number * 100);
  const min = rules.min ?? -MONEY_LIMIT;
  const max = rules.max ?? MONEY_LIMIT;
  if (cents < min || cents > max) {
    if (rules.min === 0 && cents < 0) return { ok: false, message: words.amountNegative };
    const euro = (bound: number) => `${formatMoney(bound, { whole: bound % 100 === 0 })} €`;
    return { ok: false, message: t(words.amountRange, { min: euro(min), max: euro(max) }) };
  }
  return { ok: true, cents: cents === 0 ? 0 : cents };
}
