import { percent } from '#domain/italian.ts';
import type { DiscountCap } from '#domain/quotes/setting-fields.ts';
import { userFields } from '#domain/users/fields.ts';
import { lacking } from '#domain/users/rules.ts';
import type { UserRecord } from '#domain/users/schema.ts';
import { t } from '#site/lib/intl.ts';
import { userChanges as words } from '#site/messages/it/users.ts';

const titlesOf = (numbers: readonly number[]) =>
  numbers.map((number) => userFields.privileges.words[String(number)]).join(' · ');
const usages = { new: words.onNew, used: words.onUsed } as const;

/** Below the form of a user: what saving takes away and gives, and the discount caps of the chosen role. */
export function Changes({
  values,
  record,
  caps,
}: {
  values: { roleName: string; privileges: readonly string[] };
  record: UserRecord | null;
  /** Null: the person may not see the settings of quotes. */
  caps: readonly DiscountCap[] | null;
}) {
  const now = values.privileges.map(Number);
  const before = record?.privileges.map(Number) ?? now;
  const [loses, gains] = [lacking(now, before), lacking(before, now)];
  const own = caps?.filter(({ role }) => role === null || role === values.roleName) ?? [];
  return (
    <div aria-live="polite">
      {loses.length > 0 && <p className="callout warn">{t(words.loses, { names: titlesOf(loses) })}</p>}
      {record && gains.length > 0 && <p className="callout">{t(words.gains, { names: titlesOf(gains) })}</p>}
      {caps && (
        <p>
          {words.caps}{' '}
          {own.length === 0
            ? words.noCap
            : own
                .map(({ percent: most, usage, role }) =>
                  [percent(most), usage && usages[usage], role === null && words.everybody].filter(Boolean).join(' '),
                )
                .join(' · ')}{' '}
          <a className="link" href="/dealer/preferences/quoteParams">
            {words.change}
          </a>
        </p>
      )}
    </div>
  );
}
