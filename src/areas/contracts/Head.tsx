import { useStore } from '@nanostores/react';
import { lazy } from 'react';
import { annexes, annexesOf } from '#domain/contracts/annexes.ts';
import { goesOn } from '#domain/contracts/facts.ts';
import { nextMoves } from '#domain/contracts/next.ts';
import { contractMachine as machine } from '#domain/contracts/rules.ts';
import { shownStateOf, shownStates } from '#domain/contracts/terms.ts';
import { withdrawalRefusal } from '#domain/contracts/withdrawal.ts';
import { integer } from '#domain/italian.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { MoveOf } from '#domain/record/machine.ts';
import { apiPath } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { contract as words } from '#site/messages/it/contracts.ts';
import { review as reviewWords } from '#site/messages/it/contracts-review.ts';
import { reach } from '#site/messages/it/kit.ts';
import { withdrawal as withdrawalWords } from '#site/messages/it/withdrawal.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { showProblem } from '#site/ui/record/form/problems.ts';
import { RecordHead } from '#site/ui/record/page/Head.tsx';
import { SaveBadge } from '#site/ui/record/page/SaveBadge.tsx';
import type { Step } from '#site/ui/record/page/useSteps.tsx';
import { mayClose } from './closing.ts';
import { staff } from './staff.ts';
import { useContract, useContractNow, type ContractStore } from './store.ts';

const WithdrawalDialog = lazy(() => import('./WithdrawalDialog.tsx'));
const PriceDialog = lazy(() => import('./PriceDialog.tsx'));
const CarDialog = lazy(() => import('./CarDialog.tsx'));

type Name = MoveOf<typeof machine>;
/** What stands beside the validation as its other answer. */
const refusals: Partial<Record<Name, string>> = reviewWords.refusals;

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

/** Where the next move lacks the signature alone, signing comes first. */
function signingOf({ lacks, ...now }: ReturnType<typeof useContractNow>): Step | null {
  const isLast = goesOn(now) && lacks.length > 0 && lacks.every(({ field }) => field === 'signedOn');
  return isLast ? { name: 'sign', label: words.sign, run: () => showProblem('attachments', 'signedOn') } : null;
}

/** What waits next in the queue from which the contract was opened: the next step, once this one was decided on here. */
function queuedOf({ next, opened }: ContractStore, { state }: ReturnType<typeof useContractNow>) {
  if (!next) return { queued: null, isNext: false };
  const isNext = state !== opened;
  const href = `/dealer/contracts/${next.id}`;
  const queued: Step = {
    name: 'next-in-queue',
    label: t(reviewWords.next, { n: integer(next.left) }),
    // The next step is a button in every state, which keeps the focus.
    ...(isNext ? { run: () => location.assign(href) } : { href }),
    bar: 'before',
    early: true,
  };
  return { queued, isNext };
}

export function Head() {
  const store = useContract();
  const now = useContractNow();
  const offered = useStore(store.$actions).filter((name): name is Name => name in machine.moves);
  const { label, tone } = shownStates[shownStateOf(now)];
  const wanted = nextMoves[now.state];
  const own = signingOf(now) ?? (wanted && offered.includes(wanted) ? store.stepOf(wanted) : null);
  const { queued, isNext } = queuedOf(store, now);
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
    ...(now.withdrawnAt === null
      ? offered
          .filter((name) => name !== wanted)
          .map((name): Step => {
            const step = store.stepOf(name);
            const short = refusals[name];
            return short ? { ...step, label: short, bar: 'before' } : step;
          })
      : []),
    isNext ? own : queued,
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
          {now.silent && <StateBadge tone="bad">{reach.silent}</StateBadge>}
          <SaveBadge />
        </span>
      }
      waits={
        useStore(store.$waits) ??
        (now.asked.cancelApproved === undefined
          ? null
          : t(words.asked, { by: now.cancelling?.by ?? words.returned.somebody }))
      }
      steps={steps.filter((step) => step !== false && step !== null)}
      next={now.withdrawnAt !== null ? withdrawing : isNext ? queued : own}
    />
  );
}
