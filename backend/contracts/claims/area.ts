import { sql } from 'kysely';
import { claims as table } from '#domain/contracts/claims/endpoints.ts';
import { networkClaims } from '#domain/contracts/claims/network.ts';
import { claimStates, type ClaimState } from '#domain/contracts/claims/terms.ts';
import { area } from '#backend/lib/ports/area.ts';
import { hitsOf } from '#backend/lib/records/hits.ts';
import { visible } from '#backend/lib/records/scope.ts';
import { answerVerbs, claimAnswered } from './answers.ts';
import { followContracts } from './follow.ts';
import { readUses } from './network.ts';
import { claimCourse } from './records.ts';
import { claimVerbs } from './verbs.ts';

/** What payers of incentives and of warranties owe for contracts. */
export const claims = area(
  { ...table, ...networkClaims },
  {
    verbs: { ...claimVerbs, ...answerVerbs, 'GET /network/campaigns/uses': readUses },
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
  },
);
