import { useState } from 'react';
import type { CodeChannel, SignerRole } from '#domain/signatures/terms.ts';
import { call, CallError, whyOf } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { rounds as words } from '#site/messages/it/signatures.ts';
import type { SignedRecord } from './asked.ts';

/** A party, and where the code goes. */
export interface To {
  role: SignerRole;
  channel: CodeChannel;
  email: string | null;
  phone: string | null;
}

/** Sends a party the code that they type on this device, and says where it went or why it did not. */
export function SendCode({ of, to }: { of: SignedRecord; to: To }) {
  const [said, setSaid] = useState<{ text: string; isBad: boolean } | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      const { role, channel, email, phone } = to;
      const sent = await call('POST /signatures/codes', {
        key: newKey(),
        body: { ...of, role, channel, email, phone },
      });
      setSaid({ text: t(words.codeSent, { to: sent.to }), isBad: false });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setSaid({ text: whyOf(error), isBad: true });
    } finally {
      setBusy(false);
    }
  };
  return (
    <p className="row send-code">
      <button type="button" className="btn" aria-busy={busy} disabled={busy} onClick={() => void send()}>
        {words.sendCode}
      </button>
      <span role="status" className={said?.isBad ? 'error' : 'muted'}>
        {said?.text}
      </span>
    </p>
  );
}
