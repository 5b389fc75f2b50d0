import { useEffect, useState } from 'react';
import { TABLET_MINUTES } from '#domain/signatures/terms.ts';
import type { Signature } from '#domain/signatures/schema.ts';
import { call, type CallAnswer } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { rounds as words } from '#site/messages/it/signatures.ts';
import { Dialog } from '#site/ui/Dialog.tsx';

type Link = CallAnswer<'POST /signatures/:id/signers/:signer/tablet'>;

/** The code that a tablet scans to show the signer's page alone: the person signs there by themselves. */
export default function TabletDialog({
  round: { id },
  signer,
  onClose,
}: {
  round: Signature;
  signer: Signature['signers'][number];
  onClose: () => void;
}) {
  const [link, setLink] = useState<Link | null>(null);
  const [failure, setFailure] = useState('');
  useEffect(() => {
    call('POST /signatures/:id/signers/:signer/tablet', { params: { id, signer: signer.id } }).then(
      setLink,
      (error: unknown) => setFailure((error as Error).message),
    );
  }, [id, signer.id]);
  return (
    <Dialog
      open
      title={t(words.tabletTitle, { name: signer.name })}
      onClose={onClose}
      actions={
        <button type="button" className="btn" onClick={onClose}>
          {words.tabletClose}
        </button>
      }
    >
      <p>{t(words.tabletNote, { n: TABLET_MINUTES })}</p>
      {failure && (
        <p className="callout bad" role="alert">
          {failure}
        </p>
      )}
      {link && (
        <p className="tablet-code">
          <svg role="img" aria-label={words.tabletCode} viewBox={`-2 -2 ${link.qr.size + 4} ${link.qr.size + 4}`}>
            <path d={link.qr.path} />
          </svg>
        </p>
      )}
    </Dialog>
  );
}
