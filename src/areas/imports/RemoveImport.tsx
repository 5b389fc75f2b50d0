import { useState } from 'react';
import { kit } from '#site/messages/it/kit.ts';
import { importing as words } from '#site/messages/it/imports.ts';
import { Dialog } from '#site/ui/Dialog.tsx';

/** Deletes an import that wrote nothing, after a question: the file has to be sent again. */
export function RemoveImport({ busy, remove }: { busy: boolean; remove: () => Promise<boolean> }) {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <button type="button" className="btn ghost" disabled={busy} onClick={() => setAsks(true)}>
        {words.remove}
      </button>
      <Dialog
        open={asks}
        size="s"
        tone="danger"
        title={words.removing}
        onClose={() => setAsks(false)}
        actions={
          <>
            <button type="button" className="btn" onClick={() => setAsks(false)}>
              {kit.cancel}
            </button>
            <button
              type="button"
              className="btn danger"
              disabled={busy}
              onClick={async () => (await remove()) && location.assign('/dealer/imports')}
            >
              {words.removeVerb}
            </button>
          </>
        }
      >
        <p>{words.removeHelp}</p>
      </Dialog>
    </>
  );
}
