import { addDays } from '#domain/dates.ts';
import { LINK_PLACE } from '#domain/documents/limits.ts';
import type { privacy as table } from '#domain/privacy/endpoints.ts';
import { sender } from '../documents/sender.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { openLink, revokeLinks } from '../lib/people/link.ts';
import { answer, readPerson } from './consents.ts';
import { readHouse } from '../lib/people/privacy-texts.ts';

type Table = typeof table;
/** Days for which a link opens the page: a customer asked in the summer holidays may answer in September. */
const LINK_DAYS = 90;

const linkFor = (ctx: Ctx, recordId: number) =>
  openLink(ctx, {
    purpose: 'privacy',
    recordId,
    expiresAt: new Date(`${addDays(ctx.today, LINK_DAYS)}T23:00:00Z`),
  });
const urlOf = ({ config }: Pick<Ctx, 'config'>, token: string) => `${config.PUBLIC_ORIGIN}/privacy/${token}`;

/** Sends one message with its own new link. */
export const privacyMail = sender('privacy-mail', async (ctx, { recordId, body }) => {
  const { id, token } = await linkFor(ctx, recordId);
  return {
    text: body.replaceAll(LINK_PLACE, urlOf(ctx, token)),
    keeps: [(await readHouse(ctx)).contacts],
    link: { id, purpose: 'privacy' },
  };
});

export const sendLink: VerbOf<Table, 'POST /privacy/customers/:id/send'> = async (ctx, { params: { id }, body }) => {
  const { name } = await readPerson(ctx, id, true);
  const house = await readHouse(ctx);
  const { companyId, id: userId } = ctx.user;
  const text = [
    `Gentile ${name},`,
    `da questa pagina può leggere come ${house.name} tratta i suoi dati e scegliere, una per una, le comunicazioni che desidera ricevere:`,
    LINK_PLACE,
    'La pagina è personale e resta aperta novanta giorni: le scelte si cambiano quando si vuole.',
    [house.name, house.contacts].join('\n'),
  ].join('\n\n');
  const row = await ctx.db
    .insertInto('messages')
    .values({
      companyId,
      entity: 'customer',
      recordId: id,
      direction: 'out',
      userId,
      createdAt: ctx.now,
      address: body.to,
      subject: `${house.name}: i suoi dati e le sue scelte`,
      body: text,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ctx.enqueue(privacyMail, { companyId, id: row.id });
  ctx.audit({ action: 'privacy_sent', entity: 'customer', entityId: id, after: { to: body.to } });
  return answer(ctx, id);
};

export const makeLink: VerbOf<Table, 'POST /privacy/customers/:id/link'> = async (ctx, { params: { id } }) => {
  await readPerson(ctx, id, true);
  const { token } = await linkFor(ctx, id);
  ctx.audit({ action: 'privacy_link', entity: 'customer', entityId: id });
  return { url: urlOf(ctx, token), expiresAt: new Date(`${addDays(ctx.today, LINK_DAYS)}T23:00:00Z`).toISOString() };
};

export const endLinks: VerbOf<Table, 'POST /privacy/customers/:id/revoke'> = async (ctx, { params: { id } }) => {
  await readPerson(ctx, id, true);
  await revokeLinks(ctx, 'privacy', id);
  ctx.audit({ action: 'link_revoked', entity: 'customer', entityId: id });
  return answer(ctx, id);
};
