import { useStore } from '@nanostores/react';
import { nextMoves } from '#domain/contracts/next.ts';
import { contractMachine as machine } from '#domain/contracts/rules.ts';
import { depositOutcomes, isReviewed } from '#domain/contracts/terms.ts';
import { closingMoves, refundBy } from '#domain/contracts/withdrawal.ts';
import { dayInRome } from '#domain/dates.ts';
import { day } from '#domain/italian.ts';
import { moment, t } from '#site/lib/intl.ts';
import { contract } from '#site/messages/it/contracts.ts';
import { withdrawal } from '#site/messages/it/withdrawal.ts';
import { mayClose } from './closing.ts';
import { useContract, useContractNow } from './store.ts';

const words = contract.returned;

/** Who sent the contract back or opened it again, why, and what is done about it now. */
export function Returned() {
  const { user, $actions } = useContract();
  const offered = useStore($actions);
  const { returned, state, seller, partnerId } = useContractNow();
  const next = nextMoves[state];
  if (!returned || !next) return null;
  const { by, at, from, reason, note } = returned;
  const isMine = state === 'incomplete' ? user.id === seller.id || user.id === partnerId : offered.includes(next);
  const move = machine.moves[next].label;
  const others =
    state === 'incomplete' ? t(words.others, { seller: seller.name }) : t(contract.missing.others, { move });
  return (
    <section className={`callout ${isReviewed(from) ? 'bad' : 'warn'} returned`} role="status">
      <p>
        <b>{t(words.titles[from] ?? words.title, { by: by ?? words.somebody, at: moment(at) })}</b>:{' '}
        {[reason, note].filter(Boolean).join('. ')}
      </p>
      <p>{isMine ? t(words.todo, { move }) : others}</p>
    </section>
  );
}

/** Who cancelled the contract, when and why. */
export function Canceled() {
  const { canceled, canceledAt, madeOf, depositOutcome, receipts } = useContractNow();
  if (!canceled || canceledAt === null) return null;
  const { by, reason, note } = canceled;
  return (
    <section className="callout warn returned" role="status">
      <p>
        <b>{t(words.canceled, { by: by ?? words.somebody, at: moment(canceledAt) })}</b>{' '}
        {[reason, note].filter(Boolean).join('. ')}
      </p>
      {depositOutcome && receipts.length > 0 && (
        <p>{t(contract.cancelling.caparra, { outcome: depositOutcomes[depositOutcome].toLowerCase() })}</p>
      )}
      {madeOf?.href && (
        <p>
          <a className="link" href={madeOf.href}>
            {t(words.again, { number: madeOf.number })}
          </a>
        </p>
      )}
    </section>
  );
}

/** A withdrawal of the customer: until when what came is given back, and who closes it. */
export function Withdrawn() {
  const { user } = useContract();
  const now = useContractNow();
  const { withdrawnAt, withdrawnName, canceledAt, back } = now;
  if (withdrawnAt === null) return null;
  // Closed, and nothing of it is to be given back: nobody has to act any more.
  const isSettled = canceledAt !== null && back.customer + back.lender === 0;
  return (
    <section className={isSettled ? 'callout returned' : 'callout bad returned'} role="status">
      <p>
        {t(withdrawal.banner, {
          name: withdrawnName,
          at: moment(withdrawnAt),
          day: day(refundBy(dayInRome(new Date(withdrawnAt)))),
        })}
      </p>
      {canceledAt === null && !mayClose(now, user) && (
        <p>{closingMoves(now.state).includes('cancel') ? withdrawal.closers.seller : withdrawal.closers.office}</p>
      )}
    </section>
  );
}
