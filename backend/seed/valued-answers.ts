import { addDays, dayInRome } from '#domain/dates.ts';
import { KEPT_DAYS, type Counter } from '#domain/valuations/counters.ts';
import type { SourceAnswer } from '#domain/valuations/schema.ts';
import { keyOf } from '#backend/valuations/quotations.ts';
import { insertRows, nextId, type Owner } from './insert.ts';

interface AnswersToSeed {
  companyId: number;
  now: Date;
  asked: readonly { question: Parameters<typeof keyOf>[1]; answer: SourceAnswer }[];
}

/** Answers that are kept, and a month in which one counter is near its quota. */
export async function seedAnswers(owner: Owner, { companyId, now, asked }: AnswersToSeed): Promise<void> {
  const today = dayInRome(now);
  const firstAnswer = await nextId(owner, 'quotations');
  await insertRows(
    owner,
    'quotations',
    asked.map(({ question, answer }, i) => ({
      company_id: companyId,
      id: firstAnswer + i,
      source: 'EUR',
      question: 'advanced',
      key: keyOf('advanced', question),
      round: 1,
      asked_at: now.toISOString(),
      answer,
      simulated: true,
      valid_until: addDays(today, KEPT_DAYS),
    })),
  );
  const used: Partial<Record<Counter, number>> = {
    advanced_evaluations: 58,
    indicata_generic: 84,
    simple_evaluations: 42,
    infocar_plates: 31,
  };
  await insertRows(
    owner,
    'quotation_counts',
    Object.entries(used).map(([counter, count]) => ({
      company_id: companyId,
      counter,
      month: today.slice(0, 7),
      used: count,
    })),
  );
}
