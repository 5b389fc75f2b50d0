import { coverTaxes, type insuranceFields } from '#domain/insurances/fields.ts';
import type { Cover } from '#domain/insurances/terms.ts';
import { insurances as words } from '#site/messages/it/insurances.ts';
import type { Named } from '#site/ui/choices.ts';
import { offeredLayout } from '#site/ui/list/record/priced.ts';
import type { Layout } from '#site/ui/record/form/form-of.ts';
import type { FormPart } from '#site/ui/record/form/FormPage.tsx';

const third = { span: 2 } as const;
const table = { look: 'table' } as const;

/** The layout of a product's form; choosing a guarantee fills in its tax. */
export const layoutOf = (makers: Named, locations: Named): Layout<typeof insuranceFields> => ({
  code: third,
  name: { span: 4 },
  insurer: { span: 4 },
  type: third,
  commissionPercent: third,
  rappelPercent: third,
  defaultOn: third,
  durations: { span: 6 },
  covers: {
    layout: {
      cover: { span: 2, also: (cover: Cover) => ({ taxPercent: coverTaxes[cover] }) },
      model: third,
      taxPercent: third,
      premium: third,
      yearly: third,
      rate: third,
      minimum: third,
      percentPerMonth: third,
      cells: {
        ...table,
        paste: {
          table: 'premiums',
          read: async (text, rows) => (await import('#domain/insurances/pasted.ts')).pastedCells(text, rows),
        },
      },
      conditions: { span: 6 },
    },
  },
  zones: table,
  powers: table,
  minValue: third,
  maxValue: third,
  maxMonths: third,
  ...offeredLayout(makers, locations),
});

export const parts: readonly FormPart[] = [
  {
    label: words.parts.general,
    names: ['code', 'name', 'insurer', 'type', 'usages', 'commissionPercent', 'rappelPercent', 'defaultOn'],
  },
  { label: words.parts.tariff, names: ['durations', 'covers', 'zones', 'powers'] },
  { label: words.parts.limits, names: ['minValue', 'maxValue', 'maxMonths'] },
  { label: words.parts.who, names: ['validFrom', 'validTo', 'makerIds', 'locationIds', 'roles'] },
];
