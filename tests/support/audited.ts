import { expect } from 'vitest';
import { z } from 'zod';
import { split, type Endpoint } from '#domain/endpoint.ts';
import { endpoints, type CallName } from '#domain/endpoints.ts';
import type { fill } from './areas.ts';
import type { World } from './world.ts';

const table = endpoints as Record<CallName, Endpoint>;

// A reset is recorded when its job finds somebody, and when the token is used; what is tried or counted writes nothing.
const UNWRITTEN: readonly CallName[] = [
  ...(['POST /auth/reset', 'POST /commissions/simulation'] as const),
  ...(['POST /baskets/preview', 'POST /network/baskets/preview'] as const),
];

/** Calls that change something, of which the audit says what. */
export const audited = (Object.keys(endpoints) as CallName[]).filter(
  (name) => split(name).method !== 'GET' && !UNWRITTEN.includes(name),
);

// The one car of the offer has a row of its own, so have the session that an activation opens, the record of an import, and each of two customers that are related
// or become one, and of two leads; what goes from somebody absent to a colleague is said of both; a new car that goes on as a used one makes and moves that. An appointment begins when its customer comes, and one that a customer has booked and confirms brings a lead. An edition is taken back by another one. A user comes of an invitation that is confirmed. A stage changes places with another one. A page that a customer sends is a file and a word of the contract. A revision by today's list is begun and moved to it.
const TWO =
  /^(POST|PUT|DELETE) .(quotes.b2b.:id.(accept|withdraw)|quotes.:id.revise|auth.activation.confirm|persons.merges(.:id.undo)?|imports.:id.(start|undo)|customers.:id.relations.*|accesses.arrivals|links.booking.confirm|calendars.unconfirmed.:formId.take|contracts.:id.price|catalog.editions.:id.roll_back|leads.:id.(join|part)|users.:id.absent(.undo)?|network-invitations.:id.confirm|negotiation-stages.:id.place|valuations.:id.(barter|use|schedule|release))$|^POST .links.enclosures$/;
// The hold, the sale or the delivery of its car, the delivery that is proposed, its quote and the customer's cars follow a contract.
const THREE = /^(POST|PUT) .contracts(.:id.(approve|reopen|cancel|car|withdrawal.close))?$|\/convert$/;
// Closed with the delivery, it closes that in the calendar, too; opened again, it proposes another one.
const FOUR = /^POST .contracts.:id.(complete|resume)$/;
/** Who holds a private link is nobody's user. */
const NOBODYS =
  /^(POST|DELETE) .(offers.|signing.|withdrawal$|privacy.page|links.(appointment.|booking|request|enclosures))/;

const rowsOf = (name: CallName) => (FOUR.test(name) ? 4 : TWO.test(name) ? 2 : THREE.test(name) ? 3 : 1);

/** How the walks over all calls look at what the audit of a world says. */
export function auditOf({ call, query }: Pick<World, 'call' | 'query'>) {
  /** How many rows the audit of a company has. */
  const count = async (companyId: number) =>
    Number((await query('select count(*) from audit_events where company_id = $1', [companyId]))[0].count);

  /** Who may enter the companies, by what, and what tokens there are; of each table a sum, because every call adds people. */
  const entrances = () =>
    query(`select
      (select md5(string_agg(concat_ws('|', u.id, u.name, u.email, u.role_name, u.privileges, u.phone, u.picture_key, u.archived_at, u.created_by), ';' order by u.id)) from users u) as users,
      (select md5(string_agg(l::text, ';' order by l.user_id)) from logins l) as logins,
      (select md5(string_agg(l::text, ';' order by l.user_id)) from login_emails l) as emails,
      (select md5(string_agg(f::text, ';' order by f.user_id)) from second_factors f) as factors,
      (select md5(string_agg(r::text, ';' order by r.code_hash)) from recovery_codes r) as codes,
      (select md5(string_agg(d::text, ';' order by d.id)) from remembered_devices d) as devices,
      (select md5(string_agg(r::text, ';' order by r.token_hash)) from password_resets r) as resets,
      (select md5(string_agg(concat_ws('|', s.id, s.revoked_at, s.expires_at), ';' order by s.id)) from sessions s) as sessions,
      (select md5(string_agg(c.second_factor_required::text, ';' order by c.company_id)) from companies c) as companies`);

  type Filled = Awaited<ReturnType<typeof fill>>;

  /** Over another version than the stored one: 412 with the record, and nothing changes, so the same call succeeds afterwards. */
  async function refusesOthers(name: CallName, { as, sent }: Filled): Promise<void> {
    const before = await count(as.companyId);
    for (const version of [0, 99]) {
      const { status, body } = await call(as, name, { ...sent, version });
      expect([status, body.error]).toEqual([412, 'stale']);
      const { answer } = table[name];
      if (answer instanceof z.ZodType) expect(answer.parse(body.current)).toEqual(body.current);
    }
    expect(await count(as.companyId)).toBe(before);
  }

  /** Makes the call, which is refused over another version and then writes one row of each record, with who did it and no secret. */
  async function writes(name: CallName, filled: Filled): Promise<void> {
    const { audience, peopleOnly, versioned } = table[name];
    if (versioned) await refusesOthers(name, filled);
    const { as, sent } = filled;
    const of = as.companyId;
    const before = await count(of);
    // What a token of another system may call changes nobody's way in; who holds one may end it.
    const isForTokens = audience !== 'public' && !peopleOnly && name !== 'POST /auth/logout';
    const entered = isForTokens && (await entrances());
    const answer = await call(audience === 'public' ? null : as, name, {
      ...sent,
      headers: { 'x-request-id': 'richiesta-di-prova' },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    expect(await count(of)).toBe(before + rowsOf(name));
    if (isForTokens) expect(await entrances()).toEqual(entered);
    const [row] = await query('select * from audit_events where company_id = $1 order by id desc limit 1', [of]);
    const by = NOBODYS.test(name) ? null : String(as.id);
    expect(row).toMatchObject({ user_id: by, request_id: 'richiesta-di-prova' });
    const facts = await query('select facts from audit_facts where company_id = $1 and event_id = $2', [of, row.id]);
    const written = JSON.stringify([row, facts]);
    expect(written).not.toMatch(/argon2|quattro-gatti|sette-ponti/);
    expect(written).not.toContain(as.token);
  }

  return { count, writes };
}
