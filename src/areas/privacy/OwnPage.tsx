import { useState } from 'react';
import type { Consents } from '#domain/privacy/schema.ts';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { consents as words } from '#site/messages/it/privacy.ts';
import { Field } from '#site/ui/Field.tsx';
import { toast } from '#site/ui/toast.ts';

/** Sends or copies the link to the person's own page, or closes that page. */
export function OwnPage({
  id,
  consents,
  onChange,
}: {
  id: number;
  consents: Consents;
  onChange(answer: Consents): void;
}) {
  const [to, setTo] = useState(consents.email ?? '');
  const [busy, setBusy] = useState(false);
  const params = { id };
  const does = async (work: () => Promise<string>) => {
    setBusy(true);
    try {
      void toast(await work(), { kind: 'ok' });
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  const send = () =>
    does(async () => {
      onChange(await call('POST /privacy/customers/:id/send', { params, body: { to }, key: newKey() }));
      return t(words.sent, { to });
    });
  const copy = () =>
    does(async () => {
      const { url } = await call('POST /privacy/customers/:id/link', { params, key: newKey() });
      await navigator.clipboard.writeText(url);
      onChange(await call('GET /privacy/customers/:id', { params }));
      return words.copied;
    });
  const revoke = () =>
    does(async () => {
      onChange(await call('POST /privacy/customers/:id/revoke', { params }));
      return words.revoked;
    });
  return (
    <div className="own-page">
      <h3>{words.page}</h3>
      <p className="muted">
        {words.pageHelp} {consents.links.open > 0 && t(words.open, { n: consents.links.open })}
      </p>
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Field
          name="privacy-to"
          type="email"
          label={words.to}
          value={to}
          maxLength={254}
          required
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <button type="submit" className="btn" aria-busy={busy}>
          {words.send}
        </button>
        <button type="button" className="btn" onClick={() => void copy()}>
          {words.copy}
        </button>
        {consents.links.open > 0 && (
          <button type="button" className="btn" onClick={() => void revoke()}>
            {words.revoke}
          </button>
        )}
      </form>
    </div>
  );
}
