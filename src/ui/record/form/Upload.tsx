import { useEffect, useRef, useState } from 'react';
import { number } from '#domain/italian.ts';
import { CallError } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { controls, record as words } from '#site/messages/it/kit.ts';
import type { FieldBase } from '#site/ui/Field.tsx';
import { FileField } from '#site/ui/FileField.tsx';
import type { Found, FormField } from './form.ts';
import { PhoneFiles } from './PhoneFiles.tsx';

/** `1,5 MB` */
const size = (bytes: number) => (bytes < 1e6 ? `${number(bytes / 1e3)}\u00a0kB` : `${number(bytes / 1e6)}\u00a0MB`);

/** Uploads a file as soon as it is chosen; the record holds its id. The record is not saved during the upload. */
export function Upload<V>({
  field: { accept, max, known, nullable, upload, phone, fileHref },
  value,
  readOnly,
  error,
  onChange,
  ...base
}: FieldBase & {
  field: FormField<V>;
  value: number | null;
  readOnly: boolean;
  onChange: (value: unknown) => void;
}) {
  const [sent, setSent] = useState<Found | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [waiting, setWaiting] = useState(false);
  const latest = useRef<File>(null);
  // What is typed beside it while a file arrives stays.
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  const take = async (file: File | null) => {
    // The person left the file chooser, or the file is too large: the record keeps its file.
    if (!file) return;
    latest.current = file;
    setFailure(null);
    setWaiting(true);
    try {
      const kept = await upload!(file);
      if (latest.current !== file) return;
      setSent(kept);
      change.current(kept.id);
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      if (latest.current === file) setFailure(cause.message);
    } finally {
      if (latest.current === file) setWaiting(false);
    }
  };
  const kept = [...(sent ? [sent] : []), ...(known ?? [])].find(({ id }) => id === value);
  return (
    <div className="lookups">
      <FileField
        {...base}
        readOnly={readOnly}
        error={failure ?? error}
        accept={accept!}
        mostBytes={max!}
        tooLarge={t(words.fileTooLarge, { most: size(max!) })}
        waiting={waiting ? words.uploading : null}
        onChange={(file) => void take(file)}
      />
      {phone && !readOnly && (
        <PhoneFiles
          purpose={phone}
          most={1}
          small
          taken={value === null ? [] : [value]}
          onFiles={([file]) => {
            if (!file) return;
            setSent(file);
            onChange(file.id);
          }}
        />
      )}
      {value !== null && value !== 0 && (
        <p className="chosen">
          <span className="chip">
            {fileHref ? (
              <a className="link" href={fileHref(value)} target="_blank" rel="noopener">
                {kept?.name ?? words.fileOpen}
              </a>
            ) : (
              (kept?.name ?? words.fileThere)
            )}
            {!readOnly && nullable && (
              <button
                type="button"
                className="icon close"
                aria-label={t(controls.takeAway, { label: base.label })}
                onClick={() => onChange(null)}
              />
            )}
          </span>
        </p>
      )}
    </div>
  );
}
