/**
 * Tombstones: for every erased person an object in the file store, outside the database and its backups. It contains
 * ids and times and no personal data, and is never deleted: a restored backup is compared with it (replay.ts).
 */
import { sql } from 'kysely';
import { z } from 'zod';
import { forEachCompany } from '../lib/people/companies.ts';
import type { Job, PublicCtx } from '../lib/work/context.ts';

const FOLDER = 'erasures/';
/** The most tombstones written in one run for one company; the next run continues. */
const AT_ONCE = 1000;

/**
 * Whose tombstone it is. The id alone is not enough: a restored database gives ids from after its backup to other
 * people, created at another moment.
 */
export interface Grave {
  companyId: number;
  customerId: number;
  /** When the customer was created, in microseconds since 1970. */
  born: number;
}

const content = z.object({ reason: z.string(), erasedAt: z.iso.datetime({ offset: true }) });
type Content = z.output<typeof content>;

/** SQL for the creation of a customer (alias `c`), in microseconds. */
export const born = sql<number>`(extract(epoch from c.created_at) * 1000000)::bigint`;

const keyOf = ({ companyId, customerId, born: at }: Grave) => `${FOLDER}${companyId}/${customerId}-${at}`;
const graveOf = (key: string): Grave | null => {
  const [, companyId, customerId, at] = /^erasures\/(\d+)\/(\d+)-(\d+)$/.exec(key) ?? [];
  return at ? { companyId: Number(companyId), customerId: Number(customerId), born: Number(at) } : null;
};

/** All tombstones in the file store. Throws `StoreError`. */
export const readGraves = async ({ files }: Pick<PublicCtx, 'files'>): Promise<Grave[]> =>
  (await files.list(FOLDER)).flatMap((key) => graveOf(key) ?? []);

/** Reads a tombstone; throws when it is missing or damaged. */
export async function readTombstone({ files }: Pick<PublicCtx, 'files'>, grave: Grave): Promise<Content> {
  const bytes = await files.get(keyOf(grave));
  if (!bytes) throw new Error(`No tombstone ${keyOf(grave)}`);
  return content.parse(JSON.parse(Buffer.from(bytes).toString()));
}

/**
 * Writes the tombstones that the store does not have yet. Each erasure enqueues it in its transaction, and it runs
 * every hour, so that tombstones are written later when the store failed or a process was killed. A row is marked when
 * its object is stored; writing twice does no harm.
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
    await (only ? call.asCompany(only, null, find) : forEachCompany(call, find, { evenSuspended: true }));
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
