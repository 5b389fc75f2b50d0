import { lazy } from 'react';
import { userFields } from '#domain/users/fields.ts';
import { lacking } from '#domain/users/rules.ts';
import type { UserRecord } from '#domain/users/schema.ts';
import { t } from '#site/lib/intl.ts';
import { userChanges as words } from '#site/messages/it/users.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import type { CapsInForce } from './RoleCaps.tsx';

const RoleCaps = lazy(() => import('./RoleCaps.tsx'));

const titlesOf = (numbers: readonly number[]) =>
  numbers.map((number) => userFields.privileges.words[String(number)]).join(' · ');

/** Below the form of a user: what saving takes away and gives, and the discount caps of the chosen role. */
export function Changes({
  values,
  record,
  caps,
}: {
  values: { roleName: string; privileges: readonly string[] };
  record: UserRecord | null;
  /** Null: the person may not see the settings of quotes. */
  caps: CapsInForce | null;
}) {
  const now = values.privileges.map(Number);
  const before = record?.privileges.map(Number) ?? now;
  const [loses, gains] = [lacking(now, before), lacking(before, now)];
  return (
    <div aria-live="polite">
      {loses.length > 0 && <p className="callout warn">{t(words.loses, { names: titlesOf(loses) })}</p>}
      {record && gains.length > 0 && <p className="callout">{t(words.gains, { names: titlesOf(gains) })}</p>}
      <OnDemand>{caps && <RoleCaps key={values.roleName} role={values.roleName} {...caps} />}</OnDemand>
    </div>
  );
}
