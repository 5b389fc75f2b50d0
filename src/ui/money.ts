/** What people type in a currency field and what they see in it (specification §5). Amounts in cents. */
import { hundredths, integer, money, parseNumber, wholeMoney } from '#domain/italian.ts';
import { MONEY_LIMIT, percentOf, round } from '#domain/money.ts';
import { t } from '#site/lib/intl.ts';
import { controls as words } from '#site/messages/it/kit.ts';

export interface MoneyRules {
  /** Whole-value rounding: euro without cents. */
  whole?: boolean | undefined;
  /** Smallest and largest amount in cents; the specification's range without them. */
  min?: number | undefined;
  max?: number | undefined;
  /** What a percentage is of, in cents; without it a percentage is no amount. */
  percentOf?: number | undefined;
  /** An empty field is nothing (null) rather than 0. */
  nullable?: boolean | undefined;
}

export type Typed = { ok: true; cents: number | null } | { ok: false; message: string };

/** `123456` → `1.234,56`, or `1.235` with whole values. */
export const formatMoney = (cents: number, { whole }: MoneyRules = {}): string =>
  (whole ? integer : hundredths)(cents / 100);

/** The amount in cents that a text means, or why it cannot be taken. Nothing typed is 0, or null where that is allowed. */
export function readMoney(text: string, rules: MoneyRules = {}): Typed {
  if (!text.trim()) return { ok: true, cents: rules.nullable ? null : 0 };
  const share = /^(.*)%\s*$/.exec(text)?.[1];
  if (share !== undefined && rules.percentOf === undefined) return { ok: false, message: words.amountPercent };
  const part = share === undefined ? null : parseNumber(share);
  const number = share === undefined ? parseNumber(text) : part && percentOf(rules.percentOf!, part) / 100;
  if (number === null) return { ok: false, message: words.amount };
  const cents = rules.whole ? round(number) * 100 : round(number * 100);
  const min = rules.min ?? -MONEY_LIMIT;
  const max = rules.max ?? MONEY_LIMIT;
  if (cents < min || cents > max) {
    if (rules.min === 0 && cents < 0) return { ok: false, message: words.amountNegative };
    const euro = (bound: number) => (bound % 100 === 0 ? wholeMoney : money)(bound);
    return { ok: false, message: t(words.amountRange, { min: euro(min), max: euro(max) }) };
  }
  return { ok: true, cents: cents === 0 ? 0 : cents };
}
