import { networkBasketFields, type NetworkBasketValues } from '#domain/baskets/fields.ts';
import type { Basket, BasketChange, BasketPage } from '#domain/baskets/schema.ts';
import { call } from '#site/lib/call.ts';
import { recordCalls, type RecordCalls } from '#site/ui/list/record/calls.ts';
import type { SideName } from './columns.ts';

type Calls = RecordCalls<Basket, NetworkBasketValues> & {
  page: (id: number) => Promise<BasketPage>;
  preview: (id: number | null, values: NetworkBasketValues, signal: AbortSignal) => Promise<BasketChange>;
};

const dealer = recordCalls('baskets');

/** A dealer's basket is always of versions. */
const ofVersions = ({ holds: _holds, companyIds: _companyIds, ...values }: NetworkBasketValues) => values;

/** What it holds is counted before it has a name. */
const named = (values: NetworkBasketValues) => ({ ...values, name: values.name.trim() || '—' });

/** The calls of both sides, over the same values. */
export const basketCalls: Record<SideName, Calls> = {
  network: {
    ...recordCalls('network/baskets'),
    page: (id) => call('GET /network/baskets/:id/page', { params: { id } }),
    preview: (id, values, signal) =>
      call('POST /network/baskets/preview', { body: { id, values: named(values) }, signal }),
  },
  dealer: {
    ...dealer,
    create: (values, key) => dealer.create(ofVersions(values), key),
    save: (id, version, values) => dealer.save(id, version, ofVersions(values)),
    page: (id) => call('GET /baskets/:id/page', { params: { id } }),
    preview: (id, values, signal) =>
      call('POST /baskets/preview', { body: { id, values: ofVersions(named(values)) }, signal }),
  },
};

/** The values of a record that the form edits, as one text. */
export const textOf = (values: object): string =>
  JSON.stringify(Object.keys(networkBasketFields).map((key) => values[key as keyof typeof values]));
