import { typed } from '#domain/record/fields.ts';
import { campaignFields } from '#domain/quotes/campaigns/fields.ts';
import type { Campaign, CampaignChoices, Trial } from '#domain/quotes/campaigns/schema.ts';
import { call } from '#site/lib/call.ts';
import { campaigns as words } from '#site/messages/it/campaigns.ts';
import { named } from '#site/ui/choices.ts';
import type { Layout } from '#site/ui/record/form/form-of.ts';
import type { SideName } from './columns.ts';
import type { FormPart } from '#site/ui/record/form/FormPage.tsx';

/** A trial, with the values that were tried. */
export interface Tried {
  values: string;
  result: Trial;
}

/** The values of a record that the form edits, as one text. */
export const textOf = (values: object): string =>
  JSON.stringify(typed(campaignFields).map(([key]) => values[key as keyof typeof values]));

const third = { span: 2 } as const;
const whole = { span: 6 } as const;

/** Finds cars by name, of the catalogue or of the stock. */
export const carsOf = (kind: 'version' | 'new' | 'used') => (q: string, signal: AbortSignal) =>
  call('GET /campaigns/cars', { query: { kind, q }, signal });

/** The layout of a campaign's form. */
export const layoutOf = (
  { makers, models, baskets, audiences, lenders }: CampaignChoices,
  record: Campaign | null,
  side: SideName,
): Layout<typeof campaignFields> => ({
  name: whole,
  lines: {
    // What the manufacturer grants it pays: of a dealer's own nobody claims anything.
    next: () => (side === 'network' ? { type: 'flat', payer: 'maker' } : {}),
    layout: {
      name: { span: 4 },
      type: third,
      payer: third,
      basis: third,
      measure: { span: 2, look: 'switch' },
      amount: third,
      percent: third,
      bands: {
        look: 'table',
        layout: {
          co2From: { span: 1 },
          co2To: { span: 1 },
          maxListPrice: { span: 1 },
          maxIncome: { span: 1 },
          amount: { span: 2 },
          scrappedEuro: whole,
        },
      },
      usage: { span: 2, look: 'switch' },
      makerId: { span: 2, options: named(makers) },
      modelId: { span: 2, options: named(models) },
      group: whole,
      customerTypes: whole,
      requiresUsed: third,
      ownedMonths: third,
      scrappedEuro: whole,
      requiresFinancing: whole,
      lender: { span: 2, options: lenders.map((value) => ({ value, label: value })) },
      minMonths: third,
      minFinanced: third,
      plateBy: third,
      validFrom: third,
      validTo: third,
      needsBooking: whole,
      refundPercent: { span: 3 },
      bonus: { span: 3 },
    },
  },
  makerIds: { options: named(makers) },
  modelIds: { options: named(models) },
  versionIds: {
    span: 6,
    search: carsOf('version'),
    known: record ? record.versionIds.map((id, at) => ({ id, name: record.versions[at] ?? '' })) : [],
  },
  basketIds: { span: 6, options: named(baskets) },
  fuels: whole,
  categories: whole,
  stockDays: whole,
  channels: whole,
  customerTypes: whole,
  stacking: whole,
  priority: third,
  maxAmount: third,
  maxUses: third,
  documentUrl: whole,
  audienceId: { span: 6, options: named(audiences) },
});

/** A new campaign begins with its name and its incentives open; the rest reads as a document until it is edited. */
export const partsOf = (side: SideName, isNew: boolean): readonly FormPart[] => [
  {
    label: words.parts.general,
    names: ['name', 'validFrom', 'validTo', 'documentUrl'],
    ...(!isNew && { read: words.unset.general }),
  },
  { label: words.parts.lines, names: ['lines'], ...(!isNew && { read: words.unset.lines }) },
  {
    label: words.parts.cars,
    names: [
      ...['makerIds', 'modelIds', 'versionIds', 'basketIds', 'fuels', 'categories'],
      ...['co2From', 'co2To', 'priceFrom', 'priceTo', 'stockDays'],
    ],
    read: words.unset.cars,
  },
  {
    label: words.parts.customers,
    names: ['customerTypes', 'channels', ...(side === 'network' ? ['audienceId'] : [])],
    read: words.unset.customers,
  },
  { label: words.parts.budget, names: ['stacking', 'priority', 'maxAmount', 'maxUses'], read: words.unset.budget },
];
