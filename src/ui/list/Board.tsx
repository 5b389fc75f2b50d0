import { useEffect, useRef, useState, type ComponentType, type KeyboardEvent, type ReactNode } from 'react';
import { movesOf, targetsOf, type Machine, type Move } from '#domain/record/machine.ts';
import { counted, t } from '#site/lib/intl.ts';
import { lists as words } from '#site/messages/it/lists.ts';
import { call, CallError } from '#site/lib/call.ts';
import { Icon } from '../Icon.tsx';
import { toast } from '../toast.ts';
import { hrefOf, type Action, type ListPage, type ListSpec, type Row } from './table/columns.ts';
import { titleOf } from './table/ListTable.tsx';
import { fetchPage } from './load/load.ts';
import RowMenu from './table/RowMenu.tsx';
import { searchOf, type ListState } from './load/state.ts';
import './board.css';

/** Cards of a column that are read at once; the table shows the others. */
export const MOST_CARDS = 30;

export interface BoardProps {
  spec: ListSpec;
  state: ListState;
  /** The page of the table: the cards until each column has read its own. */
  page: ListPage;
  rowActions?: ((row: Row) => Action[] | Promise<Action[]>) | undefined;
}

export type Columns = Readonly<Record<string, ListPage>>;

/** Columns other than the states. */
export interface Grouping {
  columns: readonly { key: string; label: string }[];
  of: (row: Row) => string;
  /** The filters of the table that shows the whole column. */
  filters: (key: string) => ListState['filters'];
  /** What dropping a card on the column does, in words; null: nothing. */
  takes: (row: Row, key: string) => string | null;
  /** Does it, and says what was done. */
  give: (row: Row, key: string) => Promise<string>;
}

interface MachineBoardProps extends BoardProps {
  machine: Machine;
  /** Absent: a column for each state. */
  grouping?: Grouping | undefined;
  /** What a card says below its title. */
  Card: ComponentType<{ row: Row }>;
  /** The steps that this person may take with the record now. */
  offered: (row: Row) => Promise<readonly string[]>;
  send: (name: string, row: Row) => Promise<unknown>;
  /** Further steps that the record's page asks for, with what they are called. */
  acts?: Readonly<Record<string, string>>;
  /** Columns that are kept up to date, and a look at them now; absent: each column reads its own. */
  live?: { columns: Columns | null; look: () => Promise<unknown> };
  /** What the head of a column says of it besides. */
  Head?: ComponentType<{ page: ListPage }>;
}

const stateOf = (row: Row) => row.state as string;
const moveOf = (machine: Machine, name: string) => machine.moves[name] as Move;
/** Only the record's page takes what such a move asks for. */
const asks = ({ reasons, ownReasons, takes }: Move) => Boolean(reasons ?? ownReasons ?? takes);

/** Address of the record's page that asks what the move asks for. */
const askedAt = (page: string, name: string) => `${page}${page.includes('?') ? '&' : '?'}move=${name}`;

/** The move that leads from one state to another, if people make one. */
const between = (machine: Machine, from: string, to: string): string | undefined =>
  movesOf(machine).find((name) => {
    const move = moveOf(machine, name);
    return from !== to && move.to !== null && move.from.includes(from) && targetsOf(move, from).includes(to);
  });

/** The rows of each state: those of the table's page at first, then the column's own. */
function useColumns({ spec, state, page, machine, grouping, live }: MachineBoardProps) {
  const wanted = state.filters.state?.split(',');
  const states = Object.keys(machine.states).filter(
    (key) => !machine.states[key]!.of && (wanted?.includes(key) ?? true),
  );
  const keys = grouping ? grouping.columns.map(({ key }) => key) : states;
  const grouped = () =>
    Object.fromEntries(
      keys.map((key) => {
        const rows = page.rows.filter((row) => stateOf(row) === key);
        return [key, { rows, total: rows.length }];
      }),
    );
  const [columns, setColumns] = useState<Columns>(grouped);
  const [failed, setFailed] = useState(false);
  const run = useRef(0);
  const load = async (which: readonly string[]) => {
    const own = (run.current += 1);
    try {
      if (live) {
        await live.look();
        return setFailed(false);
      }
      const read = which.map(async (key) => {
        const narrowed = { ...state, filters: { ...state.filters, state: key } };
        return [key, await fetchPage(call, spec, { state: narrowed, offset: 0, limit: MOST_CARDS })] as const;
      });
      const found = Object.fromEntries(await Promise.all(read));
      if (own === run.current) setColumns((before) => ({ ...before, ...found }));
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  useEffect(() => {
    void load(keys);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the table's page changes with search, filters and records
  }, [page]);
  return { keys, columns: live?.columns ?? columns, failed, load };
}

/** Makes moves, and says what came of them. */
function useMoves({ spec, machine, send }: MachineBoardProps, load: (states: readonly string[]) => Promise<void>) {
  const [moving, setMoving] = useState<number | null>(null);
  const board = useRef<HTMLDivElement>(null);
  const [followed, setFollowed] = useState<{ id: number } | null>(null);
  // Only once the card stands in its new column.
  useEffect(() => {
    if (followed) board.current?.querySelector<HTMLElement>(`[data-card="${followed.id}"] a`)?.focus();
  }, [followed]);
  /** Does something with a card, reads the columns that it concerns, and says what came of it. */
  const act = async (row: Row, concerned: readonly string[], run: () => Promise<string>) => {
    const open = { label: words.board.open, run: () => location.assign(hrefOf(spec, row)) };
    const hadFocus = document.activeElement?.closest('[data-card]') !== null;
    setMoving(row.id);
    try {
      const done = await run();
      await load(concerned);
      if (hadFocus) setFollowed({ id: row.id });
      void toast(`${titleOf(spec, row)}: ${done}`, { kind: 'ok', action: open });
    } catch (error) {
      const more = error instanceof CallError ? (error.body.missing?.length ?? 1) - 1 : 0;
      const message = error instanceof Error ? error.message : words.failed;
      void toast(more > 0 ? `${message} ${t(words.board.more, { n: more })}` : message, { kind: 'bad', action: open });
      // Somebody else may have moved it.
      await load(concerned.slice(0, 1));
    }
    setMoving(null);
  };
  const move = async (row: Row, name: string) => {
    const step = moveOf(machine, name);
    if (asks(step)) return location.assign(askedAt(hrefOf(spec, row), name));
    await act(row, [stateOf(row), ...targetsOf(step, stateOf(row))], async () => {
      await send(name, row);
      return step.done;
    });
  };
  return { board, moving, act, move };
}

const cardOf = ({ target }: KeyboardEvent) => (target as HTMLElement).closest<HTMLElement>('[data-card]');

/** Arrows go from card to card, and from column to column. */
function rove(event: KeyboardEvent) {
  const card = cardOf(event);
  const [side, step] = [
    { ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0,
    { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0,
  ];
  if (!card || (!side && !step)) return;
  event.preventDefault();
  const columns = [...card.closest('.board')!.querySelectorAll('.board-column')].map((column) => [
    ...column.querySelectorAll<HTMLElement>('[data-card]'),
  ]);
  const at = columns.findIndex((cards) => cards.includes(card));
  const filled = side ? columns.slice(side > 0 ? at + 1 : 0, side > 0 ? undefined : at) : [];
  const next = side ? (side > 0 ? filled : filled.toReversed()).find((cards) => cards.length > 0) : columns[at];
  const to = next?.[Math.min(next.length - 1, columns[at]!.indexOf(card) + step)];
  to?.querySelector('a')?.focus();
}

/** The number of a column moves the card that has the focus there, as dragging it would; undefined: no move does. */
function steppedBy(event: KeyboardEvent, machine: Machine, keys: readonly string[], columns: Columns) {
  const to = keys[Number(event.key) - 1];
  const isOff = document.documentElement.dataset.shortcuts === 'off';
  if (!to || isOff || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const id = Number(cardOf(event)?.dataset.card);
  const row = Object.values(columns)
    .flatMap(({ rows }) => rows)
    .find((one) => one.id === id);
  const name = row && between(machine, stateOf(row), to);
  return row && name ? { row, name } : undefined;
}

/**
 * Records of a machine as cards, a column for each state. A card is moved by dragging it, or from its menu; what may not be
 * moved is refused with everything that is missing.
 */
export function Board(given: MachineBoardProps) {
  const { spec, state, machine, grouping, Card, Head, offered, rowActions, acts = {} } = given;
  const { keys, columns, failed, load } = useColumns(given);
  const { board, moving, act, move } = useMoves(given, load);
  const [dragged, setDragged] = useState<Row | null>(null);
  const [menu, setMenu] = useState<{ at: HTMLElement; actions: Action[] } | null>(null);

  const showMenu = async (at: HTMLElement, row: Row) => {
    const [may, others] = await Promise.all([offered(row).catch((): string[] => []), rowActions?.(row) ?? []]);
    const moves = movesOf(machine)
      .filter((name) => may.includes(name))
      .map((name): Action => {
        const step = moveOf(machine, name);
        const { label } = step;
        return asks(step)
          ? { label: `${label}…`, href: askedAt(hrefOf(spec, row), name) }
          : { label, run: () => void move(row, name) };
      });
    const asked = Object.keys(acts)
      .filter((name) => may.includes(name))
      .map((name): Action => ({ label: acts[name]!, href: askedAt(hrefOf(spec, row), name) }));
    setMenu({ at, actions: [...moves, ...others, ...asked] });
  };
  const press = (event: KeyboardEvent) => {
    const step = grouping ? undefined : steppedBy(event, machine, keys, columns);
    if (!step) return rove(event);
    event.preventDefault();
    void move(step.row, step.name);
  };

  /** What dropping the dragged card on a column does. */
  const taking = (key: string): { label: string; run: () => void } | null => {
    if (!dragged) return null;
    if (grouping) {
      const label = grouping.takes(dragged, key);
      return label === null ? null : { label, run: () => void act(dragged, keys, () => grouping.give(dragged, key)) };
    }
    const name = between(machine, stateOf(dragged), key);
    return name ? { label: moveOf(machine, name).label, run: () => void move(dragged, name) } : null;
  };

  return (
    <>
      {failed && (
        <p className="callout bad" role="alert">
          {words.failed}
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only hears the keys of the cards' links */}
      <div className="board" ref={board} onKeyDown={press}>
        {keys.map((key, at) => {
          const { rows, total } = columns[key] ?? { rows: [], total: 0 };
          const drop = taking(key);
          return (
            <Column
              key={key}
              {...(grouping ? grouping.columns[at]! : { ...machine.states[key]!, number: at + 1 })}
              total={total}
              head={Head && columns[key] && <Head page={columns[key]} />}
              more={
                total > rows.length
                  ? searchOf(spec, {
                      ...state,
                      mode: 'table',
                      filters: { ...state.filters, ...(grouping ? grouping.filters(key) : { state: key }) },
                    })
                  : null
              }
              takes={drop?.label ?? null}
              onDrop={() => drop?.run()}
            >
              {rows.map((row) => (
                <Item
                  key={row.id}
                  spec={spec}
                  row={row}
                  isGoing={moving === row.id}
                  onDrag={setDragged}
                  onMenu={(button) => void showMenu(button, row)}
                >
                  <Card row={row} />
                </Item>
              ))}
            </Column>
          );
        })}
      </div>
      {menu && <RowMenu {...menu} onClose={() => setMenu(null)} />}
    </>
  );
}

/** A card that can be dragged, with its menu. */
const Item = ({
  spec,
  row,
  isGoing,
  onDrag,
  onMenu,
  children,
}: {
  spec: ListSpec;
  row: Row;
  isGoing: boolean;
  onDrag: (row: Row | null) => void;
  onMenu: (button: HTMLElement) => void;
  children: ReactNode;
}) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its menu does the same by keyboard and touch
  <li
    data-card={row.id}
    className={isGoing ? 'board-card going' : 'board-card'}
    draggable
    onDragStart={(event) => {
      event.dataTransfer.setData('text/plain', titleOf(spec, row));
      event.dataTransfer.effectAllowed = 'move';
      onDrag(row);
    }}
    onDragEnd={() => onDrag(null)}
  >
    <div className="title">
      <a href={hrefOf(spec, row)} draggable={false}>
        {titleOf(spec, row)}
      </a>
      <button
        type="button"
        className="icon"
        aria-haspopup="menu"
        aria-label={t(words.actions, { row: titleOf(spec, row) })}
        onClick={(event) => onMenu(event.currentTarget)}
      >
        <Icon name="ellipsis" size={16} />
      </button>
    </div>
    {children}
  </li>
);

/** A column with its cards. `takes`: what dropping the dragged card here does. */
function Column({
  label,
  tone,
  number,
  total,
  head,
  more,
  takes,
  onDrop,
  children,
}: {
  label: string;
  /** Of a state; absent: the column is no state. */
  tone?: Machine['states'][string]['tone'];
  /** The key that moves a card here. */
  number?: number;
  total: number;
  head: ReactNode;
  /** The table of this state, where not all its rows are cards. */
  more: string | null;
  takes: string | null;
  onDrop: () => void;
  children: ReactNode[];
}) {
  const [over, setOver] = useState(false);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the menu of a card does the same by keyboard and touch
    <section
      className={over && takes ? 'board-column over' : 'board-column'}
      aria-label={`${label}: ${counted(total)}`}
      onDragOver={(event) => {
        if (!takes) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDrop();
      }}
    >
      <h2>
        {tone ? <span className={`badge b-${tone}`}>{label}</span> : <b>{label}</b>}{' '}
        <span className="muted">{counted(total)}</span> {number && <kbd aria-hidden="true">{number}</kbd>}
      </h2>
      {head}
      {takes && <p className="board-drop">{takes}</p>}
      {children.length > 0 ? <ul>{children}</ul> : <p className="muted">{words.board.none}</p>}
      {more && (
        <a className="link" href={more}>
          {words.board.all}
        </a>
      )}
    </section>
  );
}
