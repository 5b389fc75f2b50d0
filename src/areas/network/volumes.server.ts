import { integer, tenths } from '#domain/italian.ts';
import type { NetworkDealer } from '#domain/network/endpoints.ts';
import { isFarBehind, networkSpans, paceOf, type NetworkSpan, type Pace } from '#domain/network/targets.ts';
import { forecast } from '#domain/record/figures.ts';
import type { VolumeKind } from '#domain/network/volumes.ts';
import { keysOf } from '#domain/record/machine.ts';
import type { CallAnswer } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { home } from '#site/messages/it/home.ts';
import type { Content } from '#site/parts/figures/table.ts';

export type Network = CallAnswer<'GET /companies/network'>;
/** Which companies are shown: by pace, without a target, or all of them. */
export type Shown = Pace | 'without' | 'all';

/** The span that an address asks for; the month, if none. */
export const spanIn = (asked: URLSearchParams): NetworkSpan =>
  keysOf(networkSpans).find((one) => one === asked.get('span')) ?? 'month';

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
    plated: sum(({ plated }) => plated),
    quotes: sum(({ quotes }) => quotes),
    leads: sum(({ leads }) => leads),
    visits: sum(({ visits }) => visits),
    open: sum(({ open }) => open),
  };
}

/** The address of the rows behind a figure of the home. */
export const volumesAt = (asked: Readonly<Record<string, string | number>>): string =>
  `/fms/volumes?${new URLSearchParams(Object.entries(asked).map(([key, value]) => [key, String(value)]))}`;

/** The number of a figure, which opens its rows. */
const counted =
  (rowsOf: ((of: VolumeKind) => string) | undefined) =>
  (of: VolumeKind, many: number, strong = false): Content => ({
    text: integer(many),
    strong,
    href: many > 0 ? rowsOf?.(of) : undefined,
  });

/** The cells of a company, or of several together, behind its name; `rowsOf`: where the rows of a figure are. */
export function cellsOf(
  row: ReturnType<typeof together>,
  { worked, working }: Network['span'],
  rowsOf?: (of: VolumeKind) => string,
): Content[] {
  const { target, expected, contracts, aimed } = row;
  const held = { target, expected, contracts: aimed };
  const tone = paceOf(held) !== 'below' ? undefined : isFarBehind(held) ? 'bad' : 'warn';
  const end = forecast(contracts, { worked, working });
  const figure = counted(rowsOf);
  const share = (part: number) => (target ? Math.min(100, (part / target) * 100) : 0);
  return [
    target === null
      ? '—'
      : {
          text: t(words.of, { target: integer(target) }),
          href: rowsOf && '/fms/targets',
          tone,
          bar: share(aimed),
          mark: share(expected!),
        },
    figure('contracts', contracts, true),
    target ? { text: `${tenths((aimed / target) * 100)}\u00a0%`, tone, strong: true } : '—',
    expected === null ? '—' : signed(Math.round(aimed - expected)),
    end === null
      ? '—'
      : {
          text: integer(end),
          note: target === null ? undefined : signed((forecast(aimed, { worked, working }) ?? 0) - target),
        },
    figure('plated', row.plated),
    figure('quotes', row.quotes),
    figure('leads', row.leads),
    figure('visits', row.visits),
    figure('open', row.open),
  ];
}

/** The same of one maker: what is expected, leads and visits are of none. */
export function brandCells(
  { contracts, plated, quotes, open }: ReturnType<typeof together>,
  { worked, working }: Network['span'],
  rowsOf?: (of: VolumeKind) => string,
): Content[] {
  const end = forecast(contracts, { worked, working });
  const figure = counted(rowsOf);
  return [
    figure('contracts', contracts, true),
    end === null ? '—' : integer(end),
    figure('plated', plated),
    figure('quotes', quotes),
    figure('open', open),
  ];
}
