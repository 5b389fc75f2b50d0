import { fileSize } from '#domain/file-size.ts';
import { useStore } from '@nanostores/react';
import { t } from '#site/lib/intl.ts';
import { sending as words } from '#site/messages/it/files-sending.ts';
import type { Sending, SendingStore } from './sending.ts';

const wordOf = ({ state, isLost, message, sent, file }: Sending): string => {
  if (state === 'refused') return message;
  if (isLost) return words.lost;
  if (state === 'waiting') return words.waiting;
  if (state === 'checking') return words.checking;
  return t(words.progress, { done: fileSize(sent), all: fileSize(file.size) });
};

/** Files on their way, and those that were refused, with what can be done about it. */
export default function Progress({ sending }: { sending: Pick<SendingStore, '$all' | 'again' | 'drop'> }) {
  const all = useStore(sending.$all);
  return (
    <ul className="files-sending" aria-live="polite">
      {all.map((one) => (
        <li key={one.id} className={`card ${one.state}`}>
          <span>
            <b>{one.file.name}</b> <span className={one.state === 'refused' ? 'bad' : 'muted'}>{wordOf(one)}</span>
          </span>
          <span>
            {one.isTaken && (
              <button type="button" className="act" onClick={() => sending.again(one.id, true)}>
                {words.newVersion}
              </button>
            )}
            {one.state === 'refused' && !one.isTaken && !one.isFinal && (
              <button type="button" className="act" onClick={() => sending.again(one.id, false)}>
                {words.again}
              </button>
            )}
            <button type="button" className="act" onClick={() => sending.drop(one.id)}>
              {one.state === 'refused' ? words.close : words.cancel}
            </button>
          </span>
          {one.state !== 'refused' && <progress max={one.file.size} value={one.sent} aria-label={one.file.name} />}
        </li>
      ))}
    </ul>
  );
}
