import { sql } from 'kysely';
import type { z } from 'zod';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { homologations as table } from '#domain/homologations/endpoints.ts';
import { homologationFaults, homologationFields } from '#domain/homologations/fields.ts';
import type { Homologation, HomologationInput } from '#domain/homologations/schema.ts';
import { day } from '#domain/italian.ts';
import { area } from '../lib/ports/area.ts';
import type { Ctx } from '../lib/work/context.ts';
import { is } from '../lib/records/list.ts';
import { recordVerbs } from '../lib/records/record-verbs.ts';
import { isArchived, orderOf, selectOf, type Records } from '../lib/records/records.ts';

type Filters = Partial<z.output<(typeof table)['GET /network/homologations']['query']>>;

/** Throws `invalid` at the fields that do not fit together, and where the version or one of its options is not in the catalogue. */
async function check({ db }: Ctx, input: HomologationInput): Promise<void> {
  const { versionId, options } = input;
  const fields = homologationFaults(input);
  if (Object.keys(fields).length > 0) throw new Failure('invalid', undefined, { fields });
  const { rows } = await sql<{ codes: string[] }>`select array(select o.code from version_options vo
      join options o on o.id = vo.option_id where vo.version_id = v.id) as codes
    from versions v where v.id = ${versionId}`.execute(db);
  if (!rows[0])
    throw new Failure('invalid', undefined, { fields: { versionId: 'Scegliere una versione del catalogo' } });
  const known = new Set(rows[0].codes);
  const unknown = options.flatMap(({ code }, at) => (known.has(code) ? [] : [[`options.${at}.code`, 'La versione non ha questo optional']])); // prettier-ignore
  if (unknown.length > 0) throw new Failure('invalid', undefined, { fields: Object.fromEntries(unknown) });
}

/** Throws `invalid` where one of these holds on a day of another one of its version; the writers take turns. */
async function checkAlone({ db }: Ctx, ids: readonly number[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('homologations', 0))`.execute(db);
  const { rows } = await sql<{ number: string; validFrom: string; validTo: string | null }>`
    select o.number, o.valid_from, o.valid_to from homologations r join homologations o on o.company_id = ${MANUFACTURER}
      and o.version_id = r.version_id and o.id <> r.id and o.archived_at is null
      and o.valid_from <= coalesce(r.valid_to, o.valid_from) and r.valid_from <= coalesce(o.valid_to, r.valid_from)
    where r.company_id = ${MANUFACTURER} and r.id = any(${[...ids]}::bigint[]) and r.archived_at is null
    order by o.valid_from, o.id limit 1`.execute(db);
  const [other] = rows;
  if (!other) return;
  const until = other.validTo === null ? 'senza fine' : `fino al ${day(other.validTo)}`;
  const validFrom = `La versione ha già ${other.number}, dal ${day(other.validFrom)} ${until}`;
  throw new Failure('invalid', undefined, { fields: { validFrom } });
}

const approvals: Records<Homologation, Filters> = {
  table: 'homologations',
  entity: 'homologation',
  noun: 'l’omologazione',
  file: 'omologazioni',
  fields: homologationFields,
  select: selectOf(
    'homologations',
    homologationFields,
    sql`, m.name || ' ' || o.name || ' ' || v.name as vehicle`,
    sql`join versions v on v.id = r.version_id join models o on o.id = v.model_id join makers m on m.id = o.maker_id`,
  ),
  order: { ...orderOf(homologationFields), versionId: 'v.name' },
  sort: { sort: 'number', dir: 'asc' },
  where: (_ctx, { versionId, archived }) => [...is('r.version_id', versionId), isArchived(archived)],
  check: (ctx, input) => check(ctx, input as HomologationInput),
  written: checkAlone,
};

/** Type approvals of the versions of the catalogue. */
export const homologations = area(table, { verbs: recordVerbs('network/homologations', approvals) });
