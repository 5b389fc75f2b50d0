import { lazy, useState } from 'react';
import type { AskedClaim } from '#domain/contracts/claims/network.ts';
import { answerBy, claimStates, claimTypes, refusals } from '#domain/contracts/claims/terms.ts';
import { day, money } from '#domain/italian.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { networkClaims as words } from '#site/messages/it/network-claims.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { toast } from '#site/ui/toast.ts';
import { TableWrap } from '#site/ui/TableWrap.tsx';

const CreditForm = lazy(() => import('./CreditForm.tsx'));
const ReasonDialog = lazy(async () => {
  const { default: Dialog } = await import('#site/ui/ReasonDialog.tsx');
  return { default: Dialog<keyof typeof refusals> };
});

interface Props {
  companyId: number;
  claims: readonly AskedClaim[];
  today: string;
  mayAnswer: boolean;
}
type Act = 'credit' | 'refuse';

/** What the manufacturer answered, in a line. */
function answerOf({ creditNote, creditedOn, creditedAmount, refusal }: AskedClaim): string {
  if (creditedOn === null) return refusal ? refusals[refusal] : '';
  return t(words.note, { note: creditNote, day: day(creditedOn), amount: money(creditedAmount ?? 0) });
}

/** The claims of a company for campaigns of the manufacturer, each with its answer. */
export function AskedClaims({ companyId, claims: first, today, mayAnswer }: Props) {
  const [claims, setClaims] = useState(first);
  const [open, setOpen] = useState<{ claim: AskedClaim; act: Act } | null>(null);
  const close = () => setOpen(null);
  const done = (act: Act, answered: AskedClaim) => {
    setClaims((rows) => rows.map((row) => (row.id === answered.id ? answered : row)));
    close();
    void toast(words.did[act], { kind: 'ok' });
  };
  return (
    <TableWrap label={words.scroll} className="card as-cards">
      <table>
        <thead>
          <tr>
            <th scope="col">{words.heads.contract}</th>
            <th scope="col">{words.heads.what}</th>
            <th scope="col" className="num">
              {words.heads.amount}
            </th>
            <th scope="col">{words.heads.claimedOn}</th>
            <th scope="col">{words.heads.proof}</th>
            <th scope="col">{words.heads.state}</th>
            <th scope="col">{words.heads.acts}</th>
          </tr>
        </thead>
        <tbody>
          {claims.map((claim) => (
            <Asked
              key={claim.id}
              claim={claim}
              today={today}
              mayAnswer={mayAnswer}
              onAct={(act) => setOpen({ claim, act })}
            />
          ))}
        </tbody>
      </table>
      <OnDemand>
        {open?.act === 'credit' && (
          <CreditForm
            companyId={companyId}
            claim={open.claim}
            today={today}
            onSaved={(answered) => done('credit', answered)}
            onClose={close}
          />
        )}
        {open?.act === 'refuse' && (
          <ReasonDialog
            title={words.refuseTitle}
            verb={words.refuse}
            reasons={refusals}
            noteFor={['other']}
            onClose={close}
            onChosen={async (body) => {
              try {
                const { id, version } = open.claim;
                const params = { company_id: companyId, id };
                done('refuse', await call('POST /network/:company_id/claims/:id/refuse', { params, version, body }));
                return true;
              } catch (error) {
                void toast((error as Error).message, { kind: 'bad' });
                return false;
              }
            }}
          />
        )}
      </OnDemand>
    </TableWrap>
  );
}

/** By when it wants its answer. */
const Due = ({ on, today }: { on: string; today: string }) => (
  <small className={on < today ? 'bad' : undefined}> {t(on < today ? words.late : words.due, { day: day(on) })}</small>
);

interface AskedProps {
  claim: AskedClaim;
  today: string;
  mayAnswer: boolean;
  onAct: (act: Act) => void;
}

/** A claim with its answer, or with what can be answered. */
const Asked = ({ claim, today, mayAnswer, onAct }: AskedProps) => (
  <tr>
    <td>
      <b>{claim.number}</b> <small>{claim.vehicle}</small>
    </td>
    <td data-label={words.heads.what}>
      {claim.name}{' '}
      <small>
        {[claimTypes[claim.type], claim.campaign !== claim.name && claim.campaign].filter(Boolean).join(' · ')}
      </small>
    </td>
    <td className="num" data-label={words.heads.amount}>
      {money(claim.amount)}
    </td>
    <td data-label={words.heads.claimedOn}>
      {claim.claimedOn && day(claim.claimedOn)}
      {claim.claimedOn && claim.state === 'claimed' && <Due on={answerBy(claim.claimedOn)} today={today} />}
    </td>
    <td data-label={words.heads.proof}>
      {claim.hasProof ? words.proof : words.noProof}
      {claim.bookingNumber && <small> {t(words.booking, { number: claim.bookingNumber })}</small>}
    </td>
    <td data-label={words.heads.state}>
      <StateBadge tone={claimStates[claim.state].tone}>{claimStates[claim.state].label}</StateBadge>
    </td>
    <td data-label={words.heads.acts}>
      {mayAnswer && claim.state === 'claimed' ? (
        <span className="row">
          <button type="button" className="btn primary" onClick={() => onAct('credit')}>
            {words.credit}
          </button>
          <button type="button" className="btn" onClick={() => onAct('refuse')}>
            {words.refuse}
          </button>
        </span>
      ) : (
        answerOf(claim)
      )}
    </td>
  </tr>
);
