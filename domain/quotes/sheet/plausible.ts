import { money, number } from '#domain/italian.ts';
import type { Issue } from './priced.ts';
import type { QuoteDraft } from '../schema.ts';
import { normalisePlate } from '#domain/plates.ts';

/** Kilometres, and cents of a used car, above which a typing error is assumed. */
const MOST_KM = 1_000_000;
export const MOST_VALUATION = 500_000_00;

/**
 * Impossible values, each at its field: a trade-in worth more than any car, one plate twice, a first registration after
 * `day`. They can be saved but not issued, because an offer is binding. Payments are checked by the balance (rules.md §3, 1).
 *
 * @param day the day for which the quote is priced
 */
export function implausible({ tradeIns }: Pick<QuoteDraft, 'tradeIns'>, day: string): Issue[] {
  const issues: Issue[] = [];
  const refuse = (wrong: boolean, path: string, message: string) => {
    if (wrong) issues.push({ level: 'error', path, message });
  };
  const plates = tradeIns.map(({ plate }) => normalisePlate(plate));
  tradeIns.forEach((car, i) => {
    const at = (field: string) => `tradeIns.${i}.${field}`;
    const first = plates.indexOf(plates[i]!);
    refuse(plates[i] !== '' && first < i, at('plate'), `Targa già inserita nell’usato ${first + 1}`);
    refuse((car.km ?? 0) > MOST_KM, at('km'), `Chilometri non plausibili: al massimo ${number(MOST_KM)}`);
    refuse((car.registeredOn ?? '') > day, at('registeredOn'), 'La prima immatricolazione non può essere nel futuro');
    const tooMuch = `Valutazione non plausibile: al massimo ${money(MOST_VALUATION)}`;
    refuse(car.valuation > MOST_VALUATION, at('valuation'), tooMuch);
    const debt = `Residuo non plausibile: al massimo ${money(MOST_VALUATION)}`;
    refuse(car.residualDebt > MOST_VALUATION, at('residualDebt'), debt);
  });
  return issues;
}
