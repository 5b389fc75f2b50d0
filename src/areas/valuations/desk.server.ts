/** Valuations that wait for an answer, on the dashboard. */
import type { ValuationRow } from '#domain/valuations/schema.ts';
import { moment, t } from '#site/lib/intl.ts';
import { desk } from '#site/messages/it/desk.ts';
import type { Line } from '#site/parts/desk/line.ts';
import { ringUntil } from '#site/parts/desk/ring.ts';

const HOUR = 3_600_000;
const words = desk.valuations;

/** Which car, who asks for whom, and what is left of the time. */
export const askedLines = (rows: readonly ValuationRow[], now: Date): Line[] =>
  rows.map((row, n) => {
    const due = Date.parse(row.answerBy ?? '');
    const isLate = row.late === 'late';
    return {
      href: `/dealer/usedEvaluation/${row.id}`,
      title: [row.maker, row.model, row.registeredOn?.slice(0, 4)].filter(Boolean).join(' '),
      note: [
        row.customer ? t(words.for, { who: row.madeBy, customer: row.customer }) : row.madeBy,
        row.answerBy && moment(row.answerBy, now),
      ]
        .filter(Boolean)
        .join(' · '),
      ...(row.answerBy && {
        ring: ringUntil(due, HOUR, now.getTime(), due - now.getTime() < HOUR / 4),
      }),
      act: { label: words.value, href: `/dealer/usedEvaluation/${row.id}`, first: n === 0 },
      tone: isLate ? ('urgent' as const) : undefined,
    };
  });
