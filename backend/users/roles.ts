import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { roleNames } from '#domain/role-names.ts';
import { presetsOf, rolePresets } from '#domain/roles.ts';
import type { users as table } from '#domain/users/endpoints.ts';
import type { RoleInput } from '#domain/users/role-fields.ts';
import { changedBy, changeIssue, grantIssue, lacking } from '#domain/users/rules.ts';
import type { RoleEffect, RoleRow } from '#domain/users/roles.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { writeWords } from '../lib/records/search.ts';
import { keepManager, oneAtATime } from './managers.ts';
import { checkBase, moveCaps } from './powers.ts';

type Table = typeof table;
const MOST_ROLES = 100;
const NO_BASE = 'Amministrazione';

interface Role {
  id: number | null;
  version: number;
  name: string;
  base: (typeof roleNames)[number];
  privileges: number[];
}
interface Holder {
  id: number;
  name: string;
  privileges: number[];
  blocked: boolean;
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
const presetOf = (name: string) => roleNames.find((preset) => same(preset, name));
const asTexts = (privileges: readonly number[]) => privileges.map(String) as RoleInput['privileges'];

/** The company's own roles, then the presets in whose place none of them stands. */
export async function readRoles({ db, user }: Ctx): Promise<Role[]> {
  const own = (await db
    .selectFrom('roles')
    .select(['id', 'version', 'name', 'base', 'privileges'])
    .where('companyId', '=', user.companyId)
    .orderBy('name')
    .execute()) as Role[];
  const presets = Object.entries(presetsOf(user.companyId))
    .filter(([name]) => !own.some((role) => same(role.name, name)))
    // Those of the manufacturer are copied from none: it gives no discounts, of which alone the base speaks.
    .map(([name, held]) => ({ id: null, version: 0, name, base: presetOf(name) ?? NO_BASE, privileges: [...held] }));
  return [...own, ...presets];
}

async function readRole(ctx: Ctx, id: number): Promise<Role> {
  const role = (await readRoles(ctx)).find((one) => one.id === id);
  if (!role) throw new Failure('not_found');
  return role;
}

const holdersOf = async ({ db, user }: Ctx, name: string): Promise<Holder[]> => {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'privileges', 'archivedAt'])
    .where('companyId', '=', user.companyId)
    .where('service', '=', false)
    .where(sql<boolean>`lower(role_name) = ${name.toLowerCase()}`)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(({ archivedAt, ...row }) => ({ ...row, blocked: archivedAt !== null }));
};

/** The roles as calls answer them, with how many people have each. */
async function rowsOf(ctx: Ctx): Promise<RoleRow[]> {
  const { rows } = await sql<{ name: string; people: number }>`select lower(role_name) as name, count(*)::int as people
    from users where company_id = ${ctx.user.companyId} and not service group by 1`.execute(ctx.db);
  const people = new Map(rows.map((row) => [row.name, row.people]));
  return (await readRoles(ctx)).map((role): RoleRow => ({
    ...role,
    privileges: asTexts(role.privileges),
    people: people.get(role.name.toLowerCase()) ?? 0,
  }));
}

export const listRoles: VerbOf<Table, 'GET /users/roles'> = rowsOf;

/** What changing a role to these privileges does to everybody who has it: their own differences stay. */
const effectsOf = async (ctx: Ctx, role: Role | undefined, wanted: readonly number[]) =>
  (role ? await holdersOf(ctx, role.name) : []).map((holder) => {
    const after = changedBy(holder.privileges, role!.privileges, wanted);
    const [gains, loses] = [lacking(holder.privileges, after), lacking(after, holder.privileges)];
    const changes = gains.length > 0 || loses.length > 0;
    const issue = changes ? (changeIssue(ctx.user, holder) ?? grantIssue(ctx.user, holder, after)) : null;
    return { ...holder, after, gains, loses, issue };
  });

/** The role of this name that a new one stands in the place of. */
const replacedBy = (name: string): Role | undefined => {
  const preset = presetOf(name);
  return preset && { id: null, version: 0, name: preset, base: preset, privileges: [...rolePresets[preset]!] };
};

export const previewRole: VerbOf<Table, 'GET /users/roles/preview'> = async (
  ctx,
  { query: { id, name, privileges } },
) => {
  const role = id === undefined ? replacedBy(name) : await readRole(ctx, id);
  const effects = await effectsOf(ctx, role, privileges.map(Number));
  return effects
    .filter(({ gains, loses }) => gains.length > 0 || loses.length > 0)
    .map(({ id: person, name: who, blocked, gains, loses, issue }): RoleEffect => {
      return { id: person, name: who, blocked, gains: asTexts(gains), loses: asTexts(loses), issue };
    });
};

/**
 * Changes everybody who has a role to its new name and privileges. Throws when the caller lacks what is added, or may
 * not change one of them.
 */
async function pass(ctx: Ctx, role: Role | undefined, after: { name: string; privileges: number[] }): Promise<void> {
  const added = lacking(role?.privileges ?? [], after.privileges);
  if (lacking(ctx.user.privileges, added).length > 0)
    throw new Failure('invalid', undefined, {
      fields: { privileges: 'Non si possono mettere in un ruolo privilegi che non si hanno' },
    });
  await oneAtATime(ctx);
  const effects = await effectsOf(ctx, role, after.privileges);
  const barred = effects.find(({ issue }) => issue);
  if (barred) throw new Failure('conflict', `${barred.name}: ${barred.issue}`);
  const renamed = role !== undefined && role.name !== after.name;
  for (const { id, privileges, gains, loses, after: now } of effects) {
    if (!renamed && gains.length === 0 && loses.length === 0) continue;
    await ctx.db
      .updateTable('users')
      .set((eb) => ({ privileges: now, roleName: after.name, version: eb('version', '+', 1), updatedAt: ctx.now }))
      .where('companyId', '=', ctx.user.companyId)
      .where('id', '=', id)
      .execute();
    ctx.forget(id);
    ctx.audit({
      action: 'role_changed',
      entity: 'user',
      entityId: id,
      before: { roleName: role!.name, privileges: asTexts(privileges) },
      after: { roleName: after.name, privileges: asTexts(now) },
    });
  }
  if (renamed) {
    await ctx.emit('role.renamed', { from: role.name, to: after.name });
    await writeWords(
      ctx,
      'users',
      effects.map(({ id }) => id),
    );
  }
  await keepManager(ctx);
}

/** A new role (`id` null) may have the name of a preset, which it replaces; a role that is there may not take it. */
async function refuseTaken(ctx: Ctx, name: string, id: number | null): Promise<void> {
  const other = (await readRoles(ctx)).find((role) => same(role.name, name));
  if (other && other.id !== id)
    throw new Failure('invalid', undefined, { fields: { name: 'C’è già un ruolo con questo nome' } });
}

const factsOf = ({ name, base, privileges }: { name: string; base: string; privileges: readonly number[] }) => ({
  name,
  base,
  privileges: asTexts(privileges),
});
const answer = async (ctx: Ctx, id: number): Promise<RoleRow> => (await rowsOf(ctx)).find((role) => role.id === id)!;
const sorted = (privileges: readonly string[]) => [...new Set(privileges.map(Number))].toSorted((a, b) => a - b);

export const createRole: VerbOf<Table, 'POST /users/roles'> = async (ctx, { body }) => {
  const replaced = replacedBy(body.name);
  await refuseTaken(ctx, body.name, null);
  if ((await readRoles(ctx)).length >= MOST_ROLES) throw new Failure('conflict', `Al massimo ${MOST_ROLES} ruoli.`);
  const role = { name: replaced?.name ?? body.name, base: body.base, privileges: sorted(body.privileges) };
  await checkBase(ctx, role, replaced);
  await pass(ctx, replaced, role);
  const { id } = await ctx.db
    .insertInto('roles')
    .values({ companyId: ctx.user.companyId, ...role, createdAt: ctx.now, updatedAt: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  ctx.audit({ action: 'create', entity: 'role', entityId: id, after: factsOf(role) });
  return answer(ctx, id);
};

export const saveRole: VerbOf<Table, 'PUT /users/roles/:roleId'> = async (ctx, { params, version, body }) => {
  await oneAtATime(ctx);
  const before = await readRole(ctx, params.roleId);
  if (before.version !== version) throw new Failure('stale', undefined, { current: await answer(ctx, params.roleId) });
  if (presetOf(before.name) && !same(before.name, body.name))
    throw new Failure('invalid', undefined, {
      fields: { name: 'Sta al posto di un ruolo del prodotto: il nome resta. Per un altro nome copiarlo' },
    });
  await refuseTaken(ctx, body.name, before.id);
  const role = { name: body.name, base: body.base, privileges: sorted(body.privileges) };
  await checkBase(ctx, role, before);
  await pass(ctx, before, role);
  await moveCaps(ctx, before.name, role.name);
  await ctx.db
    .updateTable('roles')
    .set({ ...role, version: version + 1, updatedAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', params.roleId)
    .execute();
  ctx.audit({
    action: 'update',
    entity: 'role',
    entityId: params.roleId,
    before: factsOf(before),
    after: factsOf(role),
  });
  return answer(ctx, params.roleId);
};

export const deleteRole: VerbOf<Table, 'DELETE /users/roles/:roleId'> = async (ctx, { params }) => {
  await oneAtATime(ctx);
  const role = await readRole(ctx, params.roleId);
  const replaced = replacedBy(role.name);
  if (replaced) {
    await checkBase(ctx, null, role);
    await pass(ctx, role, replaced);
  } else if ((await holdersOf(ctx, role.name)).length > 0)
    throw new Failure('conflict', 'Lo hanno ancora delle persone: prima dare loro un altro ruolo.');
  else await moveCaps(ctx, role.name, null);
  await ctx.db
    .deleteFrom('roles')
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', params.roleId)
    .execute();
  ctx.audit({ action: 'delete', entity: 'role', entityId: params.roleId, before: factsOf(role) });
};
