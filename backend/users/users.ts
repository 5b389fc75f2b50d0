import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import type { users as table } from '#domain/users/endpoints.ts';
import type { Raise } from '#domain/own-raise.ts';
import { byDay } from '#domain/users/commission.ts';
import { userFields } from '#domain/users/fields.ts';
import type { UserRecord, userInput } from '#domain/users/schema.ts';
import { OWN } from '../db/tenant.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { is } from '../lib/records/list.ts';
import { create } from '../lib/records/make.ts';
import {
  bulk,
  isArchived,
  orderOf,
  readByIds,
  readOne,
  selectOf,
  update,
  type Records,
} from '../lib/records/records.ts';
import type { Legacy } from '../lib/people/legacy.ts';
import { raising, tellProved, tellRaise } from '../lib/people/own-raise.ts';
import { backDates, mayChange, mayGrant } from './granting.ts';
import { handOver, leftBy, takeBack } from './leaving.ts';
import { keepManager, oneAtATime } from './managers.ts';
import { endSessions } from './sessions.ts';
import { restoreTokens, settleTokens } from './tokens.ts';

type Input = z.output<typeof userInput>;
interface Changing {
  params: { id: number };
  version: number;
  body: Input;
}
type Filters = Partial<z.output<(typeof table)['GET /users']['query']>>;

const { privileges: _held, locationIds: _places, defaultLocationId: _place, ...columns } = userFields;

/** The most times that work went to colleagues of which each can be taken back by itself. */
const MOST_HANDED = 3;

const state = sql`case when r.archived_at is not null then 'blocked'
  when exists (select from logins l where l.company_id = ${OWN} and l.user_id = r.id) then 'active'
  when r.invited_at is null then 'uninvited' else 'invited' end`;
const places = (column: string) => sql`array(select ${sql.ref(column)} from user_locations ul
  join locations p on p.company_id = ul.company_id and p.id = ul.location_id
  where ul.company_id = ${OWN} and ul.user_id = r.id order by p.name)`;

/** The users of a company as a list of records; a blocked user is archived. */
export const users: Records<UserRecord, Filters> = {
  table: 'users',
  entity: 'user',
  noun: 'l’utente',
  file: 'utenti',
  fields: userFields,
  select: selectOf(
    'users',
    columns,
    sql`, r.privileges::text[] as privileges, r.last_login_at, ${state} as state,
      exists (select from second_factors f where f.company_id = ${OWN} and f.user_id = r.id) as second_factor,
      (select coalesce(json_agg(json_build_object('id', h.id, 'at', h.created_at) order by h.id desc), '[]') from (
        select id, created_at from handovers
        where company_id = ${OWN} and person_id = r.id and undone_at is null
          and case when r.archived_at is null then kind = 'absence' else kind = 'leaving' and created_at >= r.archived_at end
        order by id desc limit ${MOST_HANDED}) h) as handed, b.name as business_center,
      ${places('p.id')} as location_ids, ${places('p.name')} as locations, m.id as default_location_id, m.name as default_location`,
    sql`join users person on person.company_id = r.company_id and person.id = r.id and not person.service
      left join business_centers b on b.company_id = r.company_id and b.id = r.business_center_id
      left join user_locations d on d.company_id = r.company_id and d.user_id = r.id and d.is_default
      left join locations m on m.company_id = d.company_id and m.id = d.location_id`,
  ),
  order: { ...orderOf(columns), lastLoginAt: 'r.last_login_at' },
  sort: { sort: 'name', dir: 'asc' },
  where: (_, { state: wanted, role, locationId, privilege, archived }) => [
    sql<SqlBool>`not r.service`,
    ...(wanted === undefined ? [] : [sql<SqlBool>`${state} = ${wanted}`]),
    ...is('r.role_name', role),
    ...(privilege === undefined ? [] : [sql<SqlBool>`${privilege} = any(r.privileges)`]),
    ...(locationId === undefined
      ? []
      : [
          sql<SqlBool>`exists (select from user_locations l where l.company_id = ${OWN} and l.user_id = r.id and l.location_id = ${locationId})`,
        ]),
    isArchived(wanted === 'blocked' ? 'true' : archived),
  ],
  beside: { keys: ['locationIds', 'defaultLocationId'], write: writeBeside },
  check: checkPlace,
};

/** Words of the activity for further actions on a user. */
export const userActions = {
  create: 'ha invitato l’utente',
  invited: 'ha invitato l’utente',
  invitation_confirmed: 'ha confermato l’invito della Casa',
  invitation_let_in: 'è entrato su invito della Casa, senza nessuno che potesse confermare',
  invited_again: 'ha mandato di nuovo l’invito',
  password_link_asked: 'ha chiesto per l’utente una nuova password',
  end_sessions: 'ha chiuso le sessioni',
  role_changed: 'ha cambiato il suo ruolo',
  handed_over: 'ha passato il suo lavoro',
  work_back: 'gli ha ridato il lavoro',
  raised: 'ha alzato i propri poteri',
  plan_backdated: 'ha retrodatato il piano provvigioni',
  archive: 'ha bloccato l’utente',
  restore: 'ha sbloccato l’utente',
  // Rows from before invitations and new passwords were told apart.
  invite: 'ha mandato il collegamento per scegliere la password',
  password_reset_asked: 'ha mandato il collegamento per scegliere la password',
  invitation_sent: 'ha spedito l’invito per e-mail',
  password_link_sent: 'ha spedito il collegamento per una nuova password',
  access_activated: 'ha scelto la password e attivato l’accesso',
  password_reset: 'ha scelto una nuova password',
  password_changed: 'ha cambiato la password',
  second_factor_asked: 'ha ricevuto il collegamento per attivare il secondo fattore',
  second_factor_link: 'ha aperto il collegamento per il secondo fattore',
  second_factor_begun: 'ha cominciato ad attivare il secondo fattore',
  second_factor_on: 'ha attivato il secondo fattore',
  second_factor_off: 'ha disattivato il secondo fattore',
  second_factor_reset: 'ha azzerato il secondo fattore',
  recovery_codes_renewed: 'ha rinnovato i codici di recupero',
  device_forgotten: 'ha dimenticato un dispositivo',
  default_location: 'ha cambiato la sede principale',
  appearance: 'ha cambiato l’aspetto',
  updates_seen: 'ha letto gli aggiornamenti',
};

/** Writes the locations where a user works, and the address for login. */
async function writeBeside({ db, user: { companyId } }: Ctx, userId: number, input: object): Promise<void> {
  const { email, locationIds, defaultLocationId } = input as Input;
  await db
    .insertInto('loginEmails')
    .values({ companyId, userId, email })
    .onConflict((on) => on.columns(['companyId', 'userId']).doUpdateSet({ email }))
    .execute();
  await db.deleteFrom('userLocations').where('companyId', '=', companyId).where('userId', '=', userId).execute();
  const first = defaultLocationId ?? locationIds[0];
  const rows = [...new Set(locationIds)].map((locationId) => ({
    companyId,
    userId,
    locationId,
    isDefault: locationId === first,
  }));
  if (rows.length) await db.insertInto('userLocations').values(rows).execute();
}

/** Who works for a dealer with places works at one of them at least. */
async function checkPlace({ db, user }: Pick<Ctx, 'db' | 'user'>, { locationIds }: Input): Promise<void> {
  if (locationIds.length > 0 || user.companyId === MANUFACTURER) return;
  const place = await db
    .selectFrom('locations')
    .select('id')
    .where('companyId', '=', user.companyId)
    .where('archivedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (place) throw new Failure('invalid', undefined, { fields: { locationIds: 'Scegliere almeno una sede' } });
}

const stored = (body: Input): Input => ({ ...body, commissions: byDay(body.commissions) });

/** Sends people the link by which they choose a password. */
async function invite(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await ctx.db
    .updateTable('users')
    .set({ invitedAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', 'in', ids)
    .execute();
  for (const userId of ids) await ctx.emit('user.invited', { userId });
}

/** What an invitation is called in the activity of a user in this state. */
const invitations = { uninvited: 'invited', invited: 'invited_again', active: 'password_link_asked' } as const;

/** Makes a user and sends them their link, whoever has decided that they may enter. */
export async function admit(ctx: Ctx, body: Input): Promise<UserRecord> {
  const created = await create(ctx, users, stored(body));
  await invite(ctx, [created.id]);
  return readOne(ctx, users, created.id);
}

export const createUser: VerbOf<typeof table, 'POST /users'> = async (ctx, { body }) => {
  await mayGrant(ctx, body);
  return admit(ctx, body);
};

const powersOf = ({ roleName, privileges, commissions }: UserRecord) => ({ roleName, privileges, commissions });

export const saveUser: VerbOf<typeof table, 'PUT /users/:id'> = (heavy, { body: { raise, ...body }, ...input }) =>
  raising(heavy, raise, (ctx) => save(ctx, { ...input, body }, raise));

async function save(ctx: Ctx, input: Changing, raise: Raise | undefined) {
  await oneAtATime(ctx);
  const before = await readOne(ctx, users, input.params.id);
  await mayChange(ctx, before);
  const backDated = await backDates(ctx, input.body, before, raise);
  const raises = await mayGrant(ctx, input.body, before, raise);
  const saved = await update(ctx, users, { ...input, body: stored(input.body) });
  if (raises) await tellRaise(ctx, raise!, powersOf(before), powersOf(saved));
  if (backDated)
    await tellProved(ctx, raise!, {
      action: 'plan_backdated',
      entityId: saved.id,
      title: `${ctx.user.name} ha cambiato il piano provvigioni di ${saved.name} per giorni passati`,
      before: { commissions: before.commissions },
      after: { commissions: saved.commissions },
    });
  await keepManager(ctx);
  if (saved.email.toLowerCase() !== before.email.toLowerCase())
    await ctx.emit('user.email-changed', { userId: before.id, old: before.email });
  ctx.forget(before.id);
  return saved;
}

export const inviteUser: VerbOf<typeof table, 'POST /users/:id/invite'> = async (ctx, { params }) => {
  const user = await readOne(ctx, users, params.id);
  await mayChange(ctx, user);
  if (user.state === 'blocked') throw new Failure('conflict', 'È bloccato: prima va sbloccato.');
  await invite(ctx, [user.id]);
  ctx.audit({ action: invitations[user.state], entity: 'user', entityId: user.id });
};

/** Invites many at once: who has chosen a password or is blocked is left out. */
export const inviteUsers: VerbOf<typeof table, 'POST /users/invitations'> = async (ctx, { body }) => {
  const found = await readByIds(ctx, users, body.ids);
  await mayChange(ctx, ...found);
  const wanted = found.filter(({ state: now }) => now === 'uninvited' || now === 'invited');
  await invite(
    ctx,
    wanted.map(({ id }) => id),
  );
  ctx.audit(
    ...wanted.map(({ id, state: now }) => ({
      action: now === 'uninvited' ? invitations.uninvited : invitations.invited,
      entity: 'user',
      entityId: id,
    })),
  );
  return { invited: wanted.length };
};

export const endUserSessions: VerbOf<typeof table, 'DELETE /users/:id/sessions'> = async (ctx, { params }) => {
  const user = await readOne(ctx, users, params.id);
  await mayChange(ctx, user);
  await endSessions(ctx, [user.id]);
  await ctx.emit('user.sessions-ended', { userId: user.id });
  ctx.audit({ action: 'end_sessions', entity: 'user', entityId: user.id });
};

/**
 * Removes the second factor of a user who lost phone and recovery codes. Users remove their own with a code, in the
 * settings: a session alone must not be enough.
 */
export const resetSecondFactor: VerbOf<typeof table, 'DELETE /users/:id/second-factor'> = async (ctx, { params }) => {
  const user = await readOne(ctx, users, params.id);
  await mayChange(ctx, user);
  if (user.id === ctx.user.id)
    throw new Failure('conflict', 'Il proprio si disattiva nelle impostazioni, con un codice.');
  await ctx.emit('user.second-factor-reset', { userId: user.id });
  ctx.audit({ action: 'second_factor_reset', entity: 'user', entityId: user.id });
};

const BLOCKS_SELF =
  'Nessuno può bloccare sé stesso: lo fa un collega che gestisce gli utenti. Se non c’è, prima darne a uno il privilegio.';

/**
 * Blocks or unblocks users; none when one of them may not be changed. Their work goes to who was named for it. Tokens
 * of blocked users are suspended, except those that end or that the caller takes over.
 */
export const blockUsers =
  (legacies: readonly Legacy[]): VerbOf<typeof table, 'POST /users/bulk'> =>
  async (ctx, { body }) => {
    const seen = new Map(body.rows.map(({ id, version }) => [id, version]));
    const isBlocking = body.action === 'archive';
    if (isBlocking && seen.has(ctx.user.id)) throw new Failure('conflict', BLOCKS_SELF);
    if (isBlocking) await oneAtATime(ctx);
    const found = await readByIds(ctx, users, [...seen.keys()]);
    await mayChange(ctx, ...found);
    if (!isBlocking) {
      const same = found.filter(({ id, version }) => seen.get(id) === version).map(({ id }) => id);
      await restoreTokens(ctx, same, body.undo);
      if (body.undo) await takeBack(ctx, legacies, await leftBy(ctx, same));
    }
    const { results } = await bulk(ctx, users, body);
    if (isBlocking) {
      const blocked = results.filter(({ outcome }) => outcome === 'done').map(({ id }) => id);
      await keepManager(ctx);
      await endSessions(ctx, blocked);
      await handOver(
        ctx,
        legacies,
        found.filter(({ id }) => blocked.includes(id)),
        body.heirs,
      );
      await settleTokens(ctx, blocked, body.tokens);
      await ctx.emit('user.blocked', { userIds: blocked });
    }
    return { results };
  };
