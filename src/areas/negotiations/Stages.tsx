import { lazy, useState } from 'react';
import { addMonths, dayInRome } from '#domain/dates.ts';
import { day, integer, percent } from '#domain/italian.ts';
import { stageFields } from '#domain/negotiations/fields.ts';
import type { Staged } from '#domain/negotiations/terms.ts';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { negotiations as words } from '#site/messages/it/negotiations.ts';
import { attempt } from '#site/ui/attempt.ts';
import { Confirm } from '#site/ui/Dialog.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { recordCalls } from '#site/ui/list/record/calls.ts';
import type { ListedStage } from './listed.ts';
import { TableWrap } from '#site/ui/TableWrap.tsx';
import './negotiations.css';

const StageForm = lazy(() => import('./StageForm.tsx'));
const calls = recordCalls('negotiation-stages');
const romeToday = () => dayInRome(new Date());

interface Props {
  entity: Staged;
  stages: readonly ListedStage[];
  mayManage: boolean;
}

/** The stages of one kind of negotiations: a press changes one, retires it or offers it again. */
export function Stages({ entity, stages, mayManage }: Props) {
  const [opened, setOpened] = useState<ListedStage | 'new' | null>(null);
  const [asking, setAsking] = useState<ListedStage | null>(null);
  const next = Math.min(stageFields.place.max, Math.max(0, ...stages.map(({ place }) => place)) + 1);
  return (
    <>
      <header>
        <h2>{words.stages}</h2>
        <span className="grow" />
        {mayManage && (
          <button type="button" className="btn small" onClick={() => setOpened('new')}>
            <Icon name="plus" size={16} />
            {words.add}
          </button>
        )}
      </header>
      <TableWrap label={words.stages} className="as-cards">
        <table>
          <thead>
            <tr>
              <th scope="col">{stageFields.code.label}</th>
              <th scope="col">{stageFields.label.label}</th>
              <th scope="col" className="num">
                {words.probability}
              </th>
              <th scope="col" className="num">
                {words.used}
              </th>
              <th scope="col">{words.reason}</th>
            </tr>
          </thead>
          <tbody>
            {stages.map((one) => (
              <StageLine
                key={one.id}
                one={one}
                to={stages.find(({ id }) => id === one.movesTo)?.label}
                onOpen={mayManage ? () => setOpened(one) : undefined}
              />
            ))}
            {stages.length === 0 && (
              <tr>
                <td colSpan={5}>{words.noStages}</td>
              </tr>
            )}
          </tbody>
        </table>
      </TableWrap>
      {asking && <Asking one={asking} stages={stages} onClose={() => setAsking(null)} />}
      <OnDemand>
        {opened && (
          <StageForm
            one={opened === 'new' ? null : opened}
            entity={entity}
            place={next}
            calls={calls}
            onArchive={(one) => {
              setOpened(null);
              setAsking(one);
            }}
            onClose={() => setOpened(null)}
          />
        )}
      </OnDemand>
    </>
  );
}

/** Asks before a stage is retired, also where its open negotiations go on, or before it is offered again. */
function Asking({ one, stages, onClose }: { one: ListedStage; stages: readonly ListedStage[]; onClose: () => void }) {
  const { id, version, label, archived, open, used, outcome } = one;
  /** Where open negotiations go on; empty: they stay. */
  const [to, setTo] = useState<To>({ id: '', on: romeToday() });
  const run = async () => {
    const action = archived ? 'restore' : 'archive';
    const { results } = await calls.bulk({ action, rows: [{ id, version }] }, newKey());
    // Somebody else has changed it meanwhile: the list shows how it stands now.
    if (results.some((result) => result.outcome !== 'done')) throw new Error(words.changedMeanwhile);
    if (to.id) {
      const body = { toId: Number(to.id), ...(to.on > romeToday() && { on: to.on }) };
      await call('POST /negotiation-stages/:id/move', { params: { id }, body });
    }
    location.reload();
  };
  const about = { label, open: integer(open), over: integer(used - open) };
  return (
    <Confirm
      open
      title={t(archived ? words.restoreAsk : words.retireAsk, about)}
      text={
        <>
          {t(archived ? words.restoreText : words.retireText, about)}
          {!archived && open > 0 && outcome === 'open' && (
            <MoveTo stages={stages.filter((other) => other.id !== id)} open={open} to={to} onChange={setTo} />
          )}
        </>
      }
      verb={archived ? words.restore : words.retire}
      onClose={onClose}
      onConfirm={() => {
        onClose();
        void attempt(run);
      }}
    />
  );
}

/** Where open negotiations go on; an empty id: they stay. */
interface To {
  id: string;
  /** From which day; today: at once. */
  on: string;
}

/** Where the open negotiations of a stage that is retired go on, and from when: of a later day the companies are told before. */
const MoveTo = ({
  stages,
  open,
  to,
  onChange,
}: {
  stages: readonly ListedStage[];
  open: number;
  to: To;
  onChange: (to: To) => void;
}) => (
  <>
    <label className="move-to">
      {t(words.moveTo, { open: integer(open) })}
      <select value={to.id} onChange={({ target }) => onChange({ ...to, id: target.value })}>
        <option value="">{words.moveNone}</option>
        {stages
          .filter(({ archived, outcome }) => !archived && outcome === 'open')
          .map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
      </select>
    </label>
    {to.id && (
      <label className="move-to">
        {words.moveOn}
        <input
          type="date"
          value={to.on}
          min={romeToday()}
          max={addMonths(romeToday(), 12)}
          required
          onChange={({ target }) => onChange({ ...to, on: target.value || romeToday() })}
        />
        <small>{words.moveOnHelp}</small>
      </label>
    )}
  </>
);

/** A stage with how many negotiations have it; who may change it opens it by its name. */
const StageLine = ({
  one,
  to,
  onOpen,
}: {
  one: ListedStage;
  /** Where its open negotiations are to go on. */
  to: string | undefined;
  onOpen: (() => void) | undefined;
}) => (
  <tr className={one.archived ? 'retired' : undefined}>
    <td>
      <svg className="swatch" viewBox="0 0 16 16" aria-hidden="true">
        <rect width="16" height="16" rx="4" fill={one.colour} />
      </svg>
      <code>{one.code}</code>
    </td>
    <td>
      {onOpen ? (
        <button type="button" className="link" onClick={onOpen}>
          <b>{one.label}</b>
        </button>
      ) : (
        <b>{one.label}</b>
      )}{' '}
      {one.outcome !== 'open' && (
        <span className={`badge b-${one.outcome === 'won' ? 'ok' : 'bad'}`}>
          {one.outcome === 'won' ? words.wins : words.loses}
        </span>
      )}
    </td>
    <td className="num" data-label={words.probability}>
      {percent(one.probability)}
    </td>
    <td className="num" data-label={words.used}>
      {integer(one.used)}
    </td>
    <td data-label={words.reason}>
      {one.archived ? words.retired : one.asksReason ? words.asks : words.none}
      {one.archived && to && one.movesOn && <small>{t(words.moves, { to, day: day(one.movesOn) })}</small>}
    </td>
  </tr>
);
