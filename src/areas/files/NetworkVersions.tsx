import { useEffect, useRef, useState } from 'react';
import { fileSize } from '#domain/file-size.ts';
import type { NetworkFile, NetworkVersion } from '#domain/files/network.ts';
import { apiPath, call } from '#site/lib/call.ts';
import { moment, t } from '#site/lib/intl.ts';
import { network as words } from '#site/messages/it/files-network.ts';
import { attempt } from '#site/ui/attempt.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { Field } from '#site/ui/Field.tsx';
import { readersOf } from './readers-of.ts';
import './side.css';

/** The versions of a file of the network, how many have read each, and the next one. */
export default function NetworkVersions({
  file,
  onChosen,
  onClose,
}: {
  file: NetworkFile;
  onChosen: (file: File, note: string) => void;
  onClose: () => void;
}) {
  const { id, name, kind } = file;
  const [versions, setVersions] = useState<readonly NetworkVersion[] | null>(null);
  const [note, setNote] = useState('');
  const chooser = useRef<HTMLInputElement>(null);
  useEffect(() => {
    void attempt(async () => setVersions(await call('GET /network/files/:id/versions', { params: { id } })));
  }, [id]);
  return (
    <Dialog
      open
      title={t(words.versionsOf, { name })}
      onClose={onClose}
      actions={
        <button type="button" className="btn primary" onClick={() => chooser.current!.click()}>
          {words.chooseVersion}
        </button>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <div className="files-readers" role="region" tabIndex={0} aria-label={words.versions}>
        <ol className="files-versions">
          {(versions ?? []).map((version) => (
            <li key={version.number}>
              <a
                className="files-number"
                href={apiPath('GET /network/files/:id/content', { params: { id }, query: { number: version.number } })}
                download
                title={words.download}
              >
                v{version.number}
              </a>
              <span>{version.note || (version.number === 1 ? words.first : '—')}</span>
              <small>{[moment(version.at), fileSize(version.bytes), readersOf(version.readers)].join(' · ')}</small>
            </li>
          ))}
        </ol>
      </div>
      <Field
        label={words.versionNote}
        name="note"
        value={note}
        maxLength={200}
        help={words.versionHelp}
        onChange={({ target }) => setNote(target.value)}
      />
      <input
        ref={chooser}
        type="file"
        hidden
        accept={`.${kind}`}
        aria-label={words.chooseVersion}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen) onChosen(chosen, note);
          target.value = '';
        }}
      />
    </Dialog>
  );
}
