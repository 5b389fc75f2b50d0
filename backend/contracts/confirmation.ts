/**
 * The dealer's acceptance as its customer gets it: a contract is concluded when who has proposed it knows that it is accepted
 * (Civil Code, art. 1326), and the proposal binds them for some days only.
 */
import { contractMachine } from '#domain/contracts/rules.ts';
import { goesOn } from '#domain/contracts/facts.ts';
import { telephone } from '#domain/italian.ts';
import { readDealer, readSeller } from '../documents/letterhead.ts';
import { leaves, sender } from '../documents/sender.ts';
import type { Sources } from '../lib/ports/agreed.ts';
import { contractHref } from '../lib/records/links.ts';
import type { Ctx, Job } from '../lib/work/context.ts';
import { drawAnnex, printsOf } from './annexes.ts';
import { partiesOf } from './parties.ts';
import { contractCourse, type ContractRecord } from './records.ts';

type Post = ReturnType<typeof confirmationPost>;

/** Where the customer of a contract reads mails; null: nowhere. */
async function mailOf(ctx: Ctx, record: ContractRecord): Promise<string | null> {
  const buyer = (await partiesOf(ctx, record)).find(({ role }) => role === 'buyer');
  return record.email || buyer?.email || null;
}

/** Sends the confirmation of a contract that is approved now; false: its customer has no address, and gets it on paper. */
export async function sendConfirmation(ctx: Ctx, record: ContractRecord, post: Post): Promise<boolean> {
  const address = await mailOf(ctx, record);
  if (address === null) return false;
  const { companyId, id: userId } = ctx.user;
  const dealer = await readDealer(ctx);
  const seller = await readSeller(ctx, record.sellerId);
  const lines = [
    `Gentile ${record.customer},`,
    `accettiamo la sua proposta di acquisto ${record.number}, ${record.vehicle}: il contratto è concluso. La conferma d’ordine è allegata.`,
    `Il suo riferimento: ${[seller.name, seller.phone && telephone(seller.phone), seller.email].filter(Boolean).join(', ')}.`,
    dealer.name,
  ];
  const { id } = await ctx.db
    .insertInto('messages')
    .values({
      companyId,
      entity: contractMachine.entity,
      recordId: record.id,
      direction: 'out',
      channel: 'mail',
      userId: userId || null,
      address,
      subject: `${dealer.name}: conferma d’ordine ${record.number}`,
      body: lines.join('\n\n'),
      createdAt: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await leaves(ctx, post, { id, channel: 'mail' });
  return true;
}

/** Sends the confirmation of a contract, while it stands. */
export const confirmationPost = (sources: Sources): Job<{ companyId: number; id: number }> =>
  sender('confirmation-post', async (ctx, { recordId, body }) => {
    const record = await contractCourse.find(ctx, recordId);
    if (record.approvedOn === null || !goesOn(record)) return { over: 'the contract is not approved any more' };
    const { companyId } = ctx.user;
    const seller = await readSeller(ctx, record.sellerId);
    return {
      text: body,
      keeps: [seller.email],
      attachments: async ({ files, asCompany, heavily }) => {
        const inside = <T>(work: (own: Ctx) => Promise<T>) => asCompany(companyId, null, work);
        const read = async (own: Ctx) => printsOf(own, await contractCourse.find(own, recordId), sources);
        const { name: filename, bytes } = await heavily('short', companyId, () =>
          drawAnnex({ files, inside }, read, 'confirmation'),
        );
        return [{ filename, content: Buffer.from(bytes as Uint8Array), contentType: 'application/pdf' }];
      },
      told: { userIds: contractMachine.owners(record), about: record.number, href: contractHref(recordId) },
    };
  });
