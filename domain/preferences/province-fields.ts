import { REASON } from '../record/machine.ts';
import { fuels } from '../catalog/terms.ts';
import type { Fields, Values } from '../record/fields.ts';
import type { Province } from '../quotes/schema.ts';

/** The part of the tax that cars with these fuels pay. */
const fuelFields = {
  fuels: { label: 'Alimentazioni', kind: 'many', words: fuels, required: 'Scegliere almeno un’alimentazione' },
  percent: { label: 'Quota dovuta', kind: 'percent', min: 0, max: 100, decimals: 2 },
} as const satisfies Fields;

/** How a province taxes a transfer otherwise than it is known nationally (rules.md §4, 3). */
const ruleFields = {
  province: {
    label: 'Provincia',
    kind: 'text',
    maxLength: 2,
    pattern: /^[A-Z]{2}$/,
    invalid: 'Scegliere la provincia',
  },
  iptPercent: { label: 'Addizionale', kind: 'percent', min: 0, max: 30, decimals: 2, invalid: 'Da 0 a 30 %' },
  fixedForVatDeeds: { label: 'IPT fissa per atti soggetti a IVA', short: 'Fissa con IVA', kind: 'flag' },
  fuelRules: { label: 'Per alimentazione', kind: 'rows', fields: fuelFields, most: 6 },
  reason: { label: 'Motivo', kind: 'text', maxLength: 200, pattern: REASON, required: 'Scrivere il motivo' },
} as const satisfies Fields;

/**
 * Dated province rules. Those of the manufacturer are the national ones, over the table of provinces; those of a company
 * hold for its own quotes until it ends them.
 */
export const provinceFields = {
  rules: { label: 'Province', kind: 'rows', fields: ruleFields, most: 120 },
} as const satisfies Fields;
export type ProvinceSettings = Values<typeof provinceFields>;
export type ProvinceRule = ProvinceSettings['rules'][number];

/** The province with a rule of its own. */
export const withRule = (
  province: Province,
  { iptPercent, fixedForVatDeeds, fuelRules }: Pick<ProvinceRule, 'iptPercent' | 'fixedForVatDeeds' | 'fuelRules'>,
): Province => ({
  ...province,
  iptPercent,
  fixedForVatDeeds,
  iptRules: fuelRules.map((rule) => ({ fuels: [...rule.fuels], percent: rule.percent })),
});

/** Provinces under rules; a later list goes before an earlier one. */
export const provincesUnder = (
  provinces: readonly Province[],
  ...lists: readonly (readonly ProvinceRule[])[]
): Province[] =>
  provinces.map((province) =>
    lists.reduce((now, rules) => {
      const rule = rules.find((one) => one.province === province.code);
      return rule ? withRule(now, rule) : now;
    }, province),
  );
