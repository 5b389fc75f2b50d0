import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { showWhile } from '#site/lib/delayed.ts';
import { t } from '#site/lib/intl.ts';
import { controls as words } from '#site/messages/it/kit.ts';
import { FieldShell, type FieldBase } from './Field.tsx';
import { Suggestions } from './Suggestions.tsx';
import { useDebounced } from './useDebounced.ts';

interface Done<T> {
  state: 'done';
  items: T[];
  for: string;
}
type Found<T> = { state: 'idle' } | { state: 'busy' } | { state: 'failed' } | Done<T>;

/** Searches for the typed text once it has `from` letters. A newer text cancels the answer to an older one. */
function useFound<T>(search: (query: string, signal: AbortSignal) => Promise<T[]>, from: number, onFound: () => void) {
  const [found, setFound] = useState<Found<T>>({ state: 'idle' });
  const running = useRef<AbortController | null>(null);
  const look = (typed: string) => {
    running.current?.abort();
    if (typed.trim().length < from) return setFound({ state: 'idle' });
    const own = (running.current = new AbortController());
    const wait = () =>
      own.signal.aborted || setFound((before) => (before.state === 'done' ? before : { state: 'busy' }));
    showWhile(search(typed.trim(), own.signal), wait).then(
      (items) => {
        if (own.signal.aborted) return;
        setFound({ state: 'done', items, for: typed });
        onFound();
      },
      () => own.signal.aborted || setFound({ state: 'failed' }),
    );
  };
  const debounced = useDebounced(look);
  useEffect(() => () => running.current?.abort(), []);
  return { found, look, debounced };
}

/** The message of the list, above what was found or in its place. */
function messageOf<T>(found: Found<T>, typed: string, from: number): string | false {
  if (found.state === 'failed') return words.searchFailed;
  if (found.state === 'busy') return words.searching;
  if (found.state === 'idle') return typed.length < from && t(words.searchMore, { n: from });
  return found.items.length === 0 && words.searchNone;
}

interface Props<T> extends FieldBase {
  value: T | null;
  /** The text of the chosen item in the field. */
  text: (item: T) => string;
  search: (query: string, signal: AbortSignal) => Promise<T[]>;
  /** Draws an item in the list; by default its text. */
  render?: (item: T) => ReactNode;
  onSelect: (item: T | null) => void;
  onCreate?: (query: string) => void;
  placeholder?: string;
  /** Number of letters needed before searching. */
  from?: number;
  disabled?: boolean;
}

/** The typed text, the items found for it, and the effect of the keys. */
function useCombobox<T extends { id: number | string }>({
  text,
  search,
  render = text,
  onSelect,
  onCreate,
  from = 2,
}: Props<T>) {
  const [query, setQuery] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const { found, look, debounced } = useFound(search, from, () => setActive(0));

  const items = found.state === 'done' ? found.items : [];
  const typed = query?.trim() ?? '';
  // The entry waits for the answer: results that arrive later would push it away from under the pointer.
  const answered = found.state === 'done' || found.state === 'failed';
  const choices = [
    ...items.map((item) => ({ key: item.id, shown: render(item), pick: () => choose(item) })),
    ...(onCreate && typed && answered
      ? [{ key: 'create', shown: t(words.searchCreate, { text: typed }), pick: create }]
      : []),
  ];
  const close = () => {
    setOpen(false);
    setQuery(null);
    debounced.cancel();
  };
  function choose(item: T) {
    onSelect(item);
    close();
  }
  function create() {
    onCreate?.(typed);
    close();
  }
  /** A field that searches without letters opens its list when it is pressed. */
  const offer = () => {
    if (from > 0 || open) return;
    setOpen(true);
    look(query ?? '');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      if (!open) look(query ?? '');
      else if (choices.length)
        setActive((active + (event.key === 'ArrowDown' ? 1 : choices.length - 1)) % choices.length);
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      // Enter must wait for the answer: until then the list belongs to an older text.
      if (found.state === 'done' && found.for === (query ?? '')) choices[active]?.pick();
    }
  };
  const type = (text: string) => {
    setQuery(text);
    setOpen(true);
    debounced.later(text);
  };
  const message = messageOf(found, typed, from);
  return {
    query,
    type,
    open,
    offer,
    close,
    onKeyDown,
    suggested: { open, message, choices, active, onActive: setActive },
  };
}

/**
 * Chooses one of many items, which the server finds while the person types (ARIA combobox: arrows, Enter and Esc work
 * in the list, Home and End in the text). `search` gets the text and a signal that aborts when a newer text replaces
 * it. `onCreate` adds "Crea «…»" at the end of the list.
 */
export function Combobox<T extends { id: number | string }>(props: Props<T>) {
  const { label, name, error, help, required, value, text, onSelect } = props;
  const list = useId();
  const { query, type, open, offer, close, onKeyDown, suggested } = useCombobox(props);
  return (
    <FieldShell label={label} name={name} error={error} help={help} required={required}>
      {(control) => (
        <span className="combobox">
          <input
            {...control}
            role="combobox"
            aria-expanded={open}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={
              open && suggested.choices[suggested.active] ? `${list}-${suggested.active}` : undefined
            }
            autoComplete="off"
            spellCheck={false}
            disabled={props.disabled}
            placeholder={props.placeholder}
            value={query ?? (value ? text(value) : '')}
            onFocus={(event) => event.currentTarget.select()}
            onClick={offer}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            onBlur={() => {
              if (query === '' && value) onSelect(null);
              close();
            }}
          />
          {value && !open && !props.disabled && (
            <button
              type="button"
              className="icon close"
              aria-label={t(words.takeAway, { label })}
              onClick={() => onSelect(null)}
            />
          )}
          <Suggestions id={list} label={label} {...suggested} />
        </span>
      )}
    </FieldShell>
  );
}
