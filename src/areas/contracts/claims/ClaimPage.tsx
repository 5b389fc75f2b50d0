import { useStore } from '@nanostores/react';
import { lazy, useState } from 'react';
import { createPortal } from 'react-dom';
import { claimFields } from '#domain/contracts/claims/fields.ts';
import type { Claim } from '#domain/contracts/claims/schema.ts';
import { claimPayers, claimStates, claimTypes, refusals } from '#domain/contracts/claims/terms.ts';
import { day, money } from '#domain/italian.ts';
import { apiPath, call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { claim as words } from '#site/messages/it/claims.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { EditCard } from '#site/ui/dated/EditCard.tsx';
import { Fold } from '#site/ui/record/form/Fold.tsx';
import { DescriptionList } from '#site/ui/record/page/DescriptionList.tsx';
import { Head } from '#site/ui/record/page/Head.tsx';
import { useHead } from '#site/ui/record/page/useHead.ts';
import type { Step } from '#site/ui/record/page/useSteps.tsx';
import { toast } from '#site/ui/toast.ts';
import { createClaim, type ClaimStore } from './store.ts';

const ClaimForm = lazy(() => import('./ClaimForm.tsx'));
const History = lazy(() => import('#site/ui/record/page/History.tsx'));

export interface ClaimPageProps {
  claim: Claim;
  today: string;
}

export const titleOf = ({ number, name, type }: Claim): string[] => [number, name || claimTypes[type]];

/** The step that comes next by state; the others stand in the menu. */
const natural = ['claim', 'credit', 'giveBack', 'restore'] as const;

/** In the top bar: which claim, how far it is, and what comes next. */
function ClaimHead({ store }: { store: ClaimStore }) {
  const of = useStore(store.$saved)!;
  const { offered, state, href } = of;
  const wanted = natural.find((name) => offered.includes(name));
  const others = (['refuse', 'takeBack', 'waive', 'reopen'] as const).filter((name) => offered.includes(name));
  const steps: (Step | false)[] = [
    ...others.map((name) => store.stepOf(name)),
    href !== null && { name: 'contract', label: words.contract, href },
    { name: 'list', label: words.list, href: '/dealer/claims?state=due' },
  ];
  return (
    <Head
      about={titleOf(of)}
      state={
        <span className="saved">
          <StateBadge tone={claimStates[state].tone}>{claimStates[state].label}</StateBadge>
        </span>
      }
      steps={steps.filter((step) => step !== false)}
      next={wanted ? store.stepOf(wanted) : null}
    />
  );
}

/** The head as the server draws it. */
export const StaticHead = ({ claim, today }: ClaimPageProps) => <ClaimHead store={createClaim(claim, today)} />;

const dayOf = (value: string | null) => value && day(value);

/** What is due, and what its payer answered. */
function Facts({ of }: { of: Claim }) {
  const { amount, creditNote, creditedOn, creditedAmount, refusal, refusalNote, href, number } = of;
  const why = refusal && refusals[refusal];
  return (
    <DescriptionList
      rows={[
        [
          words.contract,
          href ? (
            <a key="contract" href={href}>
              {number}
            </a>
          ) : (
            number
          ),
        ],
        [words.vehicle, of.vehicle],
        [words.type, claimTypes[of.type]],
        [words.payer, claimPayers[of.payer]],
        [words.campaign, of.campaign],
        [words.amount, money(amount)],
        [words.claimedOn, dayOf(of.claimedOn)],
        [words.credit, creditNote && t(words.creditOf, { note: creditNote, day: day(creditedOn!) })],
        [words.credited, creditedAmount !== null && money(creditedAmount)],
        [words.missing, creditedAmount !== null && creditedAmount < amount && money(amount - creditedAmount)],
        [words.refusal, why && (refusalNote ? t(words.refusalNote, { reason: why, note: refusalNote }) : why)],
        [words.owed, of.owed !== null && money(of.owed)],
        [words.returnedOn, dayOf(of.returnedOn)],
      ]}
    />
  );
}

/** One claim: what is due, its proof, what the payer answered. */
export function ClaimPage(props: ClaimPageProps) {
  const [store] = useState(() => createClaim(props.claim, props.today));
  const [editing, setEditing] = useState(false);
  const of = useStore(store.$saved)!;
  const { id, version, dueBy, bookingNumber, proof } = of;
  const head = useHead(titleOf(of).join(' · '));
  const saved = (now: Claim) => {
    store.adopt(now);
    setEditing(false);
    void toast(words.saved, { kind: 'ok' });
  };
  return (
    <ErrorBoundary what={words.what}>
      {head && createPortal(<ClaimHead store={store} />, head)}
      <div className="page claim-page">
        <header className="head">
          <h1>{titleOf(of).join(', ')}</h1>
        </header>
        <section className="card pad">
          <Facts of={of} />
        </section>
        <EditCard
          id="kept"
          title={words.kept}
          editing={editing}
          onEdit={() => setEditing(true)}
          renderForm={() => <ClaimForm claim={of} onSaved={saved} onClose={() => setEditing(false)} />}
        >
          <DescriptionList
            rows={[
              [claimFields.dueBy.label, dueBy ? day(dueBy) : claimFields.dueBy.nullable],
              [claimFields.bookingNumber.label, bookingNumber || '—'],
              [
                claimFields.proofId.label,
                proof === null ? (
                  '—'
                ) : (
                  <a
                    key="proof"
                    href={apiPath('GET /claims/:id/proof', { params: { id } })}
                    target="_blank"
                    rel="noopener"
                  >
                    {proof}
                  </a>
                ),
              ],
            ]}
          />
        </EditCard>
        <section className="card pad">
          <Fold label={words.history}>
            {() => <History key={version} read={() => call('GET /claims/:id/timeline', { params: { id } })} />}
          </Fold>
        </section>
      </div>
    </ErrorBoundary>
  );
}
