import { useState } from 'react';
import { controls as words } from '#site/messages/it/kit.ts';
import { FieldShell, type FieldBase } from './Field.tsx';

/**
 * The limits of a file: endings or types as the browser's file chooser takes them, bytes, and the message for a
 * larger file.
 */
export interface FileLimits {
  accept: string;
  mostBytes: number;
  tooLarge: string;
}

/** Chooses a file of this computer. A file that is too large stays visible with the reason, and is not used. */
export function FileField({
  label,
  name,
  error,
  help,
  required,
  readOnly,
  accept,
  mostBytes,
  tooLarge,
  waiting,
  onChange,
}: FieldBase &
  FileLimits & {
    readOnly?: boolean;
    /** Says what the form waits for before it can be sent. */
    waiting?: string | null;
    onChange: (file: File | null) => void;
  }) {
  const [refused, setRefused] = useState(false);
  const [chosen, setChosen] = useState('');
  return (
    <FieldShell
      label={label}
      name={name}
      error={error}
      help={help}
      required={required}
      unread={refused ? tooLarge : waiting}
    >
      {(control) => (
        <span className="file-box">
          <input
            {...control}
            type="file"
            accept={accept}
            disabled={readOnly}
            onChange={({ currentTarget: { files } }) => {
              const file = files?.[0] ?? null;
              const large = file !== null && file.size > mostBytes;
              setChosen(file?.name ?? '');
              setRefused(large);
              onChange(large ? null : file);
            }}
          />
          <span className="btn" aria-hidden>
            {chosen ? words.otherFile : words.chooseFile}
          </span>
          <span aria-hidden>{chosen || words.noFile}</span>
        </span>
      )}
    </FieldShell>
  );
}
