import type { Aim } from '#domain/stats/targets/objectives.ts';
import type { Ctx } from '../work/context.ts';

/** Of whom a target is asked: of a person, a person at a place, a place, or without both of the company. */
export interface TargetAsked extends Aim {
  /** Any day of the month, `YYYY-MM-DD`. */
  month: string;
  locationId?: number | undefined;
  sellerId?: number | undefined;
}

/** A target of a month with what is reached of it: pieces or contracts, cents, or hundredths of a percent. */
export interface Reached {
  target: number;
  done: number;
}

/** A target of the month that goes on, behind what is to be expected of it by today. */
export interface Lagging extends Reached {
  /** What tells it from the others of the year. */
  key: string;
  label: string;
  /** What of it is to be expected by today; not whole. */
  expected: number;
}

/** What statistics tell others of targets: by the sheet in force, whoever asks. */
export interface Targets {
  /** The target of a seller, a place or the company for a month; null: none is in force. */
  target(ctx: Ctx, asked: TargetAsked): Promise<number | null>;
  /** The same with what was done by the sheet's own days; of a penetration its hundredths of a percent. */
  reached(ctx: Ctx, asked: TargetAsked): Promise<Reached | null>;
  /** The company's targets of this month that are behind by at least so many percent; penetrations have no mark of a day. */
  lagging(ctx: Ctx, percent: number): Promise<Lagging[]>;
}
