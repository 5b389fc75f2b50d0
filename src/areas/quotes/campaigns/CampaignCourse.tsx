import { lazy, useState } from 'react';
import { money } from '#domain/italian.ts';
import { actionsOf, type MoveOf } from '#domain/record/machine.ts';
import type { CampaignValues } from '#domain/quotes/campaigns/fields.ts';
import { campaignMachine } from '#domain/quotes/campaigns/machine.ts';
import type { Campaign } from '#domain/quotes/campaigns/schema.ts';
import { campaignStates, stopReasons } from '#domain/quotes/campaigns/terms.ts';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { campaigns as words } from '#site/messages/it/campaigns.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { toast } from '#site/ui/toast.ts';
import { campaignHref, type SideName } from './columns.ts';
import { textOf, type Tried } from './form.ts';

const ReasonDialog = lazy(async () => {
  const { default: Dialog } = await import('#site/ui/ReasonDialog.tsx');
  return { default: Dialog<keyof typeof stopReasons> };
});
type Move = MoveOf<typeof campaignMachine>;

const fail = (error: unknown) => void toast((error as Error).message, { kind: 'bad' });

/** What the campaign gave so far, and what is left of its budget. */
function Used({ record: { uses, given, maxAmount, maxUses } }: { record: Campaign }) {
  return (
    <>
      <p>{t(words.used, { n: uses, amount: money(given) })}</p>
      {maxAmount !== null && (
        <p>{t(words.left, { amount: money(Math.max(0, maxAmount - given)), budget: money(maxAmount) })}</p>
      )}
      {maxUses !== null && <p>{t(words.usesLeft, { n: maxUses })}</p>}
    </>
  );
}

interface Props {
  side: SideName;
  record: Campaign | null;
  values: CampaignValues;
  tried: Tried | null;
  userId: number;
  held: readonly number[];
  today: string;
  mayManage: boolean;
  take: (record: Campaign) => void;
}

/** The state of a campaign, what it gave, and its next step. */
export function CampaignCourse({ side, record, values, tried, userId, held, today, mayManage, take }: Props) {
  const [stopping, setStopping] = useState(false);
  if (!record) return null;
  const saved = textOf(record);
  const dirty = !record.theirs && textOf(values) !== saved;
  const isTried = record.tried || tried?.values === saved;
  // The answer's state is the day's; the machine computes it from the stored one.
  const state = record.state === 'programmed' || record.state === 'ended' ? 'active' : record.state;
  const facts = { ...record, state, tried: true };
  const actions = record.theirs ? [] : actionsOf(campaignMachine, facts, { id: userId, privileges: held, today });
  const move = async (name: Move, body?: { reason: keyof typeof stopReasons; note: string }) => {
    try {
      const sent = { params: { id: record.id }, version: record.version };
      const answer = await (name === 'stop'
        ? call('POST /campaigns/:id/stop', { ...sent, body: body! })
        : call(`POST /campaigns/:id/${name}`, sent));
      take(answer);
      void toast(t(campaignMachine.moves[name].done, { name: record.name }), { kind: 'ok' });
    } catch (error) {
      fail(error);
    }
  };
  const copy = async () => {
    try {
      const made = await call('POST /campaigns/:id/copy', { params: { id: record.id }, key: newKey() });
      location.assign(campaignHref(side, made));
    } catch (error) {
      fail(error);
    }
  };
  const waits = (name: Move) => dirty || (name !== 'stop' && !isTried);
  const [next] = actions;
  return (
    <section className="card sample" aria-label={words.course}>
      <h2 className="row">
        {words.course}{' '}
        <StateBadge tone={campaignStates[record.state].tone}>{campaignStates[record.state].label}</StateBadge>
        {record.theirs && <StateBadge tone="info">{words.theirs}</StateBadge>}
      </h2>
      {side === 'dealer' && <Used record={record} />}
      {record.theirs && <p className="callout">{words.theirsNote}</p>}
      {record.state === 'draft' && !record.theirs && (
        <p className="callout warn">
          {words.draftNote} {!isTried && words.untriedNote}
        </p>
      )}
      {state === 'active' && !record.theirs && <p className="callout">{words.runningNote}</p>}
      {dirty && next && <p>{t(words.unsavedNote, { verb: campaignMachine.moves[next].label })}</p>}
      {mayManage && (
        <div className="row">
          {actions.map((name) => (
            <button
              key={name}
              type="button"
              className={name === 'stop' ? 'btn' : 'btn primary'}
              disabled={waits(name)}
              onClick={() => (name === 'stop' ? setStopping(true) : void move(name))}
            >
              {campaignMachine.moves[name].label}
            </button>
          ))}
          <button type="button" className="btn" onClick={() => void copy()}>
            {words.copy}
          </button>
        </div>
      )}
      <OnDemand>
        {stopping && (
          <ReasonDialog
            title={words.stopTitle}
            verb={campaignMachine.moves.stop.label}
            reasons={stopReasons}
            noteFor={campaignMachine.moves.stop.noteFor}
            onClose={() => setStopping(false)}
            onChosen={(why) => move('stop', why)}
          />
        )}
      </OnDemand>
    </section>
  );
}
