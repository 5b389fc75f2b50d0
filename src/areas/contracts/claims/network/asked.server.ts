/** Which claims of a company the manufacturer looks at: of one campaign, in one state, or all. */
import type { AskedClaim } from '#domain/contracts/claims/network.ts';
import { claimStates, type ClaimState } from '#domain/contracts/claims/terms.ts';
import { keysOf } from '#domain/record/machine.ts';
import { idIn } from '#site/lib/asked.server.ts';

interface ClaimsBehind {
  company: number;
  campaign?: number | undefined;
  state?: ClaimState | undefined;
}

/** The address of a company's claims; `path` has a query already. */
export const claimsAt = (path: string, { company, campaign, state }: ClaimsBehind): string =>
  `${path}&${new URLSearchParams({ company: String(company), ...(campaign && { campaign: String(campaign) }), ...(state && { state }) })}`;

/** Those of the claims that the address asks for, and by what; nothing: by its company alone. */
export function claimsIn(params: URLSearchParams, claims: readonly AskedClaim[]) {
  const campaign = idIn(params, 'campaign');
  const state = keysOf(claimStates).find((one) => one === params.get('state'));
  const shown = claims.filter(
    (one) =>
      (campaign === undefined || String(one.campaignId) === campaign) && (state === undefined || one.state === state),
  );
  const name = claims.find(({ campaignId }) => String(campaignId) === campaign)?.campaign;
  return { shown, about: [name, state && claimStates[state].label].filter((one) => one !== undefined) };
}
