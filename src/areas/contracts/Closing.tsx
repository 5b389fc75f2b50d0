import { useState } from 'react';
import type { CashBook } from '#domain/contracts/account-endpoints.ts';
import { closingFields } from '#domain/contracts/money-fields.ts';
import { day as written } from '#domain/italian.ts';
import { blankOf, type Values } from '#domain/record/fields.ts';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { cash as words } from '#site/messages/it/cash.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { toast } from '#site/ui/toast.ts';

const form = formOf(closingFields, { counted: { span: 3 }, banked: { span: 3 }, note: { span: 6 } });

type Props = Pick<CashBook, 'day' | 'locationId' | 'closed'>;

/** Closes the cash of a till, or opens its last closing again; the page then shows the book anew. */
export function Closing({ day, locationId, closed }: Props) {
  const [asks, setAsks] = useState(false);
  const [key] = useState(newKey);
  const reopen = async (id: number) => {
    try {
      await call('POST /contracts/cash/closings/:id/reopen', { params: { id }, key });
      location.reload();
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    }
  };
  return (
    <>
      {closed !== null && day <= closed.day ? (
        closed.day === day && (
          <button type="button" className="btn" onClick={() => void reopen(closed.id)}>
            {words.reopen}
          </button>
        )
      ) : (
        <button type="button" className="btn primary" onClick={() => setAsks(true)}>
          {words.close}
        </button>
      )}
      {asks && (
        <RecordForm<Values<typeof closingFields>, { version?: number }>
          title={t(words.closeTitle, { day: written(day) })}
          verb={words.close}
          fields={form}
          initial={blankOf(closingFields)}
          save={async ({ counted, ...body }, { key: once }) => {
            await call('POST /contracts/cash/closings', {
              key: once,
              body: { ...body, counted: counted!, day, locationId },
            });
            return {};
          }}
          onSaved={() => location.reload()}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}
