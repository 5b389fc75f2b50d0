/** Reasons and questions as the reception shows them: the company's own beside its network's, one of each code. */
import { sql, type RawBuilder } from 'kysely';
import type { AccessInput } from '#domain/accesses/schema.ts';
import { answerLines, type Answered } from '#domain/accesses/words/answers.ts';
import type { ReceptionWords } from '#domain/accesses/words/endpoints.ts';
import type { WordKind } from '#domain/accesses/words/fields.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { OWN } from '#backend/db/tenant.ts';
import type { Ctx } from '#backend/lib/work/context.ts';

interface Word {
  kind: WordKind;
  code: string;
  label: string;
  answers: string | null;
  retired: boolean;
}

/**
 * All words that the company reads, in their order. Of a code that both have, the one that is offered counts, and the
 * company's own before the network's.
 */
export async function readWords({ db, user }: Ctx): Promise<ReceptionWords> {
  const { rows } = await sql<Word>`select distinct on (w.kind, w.code) w.kind, w.code, w.label, w.answers, w.place,
      w.archived_at is not null as retired from reception_words w
    where w.company_id in (${user.companyId}, ${MANUFACTURER}) and not w.draft
    order by w.kind, w.code, w.archived_at is not null, w.company_id = ${MANUFACTURER}`.execute(db);
  const words = (rows as (Word & { place: number })[]).toSorted(
    (a, b) => a.place - b.place || a.label.localeCompare(b.label, 'it'),
  );
  const of = (wanted: WordKind) => words.filter(({ kind }) => kind === wanted);
  return {
    reasons: of('reason').map(({ code, label, retired }) => ({ code, label, retired })),
    questions: of('question').map(({ code, label, retired, answers }) => ({
      code,
      label,
      retired,
      answers: answerLines(answers),
    })),
  };
}

/** SQL: the words of a visit's reason, `code` being its column; the company's own before its network's. */
export const reasonLabel = (code: RawBuilder<unknown>): RawBuilder<string | null> => {
  const label = (company: RawBuilder<unknown>) => sql`(select w.label from reception_words w
    where w.company_id = ${company} and w.kind = 'reason' and w.code = ${code} and not w.draft)`;
  return sql`coalesce(${label(sql`${OWN}`)}, ${label(sql`${MANUFACTURER}`)})`;
};

type Chosen = Pick<AccessInput, 'reason' | 'answers'>;

/**
 * Throws at the field for a reason that is not offered, or an answer that is none of its question. What the visit has
 * already (`was`) stays, also when it was retired since.
 */
export async function checkWords(ctx: Ctx, { reason, answers }: Chosen, was: Chosen | null): Promise<void> {
  const isNewReason = reason !== null && reason !== was?.reason;
  const fresh = answers.filter(
    (one) => !was?.answers.some((had) => had.question === one.question && had.answer === one.answer),
  );
  if (!isNewReason && fresh.length === 0) return;
  const { reasons, questions } = await readWords(ctx);
  const fields: Record<string, string> = {};
  if (isNewReason && !reasons.some(({ code, retired }) => code === reason && !retired))
    fields.reason = 'Scegliere un motivo dell’elenco';
  const isKnown = ({ question, answer }: Answered) =>
    questions.some(({ code, retired, answers: all }) => code === question && !retired && all.includes(answer));
  for (const [at, one] of answers.entries()) {
    const isTwice = answers.findIndex(({ question }) => question === one.question) < at;
    if (isTwice) fields[`answers.${at}.question`] = 'Questa domanda c’è già';
    else if (fresh.includes(one) && !isKnown(one))
      fields[`answers.${at}.answer`] = 'Scegliere una risposta della domanda';
  }
  if (Object.keys(fields).length > 0) throw new Failure('invalid', undefined, { fields });
}

/** What was asked and answered in words; a question that nobody words any more keeps its code. */
export async function answeredOf(ctx: Ctx, answers: readonly Answered[]): Promise<Answered[]> {
  if (answers.length === 0) return [];
  const { questions } = await readWords(ctx);
  return answers.map(({ question, answer }) => ({
    question: questions.find(({ code }) => code === question)?.label ?? question,
    answer,
  }));
}
