import { lazy, useContext, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react';
import { faultsOf } from '#domain/financials/tables/check.ts';
import type { Cell } from '#domain/financials/tables/fields.ts';
import { day, integer, number } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { futureTables as words } from '#site/messages/it/future-tables.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { TableWrap } from '#site/ui/TableWrap.tsx';
import { axesOf, percentOf, withBlock, withCell, type Axes, type Block } from './axes.ts';
import { cellAt, Compared } from './compared.ts';
import './future-tables.css';

const More = lazy(() => import('./More.tsx'));
const PasteValues = lazy(() => import('./PasteValues.tsx'));

/** "3 anni", "2 anni e ½": a duration as people say it. */
function yearsOf(months: number): string {
  const [whole, rest] = [Math.floor(months / 12), months % 12];
  if (rest === 0) return t(whole === 1 ? words.years.one : words.years.other, { n: whole });
  if (rest !== 6 || whole === 0) return t(words.years.months, { n: months });
  return whole === 1 ? words.years.oneHalf : t(words.years.half, { n: whole });
}

interface Props {
  value: unknown;
  error?: string | null | undefined;
  readOnly: boolean;
  onChange: (cells: readonly Cell[]) => void;
}

/** The values of a table as a grid of durations and mileages, beside the edition before. */
export function ValuesGrid({ value, error, readOnly, onChange }: Props) {
  const cells = value as readonly Cell[];
  const before = useContext(Compared);
  const [added, setAdded] = useState<Axes>({ months: [], mileages: [] });
  const [pasted, setPasted] = useState<{ said: string; former: readonly Cell[] } | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const axes = axesOf(cells, added);
  const faults = new Map(faultsOf(cells).map(({ at, message }) => [cells[at]!, message]));

  const put = ({ cells: all, numbers, empty, wrong }: Block) => {
    setPasted({ said: t(words.pasted, { n: numbers + empty + wrong, numbers, empty, wrong }), former: cells });
    onChange(all);
  };
  const step = (row: number, column: number) =>
    table.current?.querySelector<HTMLInputElement>(`[data-at="${row}-${column}"]`)?.focus();
  const keys = (event: KeyboardEvent, row: number, column: number) => {
    const by = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    step(row + by, column);
  };

  return (
    <div className="values-grid">
      {!readOnly && (
        <Tools
          cells={cells}
          onChange={onChange}
          onRead={(said, read) => {
            setPasted({ said, former: cells });
            onChange(read);
          }}
        />
      )}
      <div role="status">
        {pasted && (
          <Pasted
            said={pasted.said}
            onUndo={() => {
              onChange(pasted.former);
              setPasted(null);
            }}
          />
        )}
        {error && <p className="error">{error}</p>}
      </div>
      <TableWrap label={words.scroll} className="values-scroll as-cards">
        <table ref={table}>
          <Heads mileages={axes.mileages} />
          <tbody>
            {axes.months.map((months, row) => (
              <tr key={months}>
                <th scope="row">
                  {months} <small>{yearsOf(months)}</small>
                </th>
                {axes.mileages.map((kmPerYear, column) => {
                  const cell = cellAt(cells, months, kmPerYear);
                  return (
                    <GridCell
                      key={kmPerYear}
                      at={`${row}-${column}`}
                      label={t(words.cell, { months, km: integer(kmPerYear) })}
                      head={`${integer(kmPerYear)} ${words.kmPerYear}`}
                      percent={cell?.percent ?? null}
                      former={before ? (cellAt(before.cells, months, kmPerYear)?.percent ?? null) : undefined}
                      fault={cell && faults.get(cell)}
                      readOnly={readOnly}
                      onKeyDown={(event) => keys(event, row, column)}
                      onText={(text) => onChange(withCell(cells, { months, kmPerYear }, percentOf(text)))}
                      onBlock={(text) => put(withBlock(cells, axes, { row, column }, text))}
                    />
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </TableWrap>
      <Foot cells={cells} faults={faults.size} />
      {!readOnly && (
        <div className="values-more">
          <OnDemand>
            <More
              label={words.addMonths}
              min={2}
              max={120}
              onAdd={(n) => setAdded({ ...added, months: [...added.months, n] })}
            />
            <More
              label={words.addKm}
              min={1000}
              max={100_000}
              onAdd={(n) => setAdded({ ...added, mileages: [...added.mileages, n] })}
            />
          </OnDemand>
        </div>
      )}
    </div>
  );
}

const Heads = ({ mileages }: Pick<Axes, 'mileages'>) => (
  <thead>
    <tr>
      <th scope="col">{words.months}</th>
      {mileages.map((kmPerYear) => (
        <th key={kmPerYear} scope="col" className="num">
          {integer(kmPerYear)} <small>{words.kmPerYear}</small>
        </th>
      ))}
    </tr>
  </thead>
);

/** What was taken from a sheet, until it is undone. */
const Pasted = ({ said, onUndo }: { said: string; onUndo: () => void }) => (
  <p className="callout">
    {said}{' '}
    <button type="button" className="link" onClick={onUndo}>
      {words.undo}
    </button>
  </p>
);

/** How the values differ from the edition before. */
function Foot({ cells, faults }: { cells: readonly Cell[]; faults: number }) {
  const before = useContext(Compared);
  const equal = cells.filter(({ months, kmPerYear, percent }) => before && cellAt(before.cells, months, kmPerYear)?.percent === percent).length; // prettier-ignore
  const gone = before?.cells.filter(({ months, kmPerYear }) => !cellAt(cells, months, kmPerYear)).length ?? 0;
  return (
    <p className="values-foot">
      {before && (
        <>
          <span>{t(words.changed, { n: cells.length - equal + gone })}</span>
          <span>{t(words.equal, { n: equal, edition: before.edition, day: day(before.validFrom) })}</span>
        </>
      )}
      {faults > 0 && <b className="bad">{t(words.faults, { n: faults })}</b>}
    </p>
  );
}

interface CellProps {
  at: string;
  label: string;
  /** Its mileage, where no head stands above it. */
  head: string;
  percent: number | null;
  /** Of the edition before: null: none; undefined: there is no such edition. */
  former: number | null | undefined;
  fault: string | undefined;
  readOnly: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onText: (text: string) => void;
  onBlock: (text: string) => void;
}

const signed = (by: number) => `${by > 0 ? '+' : '−'}${number(Math.abs(Math.round(by * 100) / 100))}`;

function GridCell({ at, label, head, percent, former, fault, readOnly, onKeyDown, onText, onBlock }: CellProps) {
  const [text, setText] = useState<string | null>(null);
  const shown = percent === null || Number.isNaN(percent) ? '' : number(percent);
  const isChanged = former !== undefined && former !== percent;
  const tone = fault ? 'faulty' : isChanged ? 'changed' : undefined;
  const said =
    former === undefined || former === null
      ? ''
      : percent === null
        ? t(words.was, { value: number(former) })
        : former === percent
          ? words.same
          : signed(percent - former);
  return (
    <td className={tone} data-label={head}>
      {readOnly ? (
        <span className="num">{shown || '—'}</span>
      ) : (
        <input
          inputMode="decimal"
          aria-label={label}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `fault-${at}` : undefined}
          data-at={at}
          value={text ?? shown}
          maxLength={12}
          onKeyDown={onKeyDown}
          onBlur={() => (percent === null || !Number.isNaN(percent)) && setText(null)}
          onChange={(event) => {
            setText(event.currentTarget.value);
            onText(event.currentTarget.value);
          }}
          onPaste={(event) => {
            const block = event.clipboardData.getData('text');
            if (!/[\t\n]/.test(block)) return;
            event.preventDefault();
            setText(null);
            onBlock(block);
          }}
        />
      )}
      <small id={`fault-${at}`} className={fault || (percent ?? 0) < (former ?? 0) ? 'bad' : undefined}>
        {fault ?? said}
      </small>
    </td>
  );
}

/** Takes a whole table from a sheet: pasted with its heads, or from a file, which takes the place of all values. */
function Tools({
  cells,
  onChange,
  onRead,
}: {
  cells: readonly Cell[];
  onChange: (cells: readonly Cell[]) => void;
  onRead: (said: string, cells: readonly Cell[]) => void;
}) {
  const [pasting, setPasting] = useState(false);
  const importFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const field = event.currentTarget;
    const text = await field.files?.[0]?.text();
    field.value = '';
    if (text === undefined) return;
    const { readTable } = await import('./PasteValues.tsx');
    const read = readTable(text, []);
    if (typeof read === 'string') onRead(read, cells);
    else onRead(t(words.imported, { n: read.length }), read);
  };
  return (
    <>
      <div className="row">
        <button type="button" className="btn" aria-expanded={pasting} onClick={() => setPasting(!pasting)}>
          {words.paste}
        </button>
        <label className="btn">
          {words.import}
          <input className="sr-only" type="file" accept=".csv,.txt" onChange={(event) => void importFile(event)} />
        </label>
      </div>
      <OnDemand>{pasting && <PasteValues cells={cells} onChange={onChange} />}</OnDemand>
    </>
  );
}
