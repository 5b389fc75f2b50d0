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
  blocks,
  onClose,
  onPublish,
}: {
  kind: LayoutKind;
  layout: Layout;
  /** The number of the version that it becomes. */
  next: number;
  blocks: readonly LayoutBlock[];
  onClose: () => void;
  onPublish: () => void;
}) {
  const changes = changesBetween(layout.published, blocks);
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
        <button type="button" className="btn primary" onClick={onPublish}>
          {t(words.publish, { n: next })}
        </button>
      }
    >
      <Changes kind={kind} changes={changes} />
      {changes.length > 0 && changing !== null && (
        <p className="muted" role="status">
          {t(words.changing[kind], { n: integer(changing) })}
        </p>
      )}
    </Dialog>
  );
}
