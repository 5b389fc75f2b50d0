/** How the targets of the month that goes on stand. */
import { countedContracts } from '#domain/contracts/counted.ts';
import { integer, percent, wholeMoney } from '#domain/italian.ts';
import { drillHref, type PartFilters } from '#domain/record/figures.ts';
import { countedBy, unitOf, type Aim } from '#domain/stats/targets/objectives.ts';
import { targetSources, type TargetCard, type TargetNow } from '#domain/stats/targets/endpoints.ts';
import { t } from '#site/lib/intl.ts';
import { targets as words } from '#site/messages/it/targets.ts';
import type { SellerBar, TargetBar } from '#site/parts/desk/target.ts';
import { signed } from '#site/parts/figures/signed.ts';
import { doneHref } from './targets.server.ts';

interface Reader {
  privileges: readonly number[];
  userId: number;
}
/** Of which days and place the numbers are. */
interface Within {
  day: string;
  basis: string;
  locationId?: number | undefined;
}
const daysOf = ({ day, basis, locationId }: Within) => ({
  basis,
  from: `${day.slice(0, 8)}01`,
  to: day,
  ...(locationId !== undefined && { locationId }),
});

/** What of the dashboard's own bars says the same. */
const insteadOf = ({ objective, aim }: TargetCard): TargetBar['instead'] => {
  if (aim) return undefined;
  if (objective === 'financial') return 'financed';
  return ['new_pieces', 'used_pieces', 'value'].includes(objective) ? 'signed' : undefined;
};

/** A penetration: the share that is done beside the one that is wanted, and whose it is. */
function shareOf({ target, source, done, over }: TargetCard): Omit<TargetBar, 'label' | 'href' | 'instead'> {
  const share = over === 0 ? 0 : (done / over) * 100_00;
  const said = t(words.share, { share: percent(Math.round(share / 10) / 10), target: percent(target / 100) });
  return {
    done: integer(done),
    of: t(words.ofMany, { over: integer(over) }),
    at: target === 0 ? 100 : Math.min(100, (share / 100_00) * 100),
    mark: target / 100,
    tone: over === 0 || share >= target ? 'ok' : share >= target * 0.8 ? 'warn' : 'bad',
    note: over === 0 ? '—' : [said, targetSources[source]].filter(Boolean).join(' '),
  };
}

/** What adds up: pieces, contracts or money beside what is to be expected of them by today. */
function sumOf(card: TargetCard, write: (amount: number) => string): Omit<TargetBar, 'label' | 'href' | 'instead'> {
  const { target, done, expected } = card;
  const isBehind = expected !== null && done < Math.floor(expected);
  const difference = expected === null ? 0 : done - Math.round(expected);
  return {
    done: write(done),
    of: t(words.of, { target: write(target) }),
    // A target of 0 is reached.
    at: target === 0 ? 100 : Math.min(100, (done / target) * 100),
    mark: expected === null || target === 0 ? null : Math.min(100, (expected / target) * 100),
    tone: !isBehind ? 'ok' : expected !== null && done >= expected * 0.75 ? 'warn' : 'bad',
    note: expected === null ? '' : t(words.expected, { n: write(Math.round(expected)), difference: difference === 0 ? '=' : signed(write(Math.abs(difference)), difference > 0) }), // prettier-ignore
  };
}

/** How a target of the month stands: what is done, the bar with the mark of today, and whether it is behind. */
export function cardOf(card: TargetCard, reader: Reader, within: Within): TargetBar {
  const { objective, aim, of, label, done } = card;
  const what: Aim = { objective, ...(aim && { aim, of: of ?? undefined }) };
  const unit = unitOf(what);
  return {
    label,
    href: doneHref(reader, what, daysOf(within), done),
    instead: insteadOf(card),
    ...(unit === 'percent' ? shareOf(card) : sumOf(card, unit === 'money' ? wholeMoney : integer)),
  };
}

/** The same of a month, one bar for each target. */
export const barsOf = (now: TargetNow, reader: Reader, locationId?: number): TargetBar[] =>
  now.cards.map((card) => cardOf(card, reader, { ...now, locationId }));

/** Which contracts the pieces of sellers are of: of those kinds alone for which something is set. */
function soldOf({ cards }: Pick<TargetNow, 'cards'>): PartFilters {
  const set = cards.filter(({ objective, aim }) => aim === null && ['new_pieces', 'used_pieces'].includes(objective));
  return set.length === 1 ? countedBy({ objective: set[0]!.objective }).of : { retail: 'true' };
}

/** Pieces of each seller beside their target; null: nobody has one, or who asks sees only the own. */
export function sellerBars(
  { sellers, ...now }: TargetNow,
  { privileges }: Reader,
  locationId?: number,
): SellerBar[] | null {
  if (!sellers?.some(({ target }) => target !== null)) return null;
  const sold = soldOf(now);
  return sellers.map(({ sellerId, seller, target, kind, done, expected }) => {
    const filters = kind === null ? sold : { kind };
    const rows = { ...daysOf({ ...now, locationId }), personId: sellerId, filters };
    return {
      href: done === 0 ? undefined : drillHref('contracts', countedContracts, rows, { count: done, privileges }),
      seller,
      now: done,
      // Who lacks a part of a piece is not behind.
      mark: Math.floor(expected ?? 0),
      text:
        target === null
          ? t(words.noTarget, { n: integer(done) })
          : t(words.sellerOf, {
              n: integer(done),
              target: integer(target),
              expected: integer(Math.round(expected ?? 0)),
            }),
    };
  });
}
