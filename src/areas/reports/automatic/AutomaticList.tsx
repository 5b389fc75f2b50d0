import { lazy } from 'react';
import type { AutomaticInput } from '#domain/reports/automatic/fields.ts';
import type { AutomaticReport } from '#domain/reports/automatic/schema.ts';
import type { ReportName } from '#domain/reports/reports.ts';
import { t } from '#site/lib/intl.ts';
import { automatic as words } from '#site/messages/it/reports.ts';
import { attempt } from '#site/ui/attempt.ts';
import { choicesOf, named, type Named } from '#site/ui/choices.ts';
import { recordCalls } from '#site/ui/list/record/calls.ts';
import type { Action, ListData } from '#site/ui/list/table/columns.ts';
import { RecordList } from '#site/ui/list/RecordList.tsx';
import { StateBadge } from '#site/ui/Bits.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { actsOf } from './acts.ts';
import type { AutomaticFields, ofReports } from './begins.ts';
import { automaticList, states } from './columns.ts';
import './automatic.css';

const Course = lazy(() => import('./Course.tsx'));
const Today = lazy(() => import('./Today.tsx'));
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
  /** How many mailings there were in the last days. */
  sent: number;
}

const actionsOf = (row: AutomaticReport, again: () => void): Action[] =>
  actsOf(row).map(({ label, done, run }) => ({
    label,
    run: () =>
      void attempt(
        async () => {
          await run();
          again();
        },
        { done },
      ),
  }));

const about = (row: AutomaticReport | null) => {
  if (row === null) return { note: words.note, readOnly: false };
  return row.state === 'left' ? { note: t(words.leftNote, { owner: row.owner }), readOnly: false } : null;
};

/** Colleagues of whose name each typed word begins a part; no more than a list shows at once. */
const MOST_FOUND = 30;
const foundIn = (people: Named, typed: string) => {
  const begun = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const parts = (name: string) => name.toLowerCase().split(/\s+/);
  return people
    .filter(({ name }) => begun.every((word) => parts(name).some((part) => part.startsWith(word))))
    .slice(0, MOST_FOUND);
};

const titleOf = ({ name, state }: AutomaticReport) => (
  <>
    {name} <StateBadge tone={states[state].tone}>{states[state].label}</StateBadge>
  </>
);

const courseOf =
  (fields: AutomaticFields) => (values: AutomaticInput, row: AutomaticReport | null, again: () => void) =>
    row && <Course row={row} values={values} fields={fields} again={again} />;

const todayOf = (of: OfReports) => (values: AutomaticInput) => (
  <OnDemand>
    <Today values={values} sentFor={of[values.report].sentFor} />
  </OnDemand>
);

/** The reports that are sent by themselves: what, when, to whom, how they went. */
export const AutomaticList = ({ data, record, userId, people, places, fields, of, sent }: Props) => (
  <RecordList
    spec={automaticList(userId, fields, sent)}
    data={data}
    record={record}
    fields={fields}
    calls={calls}
    mayManage
    held={[]}
    layout={{
      name: { span: 6 },
      report: { span: 3, also: (name) => of[name].usual },
      period: { span: 3, below: todayOf(of) },
      basis: chosen(of, 'basis'),
      groupBy: chosen(of, 'groupBy'),
      filter: chosen(of, 'filter'),
      locationId: { span: 6, options: named(places) },
      format: { ...third, look: 'switch' },
      every: third,
      weekday: third,
      monthday: third,
      time: third,
      userIds: { span: 6, known: people, letters: 0, search: async (q) => foundIn(people, q) },
      addresses: {
        look: 'table',
        layout: { address: { span: 6 } },
        paste: {
          table: 'addresses',
          open: words.pasteAddresses,
          read: async (text, rows) =>
            (await import('#domain/reports/automatic/pasted.ts')).pastedAddresses(text, rows, fields.addresses.most),
        },
      },
      marginsOutside: { span: 6 },
    }}
    nameOf={({ name }) => name}
    titleOf={titleOf}
    beside
    buttons={
      <a className="btn" href="?settings">
        {words.settings}
      </a>
    }
    about={about}
    actions={actionsOf}
    below={courseOf(fields)}
  />
);
