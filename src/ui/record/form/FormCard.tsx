import { useEffect, useRef, type ReactNode } from 'react';
import { kit as words } from '#site/messages/it/kit.ts';

/**
 * The form of some fields in the place of the card that shows them: its sentence above, what the values mean beside,
 * its buttons below. Esc leaves.
 */
export function FormCard({
  title,
  note,
  actions,
  refused,
  beside,
  onLeave,
  children,
}: {
  title: ReactNode;
  note: ReactNode;
  actions: ReactNode;
  /** Why the save was refused. */
  refused: ReactNode;
  beside: ReactNode;
  onLeave: () => void;
  children: ReactNode;
}) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    ref.current?.querySelector<HTMLElement>('form :is(input, select, textarea, button)')?.focus();
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc within its fields
    <section
      ref={ref}
      className="card pad form-card"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return;
        event.preventDefault();
        onLeave();
      }}
    >
      <header className="head">
        <h2>{title}</h2>
        <span className="badge b-info">{words.editing}</span>
      </header>
      {note && <p className="muted">{note}</p>}
      {refused}
      <div className="form-card-body">
        {children}
        {beside && <aside>{beside}</aside>}
      </div>
      <footer className="head">{actions}</footer>
    </section>
  );
}
