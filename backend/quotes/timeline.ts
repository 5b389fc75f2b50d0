import { sql, type RawBuilder } from 'kysely';
import { didOf, stateIn, type States } from '#domain/record/machine.ts';
import { approvalMachine } from '#domain/quotes/approvals/terms.ts';
import { closeReasons, type CloseReason } from '#domain/quotes/terms.ts';
import type { quoteMachine } from '#domain/quotes/rules.ts';
import type { b2bMachine } from '#domain/quotes/b2b/rules.ts';
import type { Ctx } from '../lib/work/context.ts';
import { vocabularyOf } from '../lib/records/activity.ts';
import type { Course } from '../lib/records/course.ts';
import type { Revision } from '../lib/records/revisions.ts';
import { timelineOf, write, type FieldText, type Vocabulary } from '../lib/records/timeline.ts';
import { aroundActions, lettersIn, messagesOf } from '../documents/messages.ts';
import { approvalTexts } from './approvals/stored-approval.ts';

interface Row<S> {
  id: number;
  revision: number;
  state: S;
  superseded: boolean;
  expiresOn: string | null;
  createdAt: string;
}

/** The words in which the activity of a kind of record is told. */
interface Words<S extends string, Own> {
  /** Verb phrases for making a record and for asking for consent. */
  made: string;
  asked: string;
  /** The column of approvals that refers to the record. */
  approvals: 'quoteId' | 'b2bQuoteId';
  states: States<S>;
  fields: Record<string, FieldText>;
  outside: NonNullable<Vocabulary['outside']>;
  /** Further columns of each revision. */
  columns: RawBuilder<Own>;
  href(row: Row<S> & Own): string;
}

/**
 * The activity of all revisions of a quote or offer, with the messages to and from the customer, and the revisions
 * themselves, newest first.
 */
export function historyOf<
  M extends typeof quoteMachine | typeof b2bMachine,
  R extends Revision<unknown>,
  S extends string,
  Own,
>(course: Course<M, R, unknown>, words: Words<S, Own>) {
  const { machine, of } = course;
  const { states } = words;
  const told = vocabularyOf(machine, {
    fields: {},
    actions: { create: words.made, ...didOf(approvalMachine), ...aroundActions, ask: words.asked },
    facts: {
      closeReason: ['Motivo', (value) => closeReasons[value as CloseReason] ?? '—'],
      note: ['Spiegazione', write.text],
      ...words.fields,
      ...approvalTexts,
    },
  });
  const vocabulary = { ...told, outside: words.outside };
  return async (ctx: Ctx, { params }: { params: { id: number } }) => {
    const { rootId } = await course.read(ctx, params.id);
    const { companyId } = ctx.user;
    const { rows } = await sql<
      Row<S> & Own
    >`select id, revision, state, superseded, expires_on, created_at, ${words.columns} from ${sql.table(of.table)}
      where company_id = ${companyId} and root_id = ${rootId} order by revision desc`.execute(ctx.db);
    const ids = rows.map(({ id }) => id);
    const approvals = await ctx.db
      .selectFrom('approvals')
      .select('id')
      .where('companyId', '=', companyId)
      .where(words.approvals, 'in', ids)
      .execute();
    const beside = { entity: approvalMachine.entity, ids: approvals.map(({ id }) => id) };
    const acts = await timelineOf(ctx, machine.entity, ids, vocabulary, beside);
    const letters = lettersIn(await messagesOf(ctx, ids, machine.entity));
    return {
      events: [...letters.toReversed(), ...acts].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)),
      revisions: rows.map((row) => ({ ...row, state: stateIn(states, row, ctx.today), href: words.href(row) })),
    };
  };
}
