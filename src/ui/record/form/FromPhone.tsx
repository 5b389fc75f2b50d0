import { useEffect, useState } from 'react';
import { PHONE_FILES, PHONE_MINUTES, type UploadPurpose } from '#domain/upload-purposes.ts';
import { apiPath, call, type CallAnswer } from '#site/lib/call.ts';
import { moment, t } from '#site/lib/intl.ts';
import { phone as words } from '#site/messages/it/uploads.ts';
import type { Found } from './form.ts';

/** Milliseconds between an answer and the next look at what has arrived. */
const EVERY = 2500;

type PhoneLink = CallAnswer<'POST /uploads/links'>;
type Arrived = CallAnswer<'GET /uploads/links/:id'>;
type OnFiles = (files: readonly Found[], isOpen: boolean) => void;

interface FromPhoneProps {
  purpose: UploadPurpose;
  /** For how many files there is room. */
  room: number;
  /** The files that the form has: none of them is offered again. */
  taken: readonly number[];
  /** Takes those that have arrived since the last look, oldest first; `isOpen`: whether more may come. It stays the same function. */
  onFiles: OnFiles;
}

/** Looks at what comes by a link, one look after the other, and once more when it is left: nothing that arrived is missed. */
function watch({ id }: PhoneLink, onLook: (now: Arrived) => void, onFiles: OnFiles): () => void {
  const params = { id };
  const told = new Set<number>();
  let timer: ReturnType<typeof setTimeout>;
  let isLeft = false;
  const look = async () => {
    const now = await call('GET /uploads/links/:id', { params });
    const fresh = now.files.filter((file) => !told.has(file.id));
    for (const file of fresh) told.add(file.id);
    onLook(now);
    if (fresh.length > 0) onFiles(fresh, now.open);
    return now.open || now.coming > 0;
  };
  const lookOn = async () => {
    // A look without an answer says nothing: the next one may have it.
    const mayCome = await look().catch(() => true);
    if (mayCome && !isLeft) timer = setTimeout(() => void lookOn(), EVERY);
  };
  void lookOn();
  return () => {
    isLeft = true;
    clearTimeout(timer);
    // Nothing arrives once the link has ended, so this look is complete.
    void call('DELETE /uploads/links/:id', { params }).then(look).catch(console.info);
  };
}

/** What came before and no record has: the page was reloaded or left with it. */
function Earlier({ files, onTake }: { files: Arrived['earlier']; onTake: (file: Found) => void }) {
  if (files.length === 0) return null;
  return (
    <>
      <p>{words.earlier}</p>
      <ul className="lookups">
        {files.map((file) => (
          <li key={file.id} className="chosen">
            <a
              className="link"
              href={apiPath('GET /uploads/:id', { params: { id: file.id } })}
              target="_blank"
              rel="noopener"
            >
              {file.name}
            </a>
            <span className="muted">{moment(file.createdAt)}</span>
            <button type="button" className="btn small" onClick={() => onTake(file)}>
              {words.use}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A QR code by which a phone sends files; it ends with the last of them, its time, or when the field is left. */
export default function FromPhone({ purpose, room, taken, onFiles }: FromPhoneProps) {
  const most = Math.min(room, PHONE_FILES);
  const [link, setLink] = useState<PhoneLink | null>(null);
  const [failed, setFailed] = useState('');
  const [seen, setSeen] = useState<Arrived | null>(null);
  const open = () => {
    setFailed('');
    setSeen(null);
    call('POST /uploads/links', { body: { purpose, most } }).then(setLink, (error: Error) => setFailed(error.message));
  };
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it appears
  useEffect(open, []);
  useEffect(() => (link ? watch(link, setSeen, onFiles) : undefined), [link, onFiles]);
  if (failed) return <p className="error">{failed}</p>;
  if (!link) return null;
  const n = seen?.files.length ?? 0;
  return (
    <>
      {seen && !seen.open ? (
        <p>
          {n > 0 ? t(words.allArrived, { n }) : words.ended}{' '}
          <button type="button" className="btn small" onClick={open}>
            {words.renew}
          </button>
        </p>
      ) : (
        <div className="from-phone">
          <svg role="img" aria-label={words.code} viewBox={`-2 -2 ${link.qr.size + 4} ${link.qr.size + 4}`}>
            <path d={link.qr.path} />
          </svg>
          <p role="status">
            {n > 0 ? t(words.arrived, { n, left: most - n }) : t(words.scan, { n: PHONE_MINUTES })}{' '}
            {seen !== null && seen.coming > 0 && t(words.coming, { n: seen.coming })}
          </p>
        </div>
      )}
      <Earlier
        files={seen?.earlier.filter(({ id }) => !taken.includes(id)) ?? []}
        onTake={(file) => onFiles([file], most > 1)}
      />
    </>
  );
}
