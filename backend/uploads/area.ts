import { Failure } from '#domain/errors.ts';
import { uploads as table } from '#domain/uploads/endpoints.ts';
import { purposes } from '#domain/upload-purposes.ts';
import { area } from '../lib/ports/area.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { holds } from '../lib/work/context.ts';
import { answerUpload, readUpload } from '../lib/files/uploads.ts';
import { checkSender, keepFile } from './keep.ts';
import { phoneVerbs } from './phone.ts';
import { sweepUnnamed } from '../lib/files/unnamed.ts';
import { sweep } from './sweep.ts';
import { deleteFiles } from '../lib/files/delete.ts';
import { emptyOf, emptyOwn, own, people } from './unused.ts';

const send: VerbOf<typeof table, 'POST /uploads'> = async (ctx, { query: { purpose, name }, body: file }) => {
  checkSender(ctx, purpose);
  return keepFile(ctx, { purpose, name }, file);
};

const read: VerbOf<typeof table, 'GET /uploads/:id'> = async (ctx, { params, query }) => {
  const found = await readUpload(ctx, params.id);
  const isOwn = found.heldAt === null && found.userId === ctx.user.id;
  // Until a record holds the file, it is its sender's alone: for others it does not exist yet.
  if (!isOwn && found.heldAt === null && found.releasedAt === null) throw new Failure('not_found');
  if (!isOwn && !holds(ctx, ...purposes[found.purpose].see)) throw new Failure('forbidden');
  return answerUpload(found, query.size);
};

export const uploads = area(table, {
  verbs: {
    'POST /uploads': send,
    'GET /uploads/:id': read,
    ...phoneVerbs,
    'GET /uploads/unused': own,
    'DELETE /uploads/unused': emptyOwn,
    'GET /uploads/unused/people': people,
    'DELETE /uploads/unused/people/:id': emptyOf,
  },
  jobs: [deleteFiles],
  schedules: [sweep, sweepUnnamed],
});
