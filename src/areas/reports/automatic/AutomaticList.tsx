import { lazy } from 'react';
import type { AutomaticReport } from '#domain/reports/automatic/schema.ts';
import type { ReportName } from '#domain/reports/reports.ts';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { automatic as words } from '#site/messages/it/reports.ts';
import { choicesOf, named, type Named } from '#site/ui/choices.ts';
import { recordCalls } from '#site/ui/list/record/calls.ts';
import type { Action, ListData } from '#site/ui/list/table/columns.ts';
import { RecordList } from '#site/ui/list/RecordList.tsx';
import { toast } from '#site/ui/toast.ts';
import type { AutomaticFields, ofReports } from './begins.ts';
import { automaticList } from './columns.ts';

const History = lazy(() => import('./History.tsx'));
const calls = recordCalls('automatic-reports');
const third = { span: 2 } as const;

type OfReports = ReturnType<typeof ofReports>;

/** What may be chosen depends on the report, in its own words. */
const chosen = (of: OfReports, key: 'basis' | 'groupBy' | 'filter') => ({
  span: 2 as const,
  from: { field: 'report' as const, load: async (name: unknown) => choicesOf(of[name as ReportName].choices[key]) },
});

interface Props {
  data: ListData;
  record: AutomaticReport | 'new' | null;
  userId: number;
  people: Named;
  places: Named;
  /** As a new one begins, where a report led here. */
  fields: AutomaticFields;
  of: OfReports;
}

/** Does something with a report, says so, and reads the list again. */
const press = (work: () => Promise<unknown>, said: string, again: () => void) => () =>
  void work().then(
    () => {
      again();
      return toast(said, { kind: 'ok' });
    },
    (error: Error) => toast(error.message, { kind: 'bad' }),
  );

function actionsOf(row: AutomaticReport, again: () => void): Action[] {
  const { id, name, state, archived } = row;
  if (archived) return [];
  const params = { id };
  const send = (to: 'all' | 'me', said: string) => ({
    label: to === 'all' ? words.send : words.try,
    run: press(
      () => call('POST /automatic-reports/:id/send', { params, body: { to }, key: newKey() }),
      t(said, { name }),
      again,
    ),
  });
  return [
    ...(state === 'left'
      ? [
          {
            label: words.take,
            run: press(() => call('POST /automatic-reports/:id/take', { params }), t(words.taken, { name }), again),
          },
        ]
      : [send('all', words.sent)]),
    send('me', words.tried),
    ...(state === 'active'
      ? [
          {
            label: words.pause,
            run: press(() => call('POST /automatic-reports/:id/pause', { params }), t(words.didPause, { name }), again),
          },
        ]
      : []),
    ...(state === 'paused'
      ? [
          {
            label: words.resume,
            run: press(
              () => call('POST /automatic-reports/:id/resume', { params }),
              t(words.didResume, { name }),
              again,
            ),
          },
        ]
      : []),
  ];
}

/** Below the fields of one that is there: how it went. */
const historyOf = (_values: unknown, row: AutomaticReport | null) => row && <History id={row.id} />;

/** The reports that are sent by themselves: what, when, to whom, how they went. */
export const AutomaticList = ({ data, record, userId, people, places, fields, of }: Props) => (
  <RecordList
    spec={automaticList(userId, fields)}
    data={data}
    record={record}
    fields={fields}
    calls={calls}
    mayManage
    held={[]}
    layout={{
      name: { span: 6 },
      report: { span: 3, also: (name) => of[name].usual },
      period: { span: 3 },
      basis: chosen(of, 'basis'),
      groupBy: chosen(of, 'groupBy'),
      filter: chosen(of, 'filter'),
      locationId: { span: 2, options: named(places) },
      format: { ...third, look: 'switch' },
      every: third,
      weekday: third,
      monthday: third,
      time: third,
      userIds: { span: 6, options: named(people) },
      addresses: { look: 'table', layout: { address: { span: 6 } } },
      marginsOutside: { span: 6 },
    }}
    nameOf={({ name }) => name}
    titleOf={({ name }) => name}
    about={(row) => ({
      note: row?.state === 'left' ? t(words.leftNote, { owner: row.owner }) : words.note,
      readOnly: false,
    })}
    actions={actionsOf}
    below={historyOf}
  />
);
