import { Failure } from '#domain/errors.ts';
import { releases as table } from '#domain/releases/endpoints.ts';
import { area } from '../lib/ports/area.ts';
import type { Ctx } from '../lib/work/context.ts';
import { cleanHtml } from '../lib/files/html.ts';
import { noteReadings, readBy } from '../lib/people/readings.ts';
import { dayInRome } from '#domain/dates.ts';

/** Releases of today or earlier whose time has not passed, newest first. */
const published = ({ db, today }: Ctx) =>
  db
    .selectFrom('releases')
    .select(['id', 'releaseNumber', 'releaseDate', 'title', 'body', 'editedAt'])
    .where('releaseDate', '<=', today)
    .where((eb) => eb.or([eb('endsOn', 'is', null), eb('endsOn', '>=', today)]))
    .orderBy('releaseDate', 'desc')
    .orderBy('id', 'desc');

type Row = Awaited<ReturnType<ReturnType<typeof published>['executeTakeFirstOrThrow']>>;
/** With the field names of the specification. */
const literal = ({ id, releaseNumber, releaseDate, title, body }: Row) => ({
  id,
  release_number: releaseNumber,
  release_date: releaseDate,
  title,
  body: cleanHtml(body),
});

/** What came since the person last read the news, but for what they have opened. */
async function unread(ctx: Ctx): Promise<number[]> {
  const { companyId, id: userId } = ctx.user;
  const own = await ctx.db
    .selectFrom('users')
    .select('updatesSeenAt')
    .where('companyId', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirst();
  const seenDay = own?.updatesSeenAt ? dayInRome(new Date(own.updatesSeenAt)) : '';
  const read = await readBy(ctx, 'release');
  const rows = await published(ctx).limit(200).execute();
  return rows.filter(({ id, releaseDate }) => releaseDate > seenDay && !read.has(id)).map(({ id }) => id);
}

export const releases = area(table, {
  verbs: {
    'GET /releases': async (ctx) => (await published(ctx).limit(200).execute()).map(literal),
    'GET /releases/:id': async (ctx, { params }) => {
      const row = await published(ctx).where('id', '=', params.id).executeTakeFirst();
      if (!row) throw new Failure('not_found');
      return { ...literal(row), editedAt: row.editedAt };
    },
    'GET /releases/unread': unread,
    'PUT /releases/:id/read': async (ctx, { params }) => {
      const row = await published(ctx).where('id', '=', params.id).executeTakeFirst();
      if (!row) throw new Failure('not_found');
      await noteReadings(ctx, 'release', [row.id]);
      ctx.audit({ action: 'read', entity: 'release', entityId: row.id });
    },
  },
  effects: {
    'updates.seen': async (ctx) => noteReadings(ctx, 'release', await unread(ctx)),
  },
});
