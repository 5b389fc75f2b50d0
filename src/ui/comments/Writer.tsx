import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { COMMENT_LENGTH } from '#domain/record/comment-terms.ts';
import type { Colleague } from '#domain/record/comments.ts';
import { call, CallError, whyOf } from '#site/lib/call.ts';
import { madeNothing, newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { comments as words, controls } from '#site/messages/it/kit.ts';
import { Suggestions } from '../Suggestions.tsx';
import { colleaguesLike, mentionedIn, typedMention, type Commented } from './comments.ts';

/** From so many characters on the field says how many are left. */
const NEAR = COMMENT_LENGTH - 500;

/** Colleagues who may be mentioned, read at the first @. */
function useColleagues({ area, id }: { area: Commented; id: number }) {
  const [colleagues, setColleagues] = useState<Colleague[] | null>(null);
  const [failed, setFailed] = useState(false);
  const asked = useRef(false);
  const ask = () => {
    if (asked.current) return;
    asked.current = true;
    setFailed(false);
    call(`GET /${area}/:id/colleagues`, { params: { id } }).then(setColleagues, () => {
      asked.current = false;
      setFailed(true);
    });
  };
  return { colleagues: colleagues ?? [], loading: colleagues === null && !failed, failed, ask };
}

/** Closing the page asks first while a comment is typed. */
function useTyped(isTyped: boolean) {
  useEffect(() => {
    if (!isTyped) return;
    const ask = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isTyped]);
}

/** What somebody begins to write by a press: a press again is another one. */
export interface Started {
  text: string;
}

interface Writing {
  area: Commented;
  id: number;
  /** What was begun elsewhere on the page; it comes behind what is typed. */
  start?: Started | undefined;
  onSent(): Promise<void>;
}

/** The comment as it is typed: its text, whom it mentions, and the list of colleagues after an @. */
function useComment(of: Writing) {
  const { area, id, start, onSent } = of;
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [mention, setMention] = useState<ReturnType<typeof typedMention>>(null);
  const [active, setActive] = useState(0);
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState('');
  const key = useRef(newKey());
  const field = useRef<HTMLTextAreaElement>(null);
  const people = useColleagues(of);
  useTyped(text.trim() !== '');
  // The field replaces the button that was pressed, which had the focus.
  useEffect(() => {
    if (start) setText((typed) => (typed.trim() === '' ? start.text : `${typed}\n${start.text}`));
    field.current?.focus();
  }, [start]);

  const found = mention ? colleaguesLike(people.colleagues, mention.typed) : [];
  // No colleague has such a name, as after the @ of an e-mail address: then no list is shown.
  const isOpen = mention !== null && (found.length > 0 || (mention.typed === '' && (people.loading || people.failed)));
  const look = () => {
    const { value, selectionStart } = field.current!;
    const typed = typedMention(value, selectionStart);
    if (typed) people.ask();
    setActive(0);
    setMention(typed);
  };
  const choose = ({ id: one, name }: Colleague) => {
    const { from, typed } = mention!;
    const after = text.slice(from + 1 + typed.length);
    setText(`${text.slice(0, from)}@${name} ${after.replace(/^ /, '')}`);
    setChosen(new Set([...chosen, one]));
    setMention(null);
    const caret = from + name.length + 2;
    requestAnimationFrame(() => field.current?.setSelectionRange(caret, caret));
  };
  async function send() {
    if (sending || !text.trim()) return;
    setSending(true);
    setFailed('');
    try {
      const body = { text, mentions: mentionedIn(text, people.colleagues, chosen) };
      await call(`POST /${area}/:id/comments`, { params: { id }, body, key: key.current });
      key.current = newKey();
      setText('');
      setChosen(new Set());
      await onSent();
    } catch (error) {
      if (error instanceof CallError && madeNothing(error.status)) key.current = newKey();
      setFailed(whyOf(error));
    }
    setSending(false);
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      // On a record's page the same keys press the next step (guard.ts).
      event.stopPropagation();
      event.preventDefault();
      void send();
    } else if (!isOpen) return;
    else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      setMention(null);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (found.length) setActive((active + (event.key === 'ArrowDown' ? 1 : found.length - 1)) % found.length);
    } else if ((event.key === 'Enter' || event.key === 'Tab') && found[active]) {
      event.preventDefault();
      choose(found[active]);
    }
  };
  const type = (value: string) => {
    setText(value);
    look();
  };
  return {
    text,
    type,
    field,
    look,
    onKeyDown,
    people,
    found,
    isOpen,
    active,
    setActive,
    choose,
    send,
    sending,
    failed,
  };
}

/** Where a comment is written; an @ offers the colleagues who see the record. */
export function Writer(of: Writing) {
  const {
    text,
    type,
    field,
    look,
    onKeyDown,
    people,
    found,
    isOpen,
    active,
    setActive,
    choose,
    send,
    sending,
    failed,
  } = useComment(of);
  const list = useId();
  const left = COMMENT_LENGTH - text.length;
  return (
    <form
      className="comment-writer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <textarea
        ref={field}
        name="comment"
        rows={1}
        maxLength={COMMENT_LENGTH}
        aria-label={words.write}
        placeholder={words.placeholder}
        aria-autocomplete="list"
        aria-controls={list}
        aria-activedescendant={isOpen && found[active] ? `${list}-${active}` : undefined}
        aria-invalid={failed ? true : undefined}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onClick={look}
        onKeyDown={onKeyDown}
      />
      <Suggestions
        id={list}
        label={words.colleagues}
        open={isOpen}
        message={people.failed ? controls.searchFailed : people.loading && controls.searching}
        choices={found.map((one) => ({ key: one.id, shown: one.name, pick: () => choose(one) }))}
        active={active}
        onActive={setActive}
      />
      {failed && (
        <p className="error" role="alert">
          {failed}
        </p>
      )}
      {text.trim() !== '' && (
        <p className="row">
          <button type="submit" className="btn small" aria-busy={sending}>
            {words.send}
          </button>
          {text.length > NEAR && <small className="muted">{t(words.left, { n: left })}</small>}
        </p>
      )}
    </form>
  );
}
