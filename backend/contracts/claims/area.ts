import { sql } from 'kysely';
import { claims as table } from '#domain/contracts/claims/endpoints.ts';
import { claimStates, type ClaimState } from '#domain/contracts/claims/terms.ts';
import { area } from '#backend/lib/ports/area.ts';
import { hitsOf } from '#backend/lib/records/hits.ts';
import { visible } from '#backend/lib/records/scope.ts';
import { claimAnswered } from './answers.ts';
import { followContracts } from './follow.ts';
import { claimCourse } from './records.ts';
import { claimVerbs } from './verbs.ts';

/** What payers of incentives and of warranties owe for contracts. */
export const claims = area(table, {
  verbs: claimVerbs,
  jobs: [claimAnswered],
  effects: followContracts,
  hits: [
    hitsOf<{ id: number; number: string; name: string; state: ClaimState }>(
      claimCourse.of,
      sql`r.number, r.name, r.state`,
      (ctx) => visible(ctx, claimCourse.of),
      ({ id, number, name, state }) => ({
        label: 'Rimborso',
        icon: 'file-text',
        title: name,
        subtitle: `${number} · ${claimStates[state].label}`,
        href: `/dealer/claims/${id}`,
      }),
    ),
  ],
});
