import { type ComponentProps, lazy } from 'react';
import { shownSettingFields as fields, type ContractSettings as Values } from '#domain/contracts/setting-fields.ts';
import { namedConditions } from '#domain/contracts/onerous.ts';
import { contractParts } from '#domain/contracts/setting-parts.ts';
import { commercialSkips, signatureStages } from '#domain/contracts/terms.ts';
import type { DatedAnswer } from '#domain/record/in-force.ts';
import { money } from '#domain/italian.ts';
import type { ReasonAnswer } from '#domain/record/reasons.ts';
import type { Timeline as Events } from '#domain/record/timeline.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { contractSettings as words } from '#site/messages/it/contracts-settings.ts';
import { MoveReasons } from '#site/parts/preferences/MoveReasons.tsx';
import type { DatedCalls } from '#site/ui/dated/Dated.tsx';
import { DatedFields, type Examples } from '#site/ui/dated/DatedFields.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';

const Blocked = lazy(() => import('./Blocked.tsx'));
type BlockedProps = ComponentProps<typeof Blocked>;

type Answer = DatedAnswer<Values>;
const calls: DatedCalls<Values, Answer> = {
  save: (version, body) => call('PUT /contracts/settings', { version, body }),
  unschedule: (version, from) => call('POST /contracts/settings/unschedule', { version, body: { from } }),
  history: () => call('GET /contracts/settings/timeline', {}),
};
const table = { look: 'table' } as const;
/** Unchanged rows show a fixed text: the counting script is loaded only when somebody types. */
const blockedExample = (rows: BlockedProps['rows'], before: BlockedProps['before']) =>
  rows === before ? (
    words.blockedExample
  ) : (
    <OnDemand>
      <Blocked rows={rows} before={before} />
    </OnDemand>
  );
const examples: Examples<Values, Answer> = {
  required: ({ required }, before) => blockedExample(required, before.required),
  documents: ({ documents }, before) => blockedExample(documents, before.documents),
  validation: ({ skipCommercial, signatureBefore }) =>
    t(words.validationExample, {
      signature: signatureStages[signatureBefore].toLowerCase(),
      skip: commercialSkips[skipCommercial].toLowerCase(),
    }),
  advanced: ({ advancedSignature }) => (advancedSignature ? words.advancedOn : words.advancedOff),
  clauses: ({ clauses, onerous }) =>
    t(words.clausesExample, {
      n: clauses.split('\n').filter((line) => line.trim()).length,
      onerous: namedConditions({ clauses, onerous }) || '—',
    }),
  money: ({ marginFloor, tolerance }) =>
    t(words.moneyExample, {
      floor: marginFloor === null ? words.noFloor : money(marginFloor),
      tolerance: money(tolerance),
    }),
};

/** What a company requires of its contracts by channel and stage, and the reasons of their moves. */
export const ContractSettings = ({
  reasons,
  ...props
}: {
  data: Answer;
  events: Events;
  reasons: ReasonAnswer;
  today: string;
}) => (
  <>
    <DatedFields<Values>
      {...props}
      fields={fields}
      calls={calls}
      parts={contractParts}
      layout={() => ({ required: table, documents: table })}
      examples={examples}
    />
    <MoveReasons area="contracts" data={reasons} />
  </>
);
