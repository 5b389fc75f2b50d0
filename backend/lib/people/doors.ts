import { sql, type Transaction } from 'kysely';
import { assertOpen, MANUFACTURER, type Endpoint } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { behalfAreas, privilegesFor, type BehalfArea } from '#domain/network/terms.ts';
import { privileges } from '#domain/privileges.ts';
import { beside, type Tenant } from '#backend/db/tenant.ts';
import type { DB } from '#backend/db/types.gen.ts';
import { appendAudit } from '../records/audit.ts';
import type { Ctx, Person } from '../work/context.ts';

/** A person of the manufacturer at the door of one company, for one call. */
export interface Visit {
  visitor: Person;
  companyId: number;
  name: string;
  endpoint: Endpoint;
}

/** By what somebody may enter on behalf of a company. */
interface Grant {
  areas: readonly BehalfArea[];
  writes: boolean;
  reason: string;
  grantedBy: string | null;
}

/** Who entered, as the company's own calls see it: nobody of its people, by the names of both. */
export interface Entered {
  person: Person;
  grant: Grant | null;
}

/** The transaction of a visit: the company's, in the scope to which the database shuts what the manufacturer never sees. */
export const doorOf = ({ companyId }: Visit): Tenant => ({ companyId, userId: null, scope: 'door' });

/**
 * Enters the company in its transaction. Throws `not_found` for an unknown company and the manufacturer's own, `forbidden`
 * when a call on its behalf was not granted, not any more, or not in this area.
 */
export async function enter(
  trx: Transaction<DB>,
  { visitor, companyId, name, endpoint }: Visit,
  now: Date,
): Promise<Entered> {
  const company = await trx
    .selectFrom('companies')
    .select(['name', 'province', 'brands', 'state', 'suspendedAt'])
    .where('companyId', '=', companyId)
    .executeTakeFirst();
  if (!company || companyId === MANUFACTURER) throw new Failure('not_found');
  if (endpoint.behalf && (!mayAct(visitor) || company.suspendedAt !== null)) throw new Failure('forbidden');
  const writes = !name.startsWith('GET ');
  const grant = endpoint.behalf
    ? await grantOf(trx, { visitor, companyId, isNew: company.state === 'invited', writes }, now)
    : null;
  const allowed = grant?.grantedBy ? `, accesso dato da ${grant.grantedBy}` : '';
  const person = {
    id: 0,
    companyId,
    companyName: company.name,
    province: company.province,
    brands: company.brands,
    name: `${visitor.name} (${visitor.companyName}${allowed})`,
    email: '',
    roleName: '',
    privileges: grant ? privilegesFor(grant) : [],
    makerId: null,
    selves: [],
  };
  if (!grant) return { person, grant };
  const opening = endpoint.behalf!;
  if (!opening.some((area) => grant.areas.includes(area)))
    throw closed(`non comprende ${opening.map((area) => `«${behalfAreas[area].label}»`).join(' o ')}`);
  if (writes && !grant.writes) throw closed('è di sola lettura');
  assertOpen(endpoint, { ...person, isService: false });
  return { person, grant };
}

const closed = (why: string) => new Failure('forbidden', `L’accesso per conto della concessionaria ${why}.`);

/** Who may ask a company for access; without it what was given is no use either, nor is a company that has nobody yet. */
const mayAct = ({ privileges: held }: Person) => held.includes(privileges.managePreferences);

/** What a company that has nobody yet allows: all, for who has to prepare it. */
const EVERYTHING: Grant = {
  areas: Object.keys(behalfAreas) as BehalfArea[],
  writes: true,
  reason: 'La concessionaria non è ancora entrata',
  grantedBy: null,
};

async function grantOf(
  trx: Transaction<DB>,
  { visitor, companyId, isNew, writes }: { visitor: Person; companyId: number; isNew: boolean; writes: boolean },
  now: Date,
): Promise<Grant> {
  if (isNew) return EVERYTHING;
  const { rows } = await sql<Grant>`select g.areas, g.writes, g.reason, g.granter as granted_by from access_grants g
    where g.company_id = ${companyId} and g.asker_id = ${visitor.id} and g.ended_at is null and g.ends_at > ${now}
    order by g.id desc limit 1`.execute(trx);
  // It may end while something is typed: that stays on its page, from which it is saved once access is given again.
  const nothing =
    ': niente è stato salvato. Ciò che è scritto resta in questa pagina; concesso di nuovo l’accesso, si salva da qui';
  if (!rows[0]) throw closed(`non è stato dato, o è finito${writes ? nothing : ''}`);
  return rows[0];
}

/**
 * Says in the audit of both companies who entered, for which call and by whose permission. `id`: the record of the call,
 * if it names one.
 */
export async function noteVisit(ctx: Ctx, visit: Visit, { person, grant }: Entered): Promise<void> {
  const { visitor, companyId, name } = visit;
  const action = visit.endpoint.behalf ? 'on_behalf' : 'door';
  const after = {
    call: name,
    company: person.companyName,
    ...(grant && { reason: grant.reason, allowed: grant.grantedBy }),
  };
  const event = { action, entity: 'company', entityId: companyId, after };
  ctx.audit(event);
  const { requestId, ip, now } = ctx;
  const home = { companyId: MANUFACTURER, userId: visitor.id };
  await beside(ctx.db, { there: home, back: doorOf(visit) }, () =>
    appendAudit(ctx.db, { ...home, userName: visitor.name, requestId, ip, now }, [event]),
  );
}
