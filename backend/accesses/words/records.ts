/** What receptions ask as records of a list: a dealer's own beside the manufacturer's. */
import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { MOST_WORDS } from '#domain/accesses/words/code.ts';
import type {
  ReceptionWord,
  ReceptionWordInput,
  receptionEndpoints as table,
} from '#domain/accesses/words/endpoints.ts';
import { answersFault, receptionWordFields, wordKinds, type WordKind } from '#domain/accesses/words/fields.ts';
import { Failure, type FieldMessages } from '#domain/errors.ts';
import { OWN } from '#backend/db/tenant.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { isArchived, orderOf, selectOf, type Records } from '#backend/lib/records/records.ts';

type Filters = Partial<z.output<(typeof table)['GET /reception-words']['query']>>;

const wrong = (fields: FieldMessages) => new Failure('invalid', undefined, { fields });

/** Throws at the field when a company offers too many of a kind; its writers take turns. */
export async function checkRoom({ db, user }: Ctx, kind: WordKind, more: number): Promise<void> {
  const { companyId } = user;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reception words ${companyId}`}, 0))`.execute(db);
  const { rows } = await sql<{ many: number }>`select count(*)::int as many from reception_words w
    where w.company_id = ${companyId} and w.kind = ${kind} and w.archived_at is null`.execute(db);
  if (rows[0]!.many + more > MOST_WORDS)
    throw wrong({ kind: `Al massimo ${MOST_WORDS} in uso (${wordKinds[kind].toLowerCase()}): prima ritirarne uno` });
}

export const receptionWords: Records<ReceptionWord, Filters> = {
  table: 'receptionWords',
  entity: 'reception_word',
  noun: 'la voce dell’accoglienza',
  file: 'accoglienza',
  fields: receptionWordFields,
  select: selectOf('receptionWords', receptionWordFields, sql`, r.company_id <> ${OWN} as theirs`),
  order: orderOf(receptionWordFields),
  sort: { sort: 'place', dir: 'asc' },
  shared: { text: sql`r.label` },
  where: (_ctx, { kind, archived }: Filters) => [
    ...(kind ? [sql<SqlBool>`r.kind = ${kind}`] : []),
    ...(archived === undefined ? [] : [isArchived(archived)]),
  ],
  check: async (_ctx, input) => {
    const answers = answersFault(input as ReceptionWordInput);
    if (answers !== null) throw wrong({ answers });
  },
};

/** What visits have by its code stays what it is; what others have seen is retired, not hidden. Throws at the field. */
export function checkLasting(was: ReceptionWord, now: ReceptionWordInput): void {
  const fixed = 'Non si cambia più: ritirare la voce e farne un’altra';
  if (was.kind !== now.kind) throw wrong({ kind: fixed });
  if (was.code !== now.code && !was.draft) throw wrong({ code: fixed });
  if (!was.draft && now.draft) throw wrong({ draft: 'È già pubblicata: per toglierla si ritira' });
}
