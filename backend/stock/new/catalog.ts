/** Data of the catalogue for new cars: versions, and their options. */
import { sql } from 'kysely';
import type { gearboxes } from '#domain/catalog/terms.ts';
import { Failure } from '#domain/errors.ts';
import type { Taxed } from '#domain/quotes/sheet/ipt.ts';
import type { newStock as table } from '#domain/stock/new/endpoints.ts';
import { newCarFields } from '#domain/stock/new/fields.ts';
import type { Fitted, NewCarInput } from '#domain/stock/new/schema.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { plain, refuse } from '#backend/lib/records/import-rows.ts';
import type { Cells } from '#backend/lib/records/importable.ts';
import { locationCells } from '../keep.ts';

const MOST_FOUND = 20;

/** Versions on sale whose make, model, name or code contain all words. */
export const versions: VerbOf<typeof table, 'GET /stock/new/versions'> = async ({ db }, { query }) => {
  const words = query.q.split(/\s+/).filter(Boolean).slice(0, 8);
  const named = sql`concat_ws(' ', m.name, o.name, v.name, v.code)`;
  const has = words.map((word) => sql`and position(lower(${word}) in lower(${named})) > 0`);
  const { rows } = await sql<{ id: number; name: string }>`select v.id, concat_ws(' ', m.name, o.name, v.name) as name
    from versions v join models o on o.id = v.model_id join makers m on m.id = o.maker_id
    where v.published and o.published and m.published ${sql.join(has, sql` `)}
    order by m.name, o.name, v.name, v.id limit ${MOST_FOUND}`.execute(db);
  return rows;
};

/** Colours, interiors, optionals and packs of versions, with the day's prices. */
async function fittedOf({ db, today }: Pick<Ctx, 'db' | 'today'>, versionIds: readonly number[]) {
  const { rows } = await sql<Fitted & { versionId: number }>`
    select vo.version_id, x.id, x.name, x.code, x.kind, case when vo.standard then 0 else (select p.price from version_option_prices p
      where p.version_id = vo.version_id and p.option_id = x.id and p.valid_from <= ${today} order by p.valid_from desc limit 1) end as price
    from version_options vo join options x on x.id = vo.option_id where vo.version_id = any(${[...versionIds]}::bigint[])
    order by vo.version_id, x.kind, x.name, x.id`.execute(db);
  return rows;
}
export const fitted: VerbOf<typeof table, 'GET /stock/new/versions/:id'> = async (ctx, { params }) =>
  (await fittedOf(ctx, [params.id])).map(({ versionId: _versionId, ...one }) => one);

/** Throws `invalid` when the catalogue does not have this version, or these options for it. */
export async function check(ctx: Ctx, { versionId, optionIds }: NewCarInput): Promise<void> {
  const known = await ctx.db.selectFrom('versions').select('id').where('id', '=', versionId).executeTakeFirst();
  const wrong = (fields: Record<string, string>) => new Failure('invalid', undefined, { fields });
  if (!known) throw wrong({ versionId: 'Scegliere una versione del catalogo' });
  const options = await fittedOf(ctx, [versionId]);
  if (optionIds.some((id) => options.every((one) => one.id !== id)))
    throw wrong({ optionIds: 'Questa versione non ha uno degli optional scelti' });
  const colours = options.filter(({ id, kind }) => kind === 'colour' && optionIds.includes(id));
  if (colours.length > 1) throw wrong({ optionIds: 'Un’auto ha un colore solo' });
}

interface Ordered {
  versionId: number;
  versionName: string;
  optionIds: number[];
}

interface Known {
  id: number;
  code: string;
  name: string;
  full: string;
}

/**
 * Reads version, options and location of a spreadsheet's row: a version by its code, or by a name that only one has;
 * options by code or name, separated by commas. Omitted values stay.
 */
export async function cells(
  ctx: Ctx,
): Promise<(cells: Cells, old: (Ordered & { locationId: number | null }) | undefined) => object> {
  const { rows } = await sql<Known>`select v.id, v.code, v.name, concat_ws(' ', m.name, o.name, v.name) as full
    from versions v join models o on o.id = v.model_id join makers m on m.id = o.maker_id order by v.id`.execute(
    ctx.db,
  );
  const all = await fittedOf(
    ctx,
    rows.map(({ id }) => id),
  );
  const byCode = new Map(rows.map((one) => [plain(one.code), one.id]));
  const places = await locationCells(ctx);
  const version = (cell: string, old: Ordered | undefined): number => {
    if (old && (cell === '' || plain(cell) === plain(old.versionName))) return old.versionId;
    if (cell === '') refuse(`${newCarFields.versionId.label}: manca`);
    const named = rows.filter(({ name, full }) => [name, full].some((text) => plain(text) === plain(cell)));
    const found = byCode.get(plain(cell)) ?? (named.length === 1 ? named[0]!.id : undefined);
    return (
      found ?? refuse(`${newCarFields.versionId.label}: «${cell}» non è nel catalogo; usare il codice della versione`)
    );
  };
  const fittings = (cell: string, versionId: number, old: Ordered | undefined): number[] => {
    if (cell === '') return old?.versionId === versionId ? old.optionIds : [];
    const options = all.filter((one) => one.versionId === versionId);
    return cell.split(',').map((word) => {
      const found = options.find(({ code, name }) => [code, name].some((text) => plain(text) === plain(word)));
      return found?.id ?? refuse(`Optional: «${word.trim()}» non c’è su questa versione`);
    });
  };
  return (row, old) => {
    const versionId = version(row(newCarFields.versionId.label), old);
    const optionIds = fittings(row(newCarFields.optionIds.short), versionId, old);
    // The same options in another order are not a change.
    const same =
      old && optionIds.length === old.optionIds.length && optionIds.every((id) => old.optionIds.includes(id));
    return { versionId, optionIds: same ? old.optionIds : optionIds, ...places(row, old) };
  };
}

/** Technical data of an ordered car from the catalogue. */
interface Technical extends Taxed {
  gearbox: keyof typeof gearboxes;
  cc: number;
  co2: number;
  euroClass: string;
  seats: number;
  colour: string | null;
  equipment: string[];
}

export async function technicalOf({ db }: Ctx, { versionId, optionIds }: Ordered): Promise<Technical> {
  const { rows } =
    await sql<Technical>`select v.kw, v.category, v.payload, v.fuel, v.gearbox, v.cc, v.co2, v.euro_class, v.seats,
      (select x.name from options x where x.id = any(${optionIds}::bigint[]) and x.kind = 'colour' limit 1) as colour,
      array(select x.name from options x join version_options vo on vo.option_id = x.id and vo.version_id = v.id
        where x.kind <> 'colour' and (vo.standard and x.kind <> 'interior' or x.id = any(${optionIds}::bigint[])) order by x.kind, x.name) as equipment
    from versions v where v.id = ${versionId}`.execute(db);
  return rows[0]!;
}
