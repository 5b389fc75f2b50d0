/** Leads of people who wrote on a page of the company. */
import { blankOf } from '#domain/record/fields.ts';
import { leadFields } from '#domain/leads/fields.ts';
import type { LeadPageInput, PageLeadInput } from '#domain/leads/pages.ts';
import type { Channel, ConsentPurpose } from '#domain/privacy/terms.ts';
import type { Ctx } from '../lib/work/context.ts';
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

/** Keeps a form as it came, with its lead where there is one already. */
export const keepForm = (ctx: Ctx, source: string, key: string, wrote: Wrote, leadId: number | null = null) =>
  ctx.db
    .insertInto('leadIntakes')
    .values({
      companyId: ctx.user.companyId,
      source,
      externalId: key,
      raw: leadId === null ? JSON.stringify(wrote) : '',
      format: 'page',
      receivedAt: ctx.now,
      leadId,
    })
    .onConflict((on) => on.columns(['companyId', 'source', 'externalId', 'who']).doNothing())
    .execute();

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

/** Who booked on a page: their lead is made with the booking, and its form is kept as an intake. */
export async function takeIn(
  ctx: Ctx,
  wrote: Pick<PageLeadInput, 'name' | 'phone' | 'email' | 'message' | 'shown'> & {
    source: string;
    key: string;
    people: readonly number[];
  },
): Promise<number> {
  const { source, key, people, shown, ...typed } = wrote;
  const notice = { purpose: 'notice' as const, given: true, channels: [], textId: shown };
  const form = { ...typed, said: [notice] };
  const leadId = await makeByPage(ctx, source, form, people);
  await keepForm(ctx, source, key, form, leadId);
  return leadId;
}
