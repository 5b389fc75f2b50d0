/** What an approval says of its lightest and its heaviest car, and what options add to the first. */
export interface Approved {
  bestCo2: number;
  worstCo2: number;
  bestConsumption: number;
  worstConsumption: number;
  bestMass: number;
  worstMass: number;
  options: readonly { code: string; co2: number }[];
}

/**
 * CO2 (g/km), consumption (l or kWh per 100 km, tenths) and mass (kg) of a car with the options of these codes: its CO2
 * is that of the best car and what its options add, at most that of the worst one; the rest lies on the straight line
 * between both cars at the same share (interpolation of Regulation (EU) 2017/1151).
 */
export function emissionsOf(approved: Approved, codes: Iterable<string>) {
  const on = new Set(codes);
  const added = approved.options.filter(({ code }) => on.has(code)).reduce((sum, { co2 }) => sum + co2, 0);
  const { bestCo2, worstCo2, bestConsumption, worstConsumption, bestMass, worstMass } = approved;
  const co2 = Math.min(worstCo2, bestCo2 + added);
  const share = worstCo2 === bestCo2 ? 0 : (co2 - bestCo2) / (worstCo2 - bestCo2);
  const between = (best: number, worst: number) => best + share * (worst - best);
  return {
    co2,
    consumption: Math.round(between(bestConsumption, worstConsumption) * 10) / 10,
    mass: Math.round(between(bestMass, worstMass)),
  };
}

/**
 * CO2 and consumption of a car that is sold with these options: by the type approval of its version, or where there is
 * none the version's own.
 */
export const configuredOf = (
  { version, homologation }: { version: { co2: number; consumption: number }; homologation?: Approved | undefined },
  options: readonly { code: string }[],
): { co2: number; consumption: number } =>
  homologation
    ? emissionsOf(
        homologation,
        options.map(({ code }) => code),
      )
    : version;
