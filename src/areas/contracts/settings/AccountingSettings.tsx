import { accountingFields as fields, accountingParts, type Accounting } from '#domain/contracts/accounting-fields.ts';
import type { DatedAnswer } from '#domain/record/in-force.ts';
import type { Timeline as Events } from '#domain/record/timeline.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { accountingSettings as words } from '#site/messages/it/accounting-settings.ts';
import type { DatedCalls } from '#site/ui/dated/Dated.tsx';
import { DatedFields, type Examples } from '#site/ui/dated/DatedFields.tsx';

type Answer = DatedAnswer<Accounting>;
const calls: DatedCalls<Accounting, Answer> = {
  save: (version, body) => call('PUT /contracts/accounting', { version, body }),
  unschedule: (version, from) => call('POST /contracts/accounting/unschedule', { version, body: { from } }),
  history: () => call('GET /contracts/accounting/timeline', {}),
};
const table = { look: 'table' } as const;
const examples: Examples<Accounting, Answer> = {
  accounts: ({ accounts }) => {
    const { account, code } = accounts.find(({ kind }) => kind === 'N5') ?? { account: '', code: '' };
    return t(words.accountsExample, { account: account || '—', code: code || 'N5' });
  },
  journals: ({ journals }) => {
    const named = (of: string) => journals.find(({ kind }) => kind === of)?.journal || '—';
    return t(words.journalsExample, { invoices: named('invoice'), receipts: named('receipt') });
  },
};

/** By which accounts, codes and journals the accountant's program takes what sales bring. */
export const AccountingSettings = (props: { data: Answer; events: Events; today: string }) => (
  <DatedFields<Accounting>
    {...props}
    fields={fields}
    calls={calls}
    parts={accountingParts}
    layout={() => ({ accounts: table, journals: table })}
    examples={examples}
  />
);
