import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { saleIn } from '#tests/support/contracts.ts';
import { importFile, sendFile } from '#tests/support/imports.ts';
import { rounds } from '#tests/support/rounds.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, query } = world;
afterAll(() => world.close());
const { office, seller, make, walked, read, step } = await saleIn(world);
const [{ name: sellerName }] = await query('select name from users where company_id = 901 and id = $1', [seller.id]);

const HEAD = 'Numero;Telaio;Targa;Auto;Venditore;Totale;Firmato il;Consegnato il;Protocollo';
const send = (rows: string[], as = office, head = HEAD) => importFile(call, as, 'contracts', { csv: [head, ...rows].join('\n') }); // prettier-ignore
const tried = (rows: string[], as = office, head = HEAD) =>
  importFile(call, as, 'contracts', { csv: [head, ...rows].join('\n'), dryRun: true });
const former = (number: string, more: { vin?: string; total?: string; signed?: string; delivered?: string } = {}) =>
  [number, more.vin ?? '', '', 'Lumera Rea 1.0', sellerName, more.total ?? '20.000,00', more.signed ?? '10/03/2025', more.delivered ?? '20/04/2025', ''].join(';'); // prettier-ignore
const refusals = (it: { errors: { message: string }[] }) => it.errors.map(({ message }) => message);
const contractOf = async (number: string) =>
  (await query('select id::int from contracts where company_id = 901 and number = $1', [number]))[0]?.id as number;
const results = async (id: number, filter: string) =>
  (await call(office, 'GET /imports/:id/results', { params: { id }, query: { filter } })).body;

describe('contract-import: a contract that is not approved yet', () => {
  test('is found by number, chassis or plate; what changes is shown by field, written, and taken back', async () => {
    const [one, two, three] = [await make(), await make(), await make()];
    const cars = await query('select k.contract_id::int as id, u.vin, u.plate from contract_cars k join used_cars u on u.company_id = k.company_id and u.id = k.used_car_id where k.company_id = 901'); // prettier-ignore
    const carOf = ({ id }: { id: number }) => cars.find((car) => car.id === id)!;
    await query("update used_cars set plate = 'GA 001 ZZ' where company_id = 901 and id = $1", [three.carId]);
    const { number } = await read(one.id);
    const rows = [
      `${number};;;;;;;;P-1`,
      // Another system's number gives way to the chassis.
      `ALT-7;${carOf(two).vin};;;;;;;P-2`,
      ';;ga-001-zz;;;;;;P-3',
    ];
    const dry = await tried(rows);
    expect([dry.updated, dry.created, dry.refused]).toEqual([3, 0, 0]);
    expect(dry.changes[0].changes).toEqual([{ field: 'Protocollo', from: '—', to: 'P-1' }]);
    expect((await read(one.id)).protocol).toBe('');
    const before = await read(two.id);
    const { id } = await send(rows);
    expect(await Promise.all([one, two, three].map(async (it) => (await read(it.id)).protocol))).toEqual(['P-1', 'P-2', 'P-3']); // prettier-ignore
    const after = await read(two.id);
    // Who has the section open is told.
    expect(after.versions.reserved).toBe((before.versions.reserved ?? 1) + 1);
    expect((await send(rows)).unchanged).toBe(3);
    await step(seller, 'submit', one);
    expect((await call(office, 'POST /imports/:id/undo', { params: { id } })).body).toMatchObject({ state: 'undone' });
    expect((await read(two.id)).protocol).toBe('');
  });

  test('is not written once it is approved, whatever field a file would change, and its facts never', async () => {
    const approved = await walked('approve');
    const { number } = await read(approved.id);
    const open = await make();
    const { number: openNumber } = await read(open.id);
    const it = await send([
      `${number};;;;;;;;P-9`,
      `${openNumber};;;;;1,00;;;`,
      `${openNumber.toLowerCase()}X;;;;;;;;`,
    ]);
    expect(refusals(it)).toEqual([
      `Numero: «${number}» è già approvato o chiuso: un file non lo cambia`,
      'Totale: «1,00» non è quello del contratto',
      'Totale: manca; Firmato il: manca; Inserire l’auto',
    ]);
    expect((await read(approved.id)).protocol).toBe('');
    // A section that is closed to who sends the file by hand is closed to the file.
    const alone = await world.userWith('validateContracts');
    const hidden = await send([`${openNumber};;;;;;;;P-8`], alone);
    expect(refusals(hidden)).toEqual([`Numero: «${openNumber}» non è ancora arrivato al back office`]);
    const promised = await send([`${openNumber};01/12/2026`], office, 'Numero;Consegna promessa');
    expect([promised.updated, (await read(open.id)).promisedOn]).toEqual([1, '2026-12-01']);
  });

  test('approved between the check and the writing stays as it is', async () => {
    const contract = await walked('validate');
    const { number } = await read(contract.id);
    const { body: it } = await sendFile(call, office, 'contracts', `Numero;Protocollo\n${number};P-LATE`);
    expect(it).toMatchObject({ state: 'ready', updated: 1 });
    expect((await step(office, 'approve', contract)).status).toBe(200);
    const { body } = await call(office, 'POST /imports/:id/start', { params: { id: it.id }, version: it.version });
    expect(body).toMatchObject({ state: 'done', updated: 0, refused: 1 });
    expect((await read(contract.id)).protocol).toBe('');
  });
});

describe('contract-import: a contract of a former system', () => {
  test('enters as history: counted and marked, it earns nothing, owes nothing, and takes no step', async () => {
    const it = await send([former('VS-1', { vin: 'zz9 former 00000001' })]);
    expect([it.created, it.refused]).toEqual([1, 0]);
    const id = await contractOf('VS-1');
    const contract = await read(id);
    expect(contract).toMatchObject({ origin: 'history', state: 'completed', total: 20_000_00, received: 20_000_00, signedOn: '2025-03-10', approvedOn: '2025-03-10', deliveredOn: '2025-04-20', offered: [], marginSecond: null }); // prettier-ignore
    expect(Object.values(contract.locks).every(Boolean)).toBe(true);
    const figure = await call(office, 'GET /contracts', { query: { signedFrom: '2025-03-10', signedTo: '2025-03-10', origin: 'history' } }); // prettier-ignore
    expect(figure.body.rows.map((row: { number: string }) => row.number)).toEqual(['VS-1']);
    const found = await call(office, 'GET /contracts', { query: { q: 'ZZ9FORMER00000001' } });
    expect(found.body.rows).toHaveLength(1);
    expect(await query('select from commission_entries where company_id = 901 and contract_id = $1', [id])).toEqual([]);
    expect(await query('select from contract_lines where company_id = 901 and contract_id = $1', [id])).toEqual([]);
    const resume = await step(office, 'resume', { id }, { reason: '1' });
    expect([resume.status, resume.body.message]).toEqual([409, 'Il contratto viene dal sistema precedente: si legge soltanto.']); // prettier-ignore
    const print = await call(office, 'GET /contracts/:id/document', { params: { id } });
    expect(print.status).toBe(409);
    for (const name of ['GET /contracts/:id/performance', 'GET /contracts/:id/timeline'] as const)
      expect([name, (await call(office, name, { params: { id } })).status]).toEqual([name, 200]);
    const signed = await call(office, 'GET /signatures', { query: { entity: 'contract', recordId: id } });
    expect([signed.status, signed.body]).toEqual([200, []]);
    // A second file of the same system finds it by its number or its chassis, and changes nothing.
    expect((await send([former('VS-1'), former('VS-1B', { vin: 'ZZ9FORMER00000001' })])).unchanged).toBe(2);
    expect((await call(office, 'POST /imports/:id/undo', { params: { id: it.id } })).body).toMatchObject({ removed: 1 }); // prettier-ignore
    expect(await contractOf('VS-1')).toBeUndefined();
  });

  test('is refused at the field where a cell cannot be: formulas, ids of others, days, own numbers; the rest is kept', async () => {
    const [{ name: stranger }] = await query('select name from users where company_id <> 901 and name not in (select name from users where company_id = 901) limit 1'); // prettier-ignore
    const it = await send([
      former('VS-10', { signed: '10/03/1996', delivered: '' }),
      former('VS-11', { signed: '10/03/2056', delivered: '' }),
      former('C-2026-99999'),
      former('VS-12').replace(sellerName, stranger),
      former('VS-13', { signed: '10/03/2025', delivered: '09/03/2025' }),
      former('VS-14', { total: '=1+1' }),
      former('VS-15', { total: '-5' }),
      former('VS-16'),
    ]);
    expect(it.created).toBe(1);
    expect(refusals(it)).toEqual([
      expect.stringContaining('Inserire un giorno dal'),
      'La data non può essere nel futuro',
      'Numero: «C-2026-99999» ha la forma dei numeri di qui, e qui non c’è',
      expect.stringMatching(/^Venditore: .* non trovato$/),
      'È prima della firma',
      'Totale: «=1+1» non è un numero',
      'L’importo non può essere negativo',
    ]);
    expect(await contractOf('VS-16')).toBeGreaterThan(0);
  });

  test('takes no number that is given here, also under the company’s own prefix', async () => {
    await query(`insert into counters (company_id, kind, year, first, last, prefix) values (901, 'contract', 2024, 100, 150, 'CT')`); // prettier-ignore
    const isMine = 'ha la forma dei numeri di qui, e qui non c’è';
    const it = await send(['CT-2024-00099', 'CT-2023-00120', 'CT-2024-00120', 'CT-2026-00001', 'ct-2027-00007'].map((number) => former(number))); // prettier-ignore
    expect(it.created).toBe(2);
    expect(refusals(it)).toEqual(['CT-2024-00120', 'CT-2026-00001', 'ct-2027-00007'].map((number) => `Numero: «${number}» ${isMine}`)); // prettier-ignore
    // A company that goes on with the numbers of its former system begins behind them.
    expect((await send([former('CZ-2027-00007')])).created).toBe(1);
    const manager = await world.userWith('managePreferences');
    const company = { params: { company_id: 901 } };
    const choose = async (first: number) => {
      const { version } = (await call(manager, 'GET /companies/:company_id/profile', company)).body;
      return call(manager, 'PUT /companies/:company_id/numbers', { ...company, version, body: { kind: 'contract', year: 2027, prefix: 'CZ', first } }); // prettier-ignore
    };
    expect((await choose(7)).body.fields).toEqual({ first: 'I contratti importati arrivano a CZ-2027-00007' });
    expect((await choose(8)).status).toBe(200);
    // Other programs write capitals small: it is the same contract.
    expect((await send([former('cz-2027-00007')])).unchanged).toBe(1);
  });

  test('is read in the words of another program', async () => {
    const head = 'N. contratto;Data contratto;DES_MARCA;Descrizione vettura;Agente;Tipologia cliente;N/U;Tot. contratto IVA incl.;Dt. consegna'; // prettier-ignore
    const rows = [['PF', 'N'], ['Persona giuridica', 'U'], ['COMMERCIANTI', 'U'], ['Dimostrativa', 'N']].map(([who, kind], n) => `VS-6${n};2025-03-10;${n === 1 ? 'FIAT;Panda' : 'LUMERA;Rea 1.0'};${sellerName};${who};${kind};€ 20.000,00;20/04/25`); // prettier-ignore
    const it = await send(rows, office, head);
    expect([it.created, refusals(it)]).toEqual([4, []]);
    const stored = await query(`select channel, kind, total::int, signed_on::text as signed, delivered_on::text as delivered from contracts where number like 'VS-6_' order by number`); // prettier-ignore
    const as = (channel: string, kind: string) => ({ channel, kind, total: 20_000_00, signed: '2025-03-10', delivered: '2025-04-20' }); // prettier-ignore
    expect(stored).toEqual([as('retail', 'new'), as('retail', 'used'), as('b2b', 'used'), as('business', 'new')]);
    const dry = await tried(['VS-71;2025-03-10;FIAT;Panda', 'VS-72;2025-03-10;LUMERA;Rea 1.0'].map((row) => `${row};${sellerName};PF;N;€ 20.000,00;20/04/25`), office, head); // prettier-ignore
    const madeBy = ({ changes }: { changes: { field: string; to: string }[] }) => changes.find(({ field }) => field === 'Marca')?.to; // prettier-ignore
    // What stands in another field is no value of this one.
    expect(dry.changes.map(madeBy)).toEqual([undefined, 'LUMERA']);
    // A make that the catalogue has not is said by the car.
    expect(await query("select vehicle, maker_id as maker from contracts where number = 'VS-61'")).toEqual([{ vehicle: 'FIAT Panda', maker: null }]); // prettier-ignore
  });

  test('that was canceled there is no sale, whatever the column is called, and stays out; a name is no code', async () => {
    const head =
      'IDContratto;Data doc.;COD_VEND;DES_VEND;MOD.VETTURA;New/Used;Totale documento;Delivered at;Stato;Cliente';
    const row = (number: string, end: string, customer = '') =>
      `${number};10/03/2025;V01;${sellerName.toUpperCase()};Rea 1.5;Used;20.000,00;2025-04-19T22:00:00.000Z;${end};${customer}`;
    const it = await send([row('VS-81', 'Consegnato'), row('VS-82', 'STORNATO'), row('VS-83', 'Evaso', 'Rossi Mario')], office, head); // prettier-ignore
    expect(refusals(it)).toEqual([
      'Stato: un contratto annullato non è una vendita, e non entra',
      expect.stringMatching(/«Rossi Mario» è un nome/i),
    ]);
    const stored = await query(`select number, kind, delivered_on::text as delivered from contracts where number like 'VS-8_'`); // prettier-ignore
    expect(stored).toEqual([{ number: 'VS-81', kind: 'used', delivered: '2025-04-20' }]);
  });

  test('that a later file says was canceled counts no more, until the import is taken back', async () => {
    const head = `${HEAD};Stato`;
    const row = (number: string, end: string) => `${former(number, { signed: '11/03/2025' })};${end}`;
    expect((await send([row('VS-90', 'Concluso'), row('VS-91', '')], office, head)).created).toBe(2);
    const days = { signedFrom: '2025-03-11', signedTo: '2025-03-11' };
    const numbers = async (more: object = {}) => {
      const { body } = await call(office, 'GET /contracts', { query: { ...days, ...more } });
      return body.rows.map(({ number }: { number: string }) => number).toSorted();
    };
    const director = await world.userWith('manageAllContracts', 'seeSalesStats');
    const sold = async () => {
      const query = { figure: 'contracts', basis: 'signed', from: '2025-03-11', to: '2025-03-11' };
      return (await call(director, 'GET /stats/rows', { query })).body.sums.count as number;
    };
    const before = await sold();
    const dry = await tried([row('VS-90', 'Stornato')], office, head);
    expect(dry.changes[0].changes).toEqual([{ field: 'Annullato', from: 'No', to: 'Sì' }]);
    const { id } = await send([row('VS-90', 'Stornato'), row('VS-91', '')], office, head);
    expect([await numbers(), await numbers({ canceled: 'true' }), before - (await sold())]).toEqual([['VS-91'], ['VS-90'], 1]); // prettier-ignore
    const ended = await read(await contractOf('VS-90'));
    expect(ended.canceled).toEqual({
      by: expect.any(String),
      reason: 'Lo dice un file del sistema precedente',
      note: '',
    });
    const changes = () => query("select what from contract_changes where company_id = 901 and contract_id = $1 and basis = 'signed' order by id", [ended.id]); // prettier-ignore
    expect(await changes()).toEqual([{ what: 'canceled' }]);
    // The same file again changes nothing, nor does one that does not say how it ended.
    expect((await send([row('VS-90', 'Stornato')], office, head)).unchanged).toBe(1);
    expect((await send([former('VS-90', { signed: '11/03/2025' })])).unchanged).toBe(1);
    expect((await call(office, 'POST /imports/:id/undo', { params: { id } })).body).toMatchObject({ restored: 1 });
    expect([await numbers(), (await sold()) === before]).toEqual([['VS-90', 'VS-91'], true]);
    expect(await changes()).toEqual([{ what: 'canceled' }, { what: 'entered' }]);
    // What goes on here is not canceled by a file.
    const open = await make();
    const { number } = await read(open.id);
    expect(refusals(await send([`${number};Annullato`], office, 'Numero;Stato'))).toEqual([
      `Stato: «${number}» prosegue qui, e si annulla dalla sua pagina`,
    ]);
    expect((await read(open.id)).canceledAt).toBeNull();
  });

  test('two files at once make it once', async () => {
    const files = await Promise.all([1, 2].map(() => sendFile(call, office, 'contracts', [HEAD, former('VS-20')].join('\n')))); // prettier-ignore
    await Promise.all(files.map(({ body }) => call(office, 'POST /imports/:id/start', { params: { id: body.id }, version: body.version }))); // prettier-ignore
    const made = await query("select from contracts where company_id = 901 and number = 'VS-20'");
    expect(made).toHaveLength(1);
  });
});

describe('contract-import: results', () => {
  test('say which rows are matched, which are only in the file, and which contracts only here', async () => {
    const contract = await make();
    const { number } = await read(contract.id);
    const it = await send([
      `${number};;;;;;;;P-30`,
      former('VS-30'),
      former('VS-31', { total: 'molto' }),
      former('VS-30'),
    ]);
    const all = await results(it.id, 'all_imported');
    expect(all.counts).toMatchObject({ all_imported: 4, imported_and_save: 2, imported_only: 1, joined: 1 });
    expect(all.rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['updated', 'created', 'refused', 'joined']); // prettier-ignore
    expect((await results(it.id, 'joined')).rows).toMatchObject([{ row: 5, name: 'VS-30', joinedTo: 3 }]);
    expect((await results(it.id, 'imported_and_save')).rows[0]).toMatchObject({ name: number, recordId: contract.id });
    expect((await results(it.id, 'imported_only')).rows).toEqual([expect.objectContaining({ row: 4, name: 'VS-31', message: expect.stringContaining('Totale') })]); // prettier-ignore
    const here = await results(it.id, 'not_imported');
    expect(here.rows.map(({ name }: { name: string }) => name)).not.toContain(number);
    const other = await make();
    const again = await results(it.id, 'not_imported');
    expect(again.counts.not_imported).toBe(here.counts.not_imported + 1);
    expect(again.rows[0]).toMatchObject({ row: null, recordId: other.id });
    const stranger = await world.strangerWith('validateContracts', 'manageAllContracts');
    expect((await call(stranger, 'GET /imports/:id/results', { params: { id: it.id }, query: {} })).status).toBe(404);
  });
});

test('the own export of contracts in any state comes back and changes nothing', async () => {
  for (const to of ['validate', 'approve', 'bill'] as const) await walked(to);
  const file = await call(office, 'GET /contracts/export', { query: { format: 'csv' } });
  const csv = (file.body as Buffer).toString();
  const stored = () => query('select to_jsonb(t) as row from contracts t where company_id = 901 order by id');
  const before = await stored();
  const it = await importFile(call, office, 'contracts', { csv });
  expect({ csv, errors: it.errors, rows: it.rows }).toEqual({ csv, errors: [], rows: [] });
  expect(it.unchanged).toBe(csv.trim().split('\n').length - 1);
  expect(await stored()).toEqual(before);
});

describe('contract-import: whatever is written comes back equal from the own export', () => {
  const text = fc.constantFrom(
    'P-1',
    '=1+1',
    '- uno',
    '"due"; tre',
    '1,50',
    'MAIUSCOLO',
    '0012',
    '1/2',
    "'quattro",
    '@5',
  );
  const day = (from: string) => fc.date({ min: new Date(from), max: new Date('2026-10-31'), noInvalidDate: true });
  const italian = (date: Date) => date.toISOString().slice(0, 10).split('-').toReversed().join('/');
  const sum = fc.integer({ min: 0, max: 99_999_999 }).map((cents) => (cents / 100).toFixed(2).replace('.', ','));
  const cell = (value: string) => `"${value.replaceAll('"', '""')}"`;
  const line = (cells: readonly string[]) => cells.map(cell).join(';');
  const ROW = 'Numero;Auto;Venditore;Totale;Finanziato;Firmato il;Fatturato il;Consegnato il;Tipo;Canale';
  const OFFICE = 'Numero;Consegna promessa;Numero di pratica;Protocollo';

  test('former contracts of any text, sum and day, and what the office wrote of open ones', async () => {
    const formers = fc.sample(
      fc.record({
        car: text,
        total: sum,
        financed: sum,
        signed: day('2020-01-01'),
        kind: fc.constantFrom('Nuovo', 'Usato'),
      }),
      rounds(12),
    );
    const made = await send(
      formers.map(({ car, total, financed, signed, kind }, n) =>
        line([
          `RT-${n}`,
          car,
          sellerName,
          total,
          financed,
          italian(signed),
          italian(signed),
          italian(signed),
          kind,
          '',
        ]),
      ),
      office,
      ROW,
    );
    expect([made.created, refusals(made)]).toEqual([formers.length, []]);
    const open = [await make(), await make(), await make()];
    const numbers = await Promise.all(open.map(async ({ id }) => (await read(id)).number as string));
    const written = fc.sample(fc.tuple(text, text), open.length);
    const office3 = numbers.map((number, n) => line([number, '01/12/2026', written[n]![0], written[n]![1]]));
    expect(await send(office3, office, OFFICE)).toMatchObject({ updated: 3, refused: 0 });
    await walked('approve');
    const stored = () => query('select to_jsonb(t) as row from contracts t where company_id = 901 order by id');
    const before = await stored();
    const file = await call(office, 'GET /contracts/export', { query: { format: 'csv', q: '' } });
    const csv = (file.body as Buffer).toString();
    const { rows, ...it } = await importFile(call, office, 'contracts', { csv });
    expect({ csv, rows, refused: refusals(it) }).toEqual({ csv, rows: [], refused: [] });
    expect(it).toMatchObject({ created: 0, updated: 0, joined: 0, blanks: [] });
    expect(it.unchanged).toBeGreaterThan(formers.length + open.length);
    expect(await stored()).toEqual(before);
  });
});
