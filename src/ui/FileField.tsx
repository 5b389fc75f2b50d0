import { useState } from 'react';
import { FieldShell, type FieldBase } from './Field.tsx';

/** What a file must be: endings or types as the browser's chooser knows them, bytes, and the sentence for one that is larger. */
export interface FileLimits {
  accept: string;
  mostBytes: number;
  tooLarge: string;
}

/** A file of this computer. One that is too large stays visible with the reason, and counts as none. */
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
    /** What the form waits for before it can be sent. */
    waiting?: string | null;
    onChange: (file: File | null) => void;
  }) {
  const [refused, setRefused] = useState(false);
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
        <input
          {...control}
          type="file"
          accept={accept}
          disabled={readOnly}
          onChange={({ currentTarget: { files } }) => {
            const file = files?.[0] ?? null;
            const large = file !== null && file.size > mostBytes;
            setRefused(large);
            onChange(large ? null : file);
          }}
        />
      )}
    </FieldShell>
  );
}
