/** A lead has its customer. */
import type { Ctx } from '../lib/work/context.ts';
import { leadCourse, type LeadRecord } from './records.ts';

/** Says who the customer of a lead is: what was taken along from the lead is theirs from now on. */
export async function link(ctx: Ctx, record: LeadRecord, customerId: number): Promise<void> {
  await leadCourse.write(ctx, record, { customerId });
  await ctx.emit('lead.linked', { leadId: record.id, customerId, before: record.customerId });
}
