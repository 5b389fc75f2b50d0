import { lazy, useLayoutEffect, useRef, useState } from 'react';
import { dayInRome } from '#domain/dates.ts';
import { day, integer, percent } from '#domain/italian.ts';
import { stageFields } from '#domain/negotiations/fields.ts';
import type { Staged } from '#domain/negotiations/terms.ts';
import { call, whyOf } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { record as texts } from '#site/messages/it/kit.ts';
import { negotiations as words } from '#site/messages/it/negotiations.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { recordCalls } from '#site/ui/list/record/calls.ts';
import type { ListedStage } from './listed.ts';
import type { Way } from './StageWay.tsx';
import { TableWrap } from '#site/ui/TableWrap.tsx';
import { toast } from '#site/ui/toast.ts';
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
export function Stages({ entity, stages: read, mayManage }: Props) {
  const { stages, shift, told } = useOrder(read);
  const [opened, setOpened] = useState<ListedStage | 'new' | null>(null);
  const [asking, setAsking] = useState<{ one: ListedStage; way: Way } | null>(null);
  const [today] = useState(() => dayInRome(new Date()));
  const offered = stages.filter(({ archived }) => !archived).length;
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
              {mayManage && (
                <th scope="col">
                  <span className="sr-only">{stageFields.place.label}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {stages.map((one, at) => (
              <StageLine
                key={one.id}
                one={one}
                to={stages.find(({ id }) => id === one.movesTo)?.label}
                today={today}
                onOpen={mayManage ? () => setOpened(one) : undefined}
                onMove={mayMove(one) ? () => setAsking({ one, way: 'move' }) : undefined}
                onShift={mayManage ? shift : undefined}
                ends={[at === 0, at === offered - 1]}
              />
            ))}
            {stages.length === 0 && (
              <tr>
                <td colSpan={mayManage ? 6 : 5}>{words.noStages}</td>
              </tr>
            )}
          </tbody>
        </table>
      </TableWrap>
      <span className="sr-only" role="status">
        {told}
      </span>
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

/** The stages in the order that a press gives those that are offered, and what is told of it. */
function useOrder(read: readonly ListedStage[]) {
  const [stages, setStages] = useState(read);
  const [told, setTold] = useState('');
  // A row that moves would lose the focus, and who presses again would press nothing.
  const pressed = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (pressed.current instanceof HTMLElement) pressed.current.focus();
    pressed.current = null;
  });
  const shift = (one: ListedStage, by: -1 | 1) => {
    const focused = document.activeElement;
    void call('POST /negotiation-stages/:id/place', {
      params: { id: one.id },
      version: one.version,
      body: { by },
    }).then(
      (order) => {
        pressed.current = focused;
        const now = new Map(order.map((stage, at) => [stage.id, { stage, at }]));
        const placeOf = ({ id }: ListedStage) => now.get(id)?.at ?? order.length;
        setStages((all) =>
          all.map((was) => ({ ...was, ...now.get(was.id)?.stage })).toSorted((a, b) => placeOf(a) - placeOf(b)),
        );
        setTold(t(texts.movedTo, { label: one.label, n: now.get(one.id)!.at + 1 }));
      },
      (error: unknown) => toast(whyOf(error), { kind: 'bad' }),
    );
  };
  return { stages, shift, told };
}

/** A stage with how many negotiations have it; who may change it opens it by its name. */
const StageLine = ({
  one,
  to,
  today,
  onOpen,
  onMove,
  onShift,
  ends,
}: {
  one: ListedStage;
  /** Where its open negotiations are to go on, or went. */
  to: string | undefined;
  today: string;
  onOpen: (() => void) | undefined;
  /** Says where its open negotiations go on, or says otherwise. */
  onMove: (() => void) | undefined;
  /** Puts it a place before or after. */
  onShift: ((one: ListedStage, by: -1 | 1) => void) | undefined;
  /** Whether it is the first one, and the last one, of those that are offered. */
  ends: readonly [boolean, boolean];
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
      {one.open > 0 && (
        <a className="link plan" href={one.href}>
          {t(words.openOf, { open: integer(one.open) })}
        </a>
      )}
    </td>
    <td data-label={words.reason}>{one.archived ? words.retired : one.asksReason ? words.asks : words.none}</td>
    {onShift && (
      <td className="tools">
        {!one.archived &&
          ([-1, 1] as const).map((by) => (
            <button
              key={by}
              type="button"
              className="icon"
              disabled={ends[by < 0 ? 0 : 1]}
              aria-label={t(by < 0 ? texts.moveUp : texts.moveDown, { label: one.label })}
              onClick={() => onShift(one, by)}
            >
              <Icon name={by < 0 ? 'chevron-up' : 'chevron-down'} size={16} />
            </button>
          ))}
      </td>
    )}
  </tr>
);
