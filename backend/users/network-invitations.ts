/** Whom the manufacturer invites: nobody is a user before the company has said so, or has nobody left who could. */
import { sql } from 'kysely';
import { CONFIRM_HOURS, type invitationCalls as table, type Invitation } from '#domain/network/invitations.ts';
import { Failure } from '#domain/errors.ts';
import { privileges as p } from '#domain/privileges.ts';
import { blankOf } from '#domain/record/fields.ts';
import { rolePresets } from '#domain/roles.ts';
import { userFields } from '#domain/users/fields.ts';
import { userInput } from '#domain/users/schema.ts';
import { holdersOf, notify, untell } from '../lib/people/notify.ts';
import { hasManager, readInvitation, readWaiting } from '../lib/people/invited.ts';
import { sendMail } from '../lib/people/mail.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx, Effects, Job } from '../lib/work/context.ts';
import { mayGrant } from './granting.ts';
import { readRoles } from './roles.ts';
import { admit } from './users.ts';

type Table = typeof table;

/** The user that they become: the role as the company has it now, every place that is open. */
async function userOf(ctx: Ctx, { name, email, roleName }: Invitation) {
  const role = (await readRoles(ctx)).find((one) => one.name === roleName);
  const places = await ctx.db
    .selectFrom('locations')
    .select('id')
    .where('companyId', '=', ctx.user.companyId)
    .where('archivedAt', 'is', null)
    .orderBy('id')
    .limit(userFields.locationIds.most)
    .execute();
  return userInput.parse({
    ...blankOf(userFields),
    name,
    email,
    roleName,
    privileges: (role?.privileges ?? rolePresets[roleName] ?? []).map(String),
    locationIds: places.map(({ id }) => id),
  });
}

/** What who manages the users is told of one that waits. */
const toldOf = (id: number) =>
  ({ kind: 'person_invited', href: '/dealer/users', once: `person_invited:${id}` }) as const;

/** Says how an invitation ended and by whom; nobody is asked any more. */
async function decide(ctx: Ctx, id: number, state: 'confirmed' | 'refused' | 'let_in', decider: string | null) {
  await ctx.db
    .updateTable('networkInvitations')
    .set({ state, decider, decidedAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .execute();
  await untell(ctx, toldOf(id));
}

/** The invitation, locked, as long as it waits. Throws `not_found` and `conflict`. */
async function waiting(ctx: Ctx, id: number): Promise<Invitation> {
  const found = await readInvitation(ctx, id);
  if (!found) throw new Failure('not_found');
  if (found.state !== 'waiting') throw new Failure('conflict', 'L’invito non aspetta più una risposta.');
  return found;
}

export const list: VerbOf<Table, 'GET /network-invitations'> = (ctx) => readWaiting(ctx);

/** Throws `invalid` where the caller may not give the role, or the address is somebody's already. */
export const confirm: VerbOf<Table, 'POST /network-invitations/:id/confirm'> = async (ctx, { params }) => {
  const found = await waiting(ctx, params.id);
  const body = await userOf(ctx, found);
  await mayGrant(ctx, body);
  const { id } = await admit(ctx, body);
  await decide(ctx, params.id, 'confirmed', ctx.user.name);
  ctx.audit({ action: 'invitation_confirmed', entity: 'user', entityId: id, after: { asker: found.asker } });
};

export const refuse: VerbOf<Table, 'POST /network-invitations/:id/refuse'> = async (ctx, { params }) => {
  const { name, asker } = await waiting(ctx, params.id);
  await decide(ctx, params.id, 'refused', ctx.user.name);
  ctx.audit({
    action: 'invitation_refused',
    entity: 'company',
    entityId: ctx.user.companyId,
    after: { name, asker },
  });
};

interface Of {
  companyId: number;
  id: number;
}

/** Tells who manages the users, by bell and mail, whom the manufacturer wants to let in, or no longer that it does. */
export const invitationAskedJob: Job<Of> = {
  name: 'network-invitation',
  run: ({ asCompany }, { companyId, id }) =>
    asCompany(companyId, null, async (ctx) => {
      const found = await readInvitation(ctx, id);
      if (found?.state !== 'waiting') return void (await untell(ctx, toldOf(id)));
      await notify(ctx, await holdersOf(ctx, p.manageUsers), {
        ...toldOf(id),
        title: `La Casa invita ${found.name}: confermare o rifiutare`,
        text: `${found.email}, ${found.roleName}, chiesto da ${found.asker}. Senza conferma non entra.`,
      });
    }),
};

const after = ({ now }: Ctx, hours: number) => new Date(now.getTime() + hours * 3_600_000);

/**
 * Lets somebody in where no administrator is left, and tells everybody of the company and the company itself; as long as
 * there is one, they decide, and it is asked again every day.
 */
async function letIn(ctx: Ctx, { companyId, id }: Of): Promise<void> {
  const found = await readInvitation(ctx, id);
  if (found?.state !== 'waiting') return;
  if (await hasManager(ctx)) return ctx.enqueue(invitationDueJob, { companyId, id }, { at: after(ctx, 24) });
  const user = await admit(ctx, await userOf(ctx, found));
  await decide(ctx, id, 'let_in', null);
  ctx.audit({ action: 'invitation_let_in', entity: 'user', entityId: user.id, after: { asker: found.asker } });
  const { rows } = await sql<{ id: number }>`select id from users where company_id = ${companyId} and id <> ${user.id}
    and not service and archived_at is null order by id limit 200`.execute(ctx.db);
  const told = {
    kind: 'person_let_in',
    ...letInText(found),
    href: '/dealer',
    once: `person_let_in:${id}`,
  } as const;
  await notify(ctx, rows.map((one) => one.id), told); // prettier-ignore
  await ctx.enqueue(invitationLetInMail, { companyId, id });
}

const letInText = ({ name, email, roleName, asker }: Invitation) => ({
  title: `${name} entra su invito della Casa`,
  text: `Da ${CONFIRM_HOURS} ore nessuno dell’azienda poteva confermare: ${email}, ${roleName}, chiesto da ${asker}.`,
});

/** Tells the company at its own address. */
export const invitationLetInMail: Job<Of> = {
  name: 'network-invitation-let-in',
  pace: 'mail',
  run: async ({ config, asCompany }, { companyId, id }) => {
    const mail = await asCompany(companyId, null, async (ctx) => {
      const [found, company] = [await readInvitation(ctx, id), await readAddress(ctx)];
      return found && company ? { to: company, ...letInText(found) } : null;
    });
    if (mail) await sendMail(config, { to: mail.to, subject: mail.title, text: mail.text });
  },
};

const readAddress = async ({ db, user }: Ctx): Promise<string | null> =>
  (await db.selectFrom('companies').select('email').where('companyId', '=', user.companyId).executeTakeFirst())
    ?.email || null;

export const invitationDueJob: Job<Of> = {
  name: 'network-invitation-due',
  run: async ({ asCompany }, of) => {
    try {
      await asCompany(of.companyId, null, (ctx) => letIn(ctx, of));
    } catch (error) {
      if ((error as { code?: string }).code !== '23505') throw error;
      // The address has become a user's, here or elsewhere: by this invitation nobody can be let in.
      await asCompany(of.companyId, null, async (ctx) => {
        const { name, asker } = await waiting(ctx, of.id);
        await decide(ctx, of.id, 'refused', null);
        const after = { name, asker };
        ctx.audit({ action: 'invitation_refused', entity: 'company', entityId: of.companyId, after });
      });
    }
  },
};

/** The company is asked at once, and asks itself later whether anybody is left who could answer. */
export const invitationEffects: Effects = {
  'person.invited': async (ctx, { id }) => {
    const of = { companyId: ctx.user.companyId, id };
    await ctx.enqueue(invitationAskedJob, of);
    await ctx.enqueue(invitationDueJob, of, { at: after(ctx, CONFIRM_HOURS) });
  },
  'person.uninvited': (ctx, { id }) => ctx.enqueue(invitationAskedJob, { companyId: ctx.user.companyId, id }),
};
