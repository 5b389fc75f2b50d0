import { useEffect, useRef, useState } from 'react';
import { t } from '#site/lib/intl.ts';
import { paste as words } from '#site/messages/it/paste.ts';
import { TextArea } from '#site/ui/Field.tsx';
import type { Row, Pasted } from './form.ts';

/** Reads rows from a copied table into the form, where the person can check, change and remove them. */
export default function Paste({
  table,
  read,
  rows,
  onChange,
}: Pasted & { rows: readonly Row[]; onChange: (rows: readonly Row[]) => void }) {
  const { label, help, read: verb } = words[table];
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState('');
  const [before, setBefore] = useState<readonly Row[] | null>(null);
  const field = useRef<HTMLDivElement>(null);
  // The person opened this part to paste a table.
  useEffect(() => field.current?.querySelector('textarea')?.focus(), []);
  const take = async () => {
    const result = await read(text, rows);
    if (typeof result === 'string') return setWrong(result);
    setWrong('');
    setBefore(rows);
    setText('');
    onChange(result);
  };
  return (
    <div ref={field}>
      <TextArea
        name="paste"
        label={label}
        help={help}
        rows={4}
        // More than any form takes: what is too much is said, not cut off.
        maxLength={1_000_000}
        value={text}
        error={wrong || null}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="row" role="status">
        <button type="button" className="btn" onClick={() => void take()}>
          {verb}
        </button>
        {before && (
          <>
            <span className="muted">{t(words.done, { n: rows.length })}</span>
            <button
              type="button"
              className="btn ghost"
              onClick={() => {
                onChange(before);
                setBefore(null);
              }}
            >
              {words.back}
            </button>
          </>
        )}
      </div>
    </div>
  );
}
