import { dayInRome } from '#domain/dates.ts';
import { movesOf, offeredOf, type Machine, type Move, type MoveOf } from '#domain/record/machine.ts';
import { MOST_CHOSEN } from '#domain/record/list.ts';
import { apiPath, call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { priced } from '#site/messages/it/lists.ts';
import { car as words } from '#site/messages/it/used-cars.ts';
import { usedList } from '#site/messages/it/used-list.ts';
import { attempt, whyRefused } from '#site/ui/attempt.ts';
import type { Action } from '#site/ui/list/table/columns.ts';
import { toast } from '#site/ui/toast.ts';
import type { AskedWhy, Chosen } from '../calls.ts';

/** The open dialog of a list of cars, with its cars. */
export type CarListDialog<Row> =
  | { what: 'new' }
  | { what: 'import' }
  | { what: 'reprice'; ids: readonly number[] }
  | { what: 'reserve'; car: Row }
  | { what: 'markdown'; car: Row }
  | AskedWhy;

export interface Around<Row> {
  ask: (asked: CarListDialog<Row>) => void;
  /** Reads the rows again. */
  again: () => void;
}

/** The possible moves of a car: each runs at a press, or asks for its reason first. */
const moveActions = <Name extends string, Row>(
  moves: Readonly<Record<Name, unknown>>,
  names: readonly Name[],
  step: (name: Name, why?: Chosen) => Promise<unknown>,
  list: Around<Row>,
): Action[] =>
  names.map((name) => {
    const { label, done, reasons, noteFor = [] } = moves[name] as Move;
    const run = (why?: Chosen) => attempt(() => step(name, why), { done, again: list.again });
    if (!reasons) return { label, run: () => void run() };
    return { label, run: () => list.ask({ what: 'why', title: words.why, verb: label, reasons, noteFor, run }) };
  });

/** A row of either list of cars. */
interface CarRow {
  id: number;
  /** How it is reserved; what has lapsed holds it no longer. */
  held: string | null;
  reservedBy: number | null;
}

/**
 * What can be done with a car of a list: open and price it, hold it or let it go, then the moves that its machine
 * offers.
 */
export function carActions<Row extends CarRow, M extends Machine>(
  kind: 'new' | 'used',
  row: Row,
  who: { id: number; privileges: readonly number[] },
  list: Around<Row>,
  {
    machine,
    step,
    links,
    beside = () => [],
  }: {
    machine: M;
    step: (name: MoveOf<M>, why?: Chosen) => Promise<unknown>;
    /** The builders in which the car can be priced, for whoever may use them. */
    links: readonly (Action | false)[];
    /** What only this kind of car has, with what the person may do with it. */
    beside?: (may: readonly string[]) => readonly (Action | false)[];
  },
): Action[] {
  const { id } = row;
  const may: readonly string[] = offeredOf(machine, row, { ...who, today: dayInRome(new Date()) });
  const isHeld = row.held !== null && row.held !== 'lapsed';
  const release = () => call(`POST /stock/${kind}/:id/release`, { params: { id } });
  const actions: (Action | false)[] = [
    { label: priced.open, href: `/dealer/stock/${kind}/${id}` },
    ...(may.includes('quote') ? links : []),
    ...beside(may),
    may.includes('reserve') &&
      (!isHeld || row.reservedBy === who.id) && {
        label: isHeld ? words.extend : words.reserve,
        run: () => list.ask({ what: 'reserve', car: row }),
      },
    row.held !== null &&
      may.includes('release') && {
        label: words.release,
        run: () => void attempt(release, { done: words.released, again: list.again }),
      },
    ...moveActions(
      machine.moves,
      movesOf(machine).filter((name) => may.includes(name)),
      step,
      list,
    ),
  ];
  return actions.filter((action) => action !== false);
}

/** Opens a price list of the chosen cars; too many would not fit in the address. */
export function printChosen(
  call: 'GET /stock/used/price-list' | 'GET /stock/new/price-list',
  rows: readonly { id: number }[],
): void {
  if (rows.length > MOST_CHOSEN) return void toast(t(usedList.mostPrinted, { n: MOST_CHOSEN }), { kind: 'bad' });
  open(apiPath(call, { query: { ids: rows.map(({ id }) => id).join(',') } }), '_blank', 'noopener');
}

/** Moves the chosen cars one after the other, then tells how many moved and why the first refused one did not. */
export async function moveAll<Row extends { code: string }>(
  rows: readonly Row[],
  step: (row: Row) => Promise<unknown>,
  again: () => void,
): Promise<void> {
  const refused: string[] = [];
  for (const row of rows)
    await step(row).catch((error: unknown) => {
      refused.push(`${row.code}: ${whyRefused(error)}`);
    });
  const said = { n: rows.length - refused.length, kept: refused.length, why: refused[0] ?? '' };
  void toast(t(refused.length ? usedList.arrivedBut : usedList.arrived, said), { kind: refused.length ? 'bad' : 'ok' });
  again();
}
