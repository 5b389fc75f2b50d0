import { z } from 'zod';

/** Header of calls that a page makes by itself: the backend keeps no idle session alive for them. */
export const QUIET = 'x-quiet';

/** Header by which an upstream says that it has checked its answer, and by which schema. */
export const ANSWER_MARK = 'x-answer';

/**
 * The bodies of JSON answers, for a caller in the same process: reading them back from the response takes longer than
 * writing them.
 */
export const bodies = new WeakMap<Response, Uint8Array<ArrayBuffer>>();

const marks = new WeakMap<z.ZodType, string>();

/**
 * A mark for the schema of an answer: equal for two builds exactly when the JSON Schema is. It only distinguishes
 * releases and protects nothing, so two plain hashes of 32 bits are enough.
 */
export function markOf(answer: z.ZodType): string {
  const known = marks.get(answer);
  if (known) return known;
  const text = JSON.stringify(z.toJSONSchema(answer, { io: 'output', unrepresentable: 'any' }));
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const sign = text.charCodeAt(i);
    high = Math.imul(high ^ sign, 0x9e3779b1);
    low = Math.imul(low ^ sign, 0x5f356495);
  }
  const mark = [high, low].map((half) => (half >>> 0).toString(36)).join('-');
  marks.set(answer, mark);
  return mark;
}
