import { useStore } from '@nanostores/react';
import { lazy, useEffect, useMemo, useState, type ReactNode } from 'react';
import { goesOn, isOpen } from '#domain/contracts/facts.ts';
import { contractFields } from '#domain/contracts/fields.ts';
import { isReviewed } from '#domain/contracts/terms.ts';
import { openedParts, type ContractPart } from '#domain/contracts/opened.ts';
import type { CallAnswer } from '#domain/endpoints.ts';
import { day } from '#domain/italian.ts';
import type { Signature } from '#domain/signatures/schema.ts';
import { apiPath, call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { contract as words } from '#site/messages/it/contracts.ts';
import { review as reviewWords } from '#site/messages/it/contracts-review.ts';
import { comments as commentWords } from '#site/messages/it/kit.ts';
import { presence } from '#site/messages/it/presence.ts';
import { rounds as signatureWords } from '#site/messages/it/signatures.ts';
import { Signatures } from '#site/parts/signatures/Signatures.tsx';
import { StateBadge } from '#site/ui/Bits.tsx';
import { Comments } from '#site/ui/comments/Comments.tsx';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { initialsOf } from '#site/ui/initials.ts';
import { FieldSection } from '#site/ui/record/form/FieldSection.tsx';
import { Fold } from '#site/ui/record/form/Fold.tsx';
import { FormParts } from '#site/ui/record/form/FormParts.tsx';
import type { IndexMore } from '#site/ui/record/page/Index.tsx';
import { RecordPage } from '#site/ui/record/page/RecordPage.tsx';
import { usePrintKey } from '#site/ui/record/page/usePrintKey.ts';
import { RecordContext } from '#site/ui/record/store/context.ts';
import { Aside, Completeness } from './Aside.tsx';
import { Cancelling } from './Cancelling.tsx';
import { Top } from './Course.tsx';
import { Events } from './Events.tsx';
import { Head } from './Head.tsx';
import { Money } from './Money.tsx';
import { Cars, LoanDays, MissingAttachments, Attachments, TradeIns } from './Parts.tsx';
import { AskFirst, Enclosures } from './enclosures/Enclosures.tsx';
import { Performances } from './Performances.tsx';
import { Plan } from './Plan.tsx';
import { usePresence } from './presence.ts';
import { RaisedValues } from './RaisedValues.tsx';
import { Reached } from './Reached.tsx';
import { Canceled, Returned, Withdrawn } from './Returned.tsx';
import { Review } from './Review.tsx';
import { saidOf } from './said.ts';
import { staff } from './staff.ts';
import {
  createContract,
  useContract,
  useContractNow,
  type ContractProps,
  type ContractStore,
  type ContractValues,
  type Section,
} from './store.ts';
import './contracts.css';

const History = lazy(() => import('#site/ui/record/page/History.tsx'));

/** The head rendered on the server into the top bar; the island then takes it over. */
export const StaticHead = (props: Props) => (
  <RecordContext value={createContract(props)}>
    <Head />
  </RecordContext>
);

/** Colleagues who are writing in the section now. */
function Writing({ people }: { people: readonly string[] }) {
  const [name, ...others] = people;
  if (name === undefined) return null;
  const text = others.length > 0 ? t(presence.many, { names: people.join(', ') }) : t(presence.one, { name });
  return <StateBadge tone="warn">{text}</StateBadge>;
}

interface PartProps {
  name: Section;
  writing: readonly string[];
  /** Whether it begins open. */
  open: boolean;
  read?: ReactNode;
  document?: ReactNode;
  around?: ((fields: ReactNode) => ReactNode) | undefined;
  children?: ReactNode;
}

/** Attachments come by a file, a phone, or the customer: three buttons in a row. */
const asking = <F extends { name: string }>(field: F): F =>
  field.name === 'attachments' ? { ...field, beside: <AskFirst /> } : field;

function Part({ name, writing, open, read, children, ...drawn }: PartProps) {
  const store = useContract();
  const now = useContractNow();
  return (
    <FieldSection<ContractValues>
      name={name}
      fields={contractFields}
      form={name === 'attachments' ? store.form.map(asking) : store.form}
      parts={FormParts}
      note={<Writing people={writing} />}
      fold={{ open, said: saidOf[name](now) }}
      read={read ?? children}
      onChange={store.change}
      {...drawn}
    >
      {children}
    </FieldSection>
  );
}

/** The plan as it stands, above the fields that change it; they are open while nothing is planned as it is owed. */
function Planned({ children }: { children: ReactNode }) {
  const { planned, total } = useContractNow();
  const [isOpen] = useState(planned !== total);
  return (
    <>
      <Plan />
      <details className="fold-in" open={isOpen}>
        <summary>{words.plan.edit}</summary>
        {children}
      </details>
    </>
  );
}

type Props = ContractProps & {
  rounds: readonly Signature[];
  /** Those of the addendum. */
  addendum: readonly Signature[];
  comments: CallAnswer<'GET /contracts/:id/comments'>;
  performance: CallAnswer<'GET /contracts/:id/performance'>;
  events: CallAnswer<'GET /calendars/contracts/:id'>;
};

/** How far a document is that not everybody has signed. */
function unsigned(rounds: readonly Signature[]): string {
  const asked = rounds.find(({ state }) => state === 'open');
  if (!asked) return words.said.unsigned;
  const { signers } = asked;
  return t(words.said.signing, { n: signers.filter(({ state }) => state === 'signed').length, of: signers.length });
}

/** The signatures of the contract's document, or of its addendum while one is due or was signed. */
function Signed({
  rounds,
  changes,
  open,
  addendum = false,
}: {
  rounds: readonly Signature[];
  /** How often somebody else has changed the contract or its signatures. */
  changes: number;
  open: boolean;
  addendum?: boolean;
}) {
  const store = useContract();
  const { id, state, canceledAt, withdrawnAt, addendumDue, signedOn } = useContractNow();
  const [now, setNow] = useState(rounds);
  const entity = addendum ? 'contract_addendum' : 'contract';
  useEffect(() => {
    if (changes > 0)
      call('GET /signatures', { query: { entity, recordId: id } }, { quiet: true }).then(setNow, console.info);
  }, [changes, entity, id]);
  const isGoing = goesOn({ canceledAt, withdrawnAt });
  if (addendum && !addendumDue && rounds.length === 0) return null;
  return (
    <details
      className="card sec"
      id={addendum ? 'addendum' : 'signatures'}
      data-field={addendum ? 'addendumDue' : 'signedOn'}
      open={open}
    >
      <summary>
        <h2>{addendum ? words.addendum : signatureWords.title}</h2>{' '}
        {!addendum && (
          <span className="muted">
            {signedOn === null ? unsigned(now) : t(words.said.signedOn, { day: day(signedOn) })}
          </span>
        )}
      </summary>
      <div className="unfolded">
        <Signatures
          of={{ entity, recordId: id }}
          rounds={now}
          mayWrite={staff.some((one) => store.user.privileges.includes(one))}
          isOpen={isGoing && (addendum ? addendumDue : state !== 'billed' && state !== 'completed')}
          today={store.today}
          onChanged={async (then) => {
            // Who reads that somebody has signed has the contract as that left it, and goes on from there.
            store.take(await call('GET /contracts/:id', { params: { id } }));
            setNow(then);
          }}
        />
      </div>
    </details>
  );
}

/** What stands at the end of each section's name in the index: how much it lacks, or what matters of it in a word. */
function useIndex(others: readonly { name: string; section: string }[]): IndexMore {
  const { names, $review, today } = useContract();
  const review = useStore($review);
  const now = useContractNow();
  const { state, lacks, agreedTradeIns, deliveryOn, enclosures } = now;
  const proposed = enclosures.filter((one) => one.state === 'proposed').length;
  const isLate = isOpen(now) && deliveryOn !== null && deliveryOn < today;
  const short: Partial<Record<Section, ReactNode>> = {
    attachments: proposed > 0 && t(words.said.proposed, { n: proposed }),
    used_cars: agreedTradeIns[0]?.plate,
    calendars: deliveryOn !== null && <span className={isLate ? 'bad' : undefined}>{day(deliveryOn).slice(0, 5)}</span>,
  };
  const endOf = (name: Section) => {
    const n = lacks.filter(({ section }) => section === name).length;
    const here = others.filter(({ section }) => section === name);
    const said =
      n > 0 ? (
        <span className="badge b-warn" aria-label={t(words.missing.n, { n })}>
          {n}
        </span>
      ) : (
        short[name]
      );
    if (here.length === 0) return said;
    return (
      <>
        {here.map((one) => (
          <i key={one.name} className="here" role="img" aria-label={t(presence.one, one)} title={one.name}>
            {initialsOf(one.name)}
          </i>
        ))}{' '}
        {said}
      </>
    );
  };
  return {
    ends: Object.fromEntries(names.map((name) => [name, endOf(name)])),
    early: review && isReviewed(state) && goesOn(now) ? [{ name: 'review', label: reviewWords.title }] : [],
    parts: [
      { name: 'signatures', label: signatureWords.title },
      { name: 'comments', label: commentWords.title },
      { name: 'history', label: words.history },
    ],
    head: <Completeness />,
  };
}
/** What stands around the fields of a section. */
const around: Partial<Record<Section, (fields: ReactNode) => ReactNode>> = {
  contability: (fields) => <Planned>{fields}</Planned>,
  used_cars: (fields) => (
    <>
      <TradeIns />
      <RaisedValues />
      {fields}
    </>
  ),
};
/** What people who may only read see below the texts of a section, where it is not what the others see. */
const read: Partial<Record<Section, ReactNode>> = {
  attachments: (
    <>
      <MissingAttachments />
      <Enclosures />
    </>
  ),
  used_cars: (
    <>
      <TradeIns />
      <RaisedValues />
    </>
  ),
};

/** The page of one contract: every section is saved by itself, over a version of its own. */
export function ContractPage(props: Props) {
  const [store] = useState(() => createContract(props));
  return (
    <ErrorBoundary what="Il contratto">
      <RecordContext value={store}>
        <Shown {...props} store={store} />
      </RecordContext>
    </ErrorBoundary>
  );
}

/** The parts that stand first and open; they stay where they are until the contract moves on. */
function useFirst(user: ContractProps['user']) {
  const now = useContractNow();
  const key = [now.state, now.canceledAt, now.withdrawnAt].join();
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a section that becomes complete does not jump away
  return useMemo(() => openedParts(now, user.privileges), [key]);
}

function Shown({ rounds, addendum, comments, performance, events, store, user }: Props & { store: ContractStore }) {
  const { id, version, canceledAt } = useContractNow();
  const { $others, $changes } = usePresence(id, store);
  const others = useStore($others);
  const changes = useStore($changes);
  const first = useFirst(user);
  usePrintKey(apiPath('GET /contracts/:id/document', { params: { id } }));
  const isFirst = (name: ContractPart) => first.includes(name);
  const placeOf = (name: ContractPart) => (isFirst(name) ? first.indexOf(name) : first.length);
  const sections = store.names.toSorted((one, other) => placeOf(one) - placeOf(other));
  const partOf = (name: Section) => (
    <Part
      key={name}
      name={name}
      writing={others.filter(({ section }) => section === name).map((one) => one.name)}
      open={isFirst(name)}
      read={read[name]}
      document={name === 'attachments' ? <Attachments /> : name === 'contability' ? <Plan /> : undefined}
      around={around[name]}
    >
      {name === 'general' && <Cars />}
      {name === 'customer' && <Reached />}
      {name === 'attachments' && (
        <>
          <Enclosures />
          <MissingAttachments />
        </>
      )}
      {name === 'financial' && <LoanDays />}
      {name === 'contability' && <Money />}
      {name === 'calendars' && <Events events={events} />}
      {name === 'performances' && <Performances given={performance} />}
    </Part>
  );
  const signatures = <Signed key="signatures" rounds={rounds} changes={changes} open={isFirst('signatures')} />;
  return (
    <RecordPage
      record={store}
      head={<Head />}
      isSaid={canceledAt !== null}
      top={
        <>
          <Top />
          <Returned />
          <Cancelling />
          <Withdrawn />
          <Canceled />
        </>
      }
      index={useIndex(others)}
      aside={
        <Aside>
          <Comments area="contracts" id={id} given={comments} />
        </Aside>
      }
    >
      {isFirst('review') && <Review open />}
      {sections.filter(isFirst).map(partOf)}
      {isFirst('signatures') && signatures}
      <Signed rounds={addendum} changes={changes} addendum open />
      {!isFirst('review') && <Review open={false} />}
      {sections.filter((name) => !isFirst(name)).map(partOf)}
      {!store.names.includes('performances') && performance.commissions.length > 0 && (
        <section className="card sec pad">
          <h2>{words.performances.title}</h2>
          <Performances given={performance} />
        </section>
      )}
      {!isFirst('signatures') && signatures}
      <section className="card sec">
        <Fold id="history" label={words.history}>
          {() => <History key={version} read={() => call('GET /contracts/:id/timeline', { params: { id } })} />}
        </Fold>
      </section>
    </RecordPage>
  );
}
