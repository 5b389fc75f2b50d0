import { useState } from 'react';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { cash as words } from '#site/messages/it/cash.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { toast } from '#site/ui/toast.ts';

/** Takes back the last file for the accountant, after a question; the page then shows its rows as not gone out. */
export function TakeBack({ id, number }: { id: number; number: string }) {
  const [asks, setAsks] = useState(false);
  const [key] = useState(newKey);
  const run = async () => {
    setAsks(false);
    try {
      await call('POST /contracts/register/runs/:id/takeBack', { params: { id }, key });
      location.reload();
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    }
  };
  return (
    <>
      <button type="button" className="btn small" onClick={() => setAsks(true)}>
        {t(words.takeBack, { number })}
      </button>
      <Dialog
        open={asks}
        title={t(words.takeBackTitle, { number })}
        onClose={() => setAsks(false)}
        actions={
          <button type="button" className="btn danger" onClick={() => void run()}>
            {t(words.takeBack, { number })}
          </button>
        }
      >
        <p>{words.takeBackNote}</p>
      </Dialog>
    </>
  );
}
