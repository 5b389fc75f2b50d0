import { useEffect, useRef, useState } from 'react';
import { PHONE_MINUTES, type UploadPurpose } from '#domain/upload-purposes.ts';
import type { PhoneLink } from '#domain/uploads/schema.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { phone as words } from '#site/messages/it/uploads.ts';
import type { Found } from './form.ts';

/** Milliseconds between two looks at what has arrived. */
const EVERY = 2500;

/** A QR code by which a phone sends the file of a field; it ends when the file is there or the field is left. */
export default function FromPhone({ purpose, onFile }: { purpose: UploadPurpose; onFile: (file: Found) => void }) {
  const [link, setLink] = useState<PhoneLink | null>(null);
  const [failed, setFailed] = useState('');
  const [ended, setEnded] = useState(false);
  const latest = useRef(onFile);
  useEffect(() => {
    latest.current = onFile;
  });
  const open = () => {
    setFailed('');
    setEnded(false);
    call('POST /uploads/links', { body: { purpose } }).then(setLink, (error: Error) => setFailed(error.message));
  };
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it appears
  useEffect(open, []);
  useEffect(() => {
    if (!link) return;
    const params = { id: link.id };
    const look = async () => {
      const { files, open: isOpen } = await call('GET /uploads/links/:id', { params });
      const [first] = files;
      if (first) latest.current(first);
      if (first || !isOpen) clearInterval(timer);
      if (!first && !isOpen) setEnded(true);
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
        {words.ended}{' '}
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
        <p role="status">{t(words.scan, { n: PHONE_MINUTES })}</p>
      </div>
    )
  );
}
