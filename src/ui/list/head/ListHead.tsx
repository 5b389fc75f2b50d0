import type { ReactNode } from 'react';
import { COUNT_LIMIT } from '#domain/record/list.ts';
import { lists as words } from '#site/messages/it/lists.ts';
import { apiPath } from '#site/lib/call.ts';
import { counted, t } from '#site/lib/intl.ts';
import type { Column, ListPage, ListSpec } from '../table/columns.ts';
import { Drop } from '../Drop.tsx';
import { saveLarge } from '../saveLarge.ts';
import { modes, queryOf, searchOf, type ListState, type Mode } from '../load/state.ts';

/**
 * The head of a list: title with the count, display mode, columns, exports and primary action. Its links work without
 * scripts.
 */
export function ListHead({
  spec,
  state,
  mode: current,
  board,
  page,
  columns,
  onGo,
  onColumns,
  onReset,
  onPrint,
  onCreate,
  children,
}: {
  spec: ListSpec;
  state: ListState;
  /** The mode on the screen: a narrow screen never shows the grid, even when it is chosen. */
  mode: Mode;
  /** Is there a board? */
  board: boolean;
  page: ListPage;
  columns: readonly Column[];
  onGo: (state: ListState) => void;
  onColumns: (columns: readonly Column[]) => void;
  onReset: () => void;
  onPrint: () => void;
  onCreate?: (() => void) | undefined;
  children?: ReactNode;
}) {
  return (
    <div className="head">
      <h1>{spec.title}</h1>
      <span className="muted" role="status">
        {counted(page.total, page.isExact)}
      </span>
      <span className="grow" />
      <nav className="switch list-mode" aria-label={words.mode}>
        {modes
          .filter((mode) => mode !== 'board' || board)
          .map((mode) => (
            <a
              key={mode}
              className={mode === 'grid' ? 'wide-only' : undefined}
              href={searchOf(spec, { ...state, mode })}
              aria-current={current === mode ? 'true' : undefined}
              onClick={(event) => {
                event.preventDefault();
                onGo({ ...state, mode });
              }}
            >
              {words.modes[mode]}
            </a>
          ))}
      </nav>
      <Columns columns={columns} pinnable={current === 'grid'} onColumns={onColumns} onReset={onReset} />
      {spec.exportCall && (
        <Exports spec={spec} state={state} call={spec.exportCall} total={page.total} onPrint={onPrint} />
      )}
      {children}
      {spec.create && (
        <a
          className="btn primary"
          href={spec.create.href}
          data-key="n"
          onClick={(event) => {
            if (!onCreate) return;
            event.preventDefault();
            onCreate();
          }}
        >
          {spec.create.label}
        </a>
      )}
    </div>
  );
}

/** Chooses the columns of the list, their order, and in the grid which of them stay in place while it scrolls. */
function Columns({
  columns,
  pinnable,
  onColumns,
  onReset,
}: {
  columns: readonly Column[];
  pinnable: boolean;
  onColumns: (columns: readonly Column[]) => void;
  onReset: () => void;
}) {
  const move = (index: number, by: number) => {
    const next = [...columns];
    next.splice(index + by, 0, ...next.splice(index, 1));
    onColumns(next);
  };
  const shown = columns.filter(({ hidden }) => !hidden).length;
  return (
    <Drop label={words.columns}>
      {() => (
        <>
          <ul className="column-list">
            {columns.map((column, index) => (
              <li key={column.key}>
                <label className="check">
                  <input
                    type="checkbox"
                    checked={!column.hidden}
                    disabled={!column.hidden && shown === 1}
                    onChange={() =>
                      onColumns(columns.map((one) => (one === column ? { ...one, hidden: !one.hidden } : one)))
                    }
                  />
                  {column.label}
                </label>
                {pinnable && (
                  <button
                    type="button"
                    className="icon"
                    aria-label={t(words.pin, { column: column.label })}
                    aria-pressed={Boolean(column.pinned)}
                    onClick={() =>
                      onColumns(columns.map((one) => (one === column ? { ...one, pinned: !one.pinned } : one)))
                    }
                  >
                    ⇤
                  </button>
                )}
                <button
                  type="button"
                  className="icon"
                  aria-label={t(words.up, { column: column.label })}
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                >
                  ↑
                </button>
                <button
                  type="button"
                  className="icon"
                  aria-label={t(words.down, { column: column.label })}
                  disabled={index === columns.length - 1}
                  onClick={() => move(index, 1)}
                >
                  ↓
                </button>
              </li>
            ))}
          </ul>
          <button type="button" className="btn ghost small" onClick={onReset}>
            {words.columnsReset}
          </button>
        </>
      )}
    </Drop>
  );
}

/** Prints the list or exports it as a file. */
function Exports({
  spec,
  state,
  call,
  total,
  onPrint,
}: {
  spec: ListSpec;
  state: ListState;
  call: NonNullable<ListSpec['exportCall']>;
  total: number;
  onPrint: () => void;
}) {
  return (
    <Drop label={words.export}>
      {(['xlsx', 'csv'] as const).map((format) => (
        <a
          key={format}
          className="drop-item"
          download
          href={apiPath(call, { query: { ...queryOf(spec, state), format } })}
          onClick={(event) => {
            // It may have more rows than are counted: what the answer says is shown where a link would only fail.
            if (total <= COUNT_LIMIT) return;
            event.preventDefault();
            void saveLarge(event.currentTarget.href);
          }}
        >
          {words.formats[format]}
        </a>
      ))}
      {spec.document && (
        <a className="drop-item" target="_blank" href={apiPath(spec.document.call, { query: queryOf(spec, state) })}>
          {spec.document.label}
        </a>
      )}
      <button type="button" className="drop-item" onClick={onPrint}>
        {words.print}
      </button>
    </Drop>
  );
}
