import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { addDays } from '#domain/dates.ts';
import {
  ACTIVITY_PAGE,
  actionsOf,
  activityKinds,
  type ActivityKind,
  type ActivityPage,
} from '#domain/preferences/activity.ts';
import type { preferences as table } from '#domain/preferences/endpoints.ts';
import { OWN } from '../db/tenant.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Column } from '../lib/files/export.ts';
import { exportFile, is, list, type Listed } from '../lib/records/list.ts';
import { notesOpenings } from '../lib/people/openings.ts';

type Table = typeof table;
type Query = Omit<z.output<Table['GET /preferences/activity']['query']>, 'offset'> & { q?: string };

/** What records are called, by entity of the audit or, of exports, by table; and where they have a page. */
const records: Readonly<Record<string, readonly [what: string, page?: string]>> = {
  customer: ['Cliente', '/dealer/customers/'],
  customers: ['Clienti'],
  consents: ['Consensi'],
  release: ['Release', '/dealer/releases/'],
  notice: ['Avviso'],
  quote: ['Preventivo'],
  quotes: ['Preventivi'],
  b2b_quote: ['Offerta B2B'],
  b2bQuotes: ['Offerte B2B'],
  approval: ['Richiesta di sconto'],
  contract: ['Contratto'],
  contracts: ['Contratti'],
  used_car: ['Auto usata', '/dealer/stock/used/'],
  usedCars: ['Auto usate'],
  new_car: ['Auto nuova', '/dealer/stock/new/'],
  newCars: ['Auto nuove'],
  accessory: ['Accessorio'],
  accessories: ['Accessori'],
  tyre: ['Pneumatico'],
  tyres: ['Pneumatici'],
  service: ['Servizio'],
  services: ['Servizi'],
  insurance: ['Assicurazione', '/dealer/insurances/'],
  insurances: ['Assicurazioni'],
  financing_plan: ['Finanziaria', '/dealer/financials/'],
  plans: ['Finanziarie'],
  campaign: ['Campagna'],
  campaigns: ['Campagne'],
  user: ['Utente', '/dealer/users?id='],
  users: ['Utenti'],
  role: ['Ruolo'],
  api_token: ['Token API'],
  session: ['Sessione'],
  company: ['Azienda'],
  access_grant: ['Accesso del costruttore'],
  location: ['Sede'],
  locations: ['Sedi'],
  business_center: ['Business center'],
  businessCenters: ['Business center'],
  import: ['Importazione', '/dealer/imports/'],
  upload: ['File caricato'],
  file: ['File aziendale', '/dealer/files?file='],
  file_folder: ['Cartella di file'],
  file_arrival: ['File in arrivo'],
  network_file: ['File della rete'],
  network: ['Concessionarie della rete'],
  view: ['Vista'],
  auditEvents: ['Registro attività'],
  recordOpenings: ['Registro attività'],
  fiscal_settings: ['Parametri fiscali'],
  starter_settings: ['Impostazioni iniziali'],
  national_facts: ['Fatti fiscali nazionali'],
  privacy_settings: ['Privacy'],
  privacy_text: ['Testo privacy'],
  province_settings: ['Province'],
  quote_settings: ['Parametri dei preventivi'],
  stock_settings: ['Preferenze stock'],
  automatic_report: ['Rapporto automatico', '/dealer/preferences/automatic-report?id='],
  automaticReports: ['Rapporti automatici'],
  report_settings: ['Preferenze dei rapporti'],
  report: ['Rapporto'],
  used_settings: ['Parametri dell’usato'],
};

interface Row {
  id: number;
  at: string;
  who: string;
  kind: ActivityKind;
  entity: string;
  entityId: number | null;
  rows: number | null;
}

const kindOf = sql`case ${sql.join(
  Object.entries(actionsOf).map(([kind, actions]) => sql`when r.action = any(${[...actions]}::text[]) then ${kind}`),
  sql` `,
)} else 'change' end`;

const onDays = ({ userId, from, to }: Query): RawBuilder<SqlBool>[] => [
  ...is('r.user_id', userId),
  ...(from === undefined ? [] : [sql<SqlBool>`r.at >= ${from}::date::timestamp at time zone 'Europe/Rome'`]),
  ...(to === undefined ? [] : [sql<SqlBool>`r.at < ${addDays(to, 1)}::date::timestamp at time zone 'Europe/Rome'`]),
];
const newest = { order: { at: 'r.id' }, sort: { sort: 'at', dir: 'desc' } } as const;

/** What people changed and exported, from the audit, and when somebody of the manufacturer entered; what nobody did is left out. */
const changes: Listed<Row, Query> = {
  table: 'auditEvents',
  file: 'registro-attivita',
  select: sql<Row>`select r.id, r.at, coalesce(u.name, r.user_name) as who, ${kindOf} as kind, r.entity, r.entity_id,
      (select (f.facts -> 'after' ->> 'rows')::int from audit_facts f
        where f.company_id = ${OWN} and f.event_id = r.id and r.action = 'export') as rows
    from audit_events r left join users u on u.company_id = ${OWN} and u.id = r.user_id`,
  ...newest,
  where: (_, query) => [
    sql<SqlBool>`(r.user_id is not null or r.action in ('on_behalf', 'door'))`,
    ...(query.kind === undefined ? [] : [sql<SqlBool>`${kindOf} = ${query.kind}`]),
    ...onDays(query),
  ],
};

const openings: Listed<Row, Query> = {
  table: 'recordOpenings',
  file: 'aperture-schede',
  select: sql<Row>`select r.id, r.at, u.name as who, 'open' as kind, r.entity, r.entity_id, null::int as rows
    from record_openings r join users u on u.company_id = ${OWN} and u.id = r.user_id`,
  ...newest,
  where: (_, query) => onDays(query),
};

const listedOf = ({ kind }: Query) => (kind === 'open' ? openings : changes);

const rowOf = ({ id, at, who, kind, entity, entityId, rows }: Row): ActivityPage['rows'][number] => {
  const [what = entity, page] = records[entity] ?? [];
  return { id, at, who, kind, what, href: page && entityId !== null ? `${page}${entityId}` : null, rows };
};

export const readActivity: VerbOf<Table, 'GET /preferences/activity'> = async (ctx, { query }) => {
  const { offset, ...filters } = query;
  const { rows, total } = await list(ctx, listedOf(filters), { ...filters, offset, limit: ACTIVITY_PAGE });
  const people = await ctx.db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('companyId', '=', ctx.user.companyId)
    .where('service', '=', false)
    .orderBy('name')
    .execute();
  return { rows: rows.map(rowOf), total, people, notesOpenings: await notesOpenings(ctx) };
};

const columns: Column<Row>[] = [
  { header: 'Quando', kind: 'text', value: ({ at }) => at },
  { header: 'Chi', kind: 'text', value: ({ who }) => who },
  { header: 'Che cosa', kind: 'text', value: ({ kind }) => activityKinds[kind] },
  { header: 'Su', kind: 'text', value: (row) => rowOf(row).what },
  { header: 'Numero', kind: 'text', value: ({ entityId }) => (entityId === null ? null : String(entityId)) },
  { header: 'Righe', kind: 'number', value: ({ rows }) => rows },
];

export const exportActivity: VerbOf<Table, 'GET /preferences/activity/export'> = (ctx, { query }) =>
  exportFile(ctx, listedOf(query), query, columns);
