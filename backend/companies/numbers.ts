import { sql } from 'kysely';
import type { Numbering } from '#domain/companies/numbering.ts';
import { numberKinds, numberOf, type NumberKind } from '#domain/companies/numbers.ts';
import { Failure } from '#domain/errors.ts';
import { keysOf } from '#domain/record/machine.ts';
import type { Ctx } from '../lib/work/context.ts';
import { prefixIn } from '../lib/records/counters.ts';

const thisYear = ({ today }: Pick<Ctx, 'today'>) => Number(today.slice(0, 4));

const readCounters = ({ db, user }: Ctx, from: number) =>
  db
    .selectFrom('counters')
    .select(['kind', 'year', 'first', 'last'])
    .where('companyId', '=', user.companyId)
    .where('year', '>=', from)
    .execute();

/** How each kind is numbered this year and the next. */
export async function readNumbers(ctx: Ctx): Promise<Numbering[]> {
  const year = thisYear(ctx);
  const counters = await readCounters(ctx, year);
  const numbers: Numbering[] = [];
  for (const kind of keysOf(numberKinds))
    for (const one of [year, year + 1]) {
      const row = counters.find((each) => each.kind === kind && each.year === one);
      const prefix = (await prefixIn(ctx, kind, one)) ?? numberKinds[kind].prefix;
      numbers.push({ kind, year: one, prefix, next: (row?.last ?? 0) + 1, given: row ? row.last >= row.first : false });
    }
  return numbers;
}

interface Chosen {
  kind: NumberKind;
  year: number;
  prefix: string;
  first: number;
}

/** The highest number of this form that contracts of a former system brought along; 0: none. */
async function broughtAlong({ db, user }: Ctx, { year, prefix }: Chosen): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select coalesce(max(split_part(number, '-', 3)::int), 0)::int as count from contracts
    where company_id = ${user.companyId} and origin = 'history' and number ~ ${`^${prefix}-${year}-[0-9]{1,9}$`}`.execute(
    db,
  );
  return rows[0]!.count;
}

const refuse = (field: keyof Chosen, message: string) =>
  new Failure('invalid', undefined, { fields: { [field]: message } });

/**
 * Sets prefix and first number of a kind for this year or the next; the company's row is locked. Throws `invalid` at
 * the field: for another year, a year that has given numbers, the prefix of another kind, or numbers that an import brought.
 */
export async function chooseNumbers(ctx: Ctx, chosen: Chosen): Promise<void> {
  const { kind, year, prefix, first } = chosen;
  const now = thisYear(ctx);
  if (year !== now && year !== now + 1) throw refuse('year', `Scegliere il ${now} o il ${now + 1}`);
  const numbers = await readNumbers(ctx);
  const other = numbers.find((one) => one.kind !== kind && one.year === year && one.prefix === prefix);
  if (other) throw refuse('prefix', `È già il prefisso di: ${numberKinds[other.kind].label}`);
  const taken = kind === 'contract' ? await broughtAlong(ctx, chosen) : 0;
  if (first <= taken) throw refuse('first', `I contratti importati arrivano a ${numberOf(kind, year, taken, prefix)}`);
  const { numAffectedRows } = await sql`
    insert into counters as c (company_id, kind, year, first, last, prefix)
    values (${ctx.user.companyId}, ${kind}, ${year}, ${first}, ${first - 1}, ${prefix})
    on conflict (company_id, kind, year) do update set first = excluded.first, last = excluded.last, prefix = excluded.prefix
      where c.last < c.first`.execute(ctx.db);
  if (!numAffectedRows)
    throw refuse('year', `Il ${year} ha già dei numeri: prefisso e primo numero si scelgono per il ${now + 1}`);
  const before = numbers.find((one) => one.kind === kind && one.year === year)!;
  ctx.audit({
    action: 'numbers_set',
    entity: 'company',
    entityId: ctx.user.companyId,
    before: { [kind]: numberOf(kind, year, before.next, before.prefix) },
    after: { [kind]: numberOf(kind, year, first, prefix) },
  });
}
