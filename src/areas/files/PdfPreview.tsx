import { useEffect, useRef, useState } from 'react';
import { getDocument } from 'unpdf/pdfjs';
import { t } from '#site/lib/intl.ts';
import { side as words } from '#site/messages/it/files-side.ts';

type Document = Awaited<ReturnType<typeof getDocument>['promise']>;

/** Pages are drawn this many times finer than they are shown, so that small letters are read. */
const FINENESS = 2;

/**
 * Shows a PDF page by page on a canvas: its pages are drawn here, and whatever else it may hold does not run. Drawn by
 * PDF.js, which loads with the first one.
 */
export default function PdfPreview({ href, name }: { href: string; name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [document_, setDocument] = useState<Document | null>(null);
  const [page, setPage] = useState(1);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const ending = new AbortController();
    const load = async () => {
      const answer = await fetch(href, { signal: ending.signal });
      if (!answer.ok) throw new Error(String(answer.status));
      const task = getDocument({ data: new Uint8Array(await answer.arrayBuffer()) });
      ending.signal.addEventListener('abort', () => void task.destroy());
      setDocument(await task.promise);
    };
    load().catch(() => !ending.signal.aborted && setFailed(true));
    return () => ending.abort();
  }, [href]);

  useEffect(() => {
    const at = canvas.current;
    if (!document_ || !at) return;
    let isOver = false;
    let drawing: { cancel(): void } | undefined;
    const draw = async () => {
      const drawn = await document_.getPage(page);
      if (isOver) return;
      const { width } = drawn.getViewport({ scale: 1 });
      const viewport = drawn.getViewport({ scale: (FINENESS * at.clientWidth) / width });
      [at.width, at.height] = [Math.floor(viewport.width), Math.floor(viewport.height)];
      const task = drawn.render({ canvas: at, canvasContext: at.getContext('2d')!, viewport });
      drawing = task;
      await task.promise;
    };
    draw().catch(() => !isOver && setFailed(true));
    return () => {
      isOver = true;
      drawing?.cancel();
    };
  }, [document_, page]);

  if (failed) return <p className="muted">{words.failed}</p>;
  return (
    <>
      <canvas ref={canvas} role="img" aria-label={t(words.preview, { name })} />
      {!document_ && <p className="muted">{words.loading}</p>}
      {document_ && document_.numPages > 1 && (
        <span className="files-pager">
          <button
            type="button"
            className="icon"
            aria-label={words.before}
            disabled={page === 1}
            onClick={() => setPage(page - 1)}
          >
            ‹
          </button>
          {t(words.page, { n: page, all: document_.numPages })}
          <button
            type="button"
            className="icon"
            aria-label={words.after}
            disabled={page === document_.numPages}
            onClick={() => setPage(page + 1)}
          >
            ›
          </button>
        </span>
      )}
    </>
  );
}
