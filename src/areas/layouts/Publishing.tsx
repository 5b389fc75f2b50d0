import { useEffect, useState } from 'react';
import { integer } from '#domain/italian.ts';
import { changesBetween } from '#domain/layouts/rules.ts';
import type { Layout } from '#domain/layouts/schema.ts';
import type { LayoutBlock, LayoutKind } from '#domain/layouts/terms.ts';
import { t } from '#site/lib/intl.ts';
import { layouts as words } from '#site/messages/it/layouts.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { layoutCalls } from './calls.ts';
import { Changes } from './Versions.tsx';

/** What prints otherwise once the draft is published, before it is. */
export default function Publishing({
  kind,
  layout,
  next,
  said,
  onClose,
  onPublish,
}: {
  kind: LayoutKind;
  layout: Layout;
  /** The number of the version that it becomes. */
  next: number;
  /** The draft as it is printed, with the words of reusable blocks. */
  said: readonly LayoutBlock[];
  onClose: () => void;
  onPublish: () => void;
}) {
  const changes = changesBetween(layout.published, said);
  const differs = changes.length > 0;
  const [changing, setChanging] = useState<number | null>(null);
  useEffect(() => {
    const control = new AbortController();
    layoutCalls[kind].changing(control.signal).then(
      ({ records }) => setChanging(records),
      // Publishing does not wait for the number.
      () => undefined,
    );
    return () => control.abort();
  }, [kind]);
  return (
    <Dialog
      open
      title={t(words.publishTitle, { n: next })}
      onClose={onClose}
      actions={
        differs && (
          <button type="button" className="btn primary" onClick={onPublish}>
            {t(words.publish, { n: next })}
          </button>
        )
      }
    >
      {differs ? <Changes kind={kind} changes={changes} /> : <p>{words.same}</p>}
      {differs && changing !== null && (
        <p className="muted" role="status">
          {t(words.changing[kind], { n: integer(changing) })}
        </p>
      )}
    </Dialog>
  );
}
