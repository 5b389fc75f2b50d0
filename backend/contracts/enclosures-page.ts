/** What the customer of a contract does by the link that asks for enclosures: reads what is wanted, sends it, takes it back. */
import { sql } from 'kysely';
import { addDays } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { isOpen } from '#domain/contracts/facts.ts';
import { MOST_PAGES } from '#domain/contracts/enclosure-fields.ts';
import type { contractEnclosureCalls, EnclosuresPage } from '#domain/contracts/enclosure-endpoints.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import { documentTypes } from '#domain/contracts/terms.ts';
import { purposes } from '#domain/upload-purposes.ts';
import { readDealer } from '../documents/letterhead.ts';
import { forget } from '../lib/files/uploads.ts';
import { followLink, gone, type Link } from '../lib/people/link.ts';
import { notify } from '../lib/people/notify.ts';
import { contractHref } from '../lib/records/links.ts';
import type { TakeArriving } from '../lib/ports/arriving.ts';
import type { Verbs } from '../lib/work/bind.ts';
import type { Ctx, PublicCtx } from '../lib/work/context.ts';
import { contractCourse, type ContractRecord } from './records.ts';

type Pages = Pick<
  Verbs<typeof contractEnclosureCalls>,
  'GET /links/enclosures' | 'POST /links/enclosures' | 'DELETE /links/enclosures'
>;
type Followed = Link & { companyId: number };

/** The contract of a link; throws `not_found` once the sale does not go on. */
async function contractOf(ctx: Ctx, { recordId }: Link): Promise<ContractRecord> {
  const record = await contractCourse.find(ctx, recordId);
  if (!isOpen(record)) throw gone();
  return record;
}

async function pageOf(ctx: Ctx, link: Link): Promise<EnclosuresPage> {
  const { seller, vehicle, enclosures } = await contractOf(ctx, link);
  return {
    company: (await readDealer(ctx)).name,
    seller: seller ?? '',
    vehicle,
    until: enclosures[0]?.until ?? addDays(ctx.today, -1),
    mostBytes: purposes.contract.mostBytes,
    enclosures: enclosures.map(({ id, type, state, reason, pages }) => ({
      id,
      label: documentTypes[type],
      state,
      reason,
      pages: pages.length,
      left: MOST_PAGES - pages.length,
    })),
  };
}

/** An enclosure that the link asks for, locked if `lock`. Throws `not_found` for any other. */
async function wanted(ctx: Ctx, link: Link, id: number, { lock = false } = {}) {
  const record = await contractOf(ctx, link);
  const row = await ctx.db
    .selectFrom('enclosures')
    .select(['id', 'type', 'uploadIds', 'messageId', 'askedBy'])
    .where('companyId', '=', ctx.user.companyId)
    .where('contractId', '=', record.id)
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw new Failure('not_found', 'Questo documento non serve più.');
  return { ...row, record };
}

/** A page is here: the enclosure is proposed, and who asked for it is told, once for each time that it was asked. */
async function propose(
  ctx: Ctx,
  link: Link,
  { enclosure, uploadId }: { enclosure: number; uploadId: number },
): Promise<void> {
  const { id, type, messageId, askedBy, record } = await wanted(ctx, link, enclosure, { lock: true });
  const { companyId } = ctx.user;
  await sql`update enclosures set state = 'proposed', upload_ids = upload_ids || ${uploadId}::bigint
    where company_id = ${companyId} and id = ${id}`.execute(ctx.db);
  await ctx.db
    .updateTable('uploads')
    .set({ heldAt: ctx.now })
    .where('companyId', '=', companyId)
    .where('id', '=', uploadId)
    .execute();
  const title = documentTypes[type as keyof typeof documentTypes];
  const of = { entity: contractMachine.entity, entityId: record.id };
  ctx.audit({ action: 'enclosure_sent', ...of, before: {}, after: { enclosures: title } });
  const people = new Set([...contractMachine.owners(record), ...(askedBy === null ? [] : [askedBy])]);
  await notify(ctx, [...people], {
    kind: 'enclosures_sent',
    title: `${record.number}: dal cliente «${title}»`,
    text: [record.customer, record.vehicle].filter(Boolean).join(' · '),
    href: contractHref(record.id),
    once: `enclosures_sent:${id}:${messageId}`,
  });
}

/** Runs `work` in the company of the link, for nobody of its people. Throws as `followLink`. */
const behind = async <T>(call: PublicCtx, token: string, work: (ctx: Ctx, link: Followed) => Promise<T>) => {
  const link = await followLink(call, ['enclosures'], token);
  return call.asCompany(link.companyId, null, (ctx) => work(ctx, link));
};

/** `takeArriving`: how a file comes by a link. */
export const enclosuresPageVerbs = (takeArriving: TakeArriving): Pages => ({
  'GET /links/enclosures': (call, { query: { token } }) => behind(call, token, pageOf),
  'POST /links/enclosures': async (call, { query: { token, enclosure, name }, body }) => {
    const link = await followLink(call, ['enclosures'], token);
    const { companyId, id: linkId } = link;
    const inside = <T>(work: (ctx: Ctx) => Promise<T>) => call.asCompany(companyId, null, work);
    await takeArriving(call, body, {
      companyId,
      linkId,
      purpose: 'contract',
      name,
      inside,
      setOut: async (ctx, travelling) => {
        const { uploadIds } = await wanted(ctx, link, enclosure);
        if (uploadIds.length + travelling >= MOST_PAGES)
          throw new Failure('conflict', `Un documento ha al massimo ${MOST_PAGES} pagine.`);
      },
      landed: (ctx, uploadId) => propose(ctx, link, { enclosure, uploadId }),
    });
    return inside((ctx) => pageOf(ctx, link));
  },
  'DELETE /links/enclosures': (call, { query: { token, enclosure } }) =>
    behind(call, token, async (ctx, link) => {
      const { id, uploadIds, record } = await wanted(ctx, link, enclosure, { lock: true });
      await ctx.db
        .updateTable('enclosures')
        .set({ state: 'asked', uploadIds: [] })
        .where('companyId', '=', ctx.user.companyId)
        .where('id', '=', id)
        .execute();
      await forget(ctx, uploadIds);
      ctx.audit({ action: 'enclosure_taken_back', entity: contractMachine.entity, entityId: record.id });
      return pageOf(ctx, link);
    }),
});
