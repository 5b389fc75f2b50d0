/** What an area says of records whose print a company lays out; the area `layouts` does the rest. */
import type { Condition, LayoutBlock, LayoutKind } from '#domain/layouts/terms.ts';
import type { LayoutValues } from '#domain/layouts/variables.ts';
import type { Drawing } from '#backend/documents/draw.ts';
import type { Look, UnreadLook } from '#backend/documents/look.ts';
import type { Ctx } from '../work/context.ts';

/** A record as a layout prints it. */
export interface Laying {
  look: UnreadLook;
  values: LayoutValues;
  /** The conditions that hold for this record; `always` need not be named. */
  holds: readonly Condition[];
  /** Pictures of the record in the file store, by the names under which its template places them. */
  pictures?: Readonly<Record<string, string>>;
  drawing(look: Look, blocks: readonly LayoutBlock[], pictures: Readonly<Record<string, Uint8Array>>): Drawing;
}

/** A kind of records that are printed by a layout. */
export interface Laid {
  kind: LayoutKind;
  /** The newest ones that the caller may see. */
  newest(ctx: Ctx, most: number): Promise<{ id: number; label: string }[]>;
  /** How many of the company's records a version that is published now will print. */
  changing(ctx: Ctx): Promise<number>;
  /** Throws as reading the record does. */
  read(ctx: Ctx, id: number): Promise<Laying>;
}
