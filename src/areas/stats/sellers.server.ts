/** Sellers as rows of a table, each number with the address of its rows. */
import { integer, tenths, wholeMoney } from '#domain/italian.ts';
import { drillHref } from '#domain/record/figures.ts';
import { reachOf } from '#domain/record/rights.ts';
import { seesRows } from '#domain/stats/figures.ts';
import { sellerFigures, sellerFigureNames, type SellerFigureName, type SellerNumbers, type SellersAnswer } from '#domain/stats/sellers.ts'; // prettier-ignore
import { t } from '#site/lib/intl.ts';
import { sellers as words } from '#site/messages/it/sellers.ts';
import type { Cell, Content, Line } from '#site/parts/figures/table.ts';

interface Shown {
  answer: SellersAnswer;
  basis: string;
  locationId: number | undefined;
  privileges: readonly number[];
}
type Row = Omit<SellersAnswer['rows'][number], 'id' | 'name'>;

/** How many rows a number has: what is added up of contracts has as many as they are. */
const rowsOf = (now: SellerNumbers, name: SellerFigureName) =>
  name === 'pieces' ? now.retail : name === 'total' ? now.contracts : now[name];

/** The rows that a number of a seller counts; of all where no seller is named. */
function hrefOf(
  { answer, basis, locationId, privileges }: Shown,
  name: SellerFigureName,
  now: SellerNumbers,
  personId: number | undefined,
) {
  const { figure, counted, filters, basis: own } = sellerFigures[name];
  const count = rowsOf(now, name);
  if (count === 0 || reachOf(seesRows[figure], privileges) === 'none') return undefined;
  const within = { basis: own ?? basis, from: answer.from, to: answer.to, locationId, personId, filters };
  return drillHref(figure, counted, within, { count, privileges });
}

const signed = (n: number, text: string) => (n === 0 ? words.equal : `${n > 0 ? '+' : '−'}${text}`);
/** In percent, to one decimal place; null: of nothing. */
const shareOf = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1000) / 10);

/** The cells of a seller, or of all of them. */
function cellsOf(shown: Shown, { now, before, target }: Row, personId: number | undefined): Content[] {
  const number = (name: SellerFigureName, more: Partial<Cell> = {}): Cell => ({
    text: integer(now[name]),
    href: hrefOf(shown, name, now, personId),
    note: signed(now[name] - before[name], integer(Math.abs(now[name] - before[name]))),
    tone: now[name] === 0 ? 'mute' : undefined,
    ...more,
  });
  const share = (part: SellerFigureName, whole: SellerFigureName): Cell => {
    const [is, was] = [shareOf(now[part], now[whole]), shareOf(before[part], before[whole])];
    const points = is === null || was === null ? undefined : Math.round((is - was) * 10) / 10;
    return {
      text: is === null ? '—' : `${tenths(is)} %`,
      tone: is === null ? 'mute' : undefined,
      note: points === undefined ? undefined : signed(points, `${tenths(Math.abs(points))} punti`),
    };
  };
  const part = (name: 'financed' | 'insured'): Cell => {
    const { text } = share(name, 'retail');
    return number(name, { note: text === '—' ? undefined : text });
  };
  const change = shareOf(now.total - before.total, before.total);
  return [
    number('contracts', { strong: true }),
    number('pieces', {
      ...(target !== null && { note: t(words.of, { target: integer(target) }), bar: target === 0 ? 100 : Math.min(100, (now.pieces / target) * 100) }), // prettier-ignore
    }),
    number('quotes'),
    share('contracts', 'quotes'),
    number('total', {
      text: wholeMoney(now.total),
      note: change === null ? undefined : signed(change, `${tenths(Math.abs(change))} %`),
    }),
    part('financed'),
    part('insured'),
    number('leads'),
    number('answered', { note: share('answered', 'leads').text }),
    number('untouched', { note: undefined, ...(now.untouched > 0 && { tone: 'warn' as const }) }),
  ];
}

const added = (rows: readonly SellerNumbers[]): SellerNumbers =>
  Object.fromEntries(sellerFigureNames.map((name) => [name, rows.reduce((all, row) => all + row[name], 0)])) as SellerNumbers; // prettier-ignore

/** Heads, rows and total of the table. */
export function sellersTable(shown: Shown) {
  const { rows } = shown.answer;
  const number = (label: string, note?: string) => ({ label, isNumber: true, ...(note && { note }) });
  const targets = rows.flatMap(({ target }) => (target === null ? [] : [target]));
  const all: Row = {
    now: added(rows.map(({ now }) => now)),
    before: added(rows.map(({ before }) => before)),
    target: targets.length === 0 ? null : targets.reduce((sum, one) => sum + one, 0),
  };
  return {
    heads: [
      { label: words.seller },
      number(words.contracts),
      number(words.pieces),
      number(words.quotes),
      number(words.conversion),
      number(words.total),
      number(words.financed),
      number(words.insured),
      number(words.leads),
      number(words.answered),
      number(words.untouched),
    ],
    rows: rows.map(({ id, name, ...row }): Line => ({
      cells: [{ text: name ?? words.nobody, strong: true }, ...cellsOf(shown, row, id ?? 0)],
    })),
    foot: rows.length > 1 ? [[{ text: words.sum, strong: true }, ...cellsOf(shown, all, undefined)]] : [],
  };
}
