import { receptionEndpoints as table, type ReceptionWord } from '#domain/accesses/words/endpoints.ts';
import { area } from '#backend/lib/ports/area.ts';
import { create } from '#backend/lib/records/make.ts';
import { recordVerbs } from '#backend/lib/records/record-verbs.ts';
import { bulk, readByIds, readOne, update } from '#backend/lib/records/records.ts';
import { waiting } from '../waiting.ts';
import { readWords } from './offered.ts';
import { checkLasting, checkRoom, receptionWords as words } from './records.ts';

/** Reasons of visits, questions of the reception, how long people may wait: a dealer's own, and the manufacturer's. */
export const receptionWords = area(table, {
  verbs: {
    ...recordVerbs('reception-words', words),
    'POST /reception-words': async (ctx, { body }) => {
      await checkRoom(ctx, body.kind, 1);
      return create(ctx, words, body);
    },
    'PUT /reception-words/:id': async (ctx, input) => {
      checkLasting(await readOne(ctx, words, input.params.id), input.body);
      return update(ctx, words, input);
    },
    'POST /reception-words/bulk': async (ctx, { body }) => {
      const ids = body.rows.map(({ id }) => id);
      const back: ReceptionWord[] = body.action === 'restore' ? await readByIds(ctx, words, ids) : [];
      const retired = back.filter(({ archived }) => archived);
      for (const [kind, those] of Map.groupBy(retired, (one) => one.kind)) await checkRoom(ctx, kind, those.length);
      return bulk(ctx, words, body);
    },
    'GET /reception-waiting': waiting.read,
    'PUT /reception-waiting': waiting.save,
    'POST /reception-waiting/unschedule': waiting.unschedule,
    'GET /reception-waiting/timeline': waiting.history,
    'GET /accesses/words': readWords,
  },
  constraints: { reception_words_code: { code: 'C’è già una voce con questo codice, forse ritirata' } },
});
