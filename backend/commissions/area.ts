import { commissions as table } from '#domain/commissions/endpoints.ts';
import { area } from '../lib/ports/area.ts';
import type { Targets } from '../lib/ports/targets.ts';
import { addLine, readPeople, saveSplit, showSplit } from './by-hand.ts';
import { documentOf } from './document.ts';
import { effecting } from './effect.ts';
import { followContracts, followReceipts } from './ledger.ts';
import { exportList, list } from './list.ts';
import { confirmMany, payMany } from './many.ts';
import { readChoices } from './choices.ts';
import { monthTargets } from './month-targets.ts';
import { monthly, settleMonths } from './monthly.ts';
import { quarterReminder } from './quarter.ts';
import { ruleVerbs } from './rules.ts';
import { simulating } from './simulation.ts';
import { trying } from './trial.ts';
import { readStatement, statementActivity, statementComments, statementMoves } from './statements.ts';

/** What people earn by what they sell: a ledger that contracts' moves write, and statements by person and month. */
export function commissions(targets: Targets) {
  const settling = settleMonths(targets);
  return area(table, {
    verbs: {
      'GET /commissions/statements': list,
      'GET /commissions/statements/export': exportList,
      'GET /commissions/statements/:id': (ctx, { params, query }) => readStatement(ctx, params.id, query.page ?? 1),
      'GET /commissions/statements/:id/targets': monthTargets(targets),
      'GET /commissions/statements/:id/document': documentOf,
      'POST /commissions/statements/confirm': confirmMany,
      'POST /commissions/statements/pay': payMany,
      ...statementMoves,
      'GET /commissions/statements/:id/timeline': statementActivity,
      ...statementComments,
      ...ruleVerbs,
      'GET /commissions/choices': readChoices,
      'POST /commissions/simulation': simulating(targets),
      'GET /commissions/trial': trying(targets),
      'GET /commissions/people': readPeople,
      'POST /commissions/lines': addLine,
      'GET /commissions/contracts/:id/split': showSplit,
      'GET /commissions/contracts/:id/effect': effecting(targets),
      'POST /commissions/contracts/:id/split': saveSplit(targets),
    },
    constraints: {
      commission_rules_company_id_user_id_fkey: { userId: 'Scegliere una persona dell’azienda' },
      commission_rules_company_id_location_id_fkey: { locationId: 'Scegliere una sede dell’azienda' },
    },
    jobs: [settling],
    schedules: [quarterReminder, monthly(settling)],
    effects: { 'record.moved': followContracts(targets), 'contract.received': followReceipts(targets) },
  });
}
