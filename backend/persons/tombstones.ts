/**
 * Tombstones: for every person whose data were erased an object in the file store, outside of the database and its backups. It holds
 * ids and times and no word about anybody, and is never deleted: a restored backup is held against it (replay.ts).
 */
import { sql } from 'kysely';
import { z } from 'zod';
import { forEachCompany } from '../lib/companies.ts';
import type { Job, PublicCtx } from '../lib/context.ts';

const FOLDER = 'erasures/';
/** Written in one run for one company; the next run writes more. */
const AT_ONCE = 1000;

/** Whose it is. A restored database gives the ids that came after its backup to other people, made at another moment. */
export interface Grave {
  companyId: number;
  customerId: number;
  /** Microseconds since 1970 at which the customer was made. */
  born: number;
}

const content = z.object({ reason: z.string(), erasedAt: z.iso.datetime({ offset: true }) });
type Content = z.output<typeof content>;

/** When a customer (alias `c`) was made, to the microsecond. */
export const born = sql<number>`(extract(epoch from c.created_at) * 1000000)::bigint`;

const keyOf = ({ companyId, customerId, born: at }: Grave) => `${FOLDER}${companyId}/${customerId}-${at}`;
const graveOf = (key: string): Grave | null => {
  const [, companyId, customerId, at] = /^erasures\/(\d+)\/(\d+)-(\d+)$/.exec(key) ?? [];
  return at ? { companyId: Number(companyId), customerId: Number(customerId), born: Number(at) } : null;
};

/** All tombstones that the file store has. Throws `StoreError`. */
export const readGraves = async ({ files }: Pick<PublicCtx, 'files'>): Promise<Grave[]> =>
  (await files.list(FOLDER)).flatMap((key) => graveOf(key) ?? []);

/** What one says; throws where it is gone or says something else. */
export async function readTombstone({ files }: Pick<PublicCtx, 'files'>, grave: Grave): Promise<Content> {
  const bytes = await files.get(keyOf(grave));
  if (!bytes) throw new Error(`No tombstone ${keyOf(grave)}`);
  return content.parse(JSON.parse(Buffer.from(bytes).toString()));
}

/**
 * Writes the tombstones that are not in the store yet. Asked for by each erasure in its transaction, and every hour: what the store
 * refused, or a process that was killed left undone, follows. The row is marked when its object is there; written twice it is the same.
 */
export const writeTombstones: Job<{ companyId?: number }> = {
  name: 'erasure-tombstones',
  cron: '7 * * * *',
  run: async (call, { companyId: only }) => {
    const due: (Grave & Content)[] = [];
    const find = async (ctx: Parameters<Parameters<typeof forEachCompany>[1]>[0]) => {
      const { companyId } = ctx.user;
      const { rows } = await sql<Omit<Grave & Content, 'companyId'>>`select e.customer_id, ${born} as born, e.reason,
          e.created_at as erased_at
        from erasures e join customers c on c.company_id = e.company_id and c.id = e.customer_id
        where e.company_id = ${companyId} and c.company_id = ${companyId} and e.stored_at is null
        order by e.customer_id limit ${AT_ONCE}`.execute(ctx.db);
      due.push(...rows.map((row) => ({ companyId, ...row })));
    };
    await (only ? call.asCompany(only, null, find) : forEachCompany(call, find));
    for (const { reason, erasedAt, ...grave } of due) {
      const text = JSON.stringify({ reason, erasedAt } satisfies Content);
      await call.files.put(keyOf(grave), Buffer.from(text), 'application/json');
      await call.asCompany(grave.companyId, null, ({ db, now }) =>
        db
          .updateTable('erasures')
          .set({ storedAt: now })
          .where('companyId', '=', grave.companyId)
          .where('customerId', '=', grave.customerId)
          .execute(),
      );
    }
  },
};
