/** The catalogue around an edition's changes, as it is and as they leave it, and what is wrong with it then. */
import { sql } from 'kysely';
import { problemsOf, type Problem } from '#domain/catalog/editions/checks.ts';
import { catalogueOf, versionsIn, withChanges, type Catalogue, type Change } from '#domain/catalog/editions/changes.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { readPrices, readRows } from './rows.ts';

type Reader = Pick<Ctx, 'db' | 'today'>;

/** The versions whose list these changes touch. */
export async function touchedVersions({ db }: Pick<Ctx, 'db'>, changes: readonly Change[]): Promise<number[]> {
  const of = versionsIn(changes);
  const { rows } = await sql<{ id: number }>`select v.id from versions v join models o on o.id = v.model_id
    where v.id = any(${of.versions}::bigint[]) or o.id = any(${of.models}::bigint[]) or o.maker_id = any(${of.makers}::bigint[])
      or v.id in (select x.version_id from version_options x where x.option_id = any(${of.options}::bigint[]))`.execute(
    db,
  );
  return [...new Set([...of.versions, ...rows.map(({ id }) => id)])].toSorted((one, other) => one - other);
}

/** Rows of these versions and of the options of their makers, with the prices in force today under keys that end with `day`. */
export async function readCatalogue(
  { db, today }: Reader,
  versionIds: readonly number[],
  optionIds: readonly number[] = [],
): Promise<Catalogue> {
  const ids = sql`${[...versionIds]}::bigint[]`;
  const options = sql`(t.id = any(${[...optionIds]}::bigint[]) or t.id in (select x.option_id from version_options x where x.version_id = any(${ids})))`;
  const found = [
    await readRows(
      db,
      'makers',
      sql`t.id in (select o.maker_id from versions v join models o on o.id = v.model_id where v.id = any(${ids}))`,
    ),
    await readRows(db, 'models', sql`t.id in (select v.model_id from versions v where v.id = any(${ids}))`),
    await readRows(db, 'versions', sql`t.id = any(${ids})`),
    await readRows(db, 'options', options),
    await readRows(db, 'versionOptions', sql`t.version_id = any(${ids})`),
    await readRows(
      db,
      'optionRules',
      sql`(t.option_id = any(${[...optionIds]}::bigint[]) or t.option_id in (select x.option_id from version_options x where x.version_id = any(${ids})))`,
    ),
    await readPrices(db, versionIds, today),
  ].flat();
  return catalogueOf(found);
}

/** The codes that are given twice once these changes are in force. */
async function doubleCodes({ db }: Reader, changes: readonly Change[]): Promise<Problem[]> {
  const of = (kind: 'versions' | 'options') =>
    changes.filter((one) => one.kind === kind && one.after?.code !== undefined);
  const problem = (sentence: string): Problem => ({
    blocks: true,
    code: 'missing',
    sentence,
    versionId: null,
    optionId: null,
  });
  const versions = of('versions');
  const options = of('options').filter(({ before }) => before === null);
  const { rows } = await sql<{
    code: string;
  }>`select v.code from versions v join unnest(${versions.map(({ after }) => after!.code)}::text[],
      ${versions.map(({ key }) => key)}::bigint[]) as d (code, id) on v.code = d.code and v.id <> d.id
    union all select o.code from options o join unnest(${options.map(({ after }) => after!.code)}::text[],
      ${options.map(({ after }) => after!.makerId)}::bigint[], ${options.map(({ key }) => key)}::bigint[]) as d (code, maker_id, id)
      on o.code = d.code and o.maker_id = d.maker_id and o.id <> d.id`.execute(db);
  const own = [
    ...versions.map(({ after }) => `${after!.code}`),
    ...options.map(({ after }) => `${after!.makerId} ${after!.code}`),
  ];
  const twice = own.filter((code, at) => own.indexOf(code) !== at);
  return [...rows.map(({ code }) => code), ...twice].map((code) => problem(`Codice già usato: ${code}`));
}

/** What is wrong with the catalogue as these changes would leave it today; what blocks first. */
export async function problemsIn(ctx: Reader, changes: readonly Change[]): Promise<Problem[]> {
  if (changes.length === 0) return [];
  const before = await readCatalogue(ctx, await touchedVersions(ctx, changes), versionsIn(changes).options);
  return [...(await doubleCodes(ctx, changes)), ...problemsOf(before, withChanges(before, changes), changes)];
}
