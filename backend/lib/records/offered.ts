/**
 * What services, insurances and financing plans have in common: the makers and locations they are offered for, and the
 * days (domain/record/offered.ts).
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { offeredFields as fields, type Offered } from '#domain/record/offered.ts';
import { OWN } from '#backend/db/tenant.ts';
import type { Ctx } from '../work/context.ts';
import { plain, refuse } from './import-rows.ts';
import type { Cells } from './importable.ts';

/** Columns of a record `r`: the names of its makers and locations. */
export const offeredNames = sql`,
  array(select m.name from makers m where m.id = any(r.maker_ids) order by m.name) as makers,
  array(select l.name from locations l where l.company_id = ${OWN} and l.id = any(r.location_ids) order by l.name) as locations`;

/** Condition: the record is offered on the day, or is not. */
export const isValid = (day: string, value: 'true' | 'false' | undefined): RawBuilder<SqlBool>[] =>
  value === undefined
    ? []
    : [
        sql<SqlBool>`(coalesce(r.valid_from, ${day}) <= ${day} and coalesce(r.valid_to, ${day}) >= ${day}) = ${value === 'true'}`,
      ];

/** Makers of the catalogue and locations of the company by name, as spreadsheets contain them. */
async function readNames({ db, user }: Ctx) {
  const makers = await db.selectFrom('makers').select(['id', 'name']).execute();
  const locations = await db
    .selectFrom('locations')
    .select(['id', 'name'])
    .where('companyId', '=', user.companyId)
    .execute();
  return { makers, locations };
}

/** Throws `invalid` at the field when a maker or location does not exist. */
export async function checkOffered(ctx: Ctx, { makerIds, locationIds }: Offered): Promise<void> {
  if (makerIds.length + locationIds.length === 0) return;
  const { makers, locations } = await readNames(ctx);
  const known = (rows: { id: number }[], ids: readonly number[]) =>
    ids.every((id) => rows.some((row) => row.id === id));
  if (!known(makers, makerIds))
    throw new Failure('invalid', undefined, { fields: { makerIds: 'Scegliere marche del catalogo' } });
  if (!known(locations, locationIds))
    throw new Failure('invalid', undefined, { fields: { locationIds: 'Scegliere sedi dell’azienda' } });
}

/** Reads makers and locations from a spreadsheet's row; an empty cell leaves the value unchanged. */
export async function offeredCells(ctx: Ctx): Promise<(cells: Cells) => object> {
  const { makers, locations } = await readNames(ctx);
  const read = (cells: Cells, { label }: { label: string }, rows: { id: number; name: string }[]) => {
    const text = cells(label);
    return text
      .split(',')
      .filter((name) => name.trim())
      .map(
        (name) =>
          rows.find((row) => plain(row.name) === plain(name))?.id ?? refuse(`${label}: «${name.trim()}» non trovata`),
      );
  };
  return (cells) => {
    const [makerIds, locationIds] = [read(cells, fields.makerIds, makers), read(cells, fields.locationIds, locations)];
    return { ...(makerIds.length && { makerIds }), ...(locationIds.length && { locationIds }) };
  };
}
