import { useMemo } from 'react';
import { homologationFields as fields } from '#domain/homologations/fields.ts';
import type { Homologation } from '#domain/homologations/schema.ts';
import { call } from '#site/lib/call.ts';
import { homologations as words } from '#site/messages/it/homologations.ts';
import type { Named } from '#site/ui/choices.ts';
import { recordCalls } from '#site/ui/list/record/calls.ts';
import type { ListData } from '#site/ui/list/table/columns.ts';
import { RecordList } from '#site/ui/list/RecordList.tsx';
import type { Layout } from '#site/ui/record/form/form-of.ts';
import { homologationsList } from './columns.ts';

const calls = recordCalls('network/homologations');
const [third, half] = [{ span: 2 }, { span: 3 }] as const;

const layoutOf = (known: Named): Layout<typeof fields> => ({
  versionId: {
    span: 6,
    search: (q, signal) => call('GET /campaigns/cars', { query: { kind: 'version', q }, signal }),
    known,
  },
  number: { span: 4 },
  emissionClass: third,
  type: third,
  variant: third,
  edition: third,
  validFrom: half,
  validTo: half,
  bestCo2: half,
  worstCo2: half,
  bestConsumption: half,
  worstConsumption: half,
  bestMass: half,
  worstMass: half,
  tyres: { span: 6 },
  options: { look: 'table', layout: { code: half, co2: half } },
});

interface Props {
  data: ListData;
  record: Homologation | 'new' | null;
  userId: number;
  mayManage: boolean;
}

/** The type approvals. */
export function HomologationsList({ data, record, ...given }: Props) {
  const layout = useMemo(() => {
    const opened = record && record !== 'new' ? [{ id: record.versionId, name: record.vehicle }] : [];
    const listed = data.page.rows.map(({ versionId, vehicle }) => ({ id: Number(versionId), name: String(vehicle) }));
    return layoutOf([...listed, ...opened]);
  }, [data, record]);
  return (
    <RecordList
      spec={homologationsList(given)}
      data={data}
      record={record}
      fields={fields}
      calls={calls}
      layout={layout}
      mayManage={given.mayManage}
      held={[]}
      nameOf={({ number }) => number}
      titleOf={({ number }) => number}
      about={() => ({ note: words.note, readOnly: !given.mayManage })}
    />
  );
}
