import { campaignFields as fields } from '#domain/quotes/campaigns/fields.ts';
import { campaigns as words } from '#site/messages/it/campaigns.ts';
import { recordCalls } from '#site/ui/list/record/calls.ts';
import type { ListData } from '#site/ui/list/table/columns.ts';
import { RecordList } from '#site/ui/list/RecordList.tsx';
import { campaignsList, type SideName } from './columns.ts';

const calls = recordCalls('campaigns');

interface Props {
  side: SideName;
  data: ListData;
  userId: number;
  mayManage: boolean;
  held: readonly number[];
}

/** The campaigns of the company and of the manufacturer; each has its own page. */
export const CampaignsList = ({ data, ...given }: Props) => (
  <RecordList
    spec={campaignsList(given)}
    data={data}
    fields={fields}
    calls={calls}
    record={null}
    mayManage={given.mayManage}
    held={given.held}
    nameOf={({ name }) => name}
    titleOf={({ name }) => name}
    about={(row) => (row?.theirs ? { note: words.theirsNote, readOnly: true } : null)}
  />
);
