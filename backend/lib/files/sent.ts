/** Files that the manufacturer sent a company with its answers: uploads of its own, of which the company knows where they are. */
import { sql } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import type { Ctx, Job } from '../work/context.ts';
import { forget } from './uploads.ts';

/** Deletes them as the manufacturer's own, after the company has let them go. */
export const forgetSent: Job<{ ids: number[] }> = {
  name: 'forget-sent',
  run: ({ asCompany }, { ids }) => asCompany(MANUFACTURER, null, (ctx) => forget(ctx, ids)),
};

/** Lets go what was sent in these tickets of the company: where a person was shown, an answer may show them again. */
export async function dropSent(ctx: Ctx, ticketIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`delete from ticket_files where company_id = ${ctx.user.companyId}
    and ticket_id = any(${[...ticketIds]}::bigint[]) returning upload_id as id`.execute(ctx.db);
  if (rows.length > 0) await ctx.enqueue(forgetSent, { ids: rows.map(({ id }) => id) });
}
