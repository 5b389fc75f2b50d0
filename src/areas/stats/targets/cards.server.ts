/** How the targets of the month that goes on stand. */
import { integer, percent, wholeMoney } from '#domain/italian.ts';
import { unitOf, type Aim } from '#domain/stats/targets/objectives.ts';
import type { TargetCard } from '#domain/stats/targets/endpoints.ts';
import { t } from '#site/lib/intl.ts';
import { targets as words } from '#site/messages/it/targets.ts';
import { doneHref } from './targets.server.ts';

interface Reader {
  privileges: readonly number[];
  userId: number;
}
const signed = (text: string, isMore: boolean) => `${isMore ? '+' : '−'}${text}`;

/** How a target of the month stands: what is done, the bar with the mark of today, and whether it is behind. */
export function cardOf(card: TargetCard, reader: Reader, { day, basis }: { day: string; basis: string }) {
  const { objective, aim, of, target, done, over, expected, label } = card;
  const what: Aim = { objective, ...(aim && { aim, of: of ?? undefined }) };
  const unit = unitOf(what);
  const href = doneHref(reader, what, { basis, from: `${day.slice(0, 8)}01`, to: day }, done);
  if (unit === 'percent') {
    const share = over === 0 ? 0 : (done / over) * 100_00;
    return {
      label,
      href,
      done: integer(done),
      of: t(words.ofMany, { over: integer(over) }),
      at: target === 0 ? 100 : Math.min(100, (share / 100_00) * 100),
      mark: target / 100,
      tone: over === 0 || share >= target ? 'ok' : share >= target * 0.8 ? 'warn' : 'bad',
      note:
        over === 0
          ? '—'
          : t(words.share, { share: percent(Math.round(share / 10) / 10), target: percent(target / 100) }),
    };
  }
  const isBehind = expected !== null && done < Math.floor(expected);
  const write = unit === 'money' ? wholeMoney : integer;
  const difference = expected === null ? 0 : done - Math.round(expected);
  return {
    label,
    href,
    done: write(done),
    of: t(words.of, { target: write(target) }),
    // A target of 0 is reached.
    at: target === 0 ? 100 : Math.min(100, (done / target) * 100),
    mark: expected === null || target === 0 ? null : Math.min(100, (expected / target) * 100),
    tone: !isBehind ? 'ok' : expected !== null && done >= expected * 0.75 ? 'warn' : 'bad',
    note: expected === null ? '' : t(words.expected, { n: write(Math.round(expected)), difference: difference === 0 ? '=' : signed(write(Math.abs(difference)), difference > 0) }), // prettier-ignore
  };
}
