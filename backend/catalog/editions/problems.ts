/** The catalogue around an edition's changes, as it is and as they leave it, and what is wrong with it then. */
import { sql } from 'kysely';
import { inOrder, problemsOf, ruleProblems, type Problem } from '#domain/catalog/editions/checks.ts';
import { catalogueOf, versionsIn, withChanges, type Catalogue, type Change } from '#domain/catalog/editions/changes.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { partsOf, readPrices, readRows, VERSIONS, type Found } from './rows.ts';

type Reader = Pick<Ctx, 'db' | 'today'>;

/** The versions whose list these changes touch. */
export async function touchedVersions({ db }: Pick<Ctx, 'db'>, changes: readonly Change[]): Promise<number[]> {
  const of = versionsIn(changes);
  // Each by its index: put together by `or` they read every version there is.
  const { rows } = await sql<{ id: number }>`
    select v.id from versions v where v.model_id = any(${of.models}::bigint[])
    union select v.id from versions v join models o on o.id = v.model_id where o.maker_id = any(${of.makers}::bigint[])
    union select x.version_id from version_options x where x.option_id = any(${of.options}::bigint[])`.execute(db);
  return [...new Set([...of.versions, ...rows.map(({ id }) => id)])].toSorted((one, other) => one - other);
}

/** What a list says of these versions, with the prices in force today under keys that end with `day`. */
export async function readListed({ db, today }: Reader, versionIds: readonly number[]): Promise<Found[]> {
  const ids = sql`${[...versionIds]}::bigint[]`;
  return [
    await readRows(
      db,
      'makers',
      sql`t.id in (select o.maker_id from versions v join models o on o.id = v.model_id where v.id = any(${ids}))`,
    ),
    await readRows(db, 'models', sql`t.id in (select v.model_id from versions v where v.id = any(${ids}))`),
    await readRows(db, 'versions', sql`t.id = any(${ids})`),
    await readRows(db, 'versionOptions', sql`t.version_id = any(${ids})`),
    await readPrices(db, versionIds, today),
  ].flat();
}

/** The same with these options and those of the versions, their rules, and pictures. */
export async function readCatalogue(
  { db, today }: Reader,
  versionIds: readonly number[],
  optionIds: readonly number[] = [],
): Promise<Catalogue> {
  const ids = sql`${[...versionIds]}::bigint[]`;
  const options = sql`(t.id = any(${[...optionIds]}::bigint[]) or t.id in (select x.option_id from version_options x where x.version_id = any(${ids})))`;
  const found = [
    await readListed({ db, today }, versionIds),
    await readRows(db, 'options', options),
    await readRows(
      db,
      'optionRules',
      sql`(t.option_id = any(${[...optionIds]}::bigint[]) or t.option_id in (select x.option_id from version_options x where x.version_id = any(${ids})))`,
    ),
    await readRows(db, 'versionImages', sql`t.version_id = any(${ids})`),
  ].flat();
  return catalogueOf(found);
}

/** What is given once in the catalogue, or once for a maker. */
const ONCE = [
  { kind: 'makers', field: 'name', said: 'Marca già presente' },
  { kind: 'models', field: 'name', isOfMaker: true, said: 'Modello già presente' },
  { kind: 'versions', field: 'code', said: 'Codice già usato' },
  { kind: 'options', field: 'code', isOfMaker: true, said: 'Codice già usato' },
] as const;

/** What would be given twice once these changes are in force. */
export async function doubles({ db }: Reader, changes: readonly Change[]): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { kind, field, said, ...once } of ONCE) {
    const given = changes.filter((one) => one.kind === kind && one.after?.[field] !== undefined);
    if (given.length === 0) continue;
    const [of, ids] = [sql.table(kind), sql`${given.map(({ key }) => key)}::bigint[]`];
    // The maker of a row that is there is its own.
    const maker = (row: string) => ('isOfMaker' in once ? sql.ref(`${row}.maker_id`) : sql`null::bigint`);
    const { rows } = await sql<{ value: string }>`
      with given as (select d.value, coalesce(d.maker_id, ${maker('own')}) as maker_id
        from unnest(${given.map(({ after }) => after![field])}::text[], ${given.map(({ after }) => after!.makerId ?? null)}::bigint[],
          ${ids}) as d (value, maker_id, id) left join ${of} own on own.id = d.id)
      select g.value from given g
      group by g.value, g.maker_id having count(*) > 1 or exists (select from ${of} r where r.id <> all(${ids})
        and r.${sql.ref(field)} = g.value and ${maker('r')} is not distinct from g.maker_id)
      order by g.value`.execute(db);
    for (const { value } of rows)
      problems.push({ blocks: true, code: 'missing', sentence: `${said}: ${value}`, versionId: null, optionId: null, isOld: false }); // prettier-ignore
  }
  return problems;
}

/** The rules of these options and of all that these versions have, with the codes of both. */
async function readRules({ db }: Reader, versionIds: readonly number[], optionIds: readonly number[]) {
  const had = sql`select x.option_id from version_options x where x.version_id = any(${[...versionIds]}::bigint[])`;
  const of = (id: string) => sql`(${sql.ref(id)} = any(${[...optionIds]}::bigint[]) or ${sql.ref(id)} in (${had}))`;
  return catalogueOf([
    ...(await readRows(db, 'optionRules', of('t.option_id'))),
    ...(await readRows(db, 'options', sql`t.id = any(${[...optionIds]}::bigint[]) or t.id in (select unnest(array[r.option_id, r.other_id]) from option_rules r where ${of('r.option_id')})`)), // prettier-ignore
  ]);
}

/** The options that changes of versions name, as ids. */
const optionsNamed = (changes: readonly Change[]): number[] =>
  changes.flatMap(({ kind, key }) => (kind === 'versionOptions' ? [Number(key.split(':')[1])] : []));

/**
 * What is wrong with the catalogue as these changes would leave it today; what blocks first. Some versions are read and
 * looked at together, so that everybody else's calls have their turn between them.
 */
export async function problemsIn(ctx: Reader, changes: readonly Change[]): Promise<Problem[]> {
  if (changes.length === 0) return [];
  const ids = await touchedVersions(ctx, changes);
  const problems = await doubles(ctx, changes);
  if (changes.some(({ kind }) => kind === 'optionRules')) {
    const shared = changes.filter(({ kind }) => kind === 'options' || kind === 'optionRules');
    // Both ends of a new rule, which may have had none before: they are named by their codes.
    const others = changes.flatMap(({ kind, key }) => (kind === 'optionRules' ? [Number(key.split(':')[2])] : []));
    const rules = await readRules(ctx, ids, [...versionsIn(changes).options, ...others]);
    problems.push(...ruleProblems(withChanges(rules, shared)));
  }
  const isOfVersion = ({ kind }: Change) => kind.startsWith('version');
  const own = Map.groupBy(changes.filter(isOfVersion), ({ key }) => Number(key.split(':')[0]));
  const shared = changes.filter((one) => !isOfVersion(one));
  for (const part of partsOf(ids, VERSIONS)) {
    const ofPart = part.flatMap((id) => own.get(id) ?? []);
    const before = await readCatalogue(ctx, part, optionsNamed(ofPart));
    // Of an edition's new options those that these versions get.
    const got = new Set(optionsNamed(ofPart).map(String));
    const isSeen = ({ kind, key }: Change) => kind !== 'options' || got.has(key) || before.options.has(key);
    problems.push(...problemsOf(before, withChanges(before, [...shared.filter(isSeen), ...ofPart])));
  }
  return inOrder(problems);
}
