/** Leads of people who wrote on a page of the company. */
import { blankOf } from '#domain/fields.ts';
import { leadFields } from '#domain/leads/fields.ts';
import type { LeadPageInput, PageLeadInput } from '#domain/leads/pages.ts';
import type { Channel, ConsentPurpose } from '#domain/privacy/terms.ts';
import type { Ctx } from '../lib/context.ts';
import { assigneesOf, nextAssignee } from './assignees.ts';
import { joinNew } from './join.ts';
import { make } from './make.ts';

/** The answer to a text of privacy, with the version that was shown. */
export interface Said {
  purpose: 'notice' | ConsentPurpose;
  given: boolean;
  channels: readonly Channel[];
  textId: number;
}

/** A form as it is kept until it is read; also what is read of an intake of format `page`. */
export interface Wrote extends Pick<PageLeadInput, 'name' | 'phone' | 'email' | 'message'> {
  vehicle?: string;
  type?: LeadPageInput['type'];
  locationId?: number | null;
  said: readonly Said[];
}

/** Keeps a form as it came, with its lead where there is one already; false: it was kept before. */
export async function keepForm(ctx: Ctx, source: string, key: string, wrote: Wrote): Promise<boolean> {
  const kept = await ctx.db
    .insertInto('leadIntakes')
    .values({
      companyId: ctx.user.companyId,
      source,
      externalId: key,
      raw: JSON.stringify(wrote),
      format: 'page',
      receivedAt: ctx.now,
    })
    .onConflict((on) => on.columns(['companyId', 'source', 'externalId']).doNothing())
    .returning('id')
    .execute();
  return kept.length > 0;
}

/** Makes the lead of a form, or a part of the open one of the same person; returns the one that goes on. */
export async function makeByPage(
  ctx: Ctx,
  source: string,
  { said, type = 'sales', locationId = null, ...wrote }: Wrote,
  people: readonly number[] = [],
): Promise<number> {
  const lead = { ...blankOf(leadFields), ...wrote, type, locationId, source: 'web' as const, sourceName: source };
  const own = (await assigneesOf(ctx)).find(({ id }) => people.includes(id))?.id;
  const id = await make(ctx, lead, own ?? (await nextAssignee(ctx, lead)));
  if (said.length > 0)
    await ctx.db
      .insertInto('leadConsents')
      .values(
        said.map(({ channels, ...one }) => ({
          ...one,
          companyId: ctx.user.companyId,
          leadId: id,
          channels: [...channels],
          saidOn: ctx.today,
        })),
      )
      .execute();
  return joinNew(ctx, lead, id);
}

/** Who booked on a page: their lead is made with the booking, once for each form. */
export async function takeIn(
  ctx: Ctx,
  wrote: Pick<PageLeadInput, 'key' | 'name' | 'phone' | 'email' | 'message' | 'shown'> & {
    source: string;
    people: readonly number[];
  },
): Promise<{ leadId: number; isNew: boolean }> {
  const { source, key, people, shown, name, phone, email, message } = wrote;
  const notice = { purpose: 'notice' as const, given: true, channels: [], textId: shown };
  const form = { name, phone, email, message, said: [notice] };
  if (!(await keepForm(ctx, source, key, form))) {
    const kept = await ctx.db
      .selectFrom('leadIntakes')
      .select('leadId')
      .where('companyId', '=', ctx.user.companyId)
      .where('source', '=', source)
      .where('externalId', '=', key)
      .executeTakeFirstOrThrow();
    return { leadId: kept.leadId!, isNew: false };
  }
  const leadId = await makeByPage(ctx, source, form, people);
  await ctx.db
    .updateTable('leadIntakes')
    .set({ leadId })
    .where('companyId', '=', ctx.user.companyId)
    .where('source', '=', source)
    .where('externalId', '=', key)
    .execute();
  return { leadId, isNew: true };
}
