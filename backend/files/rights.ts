/** Who sees which files: by the folders around them, and by what a file itself is narrowed to. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { type Folder, type Person, visibleTo } from '#domain/files/tree.ts';
import { privileges as p } from '#domain/privileges.ts';
import { type Ctx, holds } from '../lib/work/context.ts';

/** Whether the caller writes the company's files. They see all of them, so that nothing is out of everybody's reach. */
export const isManager = (ctx: Pick<Ctx, 'user'>): boolean => holds(ctx, p.manageFiles);

export interface StoredFolder extends Folder {
  roles: string[] | null;
  locationIds: number[] | null;
  version: number;
}

const foldersOf = ({ db, user }: Pick<Ctx, 'db' | 'user'>) =>
  db
    .selectFrom('fileFolders')
    .select(['id', 'parentId', 'name', 'roles', 'locationIds', 'version'])
    .where('companyId', '=', user.companyId)
    .orderBy('name')
    .orderBy('id');

/** The folders of the company that are not in the bin, whoever sees them. */
export const readFolders = (ctx: Pick<Ctx, 'db' | 'user'>): Promise<StoredFolder[]> =>
  foldersOf(ctx).where('deletedAt', 'is', null).execute();

/** Those in the bin. */
export const goneFolders = (ctx: Pick<Ctx, 'db' | 'user'>) =>
  foldersOf(ctx).select('deletedAt').where('deletedAt', 'is not', null).execute();

/** All, with those in the bin. */
export const allFolders = (ctx: Pick<Ctx, 'db' | 'user'>) => foldersOf(ctx).select('deletedAt').execute();

/** What the caller sees: their folders, and the condition on a file `f` in one of them. */
export interface Sight {
  person: Person;
  folders: StoredFolder[];
  files: RawBuilder<SqlBool>;
}

/** Reads what the caller sees. What is in the bin or has expired is there for who manages files alone. */
export async function sightOf(ctx: Ctx): Promise<Sight> {
  const { db, user, today } = ctx;
  const places = await db
    .selectFrom('userLocations')
    .select('locationId')
    .where('companyId', '=', user.companyId)
    .where('userId', '=', user.id)
    .execute();
  const person = { roleName: user.roleName, locationIds: places.map(({ locationId }) => locationId) };
  const all = await readFolders(ctx);
  if (isManager(ctx)) return { person, folders: all, files: sql`true` };
  const folders = visibleTo(all, person);
  const ids = folders.map(({ id }) => id);
  const files = sql<SqlBool>`(f.folder_id = any(${ids}::bigint[]) and f.deleted_at is null
    and (f.expires_on is null or f.expires_on >= ${today}::date)
    and (f.roles is null or ${person.roleName} = any(f.roles))
    and (f.location_ids is null or f.location_ids && ${person.locationIds}::bigint[]))`;
  return { person, folders, files };
}
