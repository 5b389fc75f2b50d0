import { typed, type Values } from '#domain/fields.ts';
import { newCarFields as fields } from '#domain/stock/new/fields.ts';
import type { Fitted } from '#domain/stock/new/schema.ts';
import { call } from '#site/lib/call.ts';
import { money } from '#domain/italian.ts';
import { newCar as words } from '#site/messages/it/new-cars.ts';
import { named, type Named } from '#site/ui/choices.ts';
import type { Choices } from '#site/ui/record/form.ts';
import type { Layout } from '#site/ui/record/form-of.ts';
import type { Found } from '../find.ts';

export type NewCarValues = Values<typeof fields>;

/** The sections of a car's page, and the fields in each. */
export const sections = {
  car: ['versionId', 'optionIds', 'vin', 'orderNumber', 'code'],
  arrival: ['orderedOn', 'expectedOn', 'arrivedOn', 'locationId', 'spot', 'keys', 'keyTag'],
  costs: ['purchaseCost', 'purchaseTaxRate', 'otherCosts', 'invoice'],
  prices: ['price', 'minPrice', 'b2bPrice'],
  registration: ['plate', 'registeredOn', 'papers'],
  notes: ['notes'],
} as const satisfies Record<string, readonly (keyof NewCarValues)[]>;
export type NewSection = keyof typeof sections;

/** What was added to a version, in groups; what is standard needs no choice. */
export const choicesOf = (fitted: readonly Fitted[]): Choices =>
  fitted.map(({ id, name, kind, price }) => ({
    value: id,
    group: words.kinds[kind as keyof typeof words.kinds],
    label: price ? `${name} · ${money(price)}` : name,
  }));

const load = async (versionId: unknown): Promise<Choices> =>
  versionId ? choicesOf(await call('GET /stock/new/versions/:id', { params: { id: versionId as number } })) : [];

const third = { span: 2 } as const;
const thirds = Object.fromEntries(typed(fields).map(([key]) => [key, third])) as Record<
  keyof NewCarValues,
  { span: 2 }
>;

export const layout = (
  locations: Named,
  { version, options }: { version: readonly Found[]; options: Choices } = { version: [], options: [] },
): Layout<typeof fields> => ({
  ...thirds,
  // Another version has other options.
  versionId: {
    span: 6,
    search: async (...asked) => (await import('../find.ts')).findVersions(...asked),
    known: version,
    also: () => ({ optionIds: [] }),
  },
  optionIds: { span: 6, ...(options.length > 0 ? { options } : {}), from: { field: 'versionId', load } },
  locationId: { span: 2, options: named(locations) },
  purchaseCost: { span: 4 },
  papers: { span: 6 },
  notes: { span: 6 },
});

/** What is asked of a new car; the rest stands on its page. */
export const first = [
  ...(['versionId', 'optionIds', 'orderNumber', 'vin', 'orderedOn', 'expectedOn', 'locationId'] as const),
  ...(['purchaseCost', 'purchaseTaxRate', 'price'] as const),
] satisfies readonly (keyof NewCarValues)[];

/** The typed part of a car. */
export const valuesOf = (car: object): NewCarValues =>
  Object.fromEntries(typed(fields).map(([key]) => [key, (car as Record<string, unknown>)[key]])) as NewCarValues;
