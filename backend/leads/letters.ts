/** One mail to several leads: who may get it, and its sending to each. */
import { sql } from 'kysely';
import type { LetterRefusal } from '#domain/leads/letter-terms.ts';
import { leadMachine } from '#domain/leads/rules.ts';
import { filledIn, type Variable } from '#domain/leads/variables.ts';
import { offeredOf } from '#domain/record/machine.ts';
import type { leads as table } from '#domain/leads/endpoints.ts';
import { marketingHolds } from '../lib/people/marketing.ts';
import { visible } from '../lib/records/scope.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { isQuietLead } from './quiet.ts';
import { leadCourse, type LeadRecord } from './records.ts';
import { send, valuesOf } from './writing.ts';

interface Chosen {
  id: number;
  quiet: boolean;
  /** Consent to marketing by e-mail stands. */
  consents: boolean;
}

/**
 * The chosen leads that the caller may see, in the order of their ids, with what the law says of writing to them; `lock`:
 * nobody changes them until the mail has been kept.
 */
async function chosenOf(
  ctx: Ctx,
  ids: readonly number[],
  lock: boolean,
): Promise<Map<number, Chosen & { lead: LeadRecord }>> {
  const consents = await marketingHolds(ctx);
  const { rows } = await sql<Chosen>`select t.id, ${isQuietLead} as quiet,
      ${consents(sql`t.customer_id`, { channel: 'email', lead: sql`t.id` })} as consents
    from leads t where t.company_id = ${ctx.user.companyId} and t.id = any(${[...ids]}::bigint[])
      and ${visible(ctx, leadCourse.of)} order by t.id`.execute(ctx.db);
  const found = new Map<number, Chosen & { lead: LeadRecord }>();
  for (const row of rows) found.set(row.id, { ...row, lead: await leadCourse.find(ctx, row.id, { lock }) });
  return found;
}

/** The addresses of leads that the caller may see, in small letters. */
async function addressesOf(ctx: Ctx, ids: readonly number[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ email: string }>`select lower(t.email) as email from leads t
    where t.company_id = ${ctx.user.companyId} and t.id = any(${[...ids]}::bigint[]) and t.email is not null
      and ${visible(ctx, leadCourse.of)}`.execute(ctx.db);
  return new Set(rows.map(({ email }) => email));
}

type Table = typeof table;

export const writeMany: VerbOf<Table, 'POST /leads/messages'> = async (ctx, { body }) => {
  const { rows, subject, text, earlier = [], dryRun = false } = body;
  const chosen = await chosenOf(
    ctx,
    rows.map(({ id }) => id),
    !dryRun,
  );
  const refused: LetterRefusal[] = [];
  const missing = new Set<Variable>();
  const addresses = await addressesOf(ctx, earlier);
  const to: number[] = [];
  const why = (version: number, one: (Chosen & { lead: LeadRecord }) | undefined): LetterRefusal | null => {
    if (!one || !offeredOf(leadMachine, one.lead, { ...ctx.user, today: ctx.today }).includes('write')) return 'closed';
    if (one.lead.version !== version) return 'stale';
    if (one.quiet) return 'quiet';
    if (!one.consents) return 'consent';
    if (!one.lead.email) return 'address';
    return addresses.has(one.lead.email.toLowerCase()) ? 'twice' : null;
  };
  for (const { id, version } of rows.toSorted((a, b) => a.id - b.id)) {
    const one = chosen.get(id);
    const refusal = why(version, one);
    if (refusal || !one) {
      refused.push(refusal ?? 'closed');
      continue;
    }
    const values = await valuesOf(ctx, one.lead);
    const [head, body] = [filledIn(subject, values), filledIn(text, values)];
    const lacks = [...head.missing, ...body.missing];
    if (lacks.length > 0) {
      for (const name of lacks) missing.add(name);
      refused.push('missing');
      continue;
    }
    addresses.add(one.lead.email!.toLowerCase());
    to.push(id);
    if (!dryRun) await send(ctx, one.lead, { channel: 'mail', subject: head.text, text: body.text });
  }
  return {
    sent: to.length,
    to,
    refused: [...Map.groupBy(refused, (one) => one)]
      .map(([reason, all]) => ({ why: reason, count: all.length }))
      .toSorted((a, b) => b.count - a.count),
    missing: [...missing],
  };
};
