import { useStore } from '@nanostores/react';
import { Fragment, lazy, useState, type ReactNode } from 'react';
import { nextMoves } from '#domain/contracts/next.ts';
import { contractMachine as machine } from '#domain/contracts/rules.ts';
import type { Contract } from '#domain/contracts/schema.ts';
import { contractOrigins } from '#domain/contracts/terms.ts';
import { t } from '#site/lib/intl.ts';
import { contract as words } from '#site/messages/it/contracts.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { DescriptionList } from '#site/ui/record/page/DescriptionList.tsx';
import { showProblem } from '#site/ui/record/form/problems.ts';
import { Dues, Margins } from './Dues.tsx';
import { isOfRecord, whoEnters } from './missing.ts';
import { AskEnclosures } from './enclosures/Enclosures.tsx';
import { useContract, useContractNow } from './store.ts';

const CustomerRecord = lazy(() => import('./CustomerRecord.tsx'));

type MissingOne = Contract['lacks'][number];

/** One thing that is missing: it leads to its field, or to the customer's record, as far as the person sees them. */
function Lack({ of: lack, onRecord }: { of: MissingOne; onRecord: (lack: string) => void }) {
  const { names, may } = useContract();
  const now = useContractNow();
  const { sentence, section, field } = lack;
  const isRecord = isOfRecord(lack, now) && may.seeCustomers;
  const isShown = section !== undefined && names.some((name) => name === section);
  return (
    <li>
      {isRecord || isShown ? (
        <button
          type="button"
          className="link"
          onClick={() => (isRecord ? onRecord(sentence) : showProblem(section!, field))}
        >
          {sentence}
        </button>
      ) : (
        sentence
      )}
    </li>
  );
}

/** First what the person enters themselves, then what others do, under a sentence that says who. */
function Lacks({ onRecord }: { onRecord: (lack: string) => void }) {
  const { user } = useContract();
  const now = useContractNow();
  const by = Map.groupBy(now.lacks, (lack) => whoEnters(lack, now, user.privileges));
  const groups = [...by].toSorted(([one], [other]) => Number(one !== null) - Number(other !== null));
  return groups.map(([who, some]) => (
    <Fragment key={who}>
      {who && <p className="muted">{who}</p>}
      <ul>
        {some.map((lack) => (
          <Lack key={lack.sentence} of={lack} onRecord={onRecord} />
        ))}
      </ul>
    </Fragment>
  ));
}

/** What is still missing for the next step, or who takes it. */
function Missing() {
  const { $actions } = useContract();
  const [record, setRecord] = useState<string | null>(null);
  const { lacks, wanted, returned, state, canceledAt, withdrawnAt } = useContractNow();
  const offered = useStore($actions);
  const next = nextMoves[state];
  if (!next || canceledAt || withdrawnAt) return null;
  const move = machine.moves[next];
  const { label } = move;
  const isMine = offered.includes(next);
  return (
    <section className="card pad missing">
      <h2>
        {lacks.length > 0 ? t(words.missing.title, { move: label }) : words.missing[returned ? 'returned' : 'ready']}
      </h2>
      {lacks.length === 0 && isMine && <p>{t(words.missing.none, { move: label })}</p>}
      {!isMine && (
        <p>
          {t(words.missing.others, { move: label })} {'others' in move && move.others}
        </p>
      )}
      {lacks.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
        <div className="lacks" role="region" aria-label={words.missing.list} tabIndex={0}>
          <Lacks onRecord={setRecord} />
        </div>
      )}
      {wanted.length > 0 && <AskEnclosures />}
      <OnDemand>{record !== null && <CustomerRecord lack={record} onClose={() => setRecord(null)} />}</OnDemand>
    </section>
  );
}

/** How many sections lack nothing for the next step: above the index. */
export function Completeness() {
  const { names } = useContract();
  const { lacks } = useContractNow();
  const whole = names.filter((name) => !lacks.some(({ section }) => section === name)).length;
  const said = t(words.missing.whole, { n: whole, of: names.length });
  return (
    <p className="completeness">
      <small>{said}</small>
      <meter max={names.length} value={whole} aria-label={said} />
    </p>
  );
}

function People() {
  const { seller, madeBy, commercialBy, approvedBy, alone, origin, madeOf } = useContractNow();
  const say = words.people;
  const named = (name: string, isAlone: boolean) => (isAlone ? `${name} (${say.alone})` : name);
  const offer = madeOf?.href ? (
    <a className="link" href={madeOf.href}>
      {madeOf.number}
    </a>
  ) : (
    madeOf?.number
  );
  const rows: [string, ReactNode][] = [
    ...(offer ? [[contractOrigins[origin], offer] as [string, ReactNode]] : []),
    ...(origin === 'history' ? [[say.origin, contractOrigins.history] as [string, ReactNode]] : []),
    [say.seller, seller.name],
    ...(madeBy.id === seller.id ? [] : [[say.madeBy, madeBy.name] as [string, string]]),
    ...(commercialBy
      ? [[say.commercial, named(commercialBy.name, alone.includes('commercial'))] as [string, string]]
      : []),
    ...(approvedBy ? [[say.backOffice, named(approvedBy.name, alone.includes('backOffice'))] as [string, string]] : []),
  ];
  return (
    <section className="card pad">
      <h2>{say.title}</h2>
      <DescriptionList rows={rows} />
    </section>
  );
}

/** The column that stays in view: what is missing, the money, what colleagues say, the people. */
export const Aside = ({ children }: { children: ReactNode }) => (
  <aside className="contract-aside" aria-label={words.beside}>
    <Missing />
    <Dues />
    <Margins />
    {children}
    <People />
  </aside>
);
