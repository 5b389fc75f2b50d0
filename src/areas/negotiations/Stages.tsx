import { lazy, useState } from 'react';
import { dayInRome } from '#domain/dates.ts';
import { day, integer, percent } from '#domain/italian.ts';
import { stageFields } from '#domain/negotiations/fields.ts';
import type { Staged } from '#domain/negotiations/terms.ts';
import { t } from '#site/lib/intl.ts';
import { negotiations as words } from '#site/messages/it/negotiations.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { recordCalls } from '#site/ui/list/record/calls.ts';
import type { ListedStage } from './listed.ts';
import type { Way } from './StageWay.tsx';
import { TableWrap } from '#site/ui/TableWrap.tsx';
import './negotiations.css';

const StageForm = lazy(() => import('./StageForm.tsx'));
const StageWay = lazy(() => import('./StageWay.tsx'));
const calls = recordCalls('negotiation-stages');

interface Props {
  entity: Staged;
  stages: readonly ListedStage[];
  mayManage: boolean;
}

/** The stages of one kind of negotiations: a press changes one, retires it or offers it again. */
export function Stages({ entity, stages, mayManage }: Props) {
  const [opened, setOpened] = useState<ListedStage | 'new' | null>(null);
  const [asking, setAsking] = useState<{ one: ListedStage; way: Way } | null>(null);
  const [today] = useState(() => dayInRome(new Date()));
  const canGoOn = stages.some(({ archived, outcome }) => !archived && outcome === 'open');
  /** Whether it may be said where the open ones of a retired stage go on: also of a day to come when none is left, which keeps the other stage. */
  const mayMove = ({ archived, outcome, open, movesOn }: ListedStage) =>
    mayManage && canGoOn && archived && outcome === 'open' && (open > 0 || (movesOn !== null && movesOn > today));
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
                today={today}
                onOpen={mayManage ? () => setOpened(one) : undefined}
                onMove={mayMove(one) ? () => setAsking({ one, way: 'move' }) : undefined}
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
      <OnDemand>
        {asking && <StageWay {...asking} stages={stages} calls={calls} onClose={() => setAsking(null)} />}
        {opened && (
          <StageForm
            one={opened === 'new' ? null : opened}
            entity={entity}
            place={next}
            calls={calls}
            onArchive={(one) => {
              setOpened(null);
              setAsking({ one, way: one.archived ? 'restore' : 'retire' });
            }}
            onClose={() => setOpened(null)}
          />
        )}
      </OnDemand>
    </>
  );
}

/** A stage with how many negotiations have it; who may change it opens it by its name. */
const StageLine = ({
  one,
  to,
  today,
  onOpen,
  onMove,
}: {
  one: ListedStage;
  /** Where its open negotiations are to go on, or went. */
  to: string | undefined;
  today: string;
  onOpen: (() => void) | undefined;
  /** Says where its open negotiations go on, or says otherwise. */
  onMove: (() => void) | undefined;
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
      {one.archived && to && one.movesOn && (
        <small className="plan">
          {t(one.movesOn > today ? words.moves : words.moved, { to, day: day(one.movesOn) })}
        </small>
      )}
      {onMove && (
        <button type="button" className="link plan" onClick={onMove}>
          {t(words.move, { open: integer(one.open) })}
        </button>
      )}
    </td>
    <td className="num" data-label={words.probability}>
      {percent(one.probability)}
    </td>
    <td className="num" data-label={words.used}>
      {integer(one.used)}
    </td>
    <td data-label={words.reason}>{one.archived ? words.retired : one.asksReason ? words.asks : words.none}</td>
  </tr>
);
