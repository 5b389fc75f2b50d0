/** Changing what is said of a file. */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { files as table } from '#domain/files/endpoints.ts';
import { kindOf } from '#domain/files/kinds.ts';
import { pathOf, widerThan } from '#domain/files/tree.ts';
import { writeWords } from '../lib/records/search.ts';
import { stale } from '../lib/records/stale.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { checkPlaces } from './folders.ts';
import type { StoredFile } from './list.ts';
import { fileOf, readFile } from './one.ts';
import { askReaders } from './readers.ts';
import { readFolders } from './rights.ts';

type Table = typeof table;

/** What the audit says of a file. */
const factsOf = ({ name, roles, locationIds, expiresOn, receiptBy }: Omit<StoredFile, 'id'> | StoredFile) => ({
  name,
  roles,
  locationIds,
  expiresOn,
  receiptBy,
});

/** Refuses, at `name`, a name that another file of the folder has. */
export async function refuseTaken({ db, user }: Ctx, folderId: number, name: string, id: number | null): Promise<void> {
  const { rows } = await sql<{
    id: number;
  }>`select id from files where company_id = ${user.companyId} and folder_id = ${folderId}
    and lower(name) = lower(${name}) and deleted_at is null`.execute(db);
  if (rows[0] && rows[0].id !== id)
    throw new Failure('invalid', undefined, { fields: { name: 'Nella cartella c’è già un file con questo nome' } });
}

export const save: VerbOf<Table, 'PUT /files/:id'> = async (ctx, { params: { id }, version, body }) => {
  const { db, user, now, today } = ctx;
  await sql`select from files where company_id = ${user.companyId} and id = ${id} for update`.execute(db);
  const before = await readFile(ctx, id);
  if (before.version !== version) throw await stale(ctx, 'file', id, await fileOf(ctx, id));
  if (before.deletedAt !== null) throw new Failure('conflict', 'Il file è nel cestino: prima va ripristinato.');
  const fields: Record<string, string> = widerThan(pathOf(await readFolders(ctx), before.folderId), body);
  if (kindOf(body.name) !== before.kind) fields.name = `Il nome deve finire con .${before.kind}`;
  if (body.receiptBy !== null && body.receiptBy !== before.receiptBy && body.receiptBy < today)
    fields.receiptBy = 'Il giorno è già passato';
  // It would go for good in the next night, without the days in which it comes back.
  if (body.expiresOn !== null && body.expiresOn !== before.expiresOn && body.expiresOn < today)
    fields.expiresOn = 'Il giorno è già passato: per toglierlo subito, eliminarlo';
  if (body.receiptBy !== null && body.expiresOn !== null && body.receiptBy > body.expiresOn)
    fields.receiptBy = 'Il file scade prima';
  await checkPlaces(ctx, body.locationIds, fields);
  if (Object.keys(fields).length > 0) throw new Failure('invalid', undefined, { fields });
  await refuseTaken(ctx, before.folderId, body.name, id);
  const isNew = before.receiptBy === null && body.receiptBy !== null;
  await db
    .updateTable('files')
    .set({
      ...body,
      version: version + 1,
      updatedAt: now,
      // Who is asked for the first time reads the version of today.
      ...(isNew && { receiptFrom: before.number }),
    })
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .execute();
  if (body.name !== before.name) await writeWords(ctx, 'files', [id]);
  ctx.audit({
    action: 'update',
    entity: 'file',
    entityId: id,
    before: factsOf(before),
    after: factsOf({ ...before, ...body }),
  });
  if (isNew) await askReaders(ctx, id, 'asked');
  return fileOf(ctx, id);
};
