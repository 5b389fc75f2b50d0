/** The withdrawal of a consumer: said on the private page or by letter, counted at once, closed by who may. */
import { firstDayOf } from '#domain/contracts/accounts.ts';
import type { Contract } from '#domain/contracts/schema.ts';
import { sells, backOffice } from '#domain/contracts/rights.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import type { withdrawalCalls, WithdrawalPage } from '#domain/contracts/withdrawal-endpoints.ts';
import { creditNoteFields } from '#domain/contracts/withdrawal-fields.ts';
import {
  closingMoves,
  conclusionText,
  refundBy,
  withdrawalRefusal,
  withdrawalUntil,
} from '#domain/contracts/withdrawal.ts';
import { dayInRome, instantInRome } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { day, time } from '#domain/italian.ts';
import type { Values } from '#domain/record/fields.ts';
import { covers } from '#domain/record/rights.ts';
import { readDealer } from '../documents/letterhead.ts';
import type { Sources } from '../lib/ports/agreed.ts';
import type { Verbs } from '../lib/work/bind.ts';
import type { Ctx, Job, PublicCtx } from '../lib/work/context.ts';
import { followLink } from '../lib/people/link.ts';
import { mailCustomer } from '../lib/people/mail.ts';
import { allow, carry, take } from '../lib/records/move.ts';
import { holdersOf, tellUnsent } from '../lib/people/notify.ts';
import { contractHref } from '../lib/records/links.ts';
import { signerBehind } from '../lib/ports/signable.ts';
import { fillsOf, tellPeople } from './moves.ts';
import { endEnclosures } from './enclosures.ts';
import { ADDENDUM, contractCourse, type ContractRecord } from './records.ts';

const wrong = (field: string, message: string) => new Failure('invalid', undefined, { fields: { [field]: message } });

/** Runs `work` for the signer of a contract's link, with the contract locked. Throws `not_found` for any other link. */
async function bySigner<T>(
  call: PublicCtx,
  token: string,
  work: (ctx: Ctx, record: ContractRecord, signer: { name: string; email: string | null }) => Promise<T>,
): Promise<T> {
  const { companyId, recordId } = await followLink(call, ['signature'], token);
  return call.asCompany(companyId, null, async (ctx) => {
    const signer = await signerBehind(ctx, recordId);
    if (signer?.entity !== contractMachine.entity) throw new Failure('not_found');
    return work(ctx, await contractCourse.find(ctx, signer.recordId, { lock: true }), signer);
  });
}

function pageOf(
  { today }: Ctx,
  record: ContractRecord,
  { name, email }: { name: string; email: string | null },
): WithdrawalPage {
  const { number, deliveredOn, withdrawnAt, withdrawnName, withdrawalEmail } = record;
  return {
    number,
    offered: withdrawalRefusal(record, today) === null,
    right: conclusionText(record.concluded, true),
    until: deliveredOn && withdrawalUntil(deliveredOn, record.concluded),
    at: withdrawnAt,
    refundBy: withdrawnAt && refundBy(dayInRome(new Date(withdrawnAt))),
    name: withdrawnName || name,
    email: withdrawalEmail || email || record.email,
  };
}

interface Said {
  at: Date;
  name: string;
  email: string;
}

/** Writes the withdrawal: nothing goes on with the contract, its people are told, and its receipt is sent. */
async function withdraw(ctx: Ctx, record: ContractRecord, { at, name, email }: Said): Promise<void> {
  await contractCourse.write(ctx, record, {
    withdrawnAt: at,
    withdrawnName: name,
    withdrawalEmail: email,
    // A delivery that has not taken place is cancelled.
    ...(record.deliveredOn === null && { deliveryOn: null }),
  });
  await endEnclosures(ctx, record);
  await ctx.emit('contract.withdrawn', { id: record.id });
  // The contract itself is signed.
  await ctx.emit('document.closed', { entity: ADDENDUM, id: record.id, reason: 'Il cliente ha comunicato il recesso' });
  const people = new Set([...contractMachine.owners(record), ...(await holdersOf(ctx, backOffice.all[0]))]);
  people.delete(ctx.user.id);
  await tellPeople(ctx, record, [...people], 'contract_withdrawn', 'il cliente recede dal contratto');
  ctx.audit({ action: 'withdrawn', entity: contractMachine.entity, entityId: record.id, before: {}, after: { name } });
  await ctx.enqueue(withdrawalMail, { companyId: ctx.user.companyId, id: record.id });
}

/** The receipt: what was said, with day and hour (art. 54-bis), and what follows. */
export const withdrawalMail: Job<{ companyId: number; id: number }> = {
  name: 'withdrawal-mail',
  pace: 'mail',
  run: async ({ config, asCompany }, { companyId, id }) => {
    const mail = await asCompany(companyId, null, async (ctx) => {
      const record = await contractCourse.find(ctx, id);
      const { withdrawnAt, withdrawnName, withdrawalEmail, number, vehicle, createdAt } = record;
      if (withdrawnAt === null) return null;
      const on = dayInRome(new Date(withdrawnAt));
      const lines = [
        `Gentile ${withdrawnName},`,
        `confermiamo di avere ricevuto il ${day(on)} alle ${time(withdrawnAt)} la seguente dichiarazione:`,
        `«${withdrawnName} comunica di recedere dal contratto ${number} del ${day(dayInRome(new Date(createdAt)))}, ${vehicle}.»`,
        `Il recesso ha effetto da quel momento. Quanto pagato è restituito entro il ${day(refundBy(on))}, con lo stesso mezzo di pagamento; se l’auto è già stata consegnata va restituita entro la stessa data, e il rimborso può attendere la riconsegna (artt. 56 e 57 del Codice del consumo).`,
        'Conservare questa ricevuta.',
      ];
      const dealer = await readDealer(ctx);
      const sent = {
        to: withdrawalEmail,
        subject: `Ricevuta del recesso dal contratto ${number}`,
        text: [...lines, dealer.name].join('\n\n'),
      };
      return { dealer, sent, number, sellers: contractMachine.owners(record) };
    });
    if (!mail) return;
    const { dealer, sent, number, sellers } = mail;
    await mailCustomer(config, dealer, sent).catch(async (error: unknown) => {
      const told = { about: number, to: sent.to, href: contractHref(id), key: `withdrawal:${id}` };
      await asCompany(companyId, null, async (ctx) =>
        tellUnsent(ctx, [...sellers, ...(await holdersOf(ctx, backOffice.all[0]))], told, error),
      );
      throw error;
    });
  },
};

/** The locked contract at the version that the caller saw, who sells it or validates in the back office. */
async function takeSeen(ctx: Ctx, id: number, version: number): Promise<ContractRecord> {
  const record = await take(ctx, contractCourse, { id, version });
  const { privileges } = ctx.user;
  const isOwn = contractMachine.owners(record).includes(ctx.user.id);
  if (!covers(sells, privileges, isOwn) && !covers(backOffice, privileges, isOwn)) throw new Failure('forbidden');
  return record;
}

const NOTE = 'Recesso del cliente';

/**
 * Takes back delivery and invoice and cancels the contract, each by its own move and rights. The customer's withdrawal
 * stands for the second person's yes; everything that was paid is to be given back.
 */
async function close(
  ctx: Ctx,
  sources: Sources,
  { id, state }: ContractRecord,
  sent: Values<typeof creditNoteFields>,
): Promise<void> {
  const moves = closingMoves(state);
  const lacking = (['number', 'day'] as const).find((key) => sent[key] === null);
  if (moves.includes('unbill') && lacking) throw wrong(lacking, creditNoteFields[lacking].required);
  const before = await contractCourse.find(ctx, id);
  await contractCourse.write(ctx, before, { depositOutcome: 'returned' });
  const fills = fillsOf(sources);
  for (const name of moves) {
    const record = await contractCourse.find(ctx, id);
    allow(ctx, contractMachine, record, name);
    await carry(ctx, contractCourse, record, name, { ...(await fills[name](ctx, record, sent)), note: NOTE });
  }
}

export const withdrawalVerbs = (sources: Sources): Verbs<typeof withdrawalCalls> => ({
  'GET /withdrawal': (call, { query }) =>
    bySigner(call, query.token, async (ctx, record, signer) => pageOf(ctx, record, signer)),
  'POST /withdrawal': (call, { body: { token, name, email } }) =>
    bySigner(call, token, async (ctx, record, signer) => {
      const refusal = withdrawalRefusal(record, ctx.today);
      if (refusal) throw new Failure('conflict', refusal);
      await withdraw(ctx, record, { at: ctx.now, name, email });
      return pageOf(ctx, await contractCourse.find(ctx, record.id), signer);
    }),
  'POST /contracts/:id/withdrawal': async (
    ctx,
    { params, version, body: { name, email, sentOn } },
  ): Promise<Contract> => {
    const record = await takeSeen(ctx, params.id, version);
    if (sentOn < firstDayOf(record)) throw wrong('sentOn', `Il contratto è del ${day(firstDayOf(record))}`);
    const refusal = withdrawalRefusal(record, sentOn);
    if (refusal) throw new Failure('conflict', refusal);
    await withdraw(ctx, record, { at: sentOn === ctx.today ? ctx.now : instantInRome(sentOn, '12:00'), name, email });
    return contractCourse.answer(ctx, record.id);
  },
  'POST /contracts/:id/withdrawal/close': async (ctx, { params, version, body }) => {
    const record = await takeSeen(ctx, params.id, version);
    if (record.withdrawnAt === null) throw new Failure('conflict', 'Il cliente non ha comunicato il recesso.');
    if (record.canceledAt !== null) throw new Failure('conflict', 'Il contratto è annullato.');
    await close(ctx, sources, record, body);
    return contractCourse.answer(ctx, record.id);
  },
});
