/** Sellers as rows of tables, each number with the address of its rows. */
import { NO_LEAD } from '#domain/calendars/counted.ts';
import { integer, money, number as percent, tenths, wholeMoney } from '#domain/italian.ts';
import { leadSources, type LeadSource } from '#domain/leads/terms.ts';
import { keysOf } from '#domain/record/machine.ts';
import { drillHref, type Counted, type PartFilters } from '#domain/record/figures.ts';
import { reachOf } from '#domain/record/rights.ts';
import { seesRows } from '#domain/stats/figures.ts';
import { numbersFor, sellerFigures, type SellerFigureName, type SellerNumbers, type SellersAnswer } from '#domain/stats/sellers.ts'; // prettier-ignore
import type { CallAnswer } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { sellers as words } from '#site/messages/it/sellers.ts';
import { pointsOf } from '#site/parts/figures/share.ts';
import type { Cell, Content, Head, Line } from '#site/parts/figures/table.ts';

interface Shown {
  answer: SellersAnswer;
  basis: string;
  locationId: number | undefined;
  privileges: readonly number[];
  /** What the address of the page asks. */
  search?: URLSearchParams | undefined;
  /** The keys of the columns that are asked for; none: all. */
  columns?: readonly string[] | undefined;
  /** Whose contracts stand beside the table. */
  chosen?: SellersAnswer['rows'][number] | undefined;
}
type Row = Pick<SellersAnswer['rows'][number], 'now' | 'before' | 'target'>;

/** Of whom a row is: a person (0: nobody), or all of them. */
type Whose = number | undefined;

/** The rows that a number counts; of all where no seller is named. */
function hrefOf(shown: Shown, name: SellerFigureName, now: SellerNumbers, personId: Whose, more: PartFilters = {}) {
  const { answer, basis, locationId, privileges } = shown;
  const { figure, counted, filters, basis: own, ...rest } = sellerFigures[name];
  // What adds up amounts has as many rows as another number counts.
  const count = now['rows' in rest ? rest.rows : name] ?? 0;
  if (count === 0 || reachOf(seesRows[figure], privileges) === 'none') return undefined;
  const { from, to } = answer;
  const within = { basis: own ?? basis, from, to, locationId, personId, filters: { ...filters, ...more } };
  return drillHref(figure, counted as Counted, within, { count, privileges });
}

const oneDecimal = (n: number) => tenths(Math.round(n * 10) / 10);
const signed = (n: number, text: string) => (n === 0 ? words.equal : `${n > 0 ? '+' : '−'}${text}`);

/** What cells of one row are made with. */
function cells(shown: Shown, { now, before, target }: Row, personId: Whose) {
  const of = (name: SellerFigureName, span = now) => span[name] ?? 0;
  const number = (name: SellerFigureName, more: Partial<Cell> = {}): Cell => ({
    text: integer(of(name)),
    href: hrefOf(shown, name, now, personId),
    note: signed(of(name) - of(name, before), integer(Math.abs(of(name) - of(name, before)))),
    tone: of(name) === 0 ? 'mute' : undefined,
    ...more,
  });
  /** One number in percent of another, leading to the rows of the first. */
  const share = (part: SellerFigureName, whole: SellerFigureName): Cell => {
    const [is, was] = [pointsOf(of(part), of(whole)), pointsOf(of(part, before), of(whole, before))];
    const points = is === null || was === null ? undefined : Math.round((is - was) * 10) / 10;
    return {
      text: is === null ? '—' : `${tenths(is)} %`,
      href: hrefOf(shown, part, now, personId),
      tone: is === null ? 'mute' : undefined,
      note: points === undefined ? undefined : signed(points, `${tenths(Math.abs(points))} punti`),
    };
  };
  /** A number with its share of others below it. */
  const part = (name: SellerFigureName, wholes: readonly SellerFigureName[], more: Partial<Cell> = {}) => {
    const is = pointsOf(of(name), wholes.reduce((sum, whole) => sum + of(whole), 0)); // prettier-ignore
    return number(name, { note: is === null ? undefined : `${tenths(is)} %`, ...more });
  };
  /** A number with its share of customers' contracts, beside the one that is set for a seller's own. */
  const aimed = (name: 'financed' | 'insured'): Cell => {
    const [is, set] = [pointsOf(of(name), of('retail')), shown.answer.shares?.[name] ?? null];
    if (set === null) return part(name, ['retail']);
    const note = [is !== null && `${tenths(is)} %`, t(words.share, { target: percent(set / 100) })];
    return part(name, ['retail'], {
      note: note.filter(Boolean).join(', '),
      bar: is ?? 0,
      mark: set / 100,
      ...(is !== null && is * 100 < set && { tone: 'warn' }),
    });
  };
  /** How much of a number there is for each of another. */
  const each = (name: SellerFigureName, per: SellerFigureName, text: (n: number) => string): Cell => ({
    text: of(per) === 0 ? '—' : text(of(name) / of(per)),
    href: hrefOf(shown, name, now, personId),
    tone: of(per) === 0 ? 'mute' : undefined,
  });
  /** Calls, and all contacts below them, for each lead. */
  const calls = (): Cell => {
    const note = of('leads') === 0 ? undefined : t(words.contacts, { n: oneDecimal(of('contacts') / of('leads')) });
    return { ...each('calls', 'leads', oneDecimal), note };
  };
  const warned = (name: SellerFigureName) => (of(name) > 0 ? ({ tone: 'warn' } as const) : {});
  /** All pieces, and of those what counts for the target: where it is set for one kind, the others are beside it. */
  const pieces = (): Cell => {
    if (target === null) return number('pieces');
    const { pieces: aim, done, kind, expected } = target;
    const share = (n: number) => (aim === 0 ? 100 : Math.min(100, (n / aim) * 100));
    const what = kind === null ? '' : words.kinds[kind];
    const stands = t(done === of('pieces') ? words.of : words.doneOf, { kind: what, done: integer(done), target: integer(aim) }); // prettier-ignore
    const more = done - Math.round(expected);
    return number('pieces', {
      note: `${stands.trim()} · ${signed(more, integer(Math.abs(more)))}`,
      tone: done < Math.floor(expected) ? 'warn' : undefined,
      bar: share(done),
      mark: share(expected),
    });
  };
  const total = (): Cell => {
    const change = pointsOf(of('total') - of('total', before), of('total', before));
    return number('total', {
      text: wholeMoney(of('total')),
      note: change === null ? undefined : signed(change, `${tenths(Math.abs(change))} %`),
    });
  };
  const realised = (): Cell => {
    const more = of('soldFor') - of('offered');
    return {
      text: of('resold') === 0 ? '—' : `${more > 0 ? '+' : ''}${wholeMoney(more)}`,
      href: hrefOf(shown, 'resold', now, personId),
      tone: of('resold') === 0 ? 'mute' : more < 0 ? 'bad' : undefined,
      note: of('resold') === 0 ? undefined : t(words.resold, { offered: wholeMoney(of('offered')), soldFor: wholeMoney(of('soldFor')) }), // prettier-ignore
    };
  };
  return { number, share, part, aimed, each, calls, warned, pieces, total, realised };
}
type Made = ReturnType<typeof cells>;

/** A column: its key in addresses, its head, what its cells are, and the number without which it is not there for its reader. */
interface Column extends Head {
  key: string;
  needs: SellerFigureName;
  cell: (made: Made) => Content;
}
const column = (label: string, needs: SellerFigureName, cell: Column['cell'], key: string = needs): Column => ({ key, label, needs, cell, isNumber: true }); // prettier-ignore
const tables = {
  sales: [
    column(words.contracts, 'contracts', ({ number }) => number('contracts', { strong: true })),
    column(words.pieces, 'pieces', ({ pieces }) => pieces()),
    column(words.quotes, 'quotes', ({ number }) => number('quotes')),
    column(words.conversion, 'quotes', ({ share }) => share('contracts', 'quotes'), 'conversion'),
    column(words.total, 'total', ({ total }) => total()),
    column(words.discount, 'discount', ({ share }) => share('discount', 'listTotal')),
    column(words.margin, 'margin', ({ each }) => each('margin', 'margins', (n) => money(Math.round(n)))),
    column(words.financed, 'financed', ({ aimed }) => aimed('financed')),
    column(words.insured, 'insured', ({ aimed }) => aimed('insured')),
  ],
  work: [
    column(words.leads, 'leads', ({ number }) => number('leads', { strong: true })),
    column(words.answered, 'answered', ({ part }) => part('answered', ['leads'])),
    column(words.timely, 'timely', ({ part }) => part('timely', ['timely', 'untimely'])),
    column(words.untimely, 'untimely', ({ number, warned }) => number('untimely', { note: undefined, ...warned('untimely') })), // prettier-ignore
    column(words.calls, 'calls', ({ calls }) => calls()),
    column(words.silent, 'silent', ({ number, warned }) => number('silent', { note: undefined, ...warned('silent') })),
    column(words.untouched, 'untouched', ({ number, warned }) => number('untouched', { note: undefined, ...warned('untouched') })), // prettier-ignore
    column(words.missed, 'missed', ({ part, warned }) => part('missed', ['appointments'], warned('missed'))),
    column(words.overMost, 'overMost', ({ part, warned }) => part('overMost', ['judged'], warned('overMost'))),
    column(words.realised, 'resold', ({ realised }) => realised()),
  ],
} as const satisfies Record<string, readonly Column[]>;

const added = (rows: readonly SellerNumbers[]): SellerNumbers => {
  const sum: SellerNumbers = {};
  for (const row of rows)
    for (const [name, n] of Object.entries(row) as [SellerFigureName, number][]) sum[name] = (sum[name] ?? 0) + n;
  return sum;
};

/** What is set for all rows, beside what all of them sold of it: whoever has no target sells for the place, too. */
function addedTargets({ rows, pace, course }: SellersAnswer): Row['target'] {
  if (!pace || !course) return null;
  const set = rows.flatMap(({ target }) => target ?? []);
  const sum = (of: 'pieces' | 'expected') => set.reduce((all, one) => all + one[of], 0);
  return { pieces: sum('pieces'), done: course.at(-1)!.now, expected: sum('expected'), kind: pace.kind };
}

/** What a row is of: a person, among sales a seat of a place that nobody has yet, or what has nobody. */
const whoOf = ({ name, target }: SellersAnswer['rows'][number], of: keyof typeof tables) =>
  name ?? (of === 'sales' && target ? words.vacant : words.nobody);

/** The same page with another seller's contracts beside the table. */
function chooseHref({ search }: Shown, id: number | null): string {
  const at = new URLSearchParams(search);
  at.set('seller', String(id ?? 0));
  return `?${at}#contracts`;
}

/** The seller of an address, by default the first, whose contracts the reader may see; undefined: there are none. */
export function chosenOf({ rows }: SellersAnswer, search: URLSearchParams, privileges: readonly number[]) {
  if (reachOf(seesRows.contracts, privileges) === 'none') return undefined;
  const selling = rows.filter(({ now }) => (now.contracts ?? 0) > 0);
  return selling.find(({ id }) => String(id ?? 0) === search.get('seller')) ?? selling[0];
}

/** The first contracts of the chosen seller, and what all of them come to. */
export function contractsTable(shown: Shown, { rows, sums }: CallAnswer<'GET /stats/rows'>) {
  const { id, now } = shown.chosen!;
  const others = (sums.count ?? rows.length) - rows.length;
  const sum = sums['total'] ?? null;
  const listed = rows.reduce((all, { amount }) => all + (amount ?? 0), 0);
  return {
    heads: [{ label: words.contract }, { label: words.car }, { label: words.total, isNumber: true }],
    rows: rows.map(({ number, car, amount, href }): Line => {
      const to = href ?? undefined;
      return { cells: [{ text: number ?? '—', href: to }, car, amount === null ? null : { text: money(amount), href: to }] }; // prettier-ignore
    }),
    foot: [
      ...(others > 0 ? [[[t(words.others, { n: integer(others) }), ...(sum === null ? [] : [money(sum - listed)])].join(': '), null, null]] : []), // prettier-ignore
      [
        words.sum,
        null,
        sum === null ? null : { text: money(sum), href: hrefOf(shown, 'total', now, id ?? 0), strong: true },
      ],
    ],
    /** All of them, where there are more than stand here. */
    href: others > 0 ? hrefOf(shown, 'contracts', now, id ?? 0) : undefined,
  };
}

function seenIn(name: keyof typeof tables, privileges: readonly number[]): readonly Column[] {
  const seen = new Set(numbersFor(privileges));
  return tables[name].filter(({ needs }) => seen.has(needs));
}

/** The columns of both tables that a reader with these privileges may choose. */
export const columnsFor = (privileges: readonly number[]) =>
  keysOf(tables).flatMap((name) => seenIn(name, privileges).map(({ key, label }) => ({ key, label })));

/** Those of them that an address asks for; none: all. */
export function columnsIn(search: URLSearchParams, privileges: readonly number[]): string[] {
  const asked = search.getAll('column');
  return columnsFor(privileges).flatMap(({ key }) => (asked.includes(key) ? key : []));
}

/** Heads, rows and total of one of the tables, with the columns that are asked for and that the reader may see. */
export function sellersTable(shown: Shown, name: keyof typeof tables) {
  const { rows } = shown.answer;
  const { columns: asked = [] } = shown;
  const columns = seenIn(name, shown.privileges).filter(({ key }) => asked.length === 0 || asked.includes(key));
  const all: Row = {
    now: added(rows.map(({ now }) => now)),
    before: added(rows.map(({ before }) => before)),
    target: addedTargets(shown.answer),
  };
  const cellsOf = (row: Row, personId: Whose) => {
    const made = cells(shown, row, personId);
    return columns.map(({ cell }) => cell(made));
  };
  return {
    heads: [{ label: words.seller }, ...columns.map(({ label }) => ({ label, isNumber: true }))],
    rows: rows.map((row): Line => {
      const href = shown.chosen && row.now.contracts ? chooseHref(shown, row.id) : undefined;
      const who = { text: whoOf(row, name), strong: true, note: row.place ?? undefined, href };
      return { cells: [who, ...cellsOf(row, row.id ?? 0)] };
    }),
    foot: rows.length > 1 ? [[{ text: words.sum, strong: true }, ...cellsOf(all, undefined)]] : [],
  };
}

/** Where the appointments came from that customers kept away from. */
export function sourcesTable(shown: Shown) {
  const { answer } = shown;
  const personId = answer.rank === null ? undefined : (answer.rows[0]?.id ?? undefined);
  return {
    heads: [
      { label: words.source },
      { label: words.appointments, isNumber: true },
      { label: words.missed, isNumber: true },
    ],
    rows: answer.sources.map(({ source, ...now }): Line => {
      const { number, part } = cells(shown, { now, before: {}, target: null }, personId);
      const at = (name: 'appointments' | 'missed') => ({ href: hrefOf(shown, name, now, personId, { source }) });
      const text = source === NO_LEAD ? words.noLead : leadSources[source as LeadSource];
      return {
        cells: [
          { text, strong: true },
          number('appointments', { ...at('appointments'), note: undefined }),
          part('missed', ['appointments'], at('missed')),
        ],
      };
    }),
  };
}

/** Where whoever sees the own row alone stands; nothing: all rows are there. */
export const rankTiles = ({ rank, ranking }: Pick<SellersAnswer, 'rank' | 'ranking'>) =>
  rank
    ? [
        {
          label: words.standing,
          text: t(words.rank, { place: integer(rank.place), of: integer(rank.of) }),
          note: ranking === null ? words.unnamed : words.byContracts,
        },
      ]
    : [];

/** Who sold how much, where the company lets sellers see it. */
export const rankingTable = (ranking: NonNullable<SellersAnswer['ranking']>, userId: number) => ({
  heads: [
    { label: words.standing, isNumber: true },
    { label: words.seller },
    { label: words.contracts, isNumber: true },
  ],
  rows: ranking.map(({ id, name, place, contracts }): Line => ({
    cells: [`${place}º`, { text: name, strong: id === userId }, integer(contracts)],
  })),
});
