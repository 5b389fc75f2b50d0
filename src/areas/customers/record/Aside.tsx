import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { isItalian } from '#domain/countries.ts';
import { documentKinds, SOON } from '#domain/customers/terms.ts';
import { addDays } from '#domain/dates.ts';
import { day } from '#domain/italian.ts';
import { keysOf } from '#domain/record/machine.ts';
import { t } from '#site/lib/intl.ts';
import { customers, customer as words } from '#site/messages/it/customers.ts';
import { Reach } from '#site/parts/customers/Reach.tsx';
import { StateBadge, type Tone } from '#site/ui/Bits.tsx';
import { Alike } from './Alike.tsx';
import { useCustomer, useCustomerNow } from './store.ts';

type Row = [Tone, badge: string, text: string];

/** Call, message or mail the customer with one press. */
function Contacts() {
  const { phone, phone2, email } = useStore(useCustomer().$value);
  const { silent } = useCustomerNow();
  const phones = [phone, phone2].filter((one): one is string => Boolean(one));
  return (
    <section className="card sec">
      <h2>{words.reach}</h2>
      {phones.length === 0 && <p className="muted">{customers.noPhone}</p>}
      {phones.map((one) => (
        <p key={one}>
          <Reach phone={one} silent={silent} />
        </p>
      ))}
      {email && (
        <p className="clip">
          <a className="link" href={`mailto:${email}`}>
            {email}
          </a>
        </p>
      )}
    </section>
  );
}

/** What is missing, doubtful, or about to expire. */
function ToDo() {
  const store = useCustomer();
  const { country, phone, phone2, email, taxCode, documents, cars } = useStore(store.$value);
  const doubts = useStore(store.$problems).filter(({ level }) => level !== 'error');
  const ending = (until: string | null | undefined, say: (written: string) => string): Row[] =>
    until && until <= addDays(store.today, SOON)
      ? [until < store.today ? ['bad', words.expired, say(day(until))] : ['warn', words.expires, say(day(until))]]
      : [];
  const lacking = (is: boolean, text: string): Row[] => (is ? [['warn', words.missing, text]] : []);
  // Only the latest document of each kind counts, so a renewed one is not reported.
  const last = keysOf(documentKinds).map((kind) => {
    const ends = documents.filter((one) => one.kind === kind).map(({ expiresOn }) => expiresOn ?? '');
    return { kind, until: ends.toSorted().at(-1) };
  });
  const rows: Row[] = [
    ...lacking(!phone && !phone2 && !email, words.needsContact),
    ...lacking(!taxCode && isItalian(country), words.needsTaxCode),
    ...last.flatMap(({ kind, until }) =>
      ending(until, (written) => t(words.documentEnds, { document: documentKinds[kind].toLowerCase(), day: written })),
    ),
    ...cars.flatMap(({ inspectionUntil, plate, model }) =>
      ending(inspectionUntil, (written) => t(words.inspectionEnds, { car: plate || model, day: written })),
    ),
    // Doubts come last, because some of them arrive later and would move the other rows.
    ...doubts.map(({ message }): Row => ['warn', words.doubt, message]),
  ];
  return (
    <section className="card sec">
      <h2>{words.todo}</h2>
      {rows.length === 0 ? (
        <p className="muted">{words.allDone}</p>
      ) : (
        <ul className="todo">
          {rows.map(([tone, badge, text]) => (
            <li key={text}>
              <StateBadge tone={tone}>{badge}</StateBadge> {text}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The column that stays in view beside a customer; `children` stand below its own cards. */
export function Aside({ children }: { children: ReactNode }) {
  const { erasedAt } = useCustomerNow();
  return (
    <aside className="customer-aside">
      <Contacts />
      {!erasedAt && <ToDo />}
      {!erasedAt && <Alike />}
      {children}
    </aside>
  );
}
