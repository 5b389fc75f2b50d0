/** Whatever is sent by whatever door: each person is kept or waits, and each value stands in a record or is shown. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { leadFields } from '#domain/leads/fields.ts';
import { leadPageFields } from '#domain/leads/page-fields.ts';
import { visitorFields } from '#domain/public-pages.ts';
import { blankOf } from '#domain/record/fields.ts';
import { adfDocument, leadDoors, plainMail, PORTAL } from '#tests/support/areas/lead-doors.ts';
import { sendFile } from '#tests/support/imports.ts';
import { rounds } from '#tests/support/rounds.ts';
import { EVERY } from '#tests/support/world.ts';

const doors = await leadDoors();
const { empty, close, clock, call, query, manager, admitPortal, settle } = doors;
const importer = doors.user(901, EVERY);
afterAll(() => close());
beforeAll(() => admitPortal());
beforeEach(() => empty());

/** What somebody writes, with a word of its own behind it by which it is found again. */
const text = fc.oneof(
  fc.string({ maxLength: 40, unit: 'grapheme' }),
  fc.string({ maxLength: 30, unit: 'binary' }),
  fc.constantFrom('Anna', '王 伟', 'O’Neill', 'a@b', '333 1110060', 'non fornito', '<b>', ']]>', '&#0;', '&#xD800;'),
  fc.constantFrom(
    'Nome: x',
    '\0',
    'sì',
    'no',
    'usato',
    '-- ',
    'https://x.example.it/1',
    '"',
    ';',
    "'=1+1",
    '=1+1',
    '#N/D',
  ),
);
const phone = fc.oneof(
  text,
  fc.nat(99_999).map((n) => `333 1${String(n).padStart(6, '0')}`),
  fc.nat(99_999).map((n) => `02 1${String(n).padStart(6, '0')} ore pasti`),
);
const email = fc.oneof(
  text,
  fc.nat(99_999).map((n) => `p${n}@example.it`),
  fc.nat(99_999).map((n) => `mailto:P.${n}@Example.it; altra${n}@example.it`),
);
const person = fc.record({ name: text, phone, email, vehicle: text, message: text, tradeIn: text });
type Person = Record<string, string>;

/** People with a word in each value that stands in no other. */
const people = (): Person[] =>
  fc
    .sample(person, rounds(50))
    .map((one, n) =>
      Object.fromEntries(
        Object.entries<string>(one).map(([key, value]) => [
          key,
          key === 'phone' || key === 'email' ? value : `${value} w${n}${key.slice(0, 2)}w`,
        ]),
      ),
    );

/** Letters and digits alone: a telephone is kept by its digits, an address in small letters. */
const plain = (value: string) =>
  value
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
/** What is kept of leads, with those that became a part of another, and what is shown to a person. */
async function kept(): Promise<{ count: number; said: string }> {
  await settle();
  const leads = await query(
    'select concat_ws(chr(10), name, phone, phone2, email, vehicle, plate, vin, trade_in, tax_code, advert, message, details) as said from leads where company_id = 901',
  );
  const waiting = await query(
    `select concat_ws(chr(10), shown, raw, found::text) as said, why is not null and settled_at is null as waits
     from lead_intakes where company_id = 901 and (raw <> '' or (why is not null and settled_at is null))`,
  );
  return {
    count: leads.length + waiting.filter(({ waits }) => waits).length,
    said: [...leads, ...waiting].map(({ said }) => plain(String(said))).join(' '),
  };
}

/** How many persons are there, and which of the words that were sent are nowhere. */
async function leftOf(sent: readonly Person[]) {
  const { count, said } = await kept();
  const words = sent.flatMap((one) => Object.values(one).flatMap((value) => /w\d+\p{L}+w$/u.exec(value)?.[0] ?? []));
  return { count, lost: words.filter((word) => !said.includes(word)) };
}
const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const taken = async (one: Promise<{ status: number; body: unknown }>, ...allowed: number[]) => {
  const { status, body } = await one;
  if (![...allowed, 422].includes(status)) throw new Error(`${status} ${JSON.stringify(body)}`);
  return allowed.includes(status);
};

const written = (lead: object): Person =>
  Object.fromEntries(Object.entries(lead).map(([key, value]) => [key, String(value)]));

test('as JSON, under names of ours and of others', async () => {
  const sent: Person[] = [];
  for (const [n, { name, phone: number, email: mail, ...rest }] of people().entries()) {
    const said = n % 2 === 0 ? { name, phone: number, email: mail } : { nominativo: name, cellulare: number, mail };
    const lead = {
      id: String(n),
      ...said,
      ...rest,
      budget: `${n} euro w${n}buw`,
      quiet: n % 3 === 0 ? `forse w${n}quw` : false,
    };
    const body = { source: 'Prova', leads: [lead] };
    if (await taken(call(manager, 'POST /leads/inbound', { body }), 200)) sent.push(written(lead));
  }
  expect(await leftOf(sent)).toEqual({ count: sent.length, lost: [] });
});

test('as ADF, well written or not', async () => {
  const sent = people();
  for (const [n, one] of sent.entries()) {
    const write = n % 4 === 0 ? (value: string) => value : escaped;
    const {
      name,
      phone: number,
      email: mail,
      vehicle,
      message,
      tradeIn,
    } = Object.fromEntries(Object.entries(one).map(([key, value]) => [key, write(value)])) as Person;
    const body = adfDocument(
      `<vehicle><id>7</id><make>${vehicle}</make></vehicle><vehicle interest="trade-in"><make>${tradeIn}</make></vehicle><customer><contact><name part="full">${name}</name><phone>${number}</phone><email>${mail}</email></contact><comments>${message}</comments></customer>`,
    );
    const file = Buffer.from(body);
    expect(await taken(call(manager, 'POST /leads/inbound/adf', { query: { source: 'Prova' }, file }), 204)).toBe(true);
  }
  expect(await leftOf(sent)).toEqual({ count: sent.length, lost: [] });
});

test('as mails, of the portal or of anybody, with files or without', async () => {
  const sent = people();
  for (const [n, { name, phone: number, email: mail, vehicle, message, tradeIn }] of sent.entries()) {
    const whole = plainMail(
      `Nome: ${name}\nTelefono: ${number}\nE-mail: ${mail}\nAuto: ${vehicle}\nAnnuncio: bella w${n}anw https://x.example.it/${n}\nPermuta: ${tradeIn}\n${message}`,
    );
    const file = Buffer.from(n % 3 === 0 ? whole.replace(PORTAL, 'altri@example.it') : whole);
    expect(await taken(call(manager, 'POST /leads/inbound/mail', { file }), 204)).toBe(true);
  }
  expect(await leftOf(sent.map((one, n) => ({ ...one, advert: `w${n}anw` })))).toEqual({
    count: sent.length,
    lost: [],
  });
});

test('by call', async () => {
  const sent: Person[] = [];
  for (const one of people()) {
    const body = {
      ...blankOf(leadFields),
      ...one,
      phone: one.phone || null,
      email: one.email || null,
      assigneeId: null,
    };
    if (await taken(call(manager, 'POST /leads', { body }), 201)) sent.push(one);
  }
  expect(await leftOf(sent)).toEqual({ count: sent.length, lost: [] });
});

test('by form', async () => {
  const body = { ...blankOf(leadPageFields), name: 'Sito' };
  const { body: page } = await call(manager, 'POST /leads/pages', { body });
  const token = String(page.url).split('/richiesta/')[1]!;
  const shown = (await call(null, 'GET /links/request', { query: { token } })).body.notice.id as number;
  const sent: Person[] = [];
  for (const [n, { name, phone: number, email: mail, vehicle, message }] of people().entries()) {
    const said = { name, phone: number || null, email: mail || null, vehicle, message };
    // A minute later: nobody sends more from one network.
    clock.now = new Date(clock.now.getTime() + 60_000);
    const form = { ...blankOf(visitorFields), ...said, token, key: `modulo-di-prova-${n}`, shown, said: [] };
    if (!(await taken(call(null, 'POST /links/request', { body: form }), 200))) continue;
    sent.push({ name: name!, vehicle: vehicle!, message: message! });
    const [waits] = (await call(manager, 'GET /leads/unconfirmed', {})).body as [{ id: number }];
    const { status } = await call(manager, 'POST /leads/unconfirmed/:formId/take', { params: { formId: waits.id } });
    expect(status).toBe(204);
  }
  expect(await leftOf(sent)).toEqual({ count: sent.length, lost: [] });
});

test('as a file of customers: rows in are rows made, joined, or listed with their cells', async () => {
  const as = await importer;
  const sent = people();
  // A file with these is no list, which is said at once.
  const cell = (value: string) => `"${value.replaceAll('\0', '').replaceAll('"', '""')}"`;
  const rows = sent.map(({ name, vehicle, phone: number, email: mail, message }) =>
    [name, vehicle, number, mail, message].map((value) => cell(value!)).join(';'),
  );
  const csv = ['Cognome;Nome;Telefono;E-mail;Note', ...rows].join('\n');
  const { body: checked } = await sendFile(call, as, 'customers', Buffer.from(csv));
  const { id } = checked;
  expect(checked).toMatchObject({ state: 'ready', total: sent.length });
  const started = await call(as, 'POST /imports/:id/start', { params: { id }, version: checked.version });
  expect(started.status).toBe(200);
  const { body: done } = await call(as, 'GET /imports/:id', { params: { id } });
  expect([done.state, done.created + done.updated + done.unchanged + done.joined + done.refused]).toEqual([
    'done',
    sent.length,
  ]);
  const customers = await query(
    'select concat_ws(chr(10), name, first_name, last_name, phone, phone2, email, notes) as said from customers where company_id = 901',
  );
  const { body: listed } = await call(as, 'GET /imports/:id/rows', { params: { id }, query: {} });
  const blanks = JSON.stringify(done.blanks);
  const said = plain([...customers.map((one) => one.said), JSON.stringify(listed.rows), blanks].join('\n'));
  const words = sent.flatMap(({ name, vehicle, message }) =>
    [name, vehicle, message].map((one) => one!.split(' ').at(-1)!),
  );
  expect(words.filter((word) => !said.includes(word))).toEqual([]);
});
