import { useEffect, useState } from 'react';
import { apiPath, call } from '#site/lib/call.ts';
import { showWhile } from '#site/lib/delayed.ts';
import { t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Dialog } from '#site/ui/Dialog.tsx';

/** The pages of the printed document. Saves first, then asks for the number of pages. */
export default function Preview({
  path,
  save,
  onClose,
}: {
  /** Path of the calls for this kind of quote. */
  path: '/quotes' | '/quotes/b2b';
  /** Saves and returns what the server holds; null when it holds nothing. */
  save(): Promise<{ id: number; version: number } | null>;
  onClose(): void;
}) {
  const [source, setSource] = useState<{ id: number; version: number; pages: number } | null>(null);
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const load = async () => {
      const saved = await save();
      if (!saved) throw new Error('not saved');
      const { id, version } = saved;
      return { id, version, ...(await call(`GET ${path}/:id/preview`, { params: { id } })) };
    };
    showWhile(load(), () => setBusy(true))
      .then(setSource, () => setFailed(true))
      .finally(() => setBusy(false));
    // oxlint-disable-next-line react/exhaustive-deps -- once, as the quote was when the dialog was opened
  }, []);
  // The version in the fragment keeps the browser from showing a cached page.
  const src = (page: number) =>
    `${apiPath(`GET ${path}/:id/preview/:page`, { params: { id: source?.id ?? 0, page } })}#v${source?.version}`;
  const pages = Array.from({ length: source?.pages ?? 0 }, (_, index) => index + 1);
  return (
    <Dialog open size="l" title={words.previewTitle} onClose={onClose}>
      <div className="preview" aria-busy={busy}>
        {failed && (
          <p className="callout bad" role="alert">
            {words.previewFailed}
          </p>
        )}
        {!failed &&
          pages.map((page) => (
            // A link lets the keyboard reach and scroll the pages.
            <a key={page} href={src(page)} target="_blank" rel="noopener">
              <img
                src={src(page)}
                width="794"
                height="1123"
                alt={t(words.page, { n: page })}
                onError={() => setFailed(true)}
              />
            </a>
          ))}
      </div>
    </Dialog>
  );
}
