import { createHash } from 'node:crypto';
import { getDocumentProxy } from 'unpdf';
import { afterAll, expect, test, vi } from 'vitest';
import { money } from '#domain/italian.ts';
import { numberIn } from '#domain/signatures/evidence.ts';
import { aPdf } from '#tests/support/a-pdf.ts';
import { aPhoto } from '#tests/support/areas/uploads.ts';
import { signingWorld } from '#tests/support/signing.ts';
import { filesIn } from '#tests/support/unzipped.ts';
import { EVERY, TODAY } from '#tests/support/world.ts';

const signing = await signingWorld();
const { world, seller, who, listed, verify } = signing;
const { call } = world;
afterAll(() => signing.close());
await signing.fresh();
/** Somebody of the back office who does not sell. */
const office = await world.user(901, EVERY);
const { record, round, token } = await signing.signed();
const params = { id: round.id };
const original = (await call(seller, 'GET /signatures/:id/original', { params })).body as Buffer;
const whole = (await call(seller, 'GET /signatures/:id/signed', { params })).body as Buffer;

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
/** Text and attached files of a PDF, read by PDF.js, which shares nothing with what wrote it. */
async function readElsewhere(bytes: Buffer) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const words: string[] = [];
  for (let page = 1; page <= pdf.numPages; page += 1) {
    const { items } = await (await pdf.getPage(page)).getTextContent();
    words.push(...items.map((item) => ('str' in item ? item.str : '')));
  }
  const ids = [...((await pdf.getAttachments()) ?? new Map<string, object>()).keys()];
  const contents = (await Promise.all(ids.map((id) => pdf.getAttachmentContent(id)))) as Uint8Array[];
  return { text: words.join(' '), files: contents.map((content) => Buffer.from(content)) };
}

test('a signed contract is sealed, dates its contract and is what its signer reads', async () => {
  const page = (await call(null, 'GET /signing', { query: { token } })).body;
  expect([page.state, page.signer.state]).toEqual(['signed', 'signed']);
  expect(page.course[0]).toEqual({ done: false, title: 'Accettazione della concessionaria', said: 'in preparazione' });
  // What is still to come is said by the plan's rows, in the customer's words.
  const { total } = (await call(seller, 'GET /contracts/:id', { params: { id: record.recordId } })).body;
  const titles = page.course.map(({ title }: { title: string }) => title);
  expect(titles).toEqual(['Accettazione della concessionaria', 'Saldo alla consegna', 'Consegna']);
  expect(page.course[1].said).toContain(money(total));
  expect(page.course[2].said).toBe('entro 30 giorni dall’accettazione');
  expect((await call(null, 'GET /signing/document', { query: { token } })).body.equals(whole)).toBe(true);
  expect(await listed(record)).toMatchObject([{ state: 'signed', sealed: true, signers: [{ state: 'signed' }] }]);
  const contract = (await call(seller, 'GET /contracts/:id', { params: { id: record.recordId } })).body;
  expect(contract.signedOn).toBe(TODAY);
});

test('another PDF reader finds the original in it, byte by byte, with the hash that is printed, and who signed', async () => {
  const { text, files } = await readElsewhere(whole);
  expect(files).toHaveLength(1);
  expect(files[0]!.equals(original)).toBe(true);
  expect([hashOf(files[0]!), text.replaceAll(' ', '')]).toEqual([round.hash, expect.stringContaining(round.hash)]);
  for (const part of [round.number, round.signers[0].name, 'b••••@prova.example.it', 'Proposta'])
    expect(text).toContain(part);
  expect([numberIn(original), numberIn(whole)]).toEqual([round.number, round.number]);
});

test('a signature drawn on the tablet lies in the sealed document, with who, when, before whom and on what device', async () => {
  await signing.fresh();
  const witness = await world.user(901, EVERY);
  const [{ name }] = await world.query('select name from users where id = $1', [witness.id]);
  const { record: of, round: asked, token: own } = await signing.asked();
  const tablet = await signing.onTablet(asked, witness);
  await signing.askCode(tablet);
  const code = await signing.codeFor();
  const { drawing } = signing;
  const fieldsOf = async (link: string, drawn: string) => (await signing.sign(link, code, drawn)).body.fields;
  for (const none of ['', 'M1 1L2 2', `${drawing}"/><script>alert(1)</script>`, `${drawing}L9999 1`])
    expect(await fieldsOf(tablet, none)).toEqual({ drawing: 'Firmare nel riquadro' });
  expect((await signing.sign(tablet, code, `M1 1${'L1 1'.repeat(25_001)}`)).status).toBe(422);
  // On a device of their own the code is enough, and nobody was there.
  expect(await fieldsOf(own, drawing)).toEqual({ drawing: expect.stringContaining('sul tablet') });
  // Nobody signs by hand alone; that nothing was drawn cost no try of the code.
  expect((await signing.sign(tablet, code === '000000' ? '000001' : '000000', drawing)).body.fields.code).toContain('restano 2'); // prettier-ignore
  const { status, body } = await signing.sign(tablet, code, drawing);
  expect([status, body.state, body.signer.witness]).toEqual([200, 'signed', name]);
  await vi.waitFor(async () => expect((await listed(of))[0].sealed).toBe(true), { timeout: 20_000 });
  const [signed] = await listed(of);
  expect(signed).toMatchObject({ kind: 'analogic', signers: [{ state: 'signed', witness: name }] });
  const { body: contract } = await call(seller, 'GET /contracts/:id', { params: { id: of.recordId } });
  expect(contract.signatureType).toBe('analogic');
  const sealed = (await call(seller, 'GET /signatures/:id/signed', { params: { id: signed.id } })).body as Buffer;
  const { text, files } = await readElsewhere(sealed);
  expect(hashOf(files[0]!)).toBe(signed.hash);
  const parts = ['Firma a mano', `Davanti a ${name}`, 'con il codice inviato', 'Tavoletta di prova', 'Letto fino in fondo']; // prettier-ignore
  for (const part of parts) expect(text.replaceAll(/\s+/g, ' ')).toContain(part);
  expect((await verify(signed.number, sealed)).body).toMatchObject({ verdict: 'genuine', file: 'signed' });
  await signing.linkTo(who.buyer.email, /firmato da tutti/);
});

test('the scan of a print that was signed by hand is sealed with its evidence, be it a PDF or a picture', async () => {
  for (const scan of [aPdf('firmato'), Buffer.from(await aPhoto())]) {
    const of = await signing.signable();
    const { blocks } = (await call(seller, 'GET /signatures/asked', { query: of as never })).body;
    const query = { purpose: 'signed_paper', name: 'firmato' };
    const uploadId = (await call(seller, 'POST /uploads', { query, file: scan } as never)).body.id;
    const sent = { ...of, uploadId, signedOn: TODAY, signers: ['buyer'], blocks: blocks.map(({ kind }: { kind: string }) => kind) }; // prettier-ignore
    const { status, body } = await call(seller, 'POST /signatures/paper', { body: sent as never });
    expect([status, body.state, body.checkable]).toEqual([201, 'checking', false]);
    const checked = await call(office, 'POST /signatures/:id/check', {
      params: { id: body.id },
      version: body.version,
    });
    expect([checked.status, checked.body.state]).toEqual([200, 'signed']);
    await vi.waitFor(async () => expect((await listed(of))[0].sealed).toBe(true), { timeout: 20_000 });
    const sealed = (await call(seller, 'GET /signatures/:id/signed', { params: { id: body.id } })).body as Buffer;
    const { text, files } = await readElsewhere(sealed);
    expect(hashOf(files[0]!)).toBe(body.hash);
    for (const part of ['Documento firmato a mano su carta', 'Conservato da', 'Controllato da', '20/11/2026'])
      expect(text).toContain(part);
    expect((await verify(body.number, sealed)).body).toMatchObject({ verdict: 'genuine', file: 'signed' });
    // The packet has the scan beside the signed copy, whose readers may not show what lies within.
    const { body: packet } = await call(seller, 'GET /contracts/:id/packet', { params: { id: of.recordId } });
    const name = `Contratto firmato su carta.${scan.subarray(0, 4).toString() === '%PDF' ? 'pdf' : 'jpg'}`;
    expect([...filesIn(packet as Buffer).keys()]).toEqual(expect.arrayContaining(['Contratto firmato.pdf', name]));
  }
});

test('the check knows both files, one with a changed byte as changed, an invented number as unknown; guessing waits', async () => {
  expect((await verify(round.number, whole)).body).toMatchObject({ verdict: 'genuine', file: 'signed' });
  expect((await verify(round.number, original)).body).toMatchObject({ verdict: 'genuine', file: 'original' });
  const changed = Buffer.from(whole);
  changed[changed.length >> 1]! ^= 1;
  expect((await verify(round.number, changed)).body).toEqual({
    verdict: 'changed',
    signedOn: null,
    file: null,
    key: null,
  });
  expect((await verify('P1-00000-00000', whole)).body.verdict).toBe('unknown');
  const statuses = [];
  for (let n = 0; n < 25; n += 1)
    statuses.push((await verify(`P1-00000-000${String(n).padStart(2, '0')}`, whole)).status);
  expect(statuses.at(-1)).toBe(429);
});
