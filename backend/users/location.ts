import type { users as table } from '#domain/users/endpoints.ts';
import { Failure } from '#domain/errors.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';

const readOwn = ({ db, user }: Pick<Ctx, 'db' | 'user'>) =>
  db
    .selectFrom('userLocations as u')
    .innerJoin('locations as l', (on) => on.onRef('l.companyId', '=', 'u.companyId').onRef('l.id', '=', 'u.locationId'))
    .select(['l.id', 'l.name', 'l.city', 'u.isDefault'])
    .where('u.companyId', '=', user.companyId)
    .where('u.userId', '=', user.id)
    .where('l.archivedAt', 'is', null)
    .orderBy('l.name')
    .execute();

/** The locations where the caller works. */
export const ownLocations: VerbOf<typeof table, 'GET /users/me/locations'> = readOwn;

/** Sets the caller's default location, which must be one where the caller works. */
export const setLocation: VerbOf<typeof table, 'PUT /users/me/location'> = async ({ db, user, audit }, { body }) => {
  const own = await readOwn({ db, user });
  const chosen = own.find(({ id }) => id === body.locationId);
  if (!chosen) throw new Failure('invalid', undefined, { fields: { locationId: 'Scegliere una delle proprie sedi' } });
  // First none, then one, because only one location of a person may be the default at any time.
  for (const isDefault of [false, true])
    await db
      .updateTable('userLocations')
      .set({ isDefault })
      .where('companyId', '=', user.companyId)
      .where('userId', '=', user.id)
      .$if(isDefault, (query) => query.where('locationId', '=', chosen.id))
      .execute();
  const before = own.find(({ isDefault }) => isDefault)?.name ?? null;
  const facts = { before: { defaultLocation: before }, after: { defaultLocation: chosen.name } };
  audit({ action: 'default_location', entity: 'user', entityId: user.id, ...facts });
};
