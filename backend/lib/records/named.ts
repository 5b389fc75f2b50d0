/** Records that other records name: one names what its writer may see. */
import { accessMachine } from '#domain/accesses/rules.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import { Failure } from '#domain/errors.ts';
import { leadMachine } from '#domain/leads/rules.ts';
import type { Ctx } from '../work/context.ts';
import { checkVisible } from './scope.ts';

/**
 * Lets a record name a lead that the caller may see; `known`: the one that it names already. Throws `invalid` at `leadId`
 * for a lead that the company does not have, and `forbidden` for one that is not shown to the caller.
 */
export async function checkLead(ctx: Ctx, leadId: number | null, known: number | null): Promise<void> {
  if (leadId === null || leadId === known) return;
  const lead = await ctx.db
    .selectFrom('leads')
    .select(['state', 'assigneeId'])
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', leadId)
    .executeTakeFirst();
  if (!lead) throw new Failure('invalid', undefined, { fields: { leadId: 'Scegliere un lead' } });
  checkVisible(ctx, leadMachine, lead);
}

/** The same of a visit, at `visitId`. */
export async function checkVisit(ctx: Ctx, visitId: number | null, known: number | null): Promise<void> {
  if (visitId === null || visitId === known) return;
  const visit = await ctx.db
    .selectFrom('accesses')
    .select(['state', 'sellerId'])
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', visitId)
    .executeTakeFirst();
  if (!visit) throw new Failure('invalid', undefined, { fields: { visitId: 'Scegliere una visita' } });
  checkVisible(ctx, accessMachine, visit);
}

/** The same of a contract, at `contractId`: it wins a lead, and its number is shown. */
export async function checkContract(ctx: Ctx, contractId: number | null, known: number | null): Promise<void> {
  if (contractId === null || contractId === known) return;
  const contract = await ctx.db
    .selectFrom('contracts')
    .select(['state', 'sellerId', 'partnerId'])
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', contractId)
    .executeTakeFirst();
  if (!contract) throw new Failure('invalid', undefined, { fields: { contractId: 'Scegliere un contratto' } });
  checkVisible(ctx, contractMachine, contract);
}
