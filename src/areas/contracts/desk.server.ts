/** Contracts on the dashboard: where each one waits. */
import type { ContractRow } from '#domain/contracts/schema.ts';
import { contractSections, contractStates } from '#domain/contracts/terms.ts';
import type { ContractsDesk } from '#domain/contracts/desk.ts';
import { keysOf } from '#domain/record/machine.ts';
import { integer, money, percent, wholeMoney } from '#domain/italian.ts';
import { plural } from '#site/lib/icu.server.ts';
import { dayAhead, moment, t } from '#site/lib/intl.ts';
import { desk } from '#site/messages/it/desk.ts';
import type { Line } from '#site/parts/desk/line.ts';
import type { SellerBar } from '#site/parts/desk/target.ts';

const words = desk.contracts;
const course = keysOf(contractStates);
/** States of contracts that go on. */
export const goingStates = course.filter((state) => state !== 'completed').join(',');

function waitsFor({ state, lacking, sentBack, deliveryOn }: ContractRow, today: string): string {
  const [first, ...others] = lacking;
  if (first !== undefined)
    return t(words.lacks, {
      sections: `${contractSections[first].toLowerCase()}${others.length > 0 ? ` +${others.length}` : ''}`,
    });
  if (state === 'incomplete') return sentBack ? words.correct : words.ready;
  if (state === 'waiting_commercial_approvation') return words.commercial;
  if (state === 'waiting_approvation') return words.backOffice;
  if (deliveryOn !== null) return t(words.handover, { day: dayAhead(deliveryOn, today) });
  return state === 'approved' ? words.approved : words.billed;
}

/** Contracts that go on: how far they are, what they wait for, since when. */
export const waitingLines = (rows: readonly ContractRow[], today: string): Line[] =>
  rows.map((row) => {
    const at = course.indexOf(row.state);
    const isLacking = row.lacking.length > 0;
    return {
      href: `/dealer/contracts/${row.id}`,
      title: row.customer ?? words.nameless,
      note: [row.number, row.vehicle].join(' · '),
      steps: course
        .slice(0, -1)
        .map((_, step) =>
          step < at ? 'ok' : step > at ? 'todo' : (isLacking && at === 0) || row.sentBack ? 'bad' : 'warn',
        ),
      end: waitsFor(row, today),
      endNote: t(words.since, { at: moment(row.since) }),
      tone: row.deliveryOn !== null && row.deliveryOn < today ? 'urgent' : undefined,
    };
  });

/** What the back office looks at: whose contract it is, and what the row is about. */
const officeLine = (row: ContractRow, end: string, endNote: string | undefined): Line => ({
  href: `/dealer/contracts/${row.id}`,
  title: row.customer ?? words.nameless,
  note: [row.number, row.vehicle, row.seller].join(' · '),
  end,
  endNote,
});

export const validateLines = (rows: readonly ContractRow[]): Line[] =>
  rows.map((row) => ({
    ...officeLine(row, wholeMoney(row.total), t(words.since, { at: moment(row.since) })),
    badge: row.lacking.length > 0 ? { label: contractSections[row.lacking[0]!], tone: 'bad' as const } : undefined,
  }));
export const owingLines = (rows: readonly ContractRow[], today: string): Line[] =>
  rows.map((row) =>
    officeLine(
      row,
      money(row.due),
      row.deliveryOn ? t(words.handover, { day: dayAhead(row.deliveryOn, today) }) : undefined,
    ),
  );
export const deliveryLines = (rows: readonly ContractRow[], today: string): Line[] =>
  rows.map((row) => ({
    ...officeLine(row, dayAhead(row.deliveryOn!, today), contractStates[row.state].label),
    tone: row.deliveryOn! < today ? ('urgent' as const) : undefined,
  }));

/** Each seller's contracts of this month by margin and by discount, the greatest first; empty for who may not see them. */
export function marginBars({ from, sellers }: ContractsDesk, at: string): { label: string; rows: SellerBar[] }[] {
  const barsBy = (
    of: 'margin' | 'discountPercent',
    label: string,
    [now, write]: [(figure: number) => number, (figure: number) => string],
  ) => ({
    label,
    rows: (sellers ?? [])
      .flatMap((row) => (row[of] == null ? [] : [{ ...row, figure: row[of] }]))
      .toSorted((a, b) => b.figure - a.figure)
      .map(({ sellerId, seller, signed, figure }) => ({
        href: `/dealer/contracts?sellerId=${sellerId}&signedFrom=${from.month}${at}`,
        seller,
        now: now(figure),
        mark: 0,
        text: [write(figure), plural(words.contracts, { n: signed })].join(' · '),
        isLoss: of === 'margin' && figure < 0,
      })),
  });
  return [
    barsBy('margin', words.byMargin, [(cents) => Math.max(0, cents), wholeMoney]),
    barsBy('discountPercent', words.byDiscount, [(share) => Math.max(0, share), percent]),
  ].filter(({ rows }) => rows.length > 0);
}

/** Contracts signed this month by each seller, beside where each was a month before on the same day. */
export const signedBars = ({ from, sellers }: ContractsDesk, at: string): SellerBar[] =>
  (sellers ?? []).map(({ sellerId, seller, signed, before, total }) => ({
    href: `/dealer/contracts?sellerId=${sellerId}&signedFrom=${from.month}${at}`,
    seller,
    now: signed,
    mark: before,
    text: t(words.sellerOf, { n: integer(signed), before: integer(before), total: wholeMoney(total) }),
  }));
