import { lazy, useState } from 'react';
import { day, telephone } from '#domain/italian.ts';
import type { Signature, Signer } from '#domain/signatures/schema.ts';
import { liveStates, signatureStates, signerRoles, signerStates } from '#domain/signatures/terms.ts';
import { apiPath, call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { moment, t } from '#site/lib/intl.ts';
import { rounds as words } from '#site/messages/it/signatures.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { attempt } from '#site/ui/attempt.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { toast } from '#site/ui/toast.ts';
import { useLooks } from '#site/ui/useLooks.ts';
import type { SignedRecord } from './asked.ts';
import './signatures.css';

const AskDialog = lazy(() => import('./AskDialog.tsx'));
const ScanDialog = lazy(() => import('./ScanDialog.tsx'));
const TabletDialog = lazy(() => import('./TabletDialog.tsx'));
const VoidDialog = lazy(() => import('./VoidDialog.tsx'));

/** Milliseconds between two looks while somebody is expected to sign. */
const LOOK_MS = 5_000;

const isAsked = (round: Signature, { state }: Signer) => round.state === 'open' && state === 'asked';

/** Whether people were asked for their signatures; a document that was signed by hand beside the seller was kept at once. */
const wasSent = ({ kind, signers }: Signature) =>
  kind === 'digital_otp' || signers.some(({ askedAt, witness }) => askedAt !== null || witness !== null);

/** One signer of a round: how far they are, and their own page for a tablet. */
function OneSigner({ round, signer, onTablet }: { round: Signature; signer: Signer; onTablet: (() => void) | null }) {
  const { name, role, state, channel, phone, email, advanced, witness, refusal, failure, readAt, approved, signedAt } =
    signer;
  const { label, tone } = signerStates[state];
  const said = [
    channel === 'sms' ? telephone(phone ?? '') : email,
    readAt && t(words.readAt, { at: moment(readAt) }),
    approved.length > 0 &&
      t(words.approvedAt, {
        n: approved.length,
        of: round.blocks.length,
        at: moment(
          approved
            .map(({ at }) => at)
            .toSorted()
            .at(-1)!,
        ),
      }),
    signedAt && t(words.signedAt, { at: moment(signedAt) }),
    // Nothing is read here of what is signed on paper.
    readAt && state === 'signed' && words.kinds[advanced ? 'advanced' : 'simple'],
    witness && t(words.handSigned, { witness }),
    refusal,
    failure,
  ];
  return (
    <p>
      {name} · {signerRoles[role].toLowerCase()} <StateBadge tone={tone}>{label}</StateBadge>{' '}
      <span className="muted">{said.filter(Boolean).join(' · ')}</span>{' '}
      {onTablet && isAsked(round, signer) && (
        <button type="button" className="link" onClick={onTablet}>
          {words.tablet}
        </button>
      )}
    </p>
  );
}

/** One round of signatures: who has signed, who is still asked, and its files. */
function Round({
  round,
  mayWrite,
  isOpen,
  onVoid,
  onTablet,
  again,
}: {
  round: Signature;
  mayWrite: boolean;
  isOpen: boolean;
  onVoid: () => void;
  onTablet: (signer: Signer) => void;
  again: () => void;
}) {
  const { id, version, number, by, at, state, signBy, sealed, reason, signers, checkable, checkedBy } = round;
  const { label, tone } = signatureStates[state];
  const remind = () =>
    attempt(() => call('POST /signatures/:id/remind', { params: { id }, key: newKey() }), {
      done: words.reminded,
      again,
    });
  const check = () =>
    attempt(() => call('POST /signatures/:id/check', { params: { id }, version }), { done: words.checked, again });
  return (
    <div className={state === 'voided' ? 'entry voided' : 'entry'}>
      <p>
        <StateBadge tone={tone}>{label}</StateBadge>{' '}
        {t(wasSent(round) ? words.sentBy : words.keptBy, { number, by: by ?? '—', at: moment(at) })}
        {state === 'open' && ` · ${t(words.until, { day: day(signBy) })}`}
        {checkedBy && ` · ${t(words.checkedBy, { name: checkedBy })}`}
      </p>
      {state === 'checking' && <p className="muted">{checkable ? words.checkLong : words.checkWaits}</p>}
      {reason && <p className="muted">{reason}</p>}
      {signers.map((signer) => (
        <OneSigner key={signer.id} round={round} signer={signer} onTablet={mayWrite ? () => onTablet(signer) : null} />
      ))}
      <p className="row">
        <a
          className="btn"
          href={apiPath('GET /signatures/:id/original', { params: { id } })}
          target="_blank"
          rel="noopener"
        >
          {state === 'checking' ? words.openScan : words.original}
        </a>
        {sealed && (
          <a
            className="btn"
            href={apiPath('GET /signatures/:id/signed', { params: { id } })}
            target="_blank"
            rel="noopener"
          >
            {words.signed}
          </a>
        )}
        {mayWrite && state === 'open' && (
          <button type="button" className="btn" onClick={() => void remind()}>
            {words.remind}
          </button>
        )}
        {checkable && (
          <button type="button" className="btn primary" onClick={() => void check()}>
            {words.check}
          </button>
        )}
        {mayWrite && (state === 'open' || state === 'checking' || (state === 'signed' && isOpen)) && (
          <button type="button" className="btn" onClick={onVoid}>
            {words.void}
          </button>
        )}
      </p>
    </div>
  );
}

interface SignaturesProps {
  of: SignedRecord;
  rounds: readonly Signature[];
  mayWrite: boolean;
  /** Whether the document may be signed in the record's state. */
  isOpen: boolean;
  today: string;
  /** Gets how they stand now, and reads the record again, which they may have changed. */
  onChanged: (rounds: readonly Signature[]) => Promise<void>;
}

/** The signatures of a record's document, and the ways to ask for them. */
export function Signatures({ of, rounds, mayWrite, isOpen, today, onChanged }: SignaturesProps) {
  const [asks, setAsks] = useState<'ask' | 'alone' | 'scan' | { void?: Signature; tablet?: number } | null>(null);
  const about = typeof asks === 'object' ? asks : null;
  /** Who is to sign on a tablet; the code goes once they have. */
  const tablet = rounds
    .flatMap((round) => round.signers.map((signer) => ({ round, signer })))
    .find(({ round, signer }) => signer.id === about?.tablet && isAsked(round, signer));
  const counts = rounds.some(({ state }) => liveStates.some((one) => one === state));
  const again = async (quiet = false) => onChanged(await call('GET /signatures', { query: { ...of } }, { quiet }));
  const close = () => setAsks(null);
  const done = (said: string) => {
    close();
    void toast(said, { kind: 'ok' });
    void again();
  };
  const waits = rounds.some(
    (one) => one.state === 'open' || (one.state === 'signed' && !one.sealed && one.signers.length > 0),
  );
  useLooks(waits ? LOOK_MS : null, () => again(true));
  return (
    <>
      {rounds.length === 0 && <p className="muted">{isOpen ? words.none : words.noneKept}</p>}
      {rounds.map((round) => (
        <Round
          key={round.id}
          round={round}
          mayWrite={mayWrite}
          isOpen={isOpen}
          onVoid={() => setAsks({ void: round })}
          onTablet={({ id }) => setAsks({ tablet: id })}
          again={() => void again()}
        />
      ))}
      {mayWrite && isOpen && !counts && (
        <p className="row">
          <button type="button" className="btn" onClick={() => setAsks('ask')}>
            {words.ask}
          </button>
          <button type="button" className="btn" onClick={() => setAsks('alone')}>
            {words.alone}
          </button>
          <button type="button" className="btn" onClick={() => setAsks('scan')}>
            {words.scan}
          </button>
        </p>
      )}
      <OnDemand>
        {asks === 'ask' && <AskDialog of={of} onClose={close} onDone={() => done(words.asked)} />}
        {asks === 'scan' && <ScanDialog of={of} today={today} onClose={close} onDone={() => done(words.scanKept)} />}
        {asks === 'alone' && (
          <AskDialog
            of={of}
            verb={words.aloneVerb}
            onClose={close}
            onDone={(asked) => {
              done(words.asked);
              setAsks({ tablet: asked.signers.find((signer) => isAsked(asked, signer))!.id });
            }}
          />
        )}
        {tablet && <TabletDialog {...tablet} onClose={close} />}
        {about?.void && <VoidDialog round={about.void} onClose={close} onDone={() => done(words.voided)} />}
      </OnDemand>
    </>
  );
}
