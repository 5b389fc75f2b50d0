import { lazy } from 'react';
import { downloadReasons } from '#domain/files/kinds.ts';
import type { FileVersion } from '#domain/files/schema.ts';
import { t } from '#site/lib/intl.ts';
import { side as words } from '#site/messages/it/files-side.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import './side.css';

const PdfPreview = lazy(() => import('./PdfPreview.tsx'));

/** A PDF beyond this is opened instead: the browser would hold it whole. */
const MOST_PREVIEWED = 25_000_000;

/** What a file looks like, or why it is not shown. */
export function Preview({
  file: { name, look, why, bytes },
  picture,
  content,
}: {
  file: Pick<FileVersion, 'look' | 'why' | 'bytes'> & { name: string };
  /** Addresses of a picture's preview, and of a PDF. */
  picture: string;
  content: string;
}) {
  if (look === 'picture') return <img src={picture} alt={t(words.preview, { name })} />;
  if (look === 'none')
    return <p className="muted">{why ? t(words.noPreviewWhy, { why: downloadReasons[why] }) : words.noPreview}</p>;
  if (bytes > MOST_PREVIEWED) return <p className="muted">{words.tooLarge}</p>;
  return (
    <OnDemand>
      <PdfPreview key={content} href={content} name={name} />
    </OnDemand>
  );
}
