import { expect, test } from 'vitest';
import { layoutOf } from '#site/areas/quotes/campaigns/form.ts';

test('what the manufacturer grants it pays itself, unless it says so; a dealer’s own campaign is the dealer’s', () => {
  const choices = { makers: [], models: [], baskets: [], audiences: [], lenders: [] };
  const [network, dealer] = (['network', 'dealer'] as const).map((side) => layoutOf(choices, null, side).lines.next!([])); // prettier-ignore
  expect([network, dealer]).toEqual([{ type: 'flat', payer: 'maker' }, {}]);
});
