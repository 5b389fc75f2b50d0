/** A company's settings for its leads: what is in force, what changes, and a try of the rules. */
import { Failure } from '#domain/errors.ts';
import type { leadSettingCalls } from '#domain/leads/setting-endpoints.ts';
import { firstLeadReasons, leadMachine } from '#domain/leads/rules.ts';
import { toneColours } from '#domain/leads/result-words.ts';
import type { LeadSettings } from '#domain/leads/setting-fields.ts';
import { unfit } from '#domain/leads/assignment.ts';
import { actionResults } from '#domain/leads/terms.ts';
import { messageVariables } from '#domain/leads/variables.ts';
import { keysOf } from '#domain/record/machine.ts';
import type { Verbs } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { datedSettings } from '../lib/records/dated.ts';
import { assigneesOf, chooseAssignee } from './assignees.ts';
import { reasonSettings } from '../lib/records/reasons.ts';
import { leadGroup, readLeadSettings } from './in-force.ts';

const locationsOf = ({ db, user }: Ctx) =>
  db
    .selectFrom('locations')
    .select(['id', 'name'])
    .where('companyId', '=', user.companyId)
    .where('archivedAt', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();

const beside = async (ctx: Ctx) => ({ people: await assigneesOf(ctx), locations: await locationsOf(ctx) });

/** Throws `invalid` at a rule whose place or person the company does not have. */
async function checkRules(ctx: Ctx, { rules }: LeadSettings): Promise<void> {
  const { people, locations } = await beside(ctx);
  for (const [at, { locationId, userId }] of rules.entries()) {
    if (locationId !== null && !locations.some(({ id }) => id === locationId))
      throw new Failure('invalid', undefined, { fields: { [`rules.${at}.locationId`]: 'Scegliere una sede' } });
    if (userId !== null && !people.some(({ id }) => id === userId))
      throw new Failure('invalid', undefined, { fields: { [`rules.${at}.userId`]: 'Scegliere una persona' } });
  }
}

/** The settings for the activity: places and people by name. */
async function named(ctx: Ctx, values: LeadSettings): Promise<Record<string, unknown>> {
  const { people, locations } = await beside(ctx);
  const nameIn = (of: readonly { id: number; name: string }[], wanted: number | null) =>
    of.find(({ id }) => id === wanted)?.name ?? null;
  const rules = values.rules.map((rule) => ({
    ...rule,
    location: nameIn(locations, rule.locationId),
    user: nameIn(people, rule.userId),
  }));
  return { ...values, rules };
}

export const leadSettings = datedSettings({ ...leadGroup, entity: 'lead_settings', check: checkRules, named, beside });
const reasons = reasonSettings({
  machine: leadMachine,
  first: firstLeadReasons,
  group: 'leads.reasons',
  labelOf: (move) => (move === 'fail' ? 'Contratto non concluso' : leadMachine.moves[move].label),
});

export const settingVerbs: Verbs<typeof leadSettingCalls> = {
  'GET /leads/settings': leadSettings.read,
  'PUT /leads/settings': leadSettings.save,
  'POST /leads/settings/unschedule': leadSettings.unschedule,
  'GET /leads/settings/timeline': leadSettings.history,
  'GET /leads/settings/reasons': reasons.read,
  'PUT /leads/settings/reasons': reasons.save,
  'GET /leads/settings/test': async (ctx, { query }) => {
    const facts = { ...query, locationId: query.locationId ?? null };
    const { rules } = await readLeadSettings(ctx);
    const { at, assignee, why, away } = await chooseAssignee(ctx, {
      ...facts,
      phone: query.phone || null,
      email: query.email || null,
    });
    return { rules: rules.map((rule, place) => ({ at: place, why: unfit(rule, facts) })), at, assignee, why, away };
  },
  'GET /leads/terms': async (ctx) => {
    const { types, subtypes, mostUnanswered, templates, results } = await readLeadSettings(ctx);
    return {
      types,
      subtypes,
      mostUnanswered,
      templates,
      results,
      // A status has the colour that the company gave to its first word for it.
      statuses: keysOf(actionResults).map((value) => ({
        value,
        label: actionResults[value].label,
        color: results.find(({ result }) => result === value)?.colour ?? toneColours[actionResults[value].tone],
      })),
      variables: keysOf(messageVariables).map((key) => ({ key, label: key, category: messageVariables[key] })),
    };
  },
};
