import { useEffect, useRef, useState } from 'react';
import { isDay } from '#domain/dates.ts';
import { day } from '#domain/italian.ts';
import { controls } from '#site/messages/it/kit.ts';
import { lists as words } from '#site/messages/it/lists.ts';
import { t } from '#site/lib/intl.ts';
import { Select } from '#site/ui/Field.tsx';
import { DayInput } from '#site/ui/DayInput.tsx';
import { useDebounced } from '#site/ui/useDebounced.ts';
import type { Filter, ListSpec } from '../table/columns.ts';
import { Drop } from '../Drop.tsx';
import { linkOf, Shortcuts } from './Shortcuts.tsx';
import { readDay, readState, stateParams, unsaidChips, type ListState } from '../load/state.ts';

/** Search, filters and chips, in one form that works without scripts. */
export function ListFilters({
  spec,
  state,
  counts,
  onGo,
}: {
  spec: ListSpec;
  state: ListState;
  /** The number of rows of each view, then of each shortcut. */
  counts: readonly (number | null)[];
  onGo: (state: ListState) => void;
}) {
  const chips = unsaidChips(spec, state);
  const clear: ListState = { ...state, q: '', filters: {}, columns: '', offset: 0 };
  const link = linkOf(spec, onGo);
  const [text, setText] = useState(state.q);
  const sent = useRef(state.q);
  useEffect(() => {
    // A view or "Azzera filtri" changed the text. The answer to an earlier text must not overwrite newer typing.
    if (state.q !== sent.current) setText(state.q);
    sent.current = state.q;
  }, [state.q]);
  const read = (form: HTMLFormElement): ListState => ({
    ...readState(
      spec,
      new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)])).toString(),
    ),
    mode: state.mode,
    columns: state.columns,
  });
  const send = (form: HTMLFormElement) => {
    const next = read(form);
    sent.current = next.q;
    onGo(next);
  };
  const typed = useDebounced(send, 250);
  return (
    <form
      className="filters"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        typed.cancel();
        send(event.currentTarget);
        for (const drop of event.currentTarget.querySelectorAll('details')) drop.open = false;
      }}
    >
      {Object.entries(spec.within ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {state.mode !== 'table' && <input type="hidden" name="mode" value={state.mode} />}
      {state.columns && <input type="hidden" name="columns" value={state.columns} />}
      <label className="search">
        <span className="sr-only">{words.search}</span>
        <input
          type="search"
          name="q"
          maxLength={100}
          autoComplete="off"
          value={text}
          placeholder={spec.searchHint}
          data-key="/"
          onKeyDown={(event) => {
            // Arrow down leads from the search to the first row of the table.
            const row = event.key === 'ArrowDown' && document.querySelector<HTMLElement>('tr[data-id] a.open');
            if (!row) return;
            event.preventDefault();
            row.focus();
          }}
          onChange={(event) => {
            setText(event.currentTarget.value);
            typed.later(event.currentTarget.form!);
          }}
        />
        <kbd aria-hidden>/</kbd>
      </label>
      <Panel spec={spec} state={state} count={chips.length} />
      <Shortcuts spec={spec} state={state} counts={counts} link={link} />
      {chips.map((chip) => (
        <a
          key={chip.label}
          className="chip"
          aria-label={t(words.remove, { filter: chip.label })}
          {...link(chip.without)}
        >
          {chip.label} <span aria-hidden>✕</span>
        </a>
      ))}
      {(chips.length > 0 || state.q) && (
        <a className="btn ghost" {...link(clear)}>
          {words.clear}
        </a>
      )}
    </form>
  );
}

/** The filters and the order; `count` is the number of active filters. */
function Panel({ spec, state, count }: { spec: ListSpec; state: ListState; count: number }) {
  return (
    <Drop label={words.filters} align="start" badge={count}>
      {/* These fields keep their own values; when a chip or a view changes the filters, they are drawn anew. */}
      <div className="filter-panel" key={JSON.stringify(stateParams(spec, { ...state, q: '' }))}>
        {spec.filters.map((filter) => (
          <FilterField key={filter.key} filter={filter} state={state} />
        ))}
        <div className="two">
          <Select
            label={words.order}
            name="sort"
            defaultValue={state.sort}
            options={spec.columns.filter(({ sortable }) => sortable).map(({ key, label }) => ({ value: key, label }))}
          />
          <Select
            label={words.direction}
            name="dir"
            defaultValue={state.dir}
            options={[
              { value: 'asc', label: words.ascending },
              { value: 'desc', label: words.descending },
            ]}
          />
        </div>
        <button type="submit" className="btn primary">
          {words.apply}
        </button>
      </div>
    </Drop>
  );
}

/** One end of a range of days. What is no day is refused at the field when the form is sent. */
function FilterDay({ name, label, value }: { name: string; label: string; value: string }) {
  const judge = (input: HTMLInputElement) =>
    input.setCustomValidity(input.value.trim() && !readDay(input.value) ? controls.day : '');
  return (
    <DayInput
      kind="date"
      name={name}
      aria-label={label}
      title={controls.day}
      picker={t(controls.calendar, { label })}
      picked={isDay(value) ? value : ''}
      defaultValue={isDay(value) ? day(value) : value}
      onChange={({ currentTarget }) => judge(currentTarget)}
      onPick={(picked, input) => {
        input.value = picked && day(picked);
        judge(input);
      }}
    />
  );
}

function FilterField({ filter, state }: { filter: Filter; state: ListState }) {
  const value = state.filters[filter.key] ?? '';
  if (filter.hidden) return value && <input type="hidden" name={filter.key} value={value} />;
  if (filter.kind === 'choice') {
    // A value from an address or a view stays in the form even if it is not offered, so the next search keeps it.
    const isOffered = !value || filter.options.some((option) => option.value === value);
    return (
      <Select
        label={filter.label}
        name={filter.key}
        empty={filter.none ?? words.any}
        options={isOffered ? filter.options : [...filter.options, { value, label: value }]}
        defaultValue={value}
      />
    );
  }
  if (filter.kind === 'range')
    return (
      <fieldset className="field">
        <legend>{filter.label}</legend>
        <span className="two">
          {[filter.key, filter.to].map((name, end) =>
            filter.of === 'day' ? (
              <FilterDay
                key={name}
                name={name}
                label={`${filter.label} ${[words.from, words.to][end]}`}
                value={state.filters[name] ?? ''}
              />
            ) : (
              <input
                key={name}
                inputMode="decimal"
                maxLength={20}
                placeholder={`${[words.least, words.most][end]} ${filter.unit ?? (filter.of === 'money' ? '€' : '%')}`}
                name={name}
                defaultValue={state.filters[name] ?? ''}
                aria-label={`${filter.label} ${[words.least, words.most][end]}`}
              />
            ),
          )}
        </span>
      </fieldset>
    );
  const chosen = value.split(',');
  return (
    <fieldset className="field">
      <legend>{filter.label}</legend>
      <span className="many">
        {filter.options.map((option) => (
          <label className="check" key={option.value}>
            <input
              type="checkbox"
              name={filter.key}
              value={option.value}
              defaultChecked={chosen.includes(option.value)}
            />
            {option.label}
          </label>
        ))}
      </span>
    </fieldset>
  );
}
