import type { FutureTablePage } from '#domain/financials/tables/schema.ts';
import { integer } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { uses as words } from '#site/messages/it/future-tables-parts.ts';

/** Which companies use a table, and how much. */
export default function Uses({ uses }: Pick<FutureTablePage, 'uses'>) {
  return (
    <ul className="editions">
      {uses.map(({ companyId, company, plans, quotes }) => (
        <li key={companyId}>
          <a href={`/fms/companies/${companyId}/users`}>{company}</a>{' '}
          <span className="muted">{t(words.usesOf, { plans: integer(plans), quotes: integer(quotes) })}</span>
        </li>
      ))}
    </ul>
  );
}
