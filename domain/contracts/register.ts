/**
 * How invoices and credit notes stand in the register for the accountant: each by rates and natures of VAT, and all of a
 * contract together as its total; cents.
 */
import { round, sum, vatOf } from '../money.ts';
import type { TaxPart } from '../sale-lines.ts';
import { UNREAD } from './tax-kinds.ts';
import type { InvoiceKind } from './terms.ts';

/** The taxable amount of a part, cents: what the state pays is outside VAT and takes nothing off it (rules.md §1). */
export const taxableOf = ({ tax, gross, vat }: Pick<TaxPart, 'tax' | 'gross' | 'vat'>): number =>
  tax === 'aid' ? 0 : gross - vat;

interface Document {
  kind: InvoiceKind;
  amount: number;
  /** As it was written; null: not yet. */
  taxes: readonly TaxPart[] | null;
}

/** The parts of a sale whose sum is the total that the customer owes: what was priced otherwise is the car's. */
export function wholeOf(taxes: readonly TaxPart[], total: number): TaxPart[] {
  const [first = { tax: UNREAD, gross: 0, vat: 0, marginVat: 0 }, ...others] = taxes;
  const gross = total - sum(others.map((part) => part.gross));
  return [{ ...first, gross, vat: gross === first.gross ? first.vat : vatAt(first.tax, gross) }, ...others];
}

const vatAt = (tax: string, gross: number): number => (/^\d/.test(tax) ? vatOf(gross, Number(tax)) : 0);

/** What of an amount each part takes: those of its sign in their order, the last of it the first one's. */
function filled(parts: readonly TaxPart[], amount: number): number[] {
  let left = amount;
  const taken = parts.map(({ gross }) => {
    const own = Math.min(Math.max(0, gross), left);
    left -= own;
    return own;
  });
  return taken.map((own, at) => (at === 0 ? own + left : own));
}

/**
 * Splits the documents of a contract that are not split yet, in the order in which they were written. An invoice takes
 * what no former one has, the car first, as an acconto is for the car; the one with which everything is invoiced takes
 * all that is left, also what comes off. A credit note gives back in the same order.
 */
export function splitDocuments(whole: readonly TaxPart[], documents: readonly Document[]): TaxPart[][] {
  const before = new Map<string, TaxPart>();
  const had = (tax: string): TaxPart => before.get(tax) ?? { tax, gross: 0, vat: 0, marginVat: 0 };
  const put = (parts: readonly TaxPart[]) => {
    for (const { tax, gross, vat, marginVat } of parts) {
      const { gross: g, vat: v, marginVat: m } = had(tax);
      before.set(tax, { tax, gross: g + gross, vat: v + vat, marginVat: m + marginVat });
    }
  };
  return documents.map(({ kind, amount, taxes }) => {
    const parts = taxes ?? split(whole, { had, known: [...before.keys()] }, kind === 'credit_note' ? -amount : amount);
    put(parts);
    return [...parts];
  });
}

function split(
  whole: readonly TaxPart[],
  { had, known }: { had: (tax: string) => TaxPart; known: readonly string[] },
  amount: number,
): TaxPart[] {
  const none = (tax: string): TaxPart => ({ tax, gross: 0, vat: 0, marginVat: 0 });
  const all = [...whole, ...known.filter((tax) => !whole.some((part) => part.tax === tax)).map(none)];
  const open = all.map((part) => (amount < 0 ? had(part.tax) : { ...part, gross: part.gross - had(part.tax).gross }));
  const isAll = sum(open.map(({ gross }) => gross)) === Math.abs(amount);
  const taken = isAll ? open.map(({ gross }) => gross) : filled(open, Math.abs(amount));
  return all
    .map((part, at) => step(part, had(part.tax), amount < 0 ? -taken[at]! : taken[at]!))
    .filter(({ gross, vat }) => gross !== 0 || vat !== 0);
}

/** What a document adds to a part: its VAT is that of all together less what was written, so that no cent is lost. */
function step(whole: TaxPart, had: TaxPart, gross: number): TaxPart {
  const now = had.gross + gross;
  const isWhole = now === whole.gross;
  const share = whole.gross === 0 ? 0 : now / whole.gross;
  return {
    tax: whole.tax,
    gross,
    vat: (isWhole ? whole.vat : vatAt(whole.tax, now)) - had.vat,
    marginVat: (isWhole ? whole.marginVat : round(whole.marginVat * share)) - had.marginVat,
  };
}
