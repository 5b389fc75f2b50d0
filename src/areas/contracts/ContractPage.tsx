import { useStore } from '@nanostores/react';
import { lazy, useState, type ReactNode } from 'react';
import { goesOn } from '#domain/contracts/facts.ts';
import { contractFields } from '#domain/contracts/fields.ts';
import { leaveLoanUntil, mayLeaveLoan } from '#domain/contracts/loan.ts';
import { contractMachine as machine } from '#domain/contracts/rules.ts';
import { annexes, annexesOf } from '#domain/contracts/annexes.ts';
import { mayClose } from './closing.ts';
import { withdrawalRefusal } from '#domain/contracts/withdrawal.ts';
import { documentTypes, shownStateOf, shownStates } from '#domain/contracts/terms.ts';
import { day, money } from '#domain/italian.ts';
import { keysOf, type MoveOf } from '#domain/record/machine.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { CallAnswer } from '#domain/endpoints.ts';
import type { Signature } from '#domain/signatures/schema.ts';
import { apiPath, call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { rounds as signatureWords } from '#site/messages/it/signatures.ts';
import { contract as words } from '#site/messages/it/contracts.ts';
import { presence } from '#site/messages/it/presence.ts';
import { withdrawal as withdrawalWords } from '#site/messages/it/withdrawal.ts';
import { Signatures } from '#site/parts/signatures/Signatures.tsx';
import { StateBadge } from '#site/ui/Bits.tsx';
import { Comments } from '#site/ui/comments/Comments.tsx';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { RecordContext } from '#site/ui/record/store/context.ts';
import { FieldSection } from '#site/ui/record/form/FieldSection.tsx';
import { Fold } from '#site/ui/record/form/Fold.tsx';
import { FormParts } from '#site/ui/record/form/FormParts.tsx';
import { RecordHead } from '#site/ui/record/page/Head.tsx';
import type { Step } from '#site/ui/record/page/useSteps.tsx';
import { RecordPage } from '#site/ui/record/page/RecordPage.tsx';
import { SaveBadge } from '#site/ui/record/page/SaveBadge.tsx';
import { Aside } from './Aside.tsx';
import { Course } from './Course.tsx';
import { Events } from './Events.tsx';
import { Money } from './Money.tsx';
import { natural } from './natural.ts';
import { usePresence } from './presence.ts';
import { Performances } from './Performances.tsx';
import { RaisedValues } from './RaisedValues.tsx';
import {
  createContract,
  fileOf,
  useContract,
  useContractNow,
  type ContractProps,
  type ContractStore,
  type ContractValues,
  type Section,
} from './store.ts';
import './contracts.css';

const History = lazy(() => import('#site/ui/record/page/History.tsx'));

const WithdrawalDialog = lazy(() => import('./WithdrawalDialog.tsx'));
const PriceDialog = lazy(() => import('./PriceDialog.tsx'));
const CarDialog = lazy(() => import('./CarDialog.tsx'));
const staff: readonly number[] = [p.makeContracts, p.validateContracts, p.manageAllContracts];

type Name = MoveOf<typeof machine>;
/** A withdrawal that came by letter, or the closing of one, for who sells and for the back office. */
function withdrawalOf({ user, today }: ContractStore, now: ReturnType<typeof useContractNow>): Step | null {
  const isOpen = now.withdrawnAt === null;
  const may = isOpen
    ? withdrawalRefusal(now, today) === null && user.privileges.some((held) => staff.includes(held))
    : mayClose(now, user);
  if (now.canceledAt !== null || !may) return null;
  const label = isOpen ? withdrawalWords.record : withdrawalWords.close;
  return { name: 'withdrawal', label, run: (ask) => ask((close) => <WithdrawalDialog onClose={close} />) };
}

/** "Cambia auto o prezzo", while the section of the price is open to the person. */
function priceOf({ user }: ContractStore, { locks, kind, canceledAt }: ReturnType<typeof useContractNow>): Step | null {
  const isOpen = canceledAt === null && kind !== 'b2b' && locks.general === undefined;
  if (!isOpen || !user.privileges.includes(p.createQuotes)) return null;
  return { name: 'price', label: words.price.title, run: (ask) => ask((close) => <PriceDialog onClose={close} />) };
}

/** Another car of the stock in the place of a new one, until it is billed. */
function carOf({ user }: ContractStore, now: ReturnType<typeof useContractNow>): Step | null {
  const { cars, state } = now;
  const isOpen = goesOn(now) && state !== 'billed' && state !== 'completed' && cars[0]?.kind === 'new';
  if (!isOpen || !user.privileges.includes(p.validateContracts)) return null;
  return { name: 'car', label: words.otherCar.title, run: (ask) => ask((close) => <CarDialog onClose={close} />) };
}

function Head() {
  const store = useContract();
  const now = useContractNow();
  const offered = useStore(store.$actions).filter((name): name is Name => name in machine.moves);
  const { label, tone } = shownStates[shownStateOf(now)];
  const wanted = natural[now.state];
  const next = wanted && offered.includes(wanted) ? store.stepOf(wanted) : null;
  const withdrawing = withdrawalOf(store, now);
  const isZip =
    now.attachments.length > 0 || now.objectives.some(({ proofId }) => proofId !== null) || now.signedOn !== null;
  const steps: (Step | false | null)[] = [
    {
      name: 'pdf',
      label: words.pdf,
      href: apiPath('GET /contracts/:id/document', { params: { id: now.id } }),
      bar: 'before',
      document: 'file-text',
    },
    {
      name: 'packet',
      label: isZip ? words.packetZip : words.packet,
      href: apiPath('GET /contracts/:id/packet', { params: { id: now.id } }),
      document: 'file-text',
    },
    ...annexesOf(now).map((annex): Step => ({
      name: annex,
      label: annexes[annex].label,
      href: apiPath('GET /contracts/:id/annex', { params: { id: now.id }, query: { annex } }),
      document: 'file-text',
    })),
    // After a withdrawal the contract has one step, which closes it.
    ...(now.withdrawnAt === null ? offered.filter((name) => name !== wanted).map((name) => store.stepOf(name)) : []),
    store.backStep(),
    priceOf(store, now),
    carOf(store, now),
    now.withdrawnAt === null && withdrawing,
    { name: 'list', label: words.list, href: '/dealer/contracts' },
  ];
  return (
    <RecordHead
      state={
        <span className="saved">
          <span className="muted">{now.number}</span>
          <StateBadge tone={tone}>{label}</StateBadge>
          <SaveBadge />
        </span>
      }
      waits={useStore(store.$waits) ?? (now.asked.cancelApproved === undefined ? null : words.asked)}
      steps={steps.filter((step) => step !== false && step !== null)}
      next={now.withdrawnAt !== null ? withdrawing : next}
    />
  );
}

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
  read?: ReactNode;
  children?: ReactNode;
}

function Part({ name, writing, read, children }: PartProps) {
  const store = useContract();
  return (
    <FieldSection<ContractValues>
      name={name}
      fields={contractFields}
      form={store.form}
      parts={FormParts}
      note={<Writing people={writing} />}
      read={read ?? children}
      onChange={store.change}
    >
      {children}
    </FieldSection>
  );
}

/** The cars that are sold, as the stock has them, where chassis number and plate are entered. */
function Cars() {
  const { cars } = useContractNow();
  const { user } = useContract();
  const isSeen = user.privileges.includes(p.seeStock);
  return (
    <ul className="cars" data-field="cars">
      {cars.map(({ kind, id, code, vin, plate, registeredOn }) => {
        const said = [
          vin || words.car.noVin,
          plate || words.car.noPlate,
          registeredOn && t(words.car.registered, { day: day(registeredOn) }),
        ];
        return (
          <li key={`${kind}${id}`}>
            {isSeen ? (
              <a className="link" href={`/dealer/stock/${kind}/${id}`}>
                {t(words.car.name, { code })}
              </a>
            ) : (
              t(words.car.name, { code })
            )}{' '}
            <span className="muted">{said.filter(Boolean).join(' · ')}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** The attachments for people who may not change them. */
function Files() {
  const { id, attachments } = useContractNow();
  return (
    <ul className="cars">
      {attachments.map(({ type, uploadId, note }) => (
        <li key={uploadId}>
          <a className="link" href={fileOf(id, uploadId)} target="_blank" rel="noopener">
            {documentTypes[type]}
          </a>{' '}
          <span className="muted">{note}</span>
        </li>
      ))}
    </ul>
  );
}

/** Until when the customer may leave the loan, and by what way once it is invoiced. */
function LoanDays() {
  const { today } = useContract();
  const now = useContractNow();
  if (!mayLeaveLoan(now)) return null;
  const until = leaveLoanUntil(now);
  const isOver = until !== null && until < today;
  const isInvoiced = now.state === 'billed' || now.state === 'completed';
  const { open, begins, over, until: last, billed } = words.loan;
  const unknown = keysOf(begins).filter((key) => now[key] === null);
  const what = unknown.map((key) => begins[key]).join(', ');
  return (
    <p className="muted">
      {until === null ? t(open, { what }) : t(isOver ? over : last, { day: day(until) })}{' '}
      {isInvoiced && !isOver && billed}
    </p>
  );
}

/** The cars that are taken in, as they were agreed. */
function TradeIns() {
  const { agreedTradeIns } = useContractNow();
  return (
    <ul>
      {agreedTradeIns.map(({ plate, description, valuation, residualDebt }) => (
        <li key={`${plate}${description}`}>
          {description} {t(words.tradeIn, { plate, valuation: money(valuation), debt: money(residualDebt) })}
        </li>
      ))}
    </ul>
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

/** The signatures of the contract's document, or of its addendum while one is due or was signed. */
function Signed({ rounds, addendum = false }: { rounds: readonly Signature[]; addendum?: boolean }) {
  const store = useContract();
  const { id, state, canceledAt, withdrawnAt, addendumDue } = useContractNow();
  const isGoing = goesOn({ canceledAt, withdrawnAt });
  if (addendum && !addendumDue && rounds.length === 0) return null;
  return (
    <section
      className="card sec"
      id={addendum ? 'addendum' : 'signatures'}
      data-field={addendum ? 'addendumDue' : 'signedOn'}
    >
      <h2>{addendum ? words.addendum : signatureWords.title}</h2>
      <Signatures
        of={{ entity: addendum ? 'contract_addendum' : 'contract', recordId: id }}
        rounds={rounds}
        mayWrite={staff.some((one) => store.user.privileges.includes(one))}
        isOpen={isGoing && (addendum ? addendumDue : state !== 'billed' && state !== 'completed')}
        today={store.today}
        onChanged={async () => store.take(await call('GET /contracts/:id', { params: { id } }))}
      />
    </section>
  );
}

/** The page of one contract: every section is saved by itself, over a version of its own. */
export function ContractPage({ rounds, addendum, comments, performance, events, ...props }: Props) {
  const [store] = useState(() => createContract(props));
  const { id, version } = useStore(store.$contract)!;
  const others = useStore(usePresence(id));
  return (
    <ErrorBoundary what="Il contratto">
      <RecordPage record={store} head={<Head />} aside={<Aside />}>
        <Course />
        {store.names.map((name) => (
          <Part
            key={name}
            name={name}
            writing={others.filter(({ section }) => section === name).map((one) => one.name)}
            read={name === 'attachments' ? <Files /> : undefined}
          >
            {name === 'general' && <Cars />}
            {name === 'used_cars' && (
              <>
                <TradeIns />
                <RaisedValues />
              </>
            )}
            {name === 'financial' && <LoanDays />}
            {name === 'contability' && <Money />}
            {name === 'calendars' && <Events events={events} />}
            {name === 'performances' && <Performances given={performance} />}
          </Part>
        ))}
        {!store.names.includes('performances') && performance.commissions.length > 0 && (
          <section className="card sec pad">
            <h2>{words.performances.title}</h2>
            <Performances given={performance} />
          </section>
        )}
        <Signed rounds={rounds} />
        <Signed rounds={addendum} addendum />
        <Comments area="contracts" id={id} given={comments} />
        <section className="card sec">
          <Fold label={words.history}>
            {() => <History key={version} read={() => call('GET /contracts/:id/timeline', { params: { id } })} />}
          </Fold>
        </section>
      </RecordPage>
    </ErrorBoundary>
  );
}
