import { useRef } from 'react';
import type { ShownCalendar } from '#domain/calendars/schema.ts';
import { calendarKinds } from '#domain/calendars/event-terms.ts';
import { addDays } from '#domain/dates.ts';
import { dayLong, dayOfWeek } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { absence, calendar as words, misses } from '#site/messages/it/calendars.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { daysOf, hrefOf, stepped, views, weekNumber, type Look } from './view.ts';

interface BarProps {
  look: Look;
  all: readonly ShownCalendar[];
  mayBook: boolean;
  mayManage: boolean;
  beside: boolean;
  today: string;
  onNew: () => void;
  onFirstFree: () => void;
  onAbsence: () => void;
  onFeed: () => void;
}

/** `23–29 novembre 2026`, a day or a month in words. */
function titleOf({ view, day }: Look): string {
  if (view === 'day') return `${dayOfWeek(day)} ${day.slice(0, 4)}`;
  if (view === 'month') return dayLong(`${day.slice(0, 7)}-01`).replace(/^.*?1 /, '');
  const days = daysOf({ view, day });
  const [from, to] = [days[0]!, days.at(-1)!];
  const end = dayLong(to).replace(/^\D+/, '');
  return from.slice(0, 7) === to.slice(0, 7)
    ? `${Number(from.slice(8))}–${end}`
    : `${Number(from.slice(8))}/${Number(from.slice(5, 7))} – ${end}`;
}

/** Chooses which calendars are shown; the page loads again with their numbers in its address. */
function Resources({ look, all }: Pick<BarProps, 'look' | 'all'>) {
  return (
    <details className="cal-resources">
      <summary className="btn">
        {words.resources} <small>{look.ids.length}</small>
      </summary>
      <form
        className="card pad"
        onSubmit={(event) => {
          event.preventDefault();
          const chosen = new FormData(event.currentTarget).getAll('cal').map(Number);
          location.assign(hrefOf({ ...look, ids: chosen }));
        }}
      >
        <fieldset>
          <legend>{words.chosen}</legend>
          {all.map(({ id, name, kind }) => (
            <label key={id} className="check">
              <input type="checkbox" name="cal" value={id} defaultChecked={look.ids.includes(id)} /> {name}{' '}
              <small>{calendarKinds[kind]}</small>
            </label>
          ))}
        </fieldset>
        <button type="submit" className="btn primary">
          {words.show}
        </button>
      </form>
    </details>
  );
}

/** What is done less often; on a phone how the days are shown is folded with it. */
function More({
  beside,
  mayBook,
  mayManage,
  today,
  onAbsence,
  onFeed,
}: Pick<BarProps, 'beside' | 'mayBook' | 'mayManage' | 'today' | 'onAbsence' | 'onFeed'>) {
  const panel = useRef<HTMLDetailsElement>(null);
  /** Closes the panel before a dialog opens, which gives the focus back to the button that stays in view. */
  const closing = (open: () => void) => () => {
    panel.current!.open = false;
    panel.current!.querySelector('summary')!.focus();
    open();
  };
  return (
    <details className="cal-resources cal-more" ref={panel}>
      <summary className="btn">{words.other}</summary>
      <div className="card pad">
        {!beside && (
          <a className="link" href="/dealer/calendars/overView">
            {words.beside}
          </a>
        )}
        {mayManage && (
          <a className="link" href="/dealer/calendars/manage">
            {words.manage}
          </a>
        )}
        {mayManage && (
          <a className="link" href={`/dealer/calendars/overView?from=${addDays(today, -29)}&to=${today}`}>
            {misses.open}
          </a>
        )}
        {mayBook && (
          <button type="button" className="link" onClick={closing(onAbsence)}>
            {absence.open}
          </button>
        )}
        <button type="button" className="link" onClick={closing(onFeed)}>
          {words.feed}
        </button>
      </div>
    </details>
  );
}

export function Bar({ look, all, mayBook, mayManage, beside, today, onNew, onFirstFree, onAbsence, onFeed }: BarProps) {
  const at = (more: Partial<Look>) => hrefOf({ ...look, ...more });
  return (
    <header className="head">
      <h1>{titleOf(look)}</h1>
      {look.view === 'week' && <small>{t(words.week, { n: weekNumber(look.day) })}</small>}
      <nav className="cal-step" aria-label={words.title}>
        <a className="btn" href={at({ day: stepped(look, -1) })} aria-label={words.before}>
          ‹
        </a>
        <a className="btn" data-key="t" href={at({ day: today })}>
          {words.today}
        </a>
        <a className="btn" href={at({ day: stepped(look, 1) })} aria-label={words.after}>
          ›
        </a>
      </nav>
      <span className="grow" />
      <nav className="switch">
        {views.map((view) => (
          <a key={view} href={at({ view })} aria-current={view === look.view ? 'page' : undefined}>
            {words.views[view]}
          </a>
        ))}
      </nav>
      <Resources look={look} all={all} />
      <More
        beside={beside}
        mayBook={mayBook}
        mayManage={mayManage}
        today={today}
        onAbsence={onAbsence}
        onFeed={onFeed}
      />
      {mayBook && (
        <div className="cal-book">
          <button type="button" className="btn" onClick={onFirstFree}>
            {words.firstFree}
          </button>
          <button type="button" className="btn primary" data-key="n" onClick={onNew}>
            <Icon name="plus" /> {words.create}
          </button>
        </div>
      )}
    </header>
  );
}
