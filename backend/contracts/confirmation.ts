/**
 * The dealer's acceptance as its customer gets it: a contract is concluded when who has proposed it knows that it is accepted
 * (Civil Code, art. 1326), and the proposal binds them for some days only.
 */
import { contractMachine } from '#domain/contracts/rules.ts';
import { goesOn } from '#domain/contracts/facts.ts';
import { telephone } from '#domain/italian.ts';
import { readDealer, readSeller } from '../documents/letterhead.ts';
import { leaves, sender, type Waiting } from '../documents/sender.ts';
import type { Sources } from '../lib/ports/agreed.ts';
import { contractHref } from '../lib/records/links.ts';
import type { Ctx, Job } from '../lib/work/context.ts';
import { drawAnnex, printsOf } from './annexes.ts';
import { partiesOf } from './parties.ts';
import { contractCourse, type ContractRecord } from './records.ts';

type Post = ReturnType<typeof confirmationPost>;

/** Who proposed the purchase and reads mails: the customer where the contract reaches them, and who buys with them. */
async function readersOf(
  ctx: Ctx,
  record: ContractRecord,
): Promise<{ name: string; address: string; isBuyer: boolean }[]> {
  const parties = await partiesOf(ctx, record);
  const readers = parties.flatMap(({ role, name, email }) => {
    const isBuyer = role === 'buyer';
    const address = (isBuyer && record.email) || email;
    return address && (isBuyer || role === 'co_buyer') ? [{ name, address, isBuyer }] : [];
  });
  return readers.filter(({ address }, at) => readers.findIndex((one) => one.address === address) === at);
}

/** What is written to somebody about an acceptance: of this contract, its confirmations have this subject and nothing else has. */
const ofConfirmation = ({ db, user }: Ctx, { recordId, to, subject }: Pick<Waiting, 'recordId' | 'to' | 'subject'>) =>
  db
    .selectFrom('messages')
    .select('id')
    .where('companyId', '=', user.companyId)
    .where('entity', '=', contractMachine.entity)
    .where('recordId', '=', recordId)
    .where('address', '=', to)
    .where('subject', '=', subject)
    .limit(1);

/** Sends the confirmation of a contract that is approved now; false: its customer has no address, and gets it on paper. */
export async function sendConfirmation(ctx: Ctx, record: ContractRecord, post: Post): Promise<boolean> {
  const readers = await readersOf(ctx, record);
  const { companyId, id: userId } = ctx.user;
  const dealer = await readDealer(ctx);
  const seller = await readSeller(ctx, record.sellerId);
  const subject = `${dealer.name}: conferma d’ordine ${record.number}`;
  for (const { name, address } of readers) {
    const of = { recordId: record.id, to: address, subject };
    const former = await ofConfirmation(ctx, of).where('sentAt', 'is not', null).executeTakeFirst();
    const lines = [
      `Gentile ${name},`,
      `accettiamo la sua proposta di acquisto ${record.number}, ${record.vehicle}: il contratto è concluso. La conferma d’ordine è allegata${former ? ', e sostituisce quella che ha già ricevuto' : ''}.`,
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
        subject,
        body: lines.join('\n\n'),
        createdAt: ctx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await leaves(ctx, post, { id, channel: 'mail' });
  }
  return readers.some(({ isBuyer }) => isBuyer);
}

/** Sends the confirmation of a contract, while it stands and no newer one does. */
export const confirmationPost = (sources: Sources): Job<{ companyId: number; id: number }> =>
  sender('confirmation-post', async (ctx, message) => {
    const { id, recordId, body } = message;
    const record = await contractCourse.find(ctx, recordId);
    if (record.approvedOn === null || !goesOn(record)) return { over: 'the contract is not approved any more' };
    // It was opened and approved again before this one left.
    const newer = await ofConfirmation(ctx, message).where('id', '>', id).executeTakeFirst();
    if (newer) return { over: 'a newer confirmation says what holds' };
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
