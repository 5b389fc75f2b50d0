import { sql } from 'kysely';
import type { z } from 'zod';
import { Failure } from '#domain/errors.ts';
import { insurances as table } from '#domain/insurances/endpoints.ts';
import { insuranceFields } from '#domain/insurances/fields.ts';
import { raisedCovers } from '#domain/insurances/premium.ts';
import { insuranceInput, type Insurance } from '#domain/insurances/schema.ts';
import { covers } from '#domain/insurances/terms.ts';
import { area } from '../lib/ports/area.ts';
import { importable } from '../lib/records/importable.ts';
import type { Ctx } from '../lib/work/context.ts';
import { is } from '../lib/records/list.ts';
import { checkOffered, isValid, offeredCells, offeredNames } from '../lib/records/offered.ts';
import type { PricedRecords } from '../lib/records/priced.ts';
import { pricedVerbs } from '../lib/records/priced-verbs.ts';
import { isArchived, orderOf, selectOf } from '../lib/records/records.ts';

type Filters = Partial<z.output<(typeof table)['GET /insurances']['query']>>;
type Input = z.output<typeof insuranceInput>;

const guarantees = sql`coalesce((select string_agg(${JSON.stringify(covers)}::jsonb ->> (c ->> 'cover'), ', ' order by n)
  from jsonb_array_elements(r.covers) with ordinality as each (c, n)), '') as guarantees`;

const insurance: PricedRecords<Insurance, Filters> = {
  table: 'insurances',
  entity: 'insurance',
  noun: 'il prodotto assicurativo',
  file: 'assicurazioni',
  fields: insuranceFields,
  select: selectOf('insurances', insuranceFields, sql`${offeredNames}, ${guarantees}`),
  order: orderOf(insuranceFields),
  sort: { sort: 'name', dir: 'asc' },
  where: ({ today }, { type, insurer, valid, archived }) => [
    ...is('r.type', type),
    ...is('r.insurer', insurer),
    ...isValid(today, valid),
    isArchived(archived),
  ],
  input: insuranceInput,
  check: async (ctx, input: Input) => {
    await checkOffered(ctx, input);
    await checkZones(ctx, input);
  },
  finish: offeredCells,
  repriced: (row, percent) => ({ covers: raisedCovers(row.covers, percent) }),
};

/** Throws `invalid` at the zone that names an unknown province. */
async function checkZones({ db }: Ctx, { zones }: Input): Promise<void> {
  if (zones.length === 0) return;
  const known = new Set((await db.selectFrom('provinces').select('code').execute()).map(({ code }) => code));
  const fields = zones.flatMap(({ provinces }, index) => {
    const unknown = provinces.split(' ').filter((code) => code && !known.has(code));
    return unknown.length ? [[`zones.${index}.provinces`, `Provincia sconosciuta: ${unknown.join(', ')}`]] : [];
  });
  if (fields.length) throw new Failure('invalid', undefined, { fields: Object.fromEntries(fields) });
}

export const insurances = area(table, {
  verbs: {
    ...pricedVerbs('insurances', insurance),
    'GET /insurances/insurers': async (ctx) => {
      const insurers = ctx.db.selectFrom('insurances').select('insurer').distinct().orderBy('insurer');
      return (await insurers.where('companyId', '=', ctx.user.companyId).execute()).map(({ insurer }) => insurer);
    },
  },
  imports: [importable({ kind: 'insurances', of: insurance, keys: ['code'] })],
});
