import { useEffect, useRef, useState } from 'react';
import { PHONE_FILES, PHONE_MINUTES, type UploadPurpose } from '#domain/upload-purposes.ts';
import type { PhoneLink } from '#domain/uploads/schema.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { phone as words } from '#site/messages/it/uploads.ts';
import type { Found } from './form.ts';

/** Milliseconds between two looks at what has arrived. */
const EVERY = 2500;

interface FromPhoneProps {
  purpose: UploadPurpose;
  /** For how many files there is room. */
  room: number;
  /** Takes those that have arrived since the last look, oldest first; `isOpen`: whether more may come. */
  onFiles: (files: readonly Found[], isOpen: boolean) => void;
}

/** A QR code by which a phone sends files; it ends with the last of them, its time, or when the field is left. */
export default function FromPhone({ purpose, room, onFiles }: FromPhoneProps) {
  const most = Math.min(room, PHONE_FILES);
  const [link, setLink] = useState<PhoneLink | null>(null);
  const [failed, setFailed] = useState('');
  const [ended, setEnded] = useState(false);
  const [arrived, setArrived] = useState(0);
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  const open = () => {
    setFailed('');
    setEnded(false);
    setArrived(0);
    call('POST /uploads/links', { body: { purpose, most } }).then(setLink, (error: Error) => setFailed(error.message));
  };
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it appears
  useEffect(open, []);
  useEffect(() => {
    if (!link) return;
    const params = { id: link.id };
    let taken = 0;
    const look = async () => {
      const { files, open: isOpen } = await call('GET /uploads/links/:id', { params });
      const fresh = files.slice(taken);
      taken = files.length;
      setArrived(taken);
      if (fresh.length > 0) latest.current(fresh, isOpen);
      if (isOpen) return;
      clearInterval(timer);
      setEnded(true);
    };
    const timer = setInterval(() => void look().catch(console.info), EVERY);
    return () => {
      clearInterval(timer);
      void call('DELETE /uploads/links/:id', { params }).catch(console.info);
    };
  }, [link]);
  if (failed) return <p className="error">{failed}</p>;
  if (ended)
    return (
      <p>
        {arrived > 0 ? t(words.allArrived, { n: arrived }) : words.ended}{' '}
        <button type="button" className="btn small" onClick={open}>
          {words.renew}
        </button>
      </p>
    );
  return (
    link && (
      <div className="from-phone">
        <svg role="img" aria-label={words.code} viewBox={`-2 -2 ${link.qr.size + 4} ${link.qr.size + 4}`}>
          <path d={link.qr.path} />
        </svg>
        <p role="status">
          {arrived > 0 ? t(words.arrived, { n: arrived, left: most - arrived }) : t(words.scan, { n: PHONE_MINUTES })}
        </p>
      </div>
    )
  );
}
