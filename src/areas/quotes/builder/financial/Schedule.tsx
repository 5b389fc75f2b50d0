import { amortisation, secondAmortisation } from '#domain/financials/amortisation.ts';
import { loanOf, type FinanceBasis } from '#domain/financials/loan.ts';
import type { Plan, TaxParams } from '#domain/financials/schema.ts';
import type { SettledChoice } from '#domain/quotes/schema.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import Amortisation from '#site/parts/figures/Amortisation.tsx';
import { Dialog } from '#site/ui/Dialog.tsx';

const say = words.financial;

/** The amortisation of the chosen plan, month by month. Loaded when it is opened. */
export default function Schedule({
  plan,
  choice,
  basis,
  taxes,
  onClose,
}: {
  plan: Plan;
  choice: SettledChoice;
  basis: FinanceBasis;
  taxes: TaxParams;
  onClose(): void;
}) {
  const loan = loanOf(plan, choice, basis);
  const second = loan && secondAmortisation(plan, loan.balloon);
  return (
    <Dialog open title={`${say.schedule} · ${plan.name}`} size="l" onClose={onClose}>
      <Amortisation label={say.schedule} rows={loan ? amortisation(plan, loan, taxes) : []} />
      {second && (
        <>
          <h3>{say.scheduleSecond}</h3>
          <Amortisation label={say.scheduleSecond} rows={second} />
        </>
      )}
    </Dialog>
  );
}
