import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import { t } from '#site/lib/intl.ts';
import { dated as words } from '#site/messages/it/kit.ts';
import './dated.css';

/** Values under a heading, with what they change; the form takes their place while they are edited. */
export function EditCard({
  id,
  title,
  help,
  wide = false,
  editing,
  onEdit,
  renderForm,
  children,
}: {
  id: string;
  title: string;
  help?: ReactNode;
  wide?: boolean;
  editing: boolean;
  /** Absent while another card is edited: one at a time, under one version. */
  onEdit: (() => void) | undefined;
  /** Draws the form, which may still be loading. */
  renderForm: () => ReactNode;
  children: ReactNode;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const was = useRef(editing);
  useEffect(() => {
    // The focus comes back to where it left from.
    if (was.current && !editing) button.current?.focus();
    was.current = editing;
  }, [editing]);
  const shown = (
    <section className="card pad" aria-labelledby={`${id}-title`}>
      <header className="head">
        <h2 id={`${id}-title`} className="grow">
          {title}
        </h2>
        {onEdit && (
          <button
            ref={button}
            type="button"
            className="btn small"
            onClick={onEdit}
            aria-label={t(words.editPart, { title })}
          >
            {words.edit}
          </button>
        )}
      </header>
      {help && <p className="muted">{help}</p>}
      {children}
    </section>
  );
  return (
    <div id={id} className={wide || editing ? 'setting wide' : 'setting'}>
      {editing ? <Suspense fallback={shown}>{renderForm()}</Suspense> : shown}
    </div>
  );
}
