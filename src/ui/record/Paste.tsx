import { useState } from 'react';
import { t } from '#site/lib/intl.ts';
import { record as words } from '#site/messages/it/record.ts';
import { TextArea } from '../Field.tsx';
import type { Row } from './form.ts';

/** Rows from a table that was copied elsewhere: read into the form, where they can be looked at, changed and taken back. */
export function Paste({
  help,
  rows,
  read,
  onChange,
}: {
  help: string;
  rows: readonly Row[];
  /** The rows with those of the text, or what cannot be read. */
  read: (text: string, rows: readonly Row[]) => readonly Row[] | string;
  onChange: (rows: readonly Row[]) => void;
}) {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState('');
  const [before, setBefore] = useState<readonly Row[] | null>(null);
  const take = () => {
    const result = read(text, rows);
    if (typeof result === 'string') return setWrong(result);
    setWrong('');
    setBefore(rows);
    setText('');
    onChange(result);
  };
  return (
    <details className="fold">
      <summary>{words.paste}</summary>
      <TextArea
        name="paste"
        label={words.pasteLabel}
        help={help}
        rows={4}
        maxLength={20_000}
        value={text}
        error={wrong || null}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="row" role="status">
        <button type="button" className="btn" onClick={take}>
          {words.pasteRead}
        </button>
        {before && (
          <>
            <span className="muted">{t(words.pasted, { n: rows.length })}</span>
            <button
              type="button"
              className="btn ghost"
              onClick={() => {
                onChange(before);
                setBefore(null);
              }}
            >
              {words.pasteBack}
            </button>
          </>
        )}
      </div>
    </details>
  );
}
