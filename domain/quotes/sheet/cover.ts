/** Policies in a quote: row 14 of rules.md §3, premiums of §10. */
import { blankOf } from '#domain/record/fields.ts';
import { premiumOf, refusalOf, type Risk } from '#domain/insurances/premium.ts';
import { insuranceFields } from '../fields.ts';
import type { Issue, PricedInsurance } from './priced.ts';
import { ageOf } from './lines.ts';
import type { InsuranceTariff, PriceSheet, QuoteDraft } from '../schema.ts';

type Line = QuoteDraft['insurances'][number];
export interface Covered extends PricedInsurance {
  tariff: InsuranceTariff;
  inPlan: boolean;
}

/** The line of a policy as first proposed: its first duration, the car's own value, paid with the financing. */
export const lineOf = ({ id, durations }: InsuranceTariff): Line => ({
  ...blankOf(insuranceFields),
  tariffId: id,
  months: Number(durations[0] ?? 12),
  inPlan: true,
});

/** The insured risk, in cents and months. */
const riskOf = ({ months, insuredValue }: Line, draft: QuoteDraft, sheet: PriceSheet, value: number): Risk => ({
  usage: sheet.used ? 'used' : 'new',
  value: insuredValue ?? value,
  province: draft.province,
  months,
  kw: sheet.version.kw,
  age: ageOf(sheet),
  financed: 0,
});

/**
 * The chosen policies with their premiums in cents, taxes included. The premium of a credit protection is computed on
 * the capital without that premium. Policies that are not sold for this car, province or value are left out with a
 * warning.
 *
 * @param value insured value if none was typed: list price with options, in cents
 * @param financedBeside returns the financed cents when `premiums` cents are paid with the financing
 */
export function covered(
  draft: QuoteDraft,
  sheet: PriceSheet,
  value: number,
  financedBeside: (premiums: number) => number,
): { insurances: Covered[]; issues: Issue[] } {
  const issues: Issue[] = [];
  const found = draft.insurances.flatMap((line, i) => {
    const tariff = sheet.insurances.find(({ id }) => id === line.tariffId);
    if (tariff) return [{ line, i, tariff }];
    const message = 'La polizza non è più disponibile e non è contata';
    issues.push({ level: 'warning', path: `insurances.${i}.tariffId`, message });
    return [];
  });
  const price = ({ line, i, tariff }: (typeof found)[number], risk: Risk): Covered[] => {
    const premium = premiumOf(tariff, risk);
    if (!premium) {
      const message = `${tariff.name}: ${refusalOf(tariff, risk)}`;
      issues.push({ level: 'error', path: `insurances.${i}.months`, message });
      return [];
    }
    const { net, tax, gross } = premium;
    return [{ tariffId: tariff.id, label: tariff.name, net, tax, gross, tariff, inPlan: line.inPlan }];
  };
  const ofCar = found
    .filter(({ tariff }) => tariff.type !== 'credit_protection')
    .flatMap((one) => price(one, riskOf(one.line, draft, sheet, value)));
  const financed = financedBeside(ofCar.filter(({ inPlan }) => inPlan).reduce((total, { gross }) => total + gross, 0));
  const ofLoan = found
    .filter(({ tariff }) => tariff.type === 'credit_protection')
    .flatMap((one) => {
      const months = draft.financing?.months ?? one.line.months;
      return price(one, { ...riskOf(one.line, draft, sheet, value), months, financed });
    });
  const order = (one: Covered) => draft.insurances.findIndex(({ tariffId }) => tariffId === one.tariffId);
  return { insurances: [...ofCar, ...ofLoan].toSorted((a, b) => order(a) - order(b)), issues };
}
