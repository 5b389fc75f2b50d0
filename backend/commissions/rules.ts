/** The company's rules as a list of records. Nobody writes a rule for themselves, or for a role that they hold. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { commissionRuleFields, type RuleInput } from '#domain/commissions/rule-fields.ts';
import type { CommissionRule } from '#domain/commissions/rule-schema.ts';
import type { Rule } from '#domain/commissions/matching.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { addDays } from '#domain/dates.ts';
import { valuesIn } from '#domain/record/fields.ts';
import { isBehind, keysOf } from '#domain/record/machine.ts';
import { presetsOf } from '#domain/roles.ts';
import type { Subject } from '#domain/commissions/terms.ts';
import { tellBaskets } from '../lib/ports/baskets.ts';
import { linked } from '../lib/records/course.ts';
import { ownAccounts } from '../lib/people/people.ts';
import { is, type Query } from '../lib/records/list.ts';
import { recordVerbs } from '../lib/records/record-verbs.ts';
import { isArchived, orderOf, readByIds, readOne, selectOf, type Records } from '../lib/records/records.ts';
import type { Ctx } from '../lib/work/context.ts';
import { keyOf, MOST_RULES } from './rules-in-force.ts';

interface Filters extends Query {
  archived?: 'true' | 'false' | undefined;
  subject?: Subject | undefined;
}

const wrong = (fields: Record<string, string>) => new Failure('invalid', undefined, { fields });

/** What the catalogue holds of a rule's car: names of its model, make and basket; null where there is none. */
async function knownOf({ db, user }: Ctx, { modelId, makerId, basketId }: RuleInput) {
  const { rows } = await sql<Record<'model' | 'ofMaker' | 'maker' | 'basket', boolean>>`select
    exists (select from models m where m.id = ${modelId}) as model,
    exists (select from models m where m.id = ${modelId} and m.maker_id = coalesce(${makerId}, m.maker_id)) as of_maker,
    exists (select from makers m where m.id = ${makerId}) as maker,
    exists (select from baskets b where b.company_id in (${MANUFACTURER}, ${user.companyId}) and b.holds = 'versions' and b.id = ${basketId}) as basket`.execute(
    db,
  );
  return rows[0]!;
}

/** Whether the company has a role of this name, or somebody holds it; one that a rule names already can be kept, to end it. */
async function isRole({ db, user: { companyId } }: Ctx, name: string): Promise<boolean> {
  if (Object.hasOwn(presetsOf(companyId), name)) return true;
  const { rows } = await sql<{ known: boolean }>`select
    exists (select from roles o where o.company_id = ${companyId} and o.name = ${name})
    or exists (select from users u where u.company_id = ${companyId} and u.role_name = ${name} and not u.service)
    or exists (select from commission_rules r where r.company_id = ${companyId} and r.role_name = ${name}) as known`.execute(
    db,
  );
  return rows[0]!.known;
}

const own = 'Nessuno scrive una regola per sé: la scrive un collega';

/** Says the field by which a rule pays the caller, by any of their accounts, and not everybody; null: it does not. */
async function payingSelf(ctx: Ctx) {
  const roles = new Set((await ownAccounts(ctx)).map(({ roleName }) => roleName));
  return ({ userId, roleName }: Pick<RuleInput, 'userId' | 'roleName'>) => {
    if (userId !== null && isBehind(ctx.user, [userId])) return 'userId';
    return roleName !== null && roles.has(roleName) ? 'roleName' : null;
  };
}

/** Throws `invalid` at the field where a rule pays who writes it, or names what is not there. */
async function check(ctx: Ctx, input: object): Promise<void> {
  const rule = input as RuleInput;
  const self = (await payingSelf(ctx))(rule);
  if (self) throw wrong({ [self]: own });
  if (rule.roleName !== null && !(await isRole(ctx, rule.roleName)))
    throw wrong({ roleName: 'Scegliere un ruolo dell’azienda' });
  const known = await knownOf(ctx, rule);
  if (rule.modelId !== null && !known.model) throw wrong({ modelId: 'Scegliere un modello del catalogo' });
  if (rule.makerId !== null && !known.maker) throw wrong({ makerId: 'Scegliere una marca del catalogo' });
  if (rule.modelId !== null && !known.ofMaker) throw wrong({ modelId: 'Il modello è di un’altra marca' });
  if (rule.basketId !== null && !known.basket) throw wrong({ basketId: 'Scegliere un paniere' });
}

/** Throws `conflict` when more rules are in use than are read. */
async function checkNumber({ db, user }: Ctx): Promise<void> {
  const { used } = await db
    .selectFrom('commissionRules')
    .select((row) => row.fn.countAll<number>().as('used'))
    .where('companyId', '=', user.companyId)
    .where('archivedAt', 'is', null)
    .executeTakeFirstOrThrow();
  if (used > MOST_RULES) throw new Failure('conflict', `Al massimo ${MOST_RULES} regole in uso: archiviare le finite.`);
}

const rules: Records<CommissionRule, Filters> = {
  table: 'commissionRules',
  entity: 'commission_rule',
  noun: 'la regola',
  file: 'regole-provvigioni',
  fields: commissionRuleFields,
  sort: { sort: 'name', dir: 'asc' },
  select: selectOf(
    'commissionRules',
    commissionRuleFields,
    sql`, ${linked('r', 'users', 'name', 'user_id')} as user, ${linked('r', 'locations', 'name', 'location_id')} as location,
      (select m.name from models m where m.id = r.model_id) as model, (select m.name from makers m where m.id = r.maker_id) as maker,
      (select b.name from baskets b where b.company_id in (${MANUFACTURER}, r.company_id) and b.id = r.basket_id limit 1) as basket,
      (r.bands -> 0 ->> 'percent')::float8 as percent`,
  ),
  order: orderOf(commissionRuleFields),
  where: (_ctx, { archived, subject }) => [isArchived(archived), ...is('r.subject', subject)],
  check,
  written: async (ctx, ids) => {
    await checkNumber(ctx);
    await tellBaskets(ctx, 'rule', ids);
  },
};

/** A rule of the company as it stands, whichever days it holds on; throws `not_found`. */
export async function heldRule(ctx: Ctx, id: number): Promise<Rule> {
  const rule = await readOne(ctx, rules, id);
  return { ...valuesIn(commissionRuleFields, rule), key: keyOf(rule.id) } as Rule;
}

/** Throws `conflict` where these rules, as they stand, pay who changes them: to end a narrow one may raise, too. */
async function checkHeld(ctx: Ctx, held: readonly CommissionRule[]): Promise<void> {
  const paysSelf = await payingSelf(ctx);
  const own = held.find((rule) => paysSelf(rule));
  if (own) throw new Failure('conflict', `${own.name}: nessuno cambia una regola che lo paga, lo fa un collega.`);
}

/**
 * Throws `invalid` at the field where a change would reach into days that have passed, by which sales were reckoned: a
 * rule begins today or later, and one that has begun is ended and followed by another.
 */
function checkDays({ today }: Ctx, rule: RuleInput, held: CommissionRule | undefined): void {
  const hasBegun = held !== undefined && held.from < today;
  if (!hasBegun && rule.from < today) throw wrong({ from: 'Una regola comincia da oggi in poi' });
  if (!hasBegun) return;
  const before = valuesIn(commissionRuleFields, held);
  const changed = keysOf(rule).find((key) => !isDeepStrictEqual(rule[key], before[key]) && key !== 'name');
  if (changed !== undefined && changed !== 'to')
    throw wrong({ [changed]: 'La regola vale già: chiuderla con «Al» e scriverne una nuova' });
  if (changed === undefined) return;
  const first = addDays(today, -1);
  const isOver = held.to !== null && held.to < first;
  if (isOver) throw wrong({ to: 'La regola è finita: scriverne una nuova' });
  if (rule.to !== null && rule.to < first) throw wrong({ to: 'Da ieri in poi: prima ha già pagato' });
}

/** Throws `conflict` where a rule that ended some days ago would hold again for the days between. */
async function checkRestored(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{
    name: string;
  }>`select name from commission_rules where company_id = ${ctx.user.companyId}
    and id = any(${ids}::bigint[]) and "from" < ${ctx.today} and (archived_at at time zone 'Europe/Rome')::date < ${ctx.today}
    order by id limit 1`.execute(ctx.db);
  if (rows[0]) throw new Failure('conflict', `${rows[0].name} è chiusa da giorni: scrivere una regola nuova.`);
}

const plain = recordVerbs('commissions/rules', rules);
type Verbs = typeof plain;

/** The verbs of the company's rules. */
export const ruleVerbs = {
  ...plain,
  'POST /commissions/rules': (async (ctx, input) => {
    checkDays(ctx, input.body as RuleInput, undefined);
    return plain['POST /commissions/rules'](ctx, input);
  }) satisfies Verbs['POST /commissions/rules'],
  'PUT /commissions/rules/:id': (async (ctx, input) => {
    const held = await readOne(ctx, rules, input.params.id);
    await checkHeld(ctx, [held]);
    if (held.version === input.version) checkDays(ctx, input.body as RuleInput, held);
    return plain['PUT /commissions/rules/:id'](ctx, input);
  }) satisfies Verbs['PUT /commissions/rules/:id'],
  'POST /commissions/rules/bulk': (async (ctx, input) => {
    const ids = input.body.rows.map(({ id }) => id);
    await checkHeld(ctx, await readByIds(ctx, rules, ids));
    if (input.body.action === 'restore') await checkRestored(ctx, ids);
    const answer = await plain['POST /commissions/rules/bulk'](ctx, input);
    await checkNumber(ctx);
    return answer;
  }) satisfies Verbs['POST /commissions/rules/bulk'],
};
