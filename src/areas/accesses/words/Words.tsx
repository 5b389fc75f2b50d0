import { lazy, useState } from 'react';
import { answerLines } from '#domain/accesses/words/answers.ts';
import type { ReceptionWord } from '#domain/accesses/words/endpoints.ts';
import { receptionWordFields as fields, type WordKind } from '#domain/accesses/words/fields.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { receptionWords as words } from '#site/messages/it/reception-words.ts';
import { attempt } from '#site/ui/attempt.ts';
import { Confirm } from '#site/ui/Dialog.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { TableWrap } from '#site/ui/TableWrap.tsx';
import { recordCalls } from '#site/ui/list/record/calls.ts';
import './words.css';

const WordForm = lazy(() => import('./WordForm.tsx'));
const calls = recordCalls('reception-words');

interface Props {
  kind: WordKind;
  rows: readonly ReceptionWord[];
  isNetwork: boolean;
  mayManage: boolean;
}

/** The reasons or the questions of a reception: a press changes one, retires it or offers it again. */
export function Words({ kind, rows, isNetwork, mayManage }: Props) {
  const [opened, setOpened] = useState<ReceptionWord | 'new' | null>(null);
  const [asking, setAsking] = useState<ReceptionWord | null>(null);
  const title = kind === 'reason' ? words.reasons : words.questions;
  const next = Math.min(fields.place.max, Math.max(0, ...rows.map(({ place }) => place)) + 1);
  return (
    <section className="card reception-words">
      <header>
        <h2>{title}</h2>
        {mayManage && (
          <button type="button" className="btn small" onClick={() => setOpened('new')}>
            <Icon name="plus" size={16} />
            {words.add[kind]}
          </button>
        )}
      </header>
      <TableWrap label={title} className="as-cards">
        <table>
          <thead>
            <tr>
              <th scope="col">{fields.label.label}</th>
              <th scope="col">{fields.code.label}</th>
              {kind === 'question' && <th scope="col">{words.answers}</th>}
              <th scope="col">{words.state}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((one) => (
              <WordLine key={one.id} one={one} onOpen={mayManage && !one.theirs ? () => setOpened(one) : undefined} />
            ))}
            {rows.length === 0 && (
              <tr>
                <td colSpan={kind === 'question' ? 4 : 3}>{words.none}</td>
              </tr>
            )}
          </tbody>
        </table>
      </TableWrap>
      {asking && <Asking one={asking} onClose={() => setAsking(null)} />}
      <OnDemand>
        {opened && (
          <WordForm
            one={opened === 'new' ? null : opened}
            kind={kind}
            place={next}
            isNetwork={isNetwork}
            calls={calls}
            onArchive={(one) => {
              setOpened(null);
              setAsking(one);
            }}
            onClose={() => setOpened(null)}
          />
        )}
      </OnDemand>
    </section>
  );
}

/** Asks before a word is retired, or offered again. */
function Asking({ one, onClose }: { one: ReceptionWord; onClose: () => void }) {
  const { id, version, label, archived } = one;
  const run = async () => {
    const action = archived ? 'restore' : 'archive';
    const { results } = await calls.bulk({ action, rows: [{ id, version }] }, newKey());
    // Somebody else has changed it meanwhile: the list shows how it stands now.
    if (results.some((result) => result.outcome !== 'done')) throw new Error(words.changedMeanwhile);
    location.reload();
  };
  return (
    <Confirm
      open
      title={t(archived ? words.restoreAsk : words.retireAsk, { label })}
      text={archived ? words.restoreText : words.retireText}
      verb={archived ? words.restore : words.retire}
      onClose={onClose}
      onConfirm={() => {
        onClose();
        void attempt(run);
      }}
    />
  );
}

const stateOf = ({ archived, draft }: ReceptionWord) =>
  archived ? words.retired : draft ? words.draft : words.offered;

/** A reason or question; who may change it opens it by its text. */
const WordLine = ({ one, onOpen }: { one: ReceptionWord; onOpen: (() => void) | undefined }) => (
  <tr className={one.archived ? 'retired' : undefined}>
    <td>
      {onOpen ? (
        <button type="button" className="link" onClick={onOpen}>
          <b>{one.label}</b>
        </button>
      ) : (
        <b>{one.label}</b>
      )}
    </td>
    <td data-label={fields.code.label}>
      <code>{one.code}</code>
    </td>
    {one.kind === 'question' && <td data-label={words.answers}>{answerLines(one.answers).join(' · ')}</td>}
    <td data-label={words.state}>{[stateOf(one), one.theirs && words.network].filter(Boolean).join(' · ')}</td>
  </tr>
);
