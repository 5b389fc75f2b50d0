import { deflateRawSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { sweep } from '#backend/files/sweep.ts';
import { plainPdf } from '#backend/seed/plain-pdf.ts';
import { deleteFiles } from '#backend/lib/files/delete.ts';
import { openFiles } from '#backend/lib/files/files.ts';
import { withTenant } from '#backend/db/tenant.ts';
import { forEachCompany } from '#backend/lib/people/companies.ts';
import type { CallName } from '#domain/endpoints.ts';
import { PIECE_BYTES, QUOTA_BYTES } from '#domain/files/limits.ts';
import { privileges } from '#domain/privileges.ts';
import type { FileRow } from '#domain/files/schema.ts';
import { aPdf } from '#tests/support/a-pdf.ts';
import { announced, folder as folderOf, inputOf, published, sendToNetwork } from '#tests/support/areas/files.ts';
import { aPhoto } from '#tests/support/areas/uploads.ts';
import type { Answer, TestUser } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { unzipped } from '#tests/support/unzipped.ts';
import { makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database, { RATE_LIMIT: '0' });
const { call, query, clock, userWith } = world;
afterAll(() => world.close());
const side = await world.sideOf(world.alfa);
const keeper = await userWith('manageFiles');
const seller = await userWith('createQuotes');
const clerk = await userWith();
const be = (user: TestUser, role: string) => query('update users set role_name = $2 where id = $1', [user.id, role]);
await be(seller, 'Venditore');
await be(clerk, 'Amministrazione');
const [milan, monza] = await Promise.all(
  ['Milano files', 'Monza files'].map(async (name) => {
    const [row] = await query('insert into locations (company_id, name) values (901, $1) returning id::int', [name]);
    return row!.id as number;
  }),
);
await query('insert into user_locations (company_id, user_id, location_id) values (901, $1, $2)', [seller.id, milan]);

const fieldsOf = ({ status, body }: Answer) => [status, body.fields];
const folder = async (more: object = {}) => (await folderOf(side, more)).params.id;
let count = 0;
const fresh = (ending = 'pdf') => `Prova ${(count += 1)}.${ending}`;

/** Sends a file whole, in as many pieces as it takes. */
async function send(
  folderId: number,
  name: string,
  bytes: Uint8Array,
  more: object = {},
  as = keeper,
): Promise<Answer> {
  const begun = await call(as, 'POST /files/arrivals', announced(folderId, name, bytes, more));
  if (begun.status !== 201) return begun;
  const params = { id: begun.body.id as number };
  for (let at = begun.body.received as number; at < bytes.length; at += PIECE_BYTES) {
    const file = bytes.subarray(at, at + PIECE_BYTES);
    const piece = await call(as, 'POST /files/arrivals/:id/pieces', { params, query: { at }, file });
    expect(piece.status, JSON.stringify(piece.body)).toBe(200);
  }
  return call(as, 'POST /files/arrivals/:id/done', { params, body: {} });
}
const put = async (folderId: number, name = fresh(), bytes: Uint8Array = aPdf()): Promise<number> => {
  const { status, body } = await send(folderId, name, bytes);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id as number;
};
const open = async (id: number, as = keeper) => (await call(as, 'GET /files/:id', { params: { id } })).body;
const save = async (id: number, more: object) => {
  const file = await open(id);
  return call(keeper, 'PUT /files/:id', { params: { id }, version: file.version, body: { ...inputOf(file), ...more } });
};
const namesFor = async (as: TestUser, asked: object = {}): Promise<string[]> =>
  (await call(as, 'GET /files', { query: { limit: 200, ...asked } })).body.rows.map(({ name }: FileRow) => name);

/** Every way by which somebody comes to a file: what they answer. */
async function waysTo(id: number, name: string, folderId: number, as: TestUser): Promise<Record<string, boolean>> {
  const ok = async (call_: CallName, sent: object) => (await call(as, call_, sent)).status === 200;
  const params = { id };
  return {
    list: (await namesFor(as, { folderId })).includes(name),
    search: (await namesFor(as, { q: name.replace(/\.\w+$/, '') })).includes(name),
    detail: await ok('GET /files/:id', { params }),
    content: await ok('GET /files/:id/content', { params }),
    version: await ok('GET /files/:id/content', { params, query: { number: 1 } }),
    preview: await ok('GET /files/:id/preview', { params }),
    zip: await ok('GET /files/zip', { query: { ids: String(id) } }),
    zipOfFolder: await ok('GET /files/zip', { query: { folderId } }),
    receipt: await ok('POST /files/:id/receipt', { params, body: { number: 1 } }),
  };
}
const all = (open_: boolean) => ({
  ...{ list: open_, search: open_, detail: open_, content: open_, version: open_, preview: open_ },
  ...{ zip: open_, zipOfFolder: open_, receipt: open_ },
});

/** A ZIP of these parts, as Office writes its files. */
function zipOf(parts: Record<string, string | Buffer>): Buffer {
  const [locals, central]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [name, text] of Object.entries(parts)) {
    const [raw, title] = [Buffer.from(text), Buffer.from(name)];
    const packed = deflateRawSync(raw, { level: 9 });
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(raw.length, 22);
    head.writeUInt16LE(title.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(raw.length, 24);
    entry.writeUInt16LE(title.length, 28);
    entry.writeUInt32LE(at, 42);
    locals.push(head, title, packed);
    central.push(entry, title);
    at += 30 + title.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(parts).length, 8);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}
const types = (main: string) =>
  `<Types><Override PartName="/x" ContentType="application/vnd.openxmlformats-officedocument.${main}"/></Types>`;
const WORD = 'wordprocessingml.document.main+xml';
const aWord = (more: Record<string, string | Buffer> = {}, main = WORD) =>
  zipOf({ '[Content_Types].xml': types(main), 'word/document.xml': '<w:document/>', ...more });

describe('files-rights', () => {
  test('a file is found by what stands in it, by nobody who may not see it, and a new version by what stands there then', async () => {
    const narrow = await folder({ roles: ['Amministrazione'] });
    const found = async (q: string, as = clerk) => {
      const listed = await call(as, 'GET /files', { query: { q } });
      const hits = await call(as, 'GET /search', { query: { q } });
      return [listed.body.rows.map(({ name }: FileRow) => name), hits.body.filter(({ label }: { label: string }) => label === 'File').length]; // prettier-ignore
    };
    const pdf = fresh();
    await put(narrow, pdf, plainPdf('Permute', ['La perizia dell’usato segue il tariffario Zwettl (2026).']));
    expect(await found('zwettl perizia')).toEqual([[pdf], 1]);
    expect(await found('zwettl', seller)).toEqual([[], 0]);
    // By its name and its text together.
    expect(await found(`${pdf} tariffario`)).toEqual([[pdf], 1]);
    await send(narrow, pdf, plainPdf('Permute', ['Ora vale il listino Qumranico.']), { replaces: true, modified: 2 });
    expect([await found('zwettl'), await found('qumranico')]).toEqual([[[], 0], [[pdf], 1]]); // prettier-ignore

    const runs =
      '<w:document><w:p><w:r><w:t>Sfriz</w:t></w:r><w:r><w:t>zolato &amp; nuovo</w:t></w:r><w:r><w:instrText>NASCOSTO</w:instrText></w:r></w:p><w:p><w:t>Fine</w:t></w:p></w:document>';
    const [word, sheet, slides, broken] = [fresh('docx'), fresh('xlsx'), fresh('pptx'), fresh('docx')] as const;
    await put(narrow, word, aWord({ 'word/document.xml': runs }));
    await put(narrow, sheet, zipOf({ '[Content_Types].xml': types('spreadsheetml.sheet.main+xml'), 'xl/sharedStrings.xml': '<sst><si><t>Ghirlandaio</t></si></sst>', 'xl/worksheets/sheet1.xml': '<worksheet><c t="inlineStr"><is><t>Brunellesco</t></is></c></worksheet>' })); // prettier-ignore
    await put(narrow, slides, zipOf({ '[Content_Types].xml': types('presentationml.presentation.main+xml'), 'ppt/slides/slide1.xml': '<p:sld><a:p><a:t>Masaccesco</a:t></a:p></p:sld>' })); // prettier-ignore
    // What is no XML has no text, and is kept.
    await put(narrow, broken, aWord({ 'word/document.xml': '<w:p><w:t>Zz' }));
    for (const [q, name] of [
      ['sfrizzolato fine', word],
      ['ghirlandaio', sheet],
      ['brunellesco', sheet],
      ['masaccesco', slides],
    ] as const)
      // prettier-ignore
      expect(await found(q), q).toEqual([[name], 1]);
    expect(await found('nascosto')).toEqual([[], 0]);
    expect(await found('amministrazione masaccesco')).toEqual([[], 0]);
  });

  test('a narrowed file is out of reach on every way, also of who knows its number', async () => {
    const outer = await folder({ roles: ['Venditore', 'Prova'] });
    const inner = await folder({ parentId: outer, locationIds: [milan] });
    const name = fresh('jpg');
    const id = await put(inner, name, await aPhoto());
    expect((await save(id, { receiptBy: '2026-12-31' })).status).toBe(200);
    expect(await waysTo(id, name, inner, seller)).toEqual(all(true));
    // Another role, another place, another company.
    expect(await waysTo(id, name, inner, clerk)).toEqual(all(false));
    const elsewhere = await userWith('createQuotes');
    await be(elsewhere, 'Venditore');
    await query('insert into user_locations (company_id, user_id, location_id) values (901, $1, $2)', [
      elsewhere.id,
      monza,
    ]);
    expect(await waysTo(id, name, inner, elsewhere)).toEqual(all(false));
    expect(await waysTo(id, name, inner, await world.strangerWith('manageFiles'))).toEqual(all(false));
    // The file itself is narrowed further, the folder is widened: the narrower one counts.
    expect((await save(id, { roles: ['Prova'] })).status).toBe(200);
    expect(await waysTo(id, name, inner, seller)).toEqual(all(false));
    expect((await call(seller, 'GET /files/folders')).body).toMatchObject({ space: null, binned: null });
  });

  test('inherited visibility is only narrowed, and a move never widens it', async () => {
    const outer = await folder({ roles: ['Venditore'] });
    const wider = await call(keeper, 'POST /files/folders', {
      body: { name: fresh(''), parentId: outer, roles: ['Venditore', 'Amministrazione'], locationIds: null },
    });
    expect(fieldsOf(wider)).toEqual([422, { roles: expect.stringContaining('solo restringere') }]);
    const inner = await folder({ parentId: outer });
    const id = await put(inner);
    expect((await call(clerk, 'GET /files/:id', { params: { id } })).status).toBe(404);
    const free = await folder();
    expect((await call(keeper, 'POST /files/moves', { body: { files: [id], to: free } })).body).toEqual({
      done: 1,
      refused: [],
    });
    expect((await call(clerk, 'GET /files/:id', { params: { id } })).status).toBe(200);
    expect((await call(keeper, 'POST /files/moves', { body: { files: [id], to: inner } })).status).toBe(200);
    expect((await call(clerk, 'GET /files/:id', { params: { id } })).status).toBe(404);
  });

  test('a role that is renamed sees what it saw', async () => {
    const body = { name: 'Consulenti', base: 'Venditore', privileges: ['13'] };
    const { params } = { params: { roleId: (await side.call('POST /users/roles', { body })).body.id as number } };
    const id = await folder({ roles: ['Consulenti'] });
    const renamed = await side.call('PUT /users/roles/:roleId', {
      params,
      version: 1,
      body: { ...body, name: 'Advisor' },
    });
    expect(renamed.status, JSON.stringify(renamed.body)).toBe(200);
    const { folders } = (await call(keeper, 'GET /files/folders')).body;
    expect(folders.find((one: { id: number }) => one.id === id).roles).toEqual(['Advisor']);
  });

  test('a folder goes neither into itself nor too deep, nor beside one of its name, and nothing else is lost', async () => {
    const chain = [await folder()];
    for (let depth = 2; depth <= 6; depth += 1) chain.push(await folder({ parentId: chain.at(-1) }));
    const deeper = await call(keeper, 'POST /files/folders', {
      body: { name: 'Settima', parentId: chain.at(-1)!, roles: null, locationIds: null },
    });
    expect(fieldsOf(deeper)).toEqual([422, { parentId: 'Al massimo 6 cartelle una dentro l’altra' }]);
    const { folders } = (await call(keeper, 'GET /files/folders')).body;
    const { version, name } = folders.find((one: { id: number }) => one.id === chain[0]);
    const intoItself = await call(keeper, 'PUT /files/folders/:id', {
      params: { id: chain[0]! },
      version,
      body: { name, parentId: chain[3]!, roles: null, locationIds: null },
    });
    expect(fieldsOf(intoItself)).toEqual([422, { parentId: 'Una cartella non può stare dentro sé stessa' }]);
    const other = await folder();
    const file = await put(other);
    const moved = await call(keeper, 'POST /files/moves', {
      body: { files: [file], folders: [chain[0]!], to: chain[2]! },
    });
    expect(moved.body).toMatchObject({
      done: 1,
      refused: [{ message: 'Una cartella non può stare dentro sé stessa' }],
    });
    // Two at once, each into the other: one of them is refused.
    const [one, two] = [await folder(), await folder()];
    const both = await Promise.all([
      call(keeper, 'POST /files/moves', { body: { folders: [one], to: two } }),
      call(keeper, 'POST /files/moves', { body: { folders: [two], to: one } }),
    ]);
    expect(both.map(({ body }) => body.done).toSorted()).toEqual([0, 1]);
  });

  test('a deleted folder takes its files along and comes back with one of them; who sends into it is told, and sends elsewhere', async () => {
    const outer = await folder();
    const inner = await folder({ parentId: outer });
    const [id, name] = [await put(inner, 'Resta.pdf'), 'Resta.pdf'];
    const begun = await call(keeper, 'POST /files/arrivals', announced(inner, fresh(), aPdf()));
    const params = { id: begun.body.id as number };
    await call(keeper, 'POST /files/arrivals/:id/pieces', { params, query: { at: 0 }, file: aPdf() });
    expect((await call(keeper, 'POST /files/bin', { body: { folders: [outer] } })).body.done).toBe(1);
    expect((await call(clerk, 'GET /files/:id', { params: { id } })).status).toBe(404);
    expect(await namesFor(keeper, { show: 'bin' })).toContain(name);
    expect(fieldsOf(await call(keeper, 'POST /files/arrivals/:id/done', { params, body: {} }))).toEqual([
      422,
      { folderId: 'La cartella non c’è più: sceglierne un’altra' },
    ]);
    const folderId = await folder();
    const landed = await call(keeper, 'POST /files/arrivals/:id/done', { params, body: { folderId } });
    expect([landed.status, landed.body.folderId]).toEqual([200, folderId]);
    expect((await call(keeper, 'POST /files/restored', { body: { files: [id], to: null } })).body.done).toBe(1);
    expect((await open(id, clerk)).folderId).toBe(inner);
    // What was around it has been moved down meanwhile: it would stand too deep.
    expect((await call(keeper, 'POST /files/bin', { body: { folders: [inner] } })).body.done).toBe(1);
    let deep = await folder();
    for (let depth = 2; depth <= 5; depth += 1) deep = await folder({ parentId: deep });
    expect((await call(keeper, 'POST /files/moves', { body: { folders: [outer], to: deep } })).body.done).toBe(1);
    expect((await call(keeper, 'POST /files/restored', { body: { files: [id], to: null } })).body).toEqual({
      done: 0,
      refused: [{ name, message: 'La sua cartella non torna dov’era: scegliere dove rimetterlo' }],
    });
    expect((await call(keeper, 'POST /files/restored', { body: { files: [id], to: outer } })).body.done).toBe(1);
  });

  test('a deleted folder comes back as it was: with what went with it, without what had gone before', async () => {
    const outer = await folder();
    const [inner, other] = [await folder({ parentId: outer }), await folder({ parentId: outer })];
    const [stays, before] = [await put(inner), await put(inner)];
    const started = clock.now;
    const bin = (body: object) => {
      clock.now = new Date(clock.now.getTime() + 1_000);
      return call(keeper, 'POST /files/bin', { body });
    };
    await bin({ files: [before] });
    await bin({ folders: [other] });
    await bin({ folders: [outer] });
    const binned = async (): Promise<{ id: number; files: number }[]> =>
      (await call(keeper, 'GET /files/folders')).body.binnedFolders.map(({ id, files }: { id: number; files: number }) => ({ id, files })); // prettier-ignore
    expect(await binned()).toEqual(expect.arrayContaining([{ id: outer, files: 1 }, { id: other, files: 0 }])); // prettier-ignore
    expect((await call(clerk, 'GET /files/folders')).body.binnedFolders).toEqual([]);
    const back = (id: number) => call(keeper, 'POST /files/restored', { body: { folders: [id], to: null } });
    expect((await back(outer)).body).toEqual({ done: 1, refused: [] });
    expect((await open(stays)).folderId).toBe(inner);
    expect((await open(before)).deletedAt).not.toBeNull();
    expect((await binned()).map(({ id }) => id)).toContain(other);
    // Another one has its name meanwhile.
    const { name } = (await call(keeper, 'GET /files/folders')).body.folders.find(({ id }: { id: number }) => id === inner); // prettier-ignore
    await bin({ folders: [inner] });
    const taken = await folder({ parentId: outer, name });
    expect((await back(inner)).body.refused).toEqual([{ name, message: expect.stringContaining('Non torna dov’era') }]);
    await bin({ folders: [taken] });
    expect((await back(inner)).body.done).toBe(1);
    expect([(await open(stays)).deletedAt, (await back(inner)).status, (await back(9_999_999)).status]).toEqual([null, 404, 404]); // prettier-ignore
    // What went with it would stand too deep where it is now; back where it was, both come, whichever is named.
    const within = await folder({ parentId: inner });
    await bin({ folders: [inner] });
    let deep: number | null = null;
    for (let depth = 1; depth <= 4; depth += 1) deep = await folder({ parentId: deep });
    const moved = (to: number | null) => call(keeper, 'POST /files/moves', { body: { folders: [outer], to } });
    expect((await moved(deep)).body.done).toBe(1);
    expect((await back(inner)).body).toMatchObject({ done: 0, refused: [{ name }] });
    expect((await moved(null)).body.done).toBe(1);
    const both = await call(keeper, 'POST /files/restored', { body: { folders: [inner, within], to: null } });
    expect(both.body).toEqual({ done: 2, refused: [] });
    clock.now = started;
  });

  test('chosen files that are called the same are all in the ZIP', async () => {
    const two = [await folder(), await folder()];
    const ids: number[] = [];
    for (const parentId of two) ids.push(await put(await folder({ parentId, name: 'Listini' }), 'Listino.pdf'));
    const { body } = await call(keeper, 'GET /files/zip', { query: { ids: ids.join(',') } });
    expect([...unzipped(body).keys()]).toEqual(['Listini/Listino.pdf', 'Listini/Listino (2).pdf']);
  });

  test('a folder whose files hold is whole in its ZIP, however many of it have expired', async () => {
    const folderId = await folder();
    await put(folderId, 'Zeta.pdf');
    await query(
      `insert into files (company_id, folder_id, name, kind, number, bytes, look, made_by, made_at, created_at, updated_at, expires_on)
       select f.company_id, f.folder_id, 'Alfa ' || n || '.pdf', f.kind, f.number, f.bytes, f.look, f.made_by, f.made_at, now(), now(), date '2020-01-01'
       from files f, generate_series(1, 501) n where f.folder_id = $1`,
      [folderId],
    );
    await query(
      `insert into file_versions select (jsonb_populate_record(v, jsonb_build_object('file_id', n.id))).*
       from file_versions v join files z on z.id = v.file_id and z.folder_id = $1 and z.name = 'Zeta.pdf'
         join files n on n.folder_id = $1 and n.name like 'Alfa%'`,
      [folderId],
    );
    const { body } = await call(keeper, 'GET /files/zip', { query: { folderId } });
    expect([...unzipped(body).keys()].map((name) => name.split('/').at(-1))).toEqual(['Zeta.pdf']);
    await query('delete from files where folder_id = $1 and expires_on is not null', [folderId]);
  });

  test('a file comes in pieces, goes on after a broken line, and is there once', async () => {
    const folderId = await folder();
    const photo = await aPhoto(40, 30);
    // What follows a picture’s end is no picture, but it makes it long.
    const long = Buffer.concat([photo, Buffer.alloc(PIECE_BYTES + 7)]);
    const name = fresh('jpg');
    const begin = () => call(keeper, 'POST /files/arrivals', announced(folderId, name, long));
    const { body } = await begin();
    const params = { id: body.id as number };
    const piece = (at: number, file: Uint8Array) =>
      call(keeper, 'POST /files/arrivals/:id/pieces', { params, query: { at }, file });
    expect(fieldsOf(await piece(0, long.subarray(0, 1000)))).toEqual([
      422,
      { file: 'Il pezzo non è arrivato intero: riprovare' },
    ]);
    expect((await piece(0, long.subarray(0, PIECE_BYTES))).body.received).toBe(PIECE_BYTES);
    expect((await piece(0, long.subarray(0, PIECE_BYTES))).body.received).toBe(PIECE_BYTES);
    expect((await call(keeper, 'POST /files/arrivals/:id/done', { params, body: {} })).status).toBe(409);
    // The page was closed: the same file goes on where it stopped, and is nobody else's.
    expect((await begin()).body).toEqual({ id: params.id, received: PIECE_BYTES, bytes: long.length });
    expect((await call(side.as, 'DELETE /files/arrivals/:id', { params })).status).toBe(404);
    expect((await piece(PIECE_BYTES, long.subarray(PIECE_BYTES))).body.received).toBe(long.length);
    const done = () => call(keeper, 'POST /files/arrivals/:id/done', { params, body: {} });
    const both = await Promise.all([done(), done()]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0]!.body.id).toBe(both[1]!.body.id);
    const ids = { id: both[0]!.body.id as number };
    expect((await call(clerk, 'GET /files/:id/content', { params: ids })).body.equals(long)).toBe(true);
    const part = await call(clerk, 'GET /files/:id/content', { params: ids, headers: { range: 'bytes=10-19' } });
    expect([part.status, part.body.equals(long.subarray(10, 20))]).toEqual([206, true]);
    // The same name is refused, or becomes the next version.
    expect(fieldsOf(await send(folderId, name.toUpperCase(), photo))).toEqual([
      422,
      { name: 'Nella cartella c’è già un file con questo nome' },
    ]);
    expect((await send(folderId, name, photo, { replaces: true, note: 'Più piccola' })).body).toMatchObject({
      id: ids.id,
      number: 2,
      versions: [{ number: 2, note: 'Più piccola' }, { number: 1 }],
    });
    expect((await call(clerk, 'GET /files/:id/content', { params: ids, query: { number: 1 } })).body.equals(long)).toBe(
      true,
    );
  });

  test('a file that is given up while it is put together leaves none of its bytes', async () => {
    const { body } = await call(keeper, 'POST /files/arrivals', announced(await folder(), fresh(), aPdf()));
    const params = { id: body.id as number };
    await call(keeper, 'POST /files/arrivals/:id/pieces', { params, query: { at: 0 }, file: aPdf() });
    const [{ key }] = await query('select file_key as key from file_arrivals where company_id = 901 and id = $1', [
      params.id,
    ]);
    const stored = () => openFiles(world.config).size(key);
    const [doing] = await withTenant(database.db, { companyId: 901, userId: keeper.id }, async (db) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('files 901', 0))`.execute(db);
      const done = call(keeper, 'POST /files/arrivals/:id/done', { params, body: {} });
      // Its bytes are stored, and it waits for its folder.
      await expect.poll(stored).not.toBeNull();
      expect((await call(keeper, 'DELETE /files/arrivals/:id', { params })).status).toBe(204);
      await deleteFiles.run(world.outside(), { keys: [key] });
      return [done];
    });
    expect([(await doing!).status, await stored()]).toEqual([404, null]);
  });

  test.each([
    [
      'a program called a PDF',
      'listino.pdf',
      Buffer.from('MZ\u0090\u0000 programma'),
      'un tipo di file e il contenuto un altro',
    ],
    ['a PDF called a picture', 'foto.jpg', aPdf(), 'un tipo di file e il contenuto un altro'],
    ['a page called a document', 'lettera.docx', Buffer.from('<html><script>1</script>'), 'il contenuto un altro'],
    ['an old file of Office', 'lettera.docx', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'vecchio file Office'],
    ['a workbook called a letter', 'lettera.docx', aWord({}, 'spreadsheetml.sheet.main+xml'), 'il contenuto un altro'],
    ['macros', 'lettera.docx', aWord({ 'word/vbaProject.bin': 'Sub' }), 'macro'],
    ['a program within', 'lettera.docx', aWord({ 'word/embeddings/oleObject1.bin': 'MZ' }), 'altri file o programmi'],
    [
      'a template from elsewhere',
      'lettera.docx',
      aWord({
        'word/_rels/settings.xml.rels':
          '<Relationship Type="…/attachedTemplate" Target="http://a.it/x.dotm" TargetMode="External"/>',
      }),
      'modello',
    ],
    ['a ZIP bomb', 'lettera.docx', aWord({ 'word/document.xml': Buffer.alloc(310_000_000) }), 'rovinato'],
    ['a PDF with a program', 'a.pdf', aPdf('<< /S /Launch /F (cmd.exe) >>'), 'avvia programmi'],
    ['a PDF that is cut', 'a.pdf', aPdf().subarray(0, 40), 'danneggiato'],
  ])('%s is refused at the file, and nothing of it stays', async (_, name, bytes, why) => {
    expect(fieldsOf(await send(await folder(), name, bytes))).toEqual([422, { file: expect.stringContaining(why) }]);
    const [{ left }] = (await query(
      'select count(*)::int as left from file_arrivals where company_id = 901 and name = $1',
      [name],
    )) as [{ left: number }];
    expect(left).toBe(0);
  });

  test.each([
    ['virus.exe', 'PDF, foto'],
    ['conti.xlsm', 'macro'],
    ['lettera.doc', '.docx'],
    ['foto.heic', 'HEIC'],
    ['archivio.zip', 'PDF, foto'],
    ['senza-fine', 'PDF, foto'],
  ])('%s is refused before its first byte', async (name, why) => {
    const answer = await call(keeper, 'POST /files/arrivals', announced(await folder(), name, aPdf()));
    expect(fieldsOf(answer)).toEqual([422, { name: expect.stringContaining(why) }]);
  });

  test('a fillable PDF with a script is only downloaded, and says why; one without is shown', async () => {
    const folderId = await folder();
    const id = await put(folderId, fresh(), aPdf('<< /OpenAction << /S /JavaScript /JS (app.alert) >> >>'));
    expect(await open(id)).toMatchObject({ look: 'none', why: 'scripts' });
    const way = async (file: number) =>
      (await call(clerk, 'GET /files/:id/content', { params: { id: file }, query: { inline: 'true' } })).headers.get(
        'content-disposition',
      );
    expect(await way(id)).toMatch(/^attachment/);
    const plain = await put(folderId);
    expect([(await open(plain)).look, await way(plain)]).toEqual(['pdf', expect.stringMatching(/^inline/)]);
    expect(await open(await put(folderId, fresh('docx'), aWord()))).toMatchObject({ look: 'none', why: null });
  });

  test('the space is shared and is not passed, also by two at once', async () => {
    const folderId = await folder();
    const { used, quota } = (await call(keeper, 'GET /files/folders')).body.space;
    const id = await put(folderId);
    // Somebody keeps almost everything: 90 MB are left.
    const taken = quota - used - 90_000_000;
    for (let number = 2, left = taken; left > 0; number += 1, left -= 2_000_000_000)
      await query(
        `insert into file_versions (company_id, file_id, number, file_key, look, bytes, at) values (901, $1, $2, 'x', 'none', $3, now())`,
        [id, number, Math.min(left, 2_000_000_000)],
      );
    const ask = (name: string) =>
      call(keeper, 'POST /files/arrivals', { body: { folderId, name, bytes: 50_000_000, modified: 1 } });
    const both = await Promise.all([ask(fresh()), ask(fresh())]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    expect(both.find(({ status }) => status === 422)!.body.fields.bytes).toContain('Lo spazio non basta');
    await query('delete from file_versions where company_id = 901 and file_id = $1 and number > 1', [id]);
  });

  test('a file is announced to end, hidden after its day, and goes for good 30 days later with its bytes', async () => {
    const start = clock.now;
    const folderId = await folder();
    const id = await put(folderId);
    const stays = await put(folderId);
    // A slip of the year would delete it for good in the same night.
    expect(fieldsOf(await save(id, { expiresOn: '2016-11-25' }))).toEqual([
      422,
      { expiresOn: 'Il giorno è già passato: per toglierlo subito, eliminarlo' },
    ]);
    expect((await save(id, { receiptBy: '2026-11-24', expiresOn: '2026-11-25' })).status).toBe(200);
    const day = (at: string) => (clock.now = new Date(`${at}T10:00:00Z`));
    const sweeping = () => forEachCompany(world.outside(), sweep.run);
    const told = async () =>
      (await call(keeper, 'GET /notifications')).body.rows.filter(
        ({ kind }: { kind: string }) => kind === 'file_expiring',
      );
    try {
      await sweeping();
      await sweeping();
      expect((await told()).map(({ href }: { href: string }) => href)).toEqual([`/dealer/files?file=${id}`]);
      expect((await call(clerk, 'GET /files/:id', { params: { id } })).status).toBe(200);
      day('2026-11-26');
      expect((await call(clerk, 'GET /files/:id', { params: { id } })).status).toBe(404);
      expect((await open(id)).expiresOn).toBe('2026-11-25');
      expect((await save(id, { receiptBy: '2026-11-25' })).status).toBe(422);
      // Nobody is sent to what they do not see.
      expect((await call(keeper, 'POST /files/:id/reminders', { params: { id } })).status).toBe(409);
      day('2026-12-25');
      await sweeping();
      expect((await open(id)).expiresOn).toBe('2026-11-25');
      const [{ key }] = (await query('select file_key as key from file_versions where file_id = $1', [id])) as [
        { key: string },
      ];
      day('2026-12-26');
      await sweeping();
      expect((await call(keeper, 'GET /files/:id', { params: { id } })).status).toBe(404);
      expect((await call(clerk, 'GET /files/:id', { params: { id: stays } })).status).toBe(200);
      const jobs = await query("select data from pgboss.job where name = $1 and data::text like '%' || $2 || '%'", [
        deleteFiles.name,
        key,
      ]);
      // Its pieces went when it was put together.
      expect(jobs.length).toBe(2);
    } finally {
      clock.now = start;
    }
  });
});

describe('files-privacy', () => {
  test('a file that is to be read says who has and who has not, to who manages files alone', async () => {
    const folderId = await folder({ roles: ['Venditore'], locationIds: [milan] });
    const id = await put(folderId);
    const params = { id };
    expect((await save(id, { receiptBy: '2026-11-30' })).status).toBe(200);
    expect((await open(id)).receipts).toEqual({ done: 0, asked: 1 });
    const readers = async () => (await call(keeper, 'GET /files/:id/readers', { params })).body;
    expect(await readers()).toEqual([
      expect.objectContaining({ id: seller.id, readAt: null, openedAt: null, locations: ['Milano files'] }),
    ]);
    const { toRead, mostUrgent } = (await call(seller, 'GET /files/folders')).body;
    expect([toRead > 0, mostUrgent.length]).toEqual([true, Math.min(toRead, 3)]);
    expect(await open(id, seller)).toMatchObject({ reading: 'wanted', receipts: null });
    expect((await call(seller, 'GET /files/:id/readers', { params })).status).toBe(403);
    // Once a day.
    const bell = async () =>
      (await call(seller, 'GET /notifications')).body.rows.filter(({ href }: { href: string }) =>
        href.endsWith(`=${id}`),
      ).length;
    expect(await bell()).toBe(1);
    expect((await call(keeper, 'POST /files/:id/reminders', { params })).body).toEqual({ told: 1 });
    expect((await call(keeper, 'POST /files/:id/reminders', { params })).body).toEqual({ told: 0 });
    expect(await bell()).toBe(2);
    await call(seller, 'GET /files/:id/content', { params });
    expect((await readers())[0].openedAt).not.toBeNull();
    expect((await call(seller, 'POST /files/:id/receipt', { params, body: { number: 1 } })).body).toMatchObject({
      reading: 'done',
      receipts: null,
    });
    expect((await open(id)).receipts).toEqual({ done: 1, asked: 1 });
    expect((await call(keeper, 'POST /files/:id/reminders', { params })).body).toEqual({ told: 0 });
    // A correction of letters asks nobody again; a new version does, and who saw the old one is told.
    const { name } = await open(id);
    await send(folderId, name, aPdf(), { replaces: true, again: false });
    expect((await open(id, seller)).reading).toBe('done');
    await send(folderId, name, aPdf(), { replaces: true, modified: 2 });
    expect((await open(id, seller)).reading).toBe('wanted');
    expect((await call(seller, 'POST /files/:id/receipt', { params, body: { number: 2 } })).status).toBe(409);
    // Who left is not waited for.
    await query('update users set archived_at = now() where id = $1', [seller.id]);
    expect((await open(id)).receipts).toEqual({ done: 0, asked: 0 });
    await query('update users set archived_at = null where id = $1', [seller.id]);
  });

  test('a file of the network is read by whom it is for; the manufacturer learns how many have read it, and never who', async () => {
    const { as, params, version, body } = await published(side);
    const { name } = body;
    const [reader, other] = [await userWith(), await userWith()];
    const stranger = await world.strangerWith('manageFiles', 'managePreferences');
    const seesIt = async (user: TestUser) => ({
      list: (await call(user, 'GET /network/files', { query: { q: name } })).body.total === 1,
      content: (await call(user, 'GET /network/files/:id/content', { params })).status,
    });
    expect(await seesIt(stranger)).toEqual({ list: false, content: 404 });
    for (const user of [reader, other, reader]) expect(await seesIt(user)).toEqual({ list: true, content: 200 });
    const counted = async () =>
      (await call(as, 'GET /network/files/readers')).body.filter(({ id }: { id: number }) => id === params.id);
    expect(await counted()).toEqual([{ id: params.id, readers: 2 }]);
    // Not by another way, either: what is said of a file names nobody, and who else reads it is said to no dealer.
    expect((await call(reader, 'GET /network/files', { query: { q: name } })).body.rows[0].companyIds).toBeNull();
    expect((await call(reader, 'GET /network/files/readers')).status).toBe(403);
    const spaceFor = async (who: TestUser) => (await call(who, 'GET /network/files', { query: {} })).body.space;
    expect(await spaceFor(as)).toEqual({ used: expect.any(Number), quota: QUOTA_BYTES });
    expect(await spaceFor(reader)).toBeNull();
    const asManufacturer = { companyId: 10, userId: as.id, scope: 'fms' as const };
    const who = await withTenant(database.db, asManufacturer, (db) =>
      db.selectFrom('networkReadings').selectAll().where('companyId', '=', 901).execute(),
    );
    expect(who).toEqual([]);
    // Only the manufacturer writes, with its privilege; withdrawn, it is nobody's.
    expect((await call(side.as, 'PUT /network/files/:id', { params, version, body })).status).toBe(403);
    expect((await call(await world.user(10, []), 'PUT /network/files/:id', { params, version, body })).status).toBe(
      403,
    );
    const withdrawn = await call(as, 'PUT /network/files/:id', { params, version, body: { ...body, companyIds: [] } });
    expect(withdrawn.status).toBe(200);
    expect(await seesIt(reader)).toEqual({ list: false, content: 404 });
    expect((await call(as, 'GET /network/files/:id/content', { params })).status).toBe(200);
    // It is of the moment from which it is read again, and stays so.
    const then = clock.now;
    const publish = async (version: number) => {
      clock.now = new Date(clock.now.getTime() + 60_000);
      return (await call(as, 'PUT /network/files/:id', { params, version, body })).body;
    };
    const again = await publish(withdrawn.body.version);
    const saved = await publish(again.version);
    clock.now = then;
    expect([again.at, saved.at].map((at) => new Date(at).getTime() - then.getTime())).toEqual([60_000, 60_000]);
    expect((await call(as, 'DELETE /network/files/:id', { params })).status).toBe(204);
    expect(await counted()).toEqual([]);
  });

  test('a new version of a file of the network is what readers see, and its readings count anew; earlier ones the manufacturer keeps', async () => {
    const { as, params, body } = await published(side, plainPdf('Circolare', ['Vale il listino Tramontana.']));
    const { name } = body;
    const [reader, other] = [await userWith(), await userWith()];
    const stranger = await world.strangerWith('manageFiles');
    const next = (bytes: Uint8Array, more: object = {}, who: TestUser = as) =>
      sendToNetwork(side, who, name, bytes, { fileId: params.id, modified: (count += 1), ...more });
    const read = (who: TestUser, number?: number) =>
      call(who, 'GET /network/files/:id/content', { params, query: number ? { number } : {} });
    const foundBy = async (who: TestUser, q: string, more: object = {}) =>
      (await call(who, 'GET /network/files', { query: { q, ...more } })).body.rows.map(({ id }: { id: number }) => id);
    for (const user of [reader, other]) expect((await read(user)).status).toBe(200);
    expect(await foundBy(reader, 'tramont listino')).toEqual([params.id]);
    expect(await foundBy(stranger, 'tramontana')).toEqual([]);

    const sent = await next(plainPdf('Circolare', ['Vale il listino Libeccio.']), { note: 'Listino di novembre' });
    expect([sent.status, sent.body.id, sent.body.number]).toEqual([200, params.id, 2]);
    expect(await foundBy(reader, 'tramontana')).toEqual([]);
    expect(await foundBy(reader, 'libeccio')).toEqual([params.id]);
    expect((await read(reader)).status).toBe(200);
    expect((await read(reader, 1)).status).toBe(404);
    expect([(await read(as, 1)).status, (await read(as, 3)).status]).toEqual([200, 404]);
    const kept = await call(as, 'GET /network/files/:id/versions', { params });
    expect(kept.body.map(({ number, note, readers }: { number: number; note: string; readers: number }) => [number, note, readers])).toEqual([[2, 'Listino di novembre', 1], [1, '', 2]]); // prettier-ignore
    expect((await call(reader, 'GET /network/files/:id/versions', { params })).status).toBe(403);
    const counted = (await call(as, 'GET /network/files/readers')).body;
    expect(counted.filter(({ id }: { id: number }) => id === params.id)).toEqual([{ id: params.id, readers: 1 }]);

    // Of another kind, of nothing, and by a dealer: refused, and what is there stays.
    const wrong = await sendToNetwork(side, as, 'Foto.jpg', await aPhoto(), { fileId: params.id });
    expect(fieldsOf(wrong)).toEqual([422, { name: expect.stringContaining('dello stesso tipo') }]);
    expect((await next(aPdf(), { fileId: 999_999_999 })).status).toBe(404);
    expect((await next(aPdf(), {}, keeper)).status).toBe(403);
    // The same bytes, for two files at once, are on their way twice; for one they go on.
    const second = (await published(side)).params.id;
    const own = await folder();
    const files = [await put(own), await put(own)];
    const network = (fileId: number) => call(as, 'POST /network/files/arrivals', { body: { name: 'Uguale.pdf', bytes: 9, modified: 1, fileId } }); // prettier-ignore
    const company = (fileId: number) => call(keeper, 'POST /files/arrivals', announced(own, 'Uguale.pdf', Buffer.alloc(9), { fileId })); // prettier-ignore
    for (const [announce, [one, two]] of [
      [network, [params.id, second]],
      [company, files],
    ] as const) {
      const ids: number[] = [];
      for (const id of [one, two, one]) ids.push((await announce(id!)).body.id);
      expect([new Set(ids).size, ids[2]]).toEqual([2, ids[0]]);
    }
    await query("delete from file_arrivals where name = 'Uguale.pdf'");
    // Two at once are two versions.
    const both = await Promise.all([next(aPdf()), next(aPdf())]);
    expect(both.map(({ body: { number } }) => number).toSorted()).toEqual([3, 4]);
    // What a company reads is asked for by the manufacturer, and by nobody of another one.
    expect(await foundBy(as, name, { companyId: side.companyId })).toEqual([params.id]);
    expect(await foundBy(as, name, { companyId: 999 })).toEqual([]);
    await query("update network_files set expires_on = '2020-01-01' where id = $1", [params.id]);
    expect([await foundBy(as, name, { companyId: side.companyId }), await foundBy(as, name)]).toEqual([
      [],
      [params.id],
    ]);
    await query('update network_files set expires_on = null where id = $1', [params.id]);
    expect(await foundBy(reader, name, { companyId: 999 })).toEqual([params.id]);

    const [keys] = await query(`select array_agg(file_key) as keys from network_file_versions where file_id = $1`, [
      params.id,
    ]);
    expect((await call(as, 'DELETE /network/files/:id', { params })).status).toBe(204);
    expect(keys!.keys).toHaveLength(3);
    for (const key of keys!.keys)
      expect(await query(`select from pgboss.job where name = $1 and data::text like '%"' || $2 || '"%'`, [deleteFiles.name, key])).toHaveLength(1); // prettier-ignore
  });

  test('a file of the network goes on after a broken line, by whoever sends it, and what is refused leaves nothing', async () => {
    const as = await world.user(10, [privileges.managePreferences]);
    const name = fresh('jpg');
    const long = Buffer.concat([await aPhoto(), Buffer.alloc(PIECE_BYTES)]);
    const body = { name, bytes: long.length, modified: 1, folder: 'Circolari' };
    const begin = (who = as, more: object = {}) =>
      call(who, 'POST /network/files/arrivals', { body: { ...body, ...more } });
    const params = { id: (await begin()).body.id as number };
    const piece = (at: number) =>
      call(as, 'POST /network/files/arrivals/:id/pieces', { params, query: { at }, file: long.subarray(at, at + PIECE_BYTES) }); // prettier-ignore
    const done = () => call(as, 'POST /network/files/arrivals/:id/done', { params });
    expect((await piece(0)).body.received).toBe(PIECE_BYTES);
    expect((await done()).status).toBe(409);
    expect((await begin()).body).toMatchObject({ id: params.id, received: PIECE_BYTES });
    // Of a colleague it is another one, and this one is out of their reach.
    const colleague = await world.user(10, [privileges.managePreferences]);
    expect((await begin(colleague)).body.received).toBe(0);
    expect((await call(colleague, 'DELETE /network/files/arrivals/:id', { params })).status).toBe(404);
    await piece(PIECE_BYTES);
    const both = await Promise.all([done(), done()]);
    expect(both.map(({ status, body: file }) => [status, file.id])).toEqual([[200, both[0]!.body.id], [200, both[0]!.body.id]]); // prettier-ignore
    expect(both[0]!.body).toMatchObject({ name, folder: 'Circolari', companyIds: [], bytes: long.length });
    // What lies, is too large, or would stand beyond the space is refused at its field.
    expect(fieldsOf(await sendToNetwork(side, as, fresh('pdf'), Buffer.from('MZ programma')))[1]).toHaveProperty(
      'file',
    );
    expect(fieldsOf(await begin(as, { bytes: 50_000_001 }))[1]).toEqual({ bytes: expect.stringContaining('50 MB') });
    expect(fieldsOf(await begin(as, { name: 'virus.exe' }))[1]).toHaveProperty('name');
    await query('insert into network_file_versions (file_id, number, file_key, look, bytes, note, at) select $1, n + 1000, $2, $3, 2000000000, $2, now() from generate_series(1, 5) n', [both[0]!.body.id, 'x', 'none']); // prettier-ignore
    expect(fieldsOf(await begin(as, { modified: 2 }))[1]).toEqual({ bytes: expect.stringContaining('restano 0 MB') });
    await query('delete from network_file_versions where file_id = $1', [both[0]!.body.id]);
    const [{ left }] = (await query('select count(*)::int as left from file_arrivals where company_id = 10 and user_id = $1 and made_id is null', [as.id])) as [{ left: number }]; // prettier-ignore
    expect(left).toBe(0);
  });

  test('a dealer whose list is older than the new picture sees the new one', async () => {
    const { as, params, body } = await published(side, await aPhoto(), 'Vetrina.jpg');
    const reader = await userWith();
    const seen = (number: number, who: TestUser = reader) =>
      call(who, 'GET /network/files/:id/preview', { params, query: { number } });
    expect((await seen(1)).status).toBe(200);
    const next = await sendToNetwork(side, as, body.name, await aPhoto(60, 40, '#204060'), { fileId: params.id });
    expect(next.status).toBe(200);
    expect([(await seen(1)).status, (await seen(2)).status, (await seen(3, as)).status]).toEqual([200, 200, 404]);
  });
});
