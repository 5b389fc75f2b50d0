import { sql } from 'kysely';
import { writtenOf } from '#domain/record/field-text.ts';
import { day, time } from '#domain/italian.ts';
import { customerFields } from '#domain/customers/fields.ts';
import { typed } from '#domain/record/fields.ts';
import { documentKinds } from '#domain/customers/terms.ts';
import { paperSeenWith } from '#domain/stock/paper-fields.ts';
import { paperKinds, type PaperKind } from '#domain/stock/paper-kinds.ts';
import { dayInRome } from '#domain/dates.ts';
import type { persons as table } from '#domain/persons/endpoints.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { asFile, contentsOf } from '../lib/files/export.ts';
import type { Entry } from '../lib/files/pack.ts';
import { keptName } from '../lib/files/uploads.ts';
import { zipOf } from '../lib/files/zip.ts';
import { ownPapers } from './papers.ts';
import { keptAcceptances } from './acceptances.ts';
import { readCustomers, scansOf, withMerged, type Customer } from './customers.ts';
import { tell, type PersonTable } from './told.ts';

type Table = typeof table;

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`).replaceAll('\n', '<br>');

const said = (kind: string, value: unknown): string => {
  if (value === null || value === '') return '—';
  if (kind !== 'instant') return writtenOf({ kind }, value);
  return `${day(dayInRome(new Date(value as string)))} ${time(value as string)}`;
};

const tableOf = ({ title, columns, rows }: PersonTable): string => {
  if (rows.length === 0) return `<h2>${title}</h2><p>Nessun dato.</p>`;
  const head = columns.map(({ header }) => `<th>${escaped(header)}</th>`).join('');
  const line = (row: PersonTable['rows'][number]) =>
    `<tr>${columns.map(({ kind, value }) => `<td>${escaped(said(kind, value(row)))}</td>`).join('')}</tr>`;
  return `<h2>${title}</h2><table><tr>${head}</tr>${rows.map(line).join('')}</table>`;
};

const style =
  'body{font:15px/1.5 sans-serif;max-width:70em;margin:2em auto;padding:0 1em}table{border-collapse:collapse;width:100%}' +
  'th,td{border:1px solid #bbb;padding:.3em .5em;text-align:left;vertical-align:top}';

/** A page with all data, which anybody can open. */
const pageOf = (title: string, intro: string, told: readonly PersonTable[]): string =>
  `<!doctype html><html lang="it"><meta charset="utf-8"><title>${escaped(title)}</title><style>${style}</style>` +
  `<h1>${escaped(title)}</h1><p>${escaped(intro)}</p>${told.map(tableOf).join('')}</html>`;

/** Documents sent to the person, with the keys of their files. */
async function readDocuments({ db, user }: Ctx, ids: readonly number[]) {
  const all = sql`${[...ids]}::bigint[]`;
  const { rows } = await sql<{ number: string; kind: string; revision: number; key: string }>`
    select q.number, d.kind, d.revision, d.file_key as key from documents d join quotes q on q.company_id = d.company_id and q.id = d.record_id
      where d.company_id = ${user.companyId} and d.entity = 'quote' and q.customer_id = any(${all})
    union all select q.number, d.kind, d.revision, d.file_key from documents d
      join b2b_quotes q on q.company_id = d.company_id and q.id = d.record_id
      where d.company_id = ${user.companyId} and d.entity = 'b2b_quote' and q.customer_id = any(${all})
    order by 1, 2, 3, 4 limit 500`.execute(db);
  return rows.map(({ number, kind, revision, key }) => ({
    name: `documenti/${number}-${kind === 'offer' ? revision : `${revision}-${kind}`}.pdf`,
    key,
  }));
}

/** Scans of the person's documents, named by what they show. */
async function readScans({ db, user }: Ctx, customers: readonly Customer[]): Promise<{ name: string; key: string }[]> {
  const ids = scansOf(customers);
  if (ids.length === 0) return [];
  const documents = customers.flatMap(({ documents }) => documents);
  const rows = await db
    .selectFrom('uploads')
    .select(['id', 'type', 'fileKey'])
    .where('companyId', '=', user.companyId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map(({ id, type, fileKey }) => {
    const { kind, number } = documents.find(({ scan }) => scan === id)!;
    const called = `${documentKinds[kind as keyof typeof documentKinds]} ${number} ${id}`;
    return {
      name: `scansioni/${keptName(called, type)}`,
      key: fileKey,
    };
  });
}

/** A customer for another system: stored values by the names of the fields. */
const recordOf = (customer: Customer) => Object.fromEntries(typed(customerFields).map(([key]) => [key, customer[key]]));

/** Scans of car papers that name the person; papers that show what the company paid are only listed. */
async function readCarScans({ db, user }: Ctx, ids: readonly number[]): Promise<{ name: string; key: string }[]> {
  const { rows } = await sql<{ id: number; kind: PaperKind; type: string; key: string }>`
    select u.id, x.kind, u.type, u.file_key as key
    from (select p.company_id, p.kind, p.upload_id ${ownPapers(user.companyId, sql`${[...ids]}::bigint[]`)}) x
      join uploads u on u.company_id = x.company_id and u.id = x.upload_id
    where u.company_id = ${user.companyId} and x.kind <> all(${Object.keys(paperSeenWith)}::text[]) order by u.id limit 500`.execute(
    db,
  );
  return rows.map(({ id, kind, type, key }) => ({
    name: `documenti-auto/${keptName(`${paperKinds[kind]} ${id}`, type)}`,
    key,
  }));
}

/** Declarations that the person signed and the copies of the identity papers, each a PDF or a picture. */
async function readAcceptances(ctx: Ctx, ids: readonly number[]): Promise<{ name: string; key: string }[]> {
  return (await keptAcceptances(ctx, ids)).flatMap(({ id, paper, paperType, ...of }) => [
    { name: `firma-avanzata/${keptName(`dichiarazione ${id}`, of.declarationType)}`, key: of.declaration },
    { name: `firma-avanzata/${keptName(`documento ${id}`, paperType)}`, key: paper },
  ]);
}

/**
 * Everything about a person in one ZIP file: a page to read, tables for a spreadsheet, JSON for a machine, and the
 * documents.
 */
export const exportPerson: VerbOf<Table, 'GET /persons/:id/export'> = async (call, { params }) => {
  const {
    customer,
    customers,
    told,
    files: found,
    company,
  } = await call.inside(async (ctx) => {
    const ids = await withMerged(ctx, params.id);
    const customers = await readCustomers(ctx, ids.length > 0 ? ids : [params.id]);
    ctx.audit({ action: 'person_export', entity: 'customer', entityId: params.id });
    return {
      customers,
      customer: customers.find(({ id }) => id === params.id)!,
      told: await tell(ctx, customers),
      files: [
        ...(await readDocuments(ctx, ids)),
        ...(await readScans(ctx, customers)),
        ...(await readCarScans(ctx, ids)),
        ...(await readAcceptances(ctx, ids)),
      ],
      company: ctx.user.companyName,
    };
  });
  const entries: Entry[] = [];
  const intro = `Dati personali trattati da ${company}, titolare del trattamento, alla data del ${day(call.today)} (artt. 15 e 20 GDPR).`;
  entries.push({ name: 'leggimi.html', bytes: pageOf(`Dati di ${customer.name}`, intro, told) });
  for (const { name, columns, rows } of told) {
    const { bytes } = await asFile(name, 'csv', await contentsOf(columns, [rows]));
    entries.push({ name: `${name}.csv`, bytes });
  }
  const json = told.map(({ name, columns, rows }) => [
    name,
    rows.map((row) => Object.fromEntries(columns.map(({ header, value }) => [header, value(row)]))),
  ]);
  const data = { persona: customers.map(recordOf), ...Object.fromEntries(json) };
  entries.push({ name: 'dati.json', bytes: JSON.stringify(data, null, 2) });
  return zipOf(call, `dati-cliente-${params.id}.zip`, [...entries, ...found]);
};
