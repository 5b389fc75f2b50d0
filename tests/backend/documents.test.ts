import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { keepDocument } from '#backend/documents/printed.ts';
import { deleteFiles } from '#backend/lib/files/delete.ts';
import { sweepUnnamed } from '#backend/lib/files/unnamed.ts';
import { forEachCompany } from '#backend/lib/people/companies.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { asOwner, testDatabase } from '#tests/support/database.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database);
const { alfa, call, query } = world;
afterAll(() => world.close());
const seller = await world.user(901, EVERY);

async function issued() {
  const { id } = (await call(seller, 'POST /quotes', { body: world.draft(alfa) })).body;
  return (await call(seller, 'POST /quotes/:id/issue', { params: { id }, version: 1 })).body;
}
const keptOf = (id: number) =>
  query(
    `select kind, revision, final, encode(hash, 'hex') as hash, file_key as key from documents
     where company_id = 901 and entity = 'quote' and record_id = $1 order by kind, revision`,
    [id],
  );
const sha = (text: string) => createHash('sha256').update(text).digest('hex');

test('a record keeps one document of each revision with its hash: a draft gives way to the next, what is final to none', async () => {
  const { id } = await issued();
  const { files, asCompany } = world.outside();
  const inside = <T>(work: (ctx: Ctx) => Promise<T>) => asCompany(901, null, work);
  const keep = (revision: number, isFinal: boolean, text: string) =>
    keepDocument({ entity: 'quote' }, { files, inside }, id, { kind: 'offer', revision, isFinal }, Buffer.from(text));
  await keep(1, false, 'bozza');
  const [draft] = await keptOf(id);
  expect(draft).toMatchObject({ kind: 'offer', revision: 1, final: false, hash: sha('bozza') });
  await keep(1, true, 'finale');
  await Promise.all([keep(1, true, 'altra'), keep(2, false, 'seconda')]);
  const kept = await keptOf(id);
  expect(kept).toMatchObject([
    { revision: 1, final: true, hash: sha('finale') },
    { revision: 2, final: false, hash: sha('seconda') },
  ]);
  expect((await files.get(kept[0]!.key as string))?.toString()).toBe('finale');
  expect(await files.get(draft!.key as string)).toBeNull();
});

test('a file that no row names, because a process died after it was stored, is deleted a day later; named ones stay', async () => {
  const { id } = await issued();
  const { files, asCompany } = world.outside();
  const put: string[] = [];
  const seen = { ...files, put: (...given: Parameters<typeof files.put>) => (put.push(given[0]), files.put(...given)) };
  const keep = (inside: Parameters<typeof keepDocument>[1]['inside'], revision: number) =>
    keepDocument({ entity: 'quote' }, { files: seen, inside }, id, { kind: 'offer', revision, isFinal: true }, Buffer.from('x')); // prettier-ignore
  await keep((work) => asCompany(901, null, work), 8);
  const dying = keep((work) => (put.length > 1 ? Promise.reject(new Error('killed')) : asCompany(901, null, work)), 9);
  await expect(dying).rejects.toThrow('killed');
  const [named, orphan] = put as [string, string];
  const night = async () => {
    await forEachCompany(world.outside(), sweepUnnamed.run);
    const jobs = await query('select data from pgboss.job where name = $1', [deleteFiles.name]);
    for (const { data } of jobs) await deleteFiles.run(world.outside(), data as { keys: string[] });
    return Promise.all([named, orphan].map(async (key) => (await files.size(key)) !== null));
  };
  const { now } = world.clock;
  try {
    world.clock.now = new Date(now.getTime() + 23 * 3_600_000);
    expect(await night()).toEqual([true, true]);
    world.clock.now = new Date(now.getTime() + 25 * 3_600_000);
    expect(await night()).toEqual([true, false]);
  } finally {
    world.clock.now = now;
  }
});

test('a printed offer is kept as the final one of its revision, with the hash of its bytes', async () => {
  const { id } = await issued();
  const next = (await call(seller, 'POST /quotes/:id/revise', { params: { id } })).body;
  await call(seller, 'POST /quotes/:id/issue', { params: { id: next.id }, version: next.version });
  const { body } = await call(seller, 'GET /quotes/:id/document', { params: { id: next.id } });
  expect(await keptOf(next.id)).toMatchObject([
    {
      kind: 'offer',
      revision: 2,
      final: true,
      hash: createHash('sha256')
        .update(body as Buffer)
        .digest('hex'),
    },
  ]);
});

test('documents kept before they had kinds and revisions are the final offers of their records', async () => {
  const { id } = await issued();
  const next = (await call(seller, 'POST /quotes/:id/revise', { params: { id } })).body;
  await query(
    `delete from documents; alter table documents drop column id, drop column kind, drop column revision, drop column final,
       add primary key (company_id, entity, record_id);
     insert into documents (company_id, entity, record_id, file_key, hash)
       values (901, 'quote', ${id}, '901/a', 'a'), (901, 'quote', ${next.id}, '901/b', 'b'), (901, 'b2b_quote', 5, '901/c', 'c')`,
  );
  const migration = join(import.meta.dirname, '../../backend/db/migrations/0470_documents.sql');
  await asOwner(database.ownerUrl, readFileSync(migration, 'utf8'));
  expect(
    await query('select record_id, kind, revision, final, file_key from documents order by file_key'),
  ).toMatchObject([
    { record_id: String(id), kind: 'offer', revision: 1, final: true, file_key: '901/a' },
    { record_id: String(next.id), kind: 'offer', revision: 2, final: true, file_key: '901/b' },
    { kind: 'offer', revision: 1, final: true, file_key: '901/c' },
  ]);
});
