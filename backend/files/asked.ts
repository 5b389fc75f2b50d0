/** Who is asked to read a file, and who has. */
import { sql } from 'kysely';
import type { FileRow } from '#domain/files/schema.ts';
import { isSeer, pathOf, type Person, type Seers } from '#domain/files/tree.ts';
import type { Ctx } from '../lib/work/context.ts';
import { readFolders, type StoredFolder } from './rights.ts';

interface Colleague extends Person {
  id: number;
  name: string;
}

/** Who works here, with role and places. */
export async function readColleagues({ db, user }: Ctx): Promise<Colleague[]> {
  const { rows } = await sql<Colleague>`select u.id, u.name, u.role_name,
      array(select l.location_id from user_locations l where l.company_id = ${user.companyId} and l.user_id = u.id) as location_ids
    from users u where u.company_id = ${user.companyId} and u.archived_at is null and not u.service order by u.name, u.id`.execute(
    db,
  );
  return rows;
}

type Asking = Seers & Pick<FileRow, 'folderId'> & { madeBy: number | null };

/** Who is asked: those who see the file by role and place, except who wrote its version. */
export const askedOf = (people: readonly Colleague[], folders: readonly StoredFolder[], file: Asking): Colleague[] => {
  const layers = [...pathOf(folders, file.folderId), file];
  return people.filter((person) => person.id !== file.madeBy && layers.every((layer) => isSeer(layer, person)));
};

interface Reading {
  fileId: number;
  userId: number;
  openedAt: string;
  readAt: string | null;
  number: number | null;
}

export const readingsOf = ({ db, user }: Ctx, ids: readonly number[]): Promise<Reading[]> =>
  db
    .selectFrom('fileReadings')
    .select(['fileId', 'userId', 'openedAt', 'readAt', 'number'])
    .where('companyId', '=', user.companyId)
    .where('fileId', 'in', ids)
    .execute();

type Counted = Asking & { id: number; receiptBy: string | null; receiptFrom: number };

/** How many of those who are asked have read each of these files; a file that asks nobody is left out. */
export async function countReceipts(
  ctx: Ctx,
  files: readonly Counted[],
): Promise<Map<number, { done: number; asked: number }>> {
  const asking = files.filter(({ receiptBy }) => receiptBy !== null);
  if (asking.length === 0) return new Map();
  const ids = asking.map(({ id }) => id);
  const [people, folders, readings] = [await readColleagues(ctx), await readFolders(ctx), await readingsOf(ctx, ids)];
  const by = Map.groupBy(readings, ({ fileId }) => fileId);
  return new Map(
    asking.map((file) => {
      const asked = new Set(askedOf(people, folders, file).map(({ id }) => id));
      const done = (by.get(file.id) ?? []).filter(
        ({ userId, number }) => asked.has(userId) && (number ?? 0) >= file.receiptFrom,
      );
      return [file.id, { done: done.length, asked: asked.size }];
    }),
  );
}

/** Notes that somebody opened a file that is to be read. */
export const noteOpening = ({ db, user, now }: Ctx, fileId: number) =>
  sql`insert into file_readings (company_id, file_id, user_id, opened_at) values (${user.companyId}, ${fileId}, ${user.id}, ${now})
    on conflict (company_id, file_id, user_id) do update set opened_at = excluded.opened_at`.execute(db);
