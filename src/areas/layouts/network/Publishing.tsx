import { useState } from 'react';
import type { NetworkLayout } from '#domain/layouts/network/schema.ts';
import { MOST_NOTE } from '#domain/layouts/network/terms.ts';
import { changesBetween } from '#domain/layouts/rules.ts';
import type { LayoutBlock } from '#domain/layouts/terms.ts';
import { t } from '#site/lib/intl.ts';
import { layouts } from '#site/messages/it/layouts.ts';
import { networkLayouts as words } from '#site/messages/it/layouts-network.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { Changes } from '../Versions.tsx';

/** What the next edition changes, and the words with which those are told who print by the former one. */
export function Publishing({
  layout,
  blocks,
  first,
  onClose,
  onPublish,
}: {
  layout: NetworkLayout;
  blocks: readonly LayoutBlock[];
  /** What was typed when publishing was refused. */
  first: string;
  onClose: () => void;
  onPublish: (note: string) => void;
}) {
  const [note, setNote] = useState(first);
  const next = layout.edition + 1;
  const changes = changesBetween(layout.published, blocks);
  // The first edition may be the standard of the product.
  const isSame = layout.edition > 0 && changes.length === 0;
  if (isSame)
    return (
      <Dialog open title={t(layouts.publishTitle, { n: next })} onClose={onClose}>
        <p>{words.same}</p>
      </Dialog>
    );
  return (
    <Dialog
      open
      title={t(layouts.publishTitle, { n: next })}
      onClose={onClose}
      actions={
        <button type="button" className="btn primary" onClick={() => onPublish(note)}>
          {t(words.publish, { n: next })}
        </button>
      }
    >
      <Changes kind={layout.kind} changes={changes} />
      <div className="field">
        <label htmlFor="layout-note">{words.note}</label>
        <textarea
          id="layout-note"
          rows={3}
          maxLength={MOST_NOTE}
          value={note}
          aria-describedby="layout-note-help"
          onChange={({ target }) => setNote(target.value)}
        />
        <small id="layout-note-help">{words.noteHelp}</small>
      </div>
    </Dialog>
  );
}
