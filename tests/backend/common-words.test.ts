import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COUNT_LIMIT } from '#domain/record/list.ts';
import { asOwner, testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database);
afterAll(() => world.close());
const reader = await world.userWith('seeAccessories');

const ROWS = 24_000;
/** Words, and how many accessories in a hundred have each. They follow from the number of an accessory. */
const share = { ovunque: 100, spesso: 60, meta: 45, talvolta: 20, raro: 1 };
const words = [...Object.keys(share), 'ultimi', 'nessuno', 'ov', 'me'];

/** Spread by a prime; `ultimi` stands on the last half only. */
const holds = (word: string, n: number) =>
  word === 'ultimi' ? n > ROWS / 2 : (n * 37) % 100 < (share[word as keyof typeof share] ?? 0);

beforeAll(async () => {
  const texts = Array.from({ length: ROWS }, (_, index) =>
    [...Object.keys(share), 'ultimi'].filter((word) => holds(word, index + 1)).join(' '),
  );
  await asOwner(
    database.ownerUrl,
    `insert into accessories (company_id, code, description, price, in_stock)
     select 901, 'Z' || lpad(n::text, 6, '0'), text, 1000 + (n * 7919) % 5000, n % 3 = 0
     from unnest($1::text[]) with ordinality given (text, n)`,
    [texts],
  );
  await asOwner(
    database.ownerUrl,
    `insert into search_words select distinct company_id, 'accessories', record_id, word from accessories_words
     where company_id = 901 on conflict do nothing`,
  );
  await asOwner(database.ownerUrl, 'analyze accessories; analyze search_words');
});

const page = async (query: Record<string, unknown>) => (await world.call(reader, 'GET /accessories', { query })).body;

test('a list with a common word has the rows, order and total of all its rows without it', async () => {
  const all = (await asOwner(
    database.ownerUrl,
    `select id::int, code, description, price::int, in_stock from accessories where company_id = 901 and archived_at is null`,
  )) as { id: number; code: string; description: string; price: number; in_stock: boolean }[];
  const begins = (text: string, word: string) => text.split(/\s+/).some((one) => one.toLowerCase().startsWith(word));
  const query = fc.record({
    q: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 2 }),
    inStock: fc.constantFrom(undefined, 'true', 'false'),
    sort: fc.constantFrom('code', 'price'),
    dir: fc.constantFrom('asc', 'desc'),
    limit: fc.constantFrom(1, 50, 200),
    offset: fc.constantFrom(0, 50, 400, 3000),
    countAll: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(query, async ({ q, inStock, sort, dir, limit, offset, countAll }) => {
      const way = dir === 'asc' ? 1 : -1;
      const expected = all
        .filter(({ in_stock }) => inStock === undefined || in_stock === (inStock === 'true'))
        .filter(({ code, description }) => q.every((word) => begins(`${code} ${description}`, word)))
        .toSorted((a, b) => way * (sort === 'price' ? a.price - b.price || a.id - b.id : a.id - b.id));
      const which = { q: q.join(' '), ...(inStock && { inStock }), ...(countAll && { countAll: 'true' }) };
      const got = await page({ ...which, sort, dir, limit, offset });
      expect(got.total).toBe(countAll ? expected.length : Math.min(expected.length, COUNT_LIMIT + 1));
      expect(got.rows.map(({ id }: { id: number }) => id)).toEqual(
        expected.slice(offset, offset + limit).map(({ id }) => id),
      );
    }),
    {
      numRuns: 30,
      examples: [
        [{ q: ['ovunque'], inStock: undefined, sort: 'code', dir: 'asc', limit: 50, offset: 0, countAll: false }],
        [{ q: ['ultimi'], inStock: undefined, sort: 'code', dir: 'asc', limit: 50, offset: 0, countAll: false }],
        [
          {
            q: ['spesso', 'ultimi'],
            inStock: 'true',
            sort: 'price',
            dir: 'desc',
            limit: 50,
            offset: 50,
            countAll: true,
          },
        ],
      ],
    },
  );
});

test('a common word of another company finds nothing here', async () => {
  const other = await world.strangerWith('seeAccessories');
  const { body } = await world.call(other, 'GET /accessories', { query: { q: 'ovunque' } });
  expect(body).toMatchObject({ total: 0, rows: [] });
});
