import { sql } from 'kysely';
import { headOf, type Fields } from '#domain/record/fields.ts';
import { userFields as fields } from '#domain/users/fields.ts';
import { userHeads, userMeanings } from '#domain/users/imported.ts';
import { grantIssue } from '#domain/users/rules.ts';
import { userInput, type UserRecord } from '#domain/users/schema.ts';
import type { Ctx } from '../lib/work/context.ts';
import { plain, refuse } from '../lib/records/import-rows.ts';
import { importable } from '../lib/records/importable.ts';
import { defaultLocation } from '../lib/people/places.ts';
import { roleIssues } from './powers.ts';
import { readRoles } from './roles.ts';
import { users } from './users.ts';

/** What a file cannot say: rights come with the role, plans of commissions are written by hand. */
const ownFields = Object.fromEntries(
  Object.entries(fields).map(([key, field]) => [
    key,
    key === 'privileges' || key === 'commissions' ? { ...field, head: false as const } : field,
  ]),
);

/** Other programs keep the two names apart. */
const names = {
  firstName: { label: 'Nome di battesimo', kind: 'text', maxLength: 60 },
  lastName: { label: 'Cognome', kind: 'text', maxLength: 60 },
} as const satisfies Fields;

const namesIn = async ({ db, user }: Ctx, table: 'locations' | 'businessCenters') =>
  db
    .selectFrom(table)
    .select(['id', 'name'])
    .where('companyId', '=', user.companyId)
    .where('archivedAt', 'is', null)
    .orderBy('name')
    .execute();

/** Deletes what is stored beside users that were never invited. */
async function forget({ db, user }: Ctx, ids: readonly number[]): Promise<number[]> {
  for (const table of ['user_locations', 'login_emails'])
    await sql`delete from ${sql.table(table)} where company_id = ${user.companyId} and user_id = any(${[...ids]}::bigint[])`.execute(
      db,
    );
  return [...ids];
}

/** Imports of users: they are invited one by one, when somebody says so; who is a user already stays as they are. */
export const userImports = [
  importable<UserRecord>({
    kind: 'users',
    keys: ['email'],
    heads: userHeads,
    meanings: userMeanings,
    more: names,
    names: { name: 'person', firstName: 'person', lastName: 'person' },
    whole: async (ctx) => {
      const places = await namesIn(ctx, 'locations');
      const own = await defaultLocation(ctx, ctx.user.id);
      const place = places.find(({ id }) => id === own) ?? places[0];
      return { roleName: fields.roleName.default, locationIds: place?.name ?? '' };
    },
    vocabulary: async (ctx) => {
      const places = (await namesIn(ctx, 'locations')).map(({ name }) => name);
      const centers = (await namesIn(ctx, 'businessCenters')).map(({ name }) => name);
      const roleName = (await readRoles(ctx)).map(({ name }) => name);
      return { roleName, locationIds: places, defaultLocationId: places, businessCenterId: centers };
    },
    of: {
      ...users,
      fields: ownFields,
      input: userInput,
      finish: async (ctx) => {
        const roles = await readRoles(ctx);
        const beyond = await roleIssues(ctx);
        const places = await namesIn(ctx, 'locations');
        const centers = await namesIn(ctx, 'businessCenters');
        const find = (
          among: typeof places,
          key: 'locationIds' | 'defaultLocationId' | 'businessCenterId',
          name: string,
        ) =>
          among.find((one) => plain(one.name) === plain(name))?.id ??
          refuse(`${headOf(fields[key])}: «${name}» non trovata`);
        return (cells, old) => {
          if (old) refuse(`${headOf(fields.email)}: «${old.email}» è già di un utente`);
          const text = (key: keyof typeof fields) => cells(headOf(fields[key])!);
          const full = [cells(names.firstName.label) || text('name'), cells(names.lastName.label)];
          const role = text('roleName') || fields.roleName.default;
          const rights =
            roles.find(({ name }) => name === role)?.privileges ??
            refuse(`${headOf(fields.roleName)}: «${role}» non è tra i ruoli`);
          const issue = grantIssue(ctx.user, { id: 0, privileges: [] }, rights) ?? beyond(role);
          if (issue) refuse(`${headOf(fields.roleName)}: «${role}» ${issue.charAt(0).toLowerCase()}${issue.slice(1)}`);
          const locationIds = text('locationIds')
            .split(/\s*[,;]\s*/)
            .filter(Boolean)
            .map((name) => find(places, 'locationIds', name));
          const [first, center] = [text('defaultLocationId'), text('businessCenterId')];
          const firstId = first ? find(places, 'defaultLocationId', first) : null;
          return {
            name: full.filter(Boolean).join(' '),
            roleName: role,
            privileges: rights.map(String),
            commissions: [],
            rotation: 'role',
            desk: '',
            languages: [],
            makerIds: [],
            locationIds: firstId !== null && !locationIds.includes(firstId) ? [...locationIds, firstId] : locationIds,
            defaultLocationId: firstId,
            businessCenterId: center ? find(centers, 'businessCenterId', center) : null,
          };
        };
      },
      forget,
    },
  }),
];
