/** National fiscal values by date, with their sources, which the manufacturer keeps for every company. */
import { isDeepStrictEqual } from 'node:util';
import { addDays } from '#domain/dates.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { fiscalFields } from '#domain/preferences/fiscal.ts';
import { nationalFields, type NationalFacts } from '#domain/preferences/national.ts';
import { keysOf } from '#domain/record/machine.ts';
import { readStored } from '#domain/record/stored.ts';
import { datedSettings } from '../lib/records/dated.ts';
import { readFiscalParams, readSettingsOn } from '../lib/records/params.ts';
import type { Ctx } from '../lib/work/context.ts';
import { readNationalOn, readTouched } from './own-values.ts';

const sources = { group: 'national', fields: { source: nationalFields.source } } as const;
const readSourcesOn = async (db: Ctx['db'], days: readonly string[]): Promise<string[]> =>
  (await readSettingsOn(db, MANUFACTURER, sources, days)).map(({ source }) => source);

async function readOn({ db }: Ctx, days: readonly string[]): Promise<NationalFacts[]> {
  const values = await readNationalOn(db, days);
  const said = await readSourcesOn(db, days);
  return values.map((of, at) => readStored(nationalFields, { ...Object.fromEntries(of), source: said[at] }));
}

/**
 * Throws `invalid` at `source` when values change and the source is still that of the values before, and when more
 * values change on a day whose values have a source that the new one does not name.
 */
async function checkSource(ctx: Ctx, values: NationalFacts & { from: string }): Promise<void> {
  const [base, stored] = (await readOn(ctx, [addDays(values.from, -1), values.from])) as [NationalFacts, NationalFacts];
  const keys = keysOf(fiscalFields);
  const differs = (one: NationalFacts, other: NationalFacts) => (key: (typeof keys)[number]) =>
    !isDeepStrictEqual(one[key], other[key]);
  const refuse = (source: string) => new Failure('invalid', undefined, { fields: { source } });
  const changed = keys.filter(differs(values, base));
  if (changed.length > 0 && values.source === base.source)
    throw refuse('È la fonte dei valori precedenti: scrivere quella dei nuovi');
  if (stored.source === base.source || values.source.includes(stored.source)) return;
  const others = changed.filter(differs(values, stored));
  // Of a day on which every value stays as it is the words may be mended.
  if (others.length === 0 || others.length === changed.length) return;
  throw refuse(`Altri valori dello stesso giorno vengono da “${stored.source}”: scrivere anche questa fonte`);
}

const known = new Set<string>(keysOf(fiscalFields));

/** The parameters in force with their first days and where those that the manufacturer has set were read. */
async function readSince({ db, today }: Ctx) {
  const all = (await readFiscalParams(db, MANUFACTURER, today)).filter(({ key }) => known.has(key));
  const said = await readSourcesOn(
    db,
    all.map(({ from }) => from),
  );
  return all.map(({ key, from }, at) => ({ key, from, source: said[at]! }));
}

export const national = datedSettings({
  group: 'national',
  entity: 'national_facts',
  fields: nationalFields,
  readOn,
  check: checkSource,
  beside: async (ctx) => ({ since: await readSince(ctx), touched: await readTouched(ctx) }),
});
