import { useState } from 'react';
import { blankOf } from '#domain/record/fields.ts';
import { campaignFields as fields } from '#domain/quotes/campaigns/fields.ts';
import { sampleFields, type Sample } from '#domain/quotes/campaigns/sample.ts';
import type { Campaign, CampaignChoices } from '#domain/quotes/campaigns/schema.ts';
import { campaigns as words } from '#site/messages/it/campaigns.ts';
import { recordCalls } from '#site/ui/list/record/calls.ts';
import { ListedRecordPage } from '#site/ui/list/record/ListedRecordPage.tsx';
import { campaignHref, sides, type SideName } from './columns.ts';
import { layoutOf, partsOf, type Tried } from './form.ts';
import { CampaignCourse } from './CampaignCourse.tsx';
import { TrialCard } from './TrialCard.tsx';

const calls = recordCalls('campaigns');

interface Props {
  side: SideName;
  record: Campaign | null;
  choices: CampaignChoices;
  userId: number;
  held: readonly number[];
  today: string;
  mayManage: boolean;
}

/** The page of one campaign: its form, its state with what comes next, and the sample quote on which it is tried. */
export function CampaignPage({ side, record, choices, mayManage, ...person }: Props) {
  const [sample, setSample] = useState<Sample>(() => ({
    ...blankOf(sampleFields),
    ...(record?.lines[0]?.usage === 'used' && { kind: 'used' as const }),
  }));
  const [tried, setTried] = useState<Tried | null>(null);
  const writes = mayManage && !record?.theirs;
  return (
    <ListedRecordPage
      record={record}
      fields={fields}
      parts={partsOf(side, record === null)}
      calls={calls}
      mayManage={writes}
      held={person.held}
      layout={layoutOf(choices, record, side)}
      list={sides[side]}
      hrefOf={(saved) => campaignHref(side, saved)}
      title={words.create}
      nameOf={({ name }) => name}
    >
      {(values, now, take) => (
        <>
          <CampaignCourse
            side={side}
            record={now}
            values={values}
            tried={tried}
            mayManage={mayManage}
            take={take}
            {...person}
          />
          {writes && (
            <TrialCard
              record={now}
              values={values}
              sample={sample}
              tried={tried}
              onSample={setSample}
              onTried={setTried}
            />
          )}
        </>
      )}
    </ListedRecordPage>
  );
}
