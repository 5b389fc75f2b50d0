import { integer, tenths } from '#domain/italian.ts';
import type { NetworkDealer } from '#domain/network/endpoints.ts';
import { isFarBehind, paceOf, type Pace } from '#domain/network/targets.ts';
import { forecast } from '#domain/record/figures.ts';
import type { CallAnswer } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { home } from '#site/messages/it/home.ts';
import type { Content } from '#site/parts/figures/table.ts';

export type Network = CallAnswer<'GET /companies/network'>;
/** Which companies are shown: by pace, without a target, or all of them. */
export type Shown = Pace | 'without' | 'all';

const words = home.network;
/** A difference with its sign, as it is printed. */
export const signed = (gap: number): string => (gap > 0 ? `+${integer(gap)}` : integer(gap));

export const paceNow = ({ target, expected, aimed }: NetworkDealer): Exclude<Shown, 'all'> =>
  paceOf({ target, expected, contracts: aimed }) ?? 'without';

/** Companies together, as one row. */
export function together(dealers: readonly NetworkDealer[]) {
  const sum = (of: (dealer: NetworkDealer) => number) => dealers.reduce((all, one) => all + of(one), 0);
  const set = dealers.filter(({ target }) => target !== null);
  return {
    target: set.length === 0 ? null : set.reduce((all, { target }) => all + target!, 0),
    expected: set.length === 0 ? null : set.reduce((all, { expected }) => all + expected!, 0),
    contracts: sum(({ contracts }) => contracts),
    /** Of the companies and months that have a target. */
    aimed: set.reduce((all, { aimed }) => all + aimed, 0),
    quotes: sum(({ quotes }) => quotes),
    leads: sum(({ leads }) => leads),
    visits: sum(({ visits }) => visits),
    open: sum(({ open }) => open),
  };
}

/** The cells of a company, or of several together, behind its name. */
export function cellsOf(row: ReturnType<typeof together>, { worked, working }: Network['span']): Content[] {
  const { target, expected, contracts, aimed } = row;
  const held = { target, expected, contracts: aimed };
  const tone = paceOf(held) !== 'below' ? undefined : isFarBehind(held) ? 'bad' : 'warn';
  const end = forecast(contracts, { worked, working });
  const share = (part: number) => (target ? Math.min(100, (part / target) * 100) : 0);
  return [
    target === null
      ? '—'
      : { text: t(words.of, { target: integer(target) }), tone, bar: share(aimed), mark: share(expected!) },
    { text: integer(contracts), strong: true },
    target ? { text: `${tenths((aimed / target) * 100)}\u00a0%`, tone, strong: true } : '—',
    expected === null ? '—' : signed(Math.round(aimed - expected)),
    end === null
      ? '—'
      : {
          text: integer(end),
          note: target === null ? undefined : signed((forecast(aimed, { worked, working }) ?? 0) - target),
        },
    integer(row.quotes),
    integer(row.leads),
    integer(row.visits),
    { text: integer(row.open), href: row.open > 0 ? '/fms/negotiationStatus' : undefined },
  ];
}
