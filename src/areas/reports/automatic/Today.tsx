import { useEffect, useState } from 'react';
import { integer } from '#domain/italian.ts';
import type { AutomaticInput } from '#domain/reports/automatic/fields.ts';
import type { ReportAnswer } from '#domain/reports/endpoints.ts';
import { UNDATED } from '#domain/reports/periods.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { automatic as words } from '#site/messages/it/reports.ts';
import { spanOf } from './said.ts';

interface Props {
  values: AutomaticInput;
  /** Rows for which it is sent where no others are chosen. */
  sentFor: string | undefined;
}

/** How many rows would make it leave today; those without a day alone do not. */
const rowsOf = ({ groups, total }: ReportAnswer) => (groups.every(({ key }) => key === UNDATED) ? 0 : total.count);

/** Below the period: the days that it is today, and the rows that whoever writes the report sees of them. */
export default function Today({ values, sentFor }: Props) {
  const { report, period, basis, groupBy, filter, locationId } = values;
  const [said, setSaid] = useState('');
  useEffect(() => {
    const left = new AbortController();
    const only = filter ?? sentFor;
    const query = {
      period,
      basis,
      by: groupBy,
      ...(only && { only }),
      ...(locationId !== null && { locationId }),
      limit: 1,
    };
    call(`GET /reports/${report}`, { query, signal: left.signal }, { quiet: true })
      .then((answer) => {
        const rows = rowsOf(answer);
        setSaid(
          t(words.today, {
            days: spanOf(answer.from, answer.to),
            rows: rows === 0 ? words.noRow : rows === 1 ? words.oneRow : t(words.rowCount, { n: integer(rows) }),
          }),
        );
      })
      // Another choice is asked for already, or it is a report that others open: then it says nothing.
      .catch(() => setSaid(''));
    return () => left.abort();
  }, [report, period, basis, groupBy, filter, locationId, sentFor]);
  return <small className="muted">{said}</small>;
}
