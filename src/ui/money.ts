/** Reads and formats the text of a currency field (specification §5). Amounts are in cents. */
import { hundredths, integer, money, parseNumber, wholeMoney } from '#domain/italian.ts';
import { MONEY_LIMIT, percentOf, round } from '#domain/money.ts';
import { t } from '#site/lib/intl.ts';
import { controls as words } from '#site/messages/it/kit.ts';

export interface MoneyRules {
  /** Rounds to whole euro. */
  whole?: boolean | undefined;
  /** Smallest and largest amount in cents; by default the specification's range. */
  min?: number | undefined;
  max?: number | undefined;
  /** The amount in cents on which percentages are computed; without it a percentage is not a valid text. */
  percentOf?: number | undefined;
  /** An empty field means null rather than 0. */
  nullable?: boolean | undefined;
}

export type Typed = { ok: true; cents: number | null } | { ok: false; message: string };

export const formatMoney = (cents: number, { whole }: MoneyRules = {}): string =>
  (whole ? integer : hundredths)(cents / 100);

/**
 * The amount in cents that a text means, or the reason why it is refused. An empty text is 0, or null where that is
 * allowed.
 */
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
