import { lazy, useState } from 'react';
import { typed } from '#domain/record/fields.ts';
import { futureTableFields, type FutureTableValues } from '#domain/financials/tables/fields.ts';
import type { FutureTable, FutureTablePage } from '#domain/financials/tables/schema.ts';
import { tablesPath, tableStates } from '#domain/financials/tables/terms.ts';
import { day } from '#domain/italian.ts';
import { call, whyOf } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { futureTables as words } from '#site/messages/it/future-tables.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { toast } from '#site/ui/toast.ts';

const Around = lazy(() => import('./Around.tsx'));
const Ending = lazy(() => import('./Ending.tsx'));

const textOf = (values: object): string =>
  JSON.stringify(typed(futureTableFields).map(([key]) => values[key as keyof typeof values]));

interface Props {
  record: FutureTable;
  values: FutureTableValues;
  page: FutureTablePage;
  mayManage: boolean;
  take: (record: FutureTable) => Promise<void>;
}

/** The state of an edition, its next step, and the editions beside it. */
export function TableCourse({ record, values, page, mayManage, take }: Props) {
  const [refused, setRefused] = useState<string | null>(null);
  const { state, validFrom, until } = record;
  const dirty = textOf(values) !== textOf(record);
  const run = async (work: () => Promise<void>) => {
    setRefused(null);
    try {
      await work();
    } catch (error) {
      setRefused(whyOf(error));
    }
  };
  const sent = { params: { id: record.id }, version: record.version };
  const move = (make: () => Promise<FutureTable>, done: string) =>
    void run(async () => {
      await take(await make());
      void toast(done, { kind: 'ok' });
    });
  const from = { day: day(validFrom) };
  const notes = {
    draft: words.draftNote,
    scheduled: t(words.scheduledNote, from),
    running: t(words.runningNote, from),
    over: t(words.overNote, { day: day(until ?? validFrom) }),
  };
  const last = page.editions
    .filter((one) => one.state !== 'draft')
    .toSorted((a, b) => b.validFrom.localeCompare(a.validFrom))[0];
  return (
    <section className="card sample" aria-label={t(words.course, { edition: record.edition })}>
      <h2 className="row">
        {t(words.course, { edition: record.edition })}{' '}
        <StateBadge tone={tableStates[state].tone}>{tableStates[state].label}</StateBadge>
      </h2>
      <p>{notes[state]}</p>
      {last?.until && page.uses.length > 0 && <p className="callout warn">{t(words.gap, { day: day(last.until) })}</p>}
      {refused && (
        <p className="callout bad" role="alert">
          {refused}
        </p>
      )}
      {mayManage && state === 'draft' && dirty && <p>{words.unsaved}</p>}
      {mayManage && (
        <div className="row">
          {state === 'draft' && (
            <button
              type="button"
              className="btn primary"
              disabled={dirty}
              onClick={() => move(() => call('POST /future-tables/:id/publish', sent), t(words.published, from))}
            >
              {t(words.publish, from)}
            </button>
          )}
          {state === 'scheduled' && (
            <button
              type="button"
              className="btn"
              onClick={() => move(() => call('POST /future-tables/:id/withdraw', sent), words.withdrawn)}
            >
              {words.withdraw}
            </button>
          )}
          {state !== 'draft' && (
            <button
              type="button"
              className="btn primary"
              onClick={() =>
                void run(async () => {
                  const made = await call('POST /future-tables/:id/edition', { params: sent.params, key: newKey() });
                  location.assign(`${tablesPath}/${made.id}`);
                })
              }
            >
              {words.newEdition}
            </button>
          )}
        </div>
      )}
      <OnDemand>
        {mayManage && state === 'running' && (
          <Ending
            onEnd={(validTo) =>
              move(
                () => call('POST /future-tables/:id/end', { ...sent, body: { validTo } }),
                t(words.ended, { day: day(validTo) }),
              )
            }
          />
        )}
      </OnDemand>
      <OnDemand>
        <Around record={record} page={page} />
      </OnDemand>
    </section>
  );
}
