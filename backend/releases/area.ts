import { Failure } from '#domain/errors.ts';
import { releases as table } from '#domain/releases/endpoints.ts';
import { area } from '../lib/ports/area.ts';
import type { Ctx } from '../lib/work/context.ts';
import { cleanHtml } from '../lib/files/html.ts';

/** Releases dated today or earlier, newest first. */
const published = ({ db, today }: Ctx) =>
  db
    .selectFrom('releases')
    .select(['id', 'releaseNumber', 'releaseDate', 'title', 'body'])
    .where('releaseDate', '<=', today)
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

export const releases = area(table, {
  verbs: {
    'GET /releases': async (ctx) => (await published(ctx).limit(200).execute()).map(literal),
    'GET /releases/:id': async (ctx, { params }) => {
      const row = await published(ctx).where('id', '=', params.id).executeTakeFirst();
      if (!row) throw new Failure('not_found');
      return literal(row);
    },
  },
});
