import { useState } from 'react';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { toast } from '#site/ui/toast.ts';

interface Props {
  from: string;
  to: string;
  /** What the button says: how much goes out. */
  label: string;
}

/** Sends out what of some days has not gone to the accountant yet; its file then stands among the others. */
export function Export({ from, to, label }: Props) {
  const [busy, setBusy] = useState(false);
  const [key] = useState(newKey);
  const run = async () => {
    setBusy(true);
    try {
      await call('POST /contracts/register/runs', { key, body: { from, to } });
      location.reload();
    } catch (error) {
      setBusy(false);
      void toast((error as Error).message, { kind: 'bad' });
    }
  };
  return (
    <button type="button" className="btn primary" disabled={busy} onClick={() => void run()}>
      {label}
    </button>
  );
}
