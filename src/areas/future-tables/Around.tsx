import type { FutureTable, FutureTablePage } from '#domain/financials/tables/schema.ts';
import { tablesPath } from '#domain/financials/tables/terms.ts';
import { day, integer } from '#domain/italian.ts';
import { sum } from '#domain/money.ts';
import { t } from '#site/lib/intl.ts';
import { around as words } from '#site/messages/it/future-tables-parts.ts';

interface Props {
  record: FutureTable;
  page: FutureTablePage;
}

/** The editions of a table, and who uses it: plans of dealers that name it, and their open quotes. */
export default function Around({ record, page: { editions, uses } }: Props) {
  return (
    <>
      <h3>{words.editions}</h3>
      <ul className="editions">
        {editions.map((one) => (
          <li key={one.id}>
            <a href={`${tablesPath}/${one.id}`} aria-current={one.id === record.id ? 'page' : undefined}>
              {t(words.edition, { edition: one.edition })}
            </a>{' '}
            <span className="muted">
              {day(one.validFrom)} – {one.until ? day(one.until) : words.endless}
            </span>
          </li>
        ))}
      </ul>
      <h3>{words.uses}</h3>
      <p>
        {words.plans}: <b>{integer(sum(uses.map(({ plans }) => plans)))}</b>{' '}
        {t(words.inCompanies, { n: integer(uses.length) })}
      </p>
      <p>
        {words.quotes}: <b>{integer(sum(uses.map(({ quotes }) => quotes)))}</b>
      </p>
      {uses.length > 0 && (
        <details>
          <summary>{words.byCompany}</summary>
          <ul className="editions">
            {uses.map(({ companyId, company, plans, quotes }) => (
              <li key={companyId}>
                <a href={`/fms/companies/${companyId}/users`}>{company}</a>{' '}
                <span className="muted">{t(words.usesOf, { plans: integer(plans), quotes: integer(quotes) })}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className="muted">{words.ownRows}</p>
      <p className="callout">{words.kept}</p>
    </>
  );
}
