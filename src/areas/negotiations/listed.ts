import type { Stage } from '#domain/negotiations/endpoints.ts';

export interface ListedStage extends Stage {
  /** Negotiations that have it, and those of them that are open. */
  used: number;
  open: number;
  /** Where those that are open stand, by company. */
  href: string;
}
