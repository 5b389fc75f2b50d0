/** Search words of records (table search_words). A kind of record is named by its table. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Ctx } from '../work/context.ts';

type Company = Pick<Ctx, 'db'> & { user: Pick<Ctx['user'], 'companyId'> };

const MOST_WORDS = 8;
/** Above this number of records it is cheaper to check one record after the other than to list all ids. */
const MOST_NAMED = 100_000;
const MOST_NAMED_FOR_HITS = 5000;
/**
 * Sorts after every character: all words that begin with a text lie between the text and the text plus this character.
 */
const LAST = '\u{10ffff}';

/**
 * Writes the search words of these records of the company, or of all, in the caller's transaction: call it after each
 * insert, change and delete. The view `<kind>_words` gives them; deleted records lose theirs.
 */
export async function writeWords({ db, user }: Company, kind: string, ids?: readonly number[]): Promise<void> {
  const of = sql`company_id = ${user.companyId} ${ids ? sql`and record_id = any(${ids}::bigint[])` : sql``}`;
  // One statement reads what is new and what is gone: the words of a record are computed once.
  const { rows } = await sql<Word & { isNew: boolean }>`select record_id, word, bool_or(is_new) as is_new
    from (select distinct record_id, word, true as is_new from ${sql.table(`${kind}_words`)} where ${of}
      union all select record_id, word, false from search_words where ${of} and kind = ${kind}) words
    group by record_id, word having count(*) = 1`.execute(db);
  const gone = rows.filter(({ isNew }) => !isNew);
  if (gone.length > 0)
    await sql`delete from search_words where company_id = ${user.companyId} and kind = ${kind} and (record_id, word) in
      (select * from unnest(${gone.map(({ recordId }) => recordId)}::bigint[], ${gone.map(({ word }) => word)}::text[]))`.execute(
      db,
    );
  await keepWords(
    { db, user },
    kind,
    rows.filter(({ isNew }) => isNew),
  );
}

/** Writes the search words of records that were just made and have none: nothing is compared. */
export async function writeFirstWords({ db, user }: Company, kind: string, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<Word>`select distinct record_id, word from ${sql.table(`${kind}_words`)}
    where company_id = ${user.companyId} and record_id = any(${[...ids]}::bigint[])`.execute(db);
  await keepWords({ db, user }, kind, rows);
}

interface Word {
  recordId: number;
  word: string;
}

async function keepWords({ db, user }: Company, kind: string, rows: readonly Word[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into search_words (company_id, kind, record_id, word)
    select ${user.companyId}, ${kind}, id, word
    from unnest(${rows.map(({ recordId }) => recordId)}::bigint[], ${rows.map(({ word }) => word)}::text[]) made (id, word)
    on conflict do nothing`.execute(db);
}

/** The ways to read the typed text, each as words that must all occur: as it is, and as one code ("AB 123 CD"). */
function readingsOf(q: string): string[][] {
  const words = q
    .split(/[\s,;]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, MOST_WORDS);
  if (words.length === 0) return [];
  return words.length > 1 && /\d/.test(q) ? [words, [words.join('')]] : [words];
}

/**
 * Conditions for the words that begin with the typed text or, for digits, also end with it; with `exact`, that equal
 * it. Any one is enough.
 */
function ranges(column: RawBuilder<unknown>, typed: string, exact: boolean): RawBuilder<unknown>[] {
  if (!exact) return spellingsOf(typed).flatMap((one) => rangesOf(column, one));
  return [sql`${column} = ${wordOf(typed)}`];
}

/** Null when nothing is left of the text: then nothing is found, rather than everything. */
const wordOf = (typed: string) => sql`nullif(word_of(${typed}), '')`;

function rangesOf(column: RawBuilder<unknown>, typed: string): RawBuilder<unknown>[] {
  const word = wordOf(typed);
  const from = (begin: RawBuilder<unknown>) => sql`(${column} >= ${begin} and ${column} < ${begin} || ${LAST})`;
  return /\d/.test(typed) && typed.length > 2 ? [from(word), from(sql`'~' || reverse(${word})`)] : [from(word)];
}

/** Two letters that stand for one with a mark, and what is left of that one in search words. */
const PAIRS: Readonly<Record<string, string>> = { ae: 'a', oe: 'o', ue: 'u', aa: 'a' };
const MARKED: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/** A word as it is typed, and as others write it: `mueller` for `Müller`, `kierkegaard` for `Kierkegård`, and back. */
function spellingsOf(typed: string): string[] {
  const low = typed.toLowerCase();
  const short = low.replace(/ae|oe|ue|aa/g, (pair) => PAIRS[pair]!);
  const long = low.replace(/[äöüåø]/g, (letter) => MARKED[letter]!);
  return [...new Set([typed, ...(short !== low && short.length > 2 ? [short] : []), ...(long !== low ? [long] : [])])];
}

/** Records that contain the words of a text. */
export interface Named {
  /** Whether more records contain them than are named. */
  isPart: boolean;
  /** Whether no record contains them. */
  isNone: boolean;
  /** Condition: `column` holds the id of a named record. */
  among(column: string): RawBuilder<SqlBool>;
  /** Condition: the record whose id `column` holds contains the words, named or not. It looks them up by record. */
  contains(column: string): RawBuilder<SqlBool>;
}

const ANYTHING: Named = { isPart: false, isNone: false, among: () => sql`true`, contains: () => sql`true` };
const NOTHING: Named = { isPart: false, isNone: true, among: () => sql`false`, contains: () => sql`false` };

/**
 * Names the records that `q` finds, at most `most` of them: each word of `q` (at most 8) must begin a word of the record,
 * or with `exact` equal one. An empty text finds all, punctuation alone finds none. Neither condition is a join: with old
 * statistics, as after an import, a join reads the words once for every record.
 */
export async function named(ctx: Company, kind: string, q = '', most = MOST_NAMED): Promise<Named> {
  if (!q.trim()) return ANYTHING;
  const readings = readingsOf(q);
  if (readings.length === 0) return NOTHING;
  const [records] = await name(ctx, [kind], readings, { exact: [false], most });
  return records![0]!;
}

/** One way to look for words of records whose kind `of` is: which ids it names, and the condition for any one. */
function naming({ user }: Company, of: RawBuilder<unknown>, readings: readonly string[][], exact: boolean) {
  const own = sql`w.company_id = ${user.companyId} and w.kind = ${of}`;
  // One select for each range: combined in one they would all be read before the first record is known.
  const having = (word: string) =>
    ranges(sql`w.word`, word, exact).map(
      (range) => sql`select w.record_id from search_words w where ${own} and ${range}`,
    );
  const every = (words: string[]) =>
    sql.join(
      words.map((word) => sql`(${sql.join(having(word), sql` union all `)})`),
      sql` intersect `,
    );
  // The expression on the word keeps PostgreSQL from using the index on words, which it would read from end to end.
  const has = (word: string, column: string) =>
    sql`exists (select from search_words w where ${own} and w.record_id = ${sql.ref(column)}
      and (${sql.join(ranges(sql`(w.word || '')`, word, exact), sql` or `)}) offset 0)`;
  const hasEvery = (words: string[], column: string) =>
    sql`(${sql.join(
      words.map((word) => has(word, column)),
      sql` and `,
    )})`;
  return {
    ids: sql.join(readings.map(every), sql` union all `),
    contains: (column: string) =>
      sql<SqlBool>`(${sql.join(
        readings.map((words) => hasEvery(words, column)),
        sql` or `,
      )})`,
  };
}

/**
 * Names the records of each kind by one statement, at most `most` by each way: by words that equal the typed ones
 * (`exact`) or begin with them.
 */
async function name(
  company: Company,
  kinds: readonly string[],
  readings: readonly string[][],
  { exact, most }: { exact: readonly boolean[]; most: number },
): Promise<Named[][]> {
  const lists = exact.map((equal, n) => ({
    list: sql`array(${naming(company, sql.ref('k.kind'), readings, equal).ids} limit ${most + 1})`,
    as: sql.ref(`list${n}`),
  }));
  const columns = (of: (list: RawBuilder<unknown>) => RawBuilder<unknown>) => sql.join(lists.map(({ as }) => of(as)));
  // Without the offset each list would be read for its ids and again for their number.
  const { rows } = await sql<{ ids: string[]; counts: number[] }>`
    select array[${columns((list) => sql`${list}::text`)}] as ids, array[${columns((list) => sql`cardinality(${list})`)}] as counts
    from (select k.n, ${sql.join(lists.map(({ list, as }) => sql`${list} as ${as}`))}
      from unnest(${[...kinds]}::text[]) with ordinality k (kind, n) offset 0) named order by n`.execute(company.db);
  return rows.map(({ ids, counts }, at) =>
    exact.map((equal, n) => ({
      isPart: counts[n]! > most,
      isNone: counts[n] === 0,
      among: (column) => sql`${sql.ref(column)} = any(${ids[n]!}::bigint[])`,
      contains: naming(company, sql`${kinds[at]!}`, readings, equal).contains,
    })),
  );
}

/** The records that `q` finds (`named`), as a condition on `column`, which holds their id. */
export async function found(ctx: Company, kind: string, column: string, q?: string): Promise<RawBuilder<SqlBool>> {
  return conditionOf(await named(ctx, kind, q), column);
}

const conditionOf = (records: Named, column: string) =>
  records.isPart ? records.contains(column) : records.among(column);

type Read<Row> = (condition: RawBuilder<SqlBool>, limit: number) => Promise<Row[]>;

/** The records of a kind that a text finds. */
export interface Best {
  /**
   * At most `limit` rows that `read` returns for a condition on `column`, which holds their id: first those that contain
   * exactly the typed words, then the others.
   */
  first<Row extends { id: number }>(column: string, limit: number, read: Read<Row>): Promise<Row[]>;
}

/** What `q` finds of each of these kinds, named by one statement. */
export async function bestOf(ctx: Company, kinds: readonly string[], q: string): Promise<Best[]> {
  const readings = readingsOf(q);
  if (kinds.length === 0 || readings.length === 0)
    return kinds.map(() => ({ first: async (_, limit, read) => (q.trim() ? [] : read(sql`true`, limit)) }));
  const records = await name(ctx, kinds, readings, { exact: [true, false], most: MOST_NAMED_FOR_HITS });
  return records.map(([exact, all]) => bestFirst(exact!, all!));
}

const bestFirst = (exact: Named, all: Named): Best => ({
  async first(column, limit, read) {
    const same = exact.isNone ? [] : await read(conditionOf(exact, column), limit);
    if (same.length === limit || all.isNone) return same;
    const begun = await read(conditionOf(all, column), limit + same.length);
    return [...same, ...begun.filter(({ id }) => !same.some((row) => row.id === id))].slice(0, limit);
  },
});
