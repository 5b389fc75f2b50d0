import { z } from 'zod';

interface Node {
  type?: string;
  anyOf?: Node[];
  oneOf?: Node[];
  allOf?: Node[];
  items?: Node;
  maxItems?: number;
  properties?: Record<string, Node>;
  additionalProperties?: Node | boolean;
  maxProperties?: number;
}

const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);

function within(node: Node): number {
  const { anyOf = [], oneOf = [], allOf = [], properties = {}, additionalProperties: more } = node;
  const alternatives = [...anyOf, ...oneOf];
  if (alternatives.length > 0) return Math.max(...alternatives.map(within));
  if (allOf.length > 0) return sum(allOf.map(within));
  if (node.type === 'array') return 1 + (node.maxItems ?? Infinity) * within(node.items ?? {});
  if (node.type !== 'object') return 1;
  const others = typeof more === 'object' ? (node.maxProperties ?? Infinity) * within(more) : 0;
  return 1 + sum(Object.values(properties).map(within)) + others;
}

/** The most values in a body that fits the schema, including objects and lists. */
export const mostValues = (schema: z.ZodType): number =>
  within(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node);

/** How many elements each list among the fields of a body may have, by its field. */
export function limitsOf(schema: z.ZodType): ReadonlyMap<string, number> {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node;
  return new Map(
    Object.entries(properties).flatMap(([field, { maxItems }]) => (maxItems === undefined ? [] : [[field, maxItems]])),
  );
}

const [QUOTE, BACKSLASH, COMMA, LIST, OBJECT, LIST_END, OBJECT_END, COLON] = [...'"\\,[{]}:'].map((sign) =>
  sign.charCodeAt(0),
);

/**
 * Whether a JSON text holds more values than `most`. It counts without parsing: to parse a megabyte of brackets, or to
 * check eighty thousand keys, would block the whole process for a second, for anybody who sends them.
 */
export function holdsMore(json: string, most: number): boolean {
  let count = 1;
  let inText = false;
  for (let at = 0; at < json.length; at++) {
    const sign = json.charCodeAt(at);
    if (inText && sign === BACKSLASH) at++;
    else if (sign === QUOTE) inText = !inText;
    else if (!inText && (sign === COMMA || sign === LIST || sign === OBJECT) && ++count > most) return true;
  }
  return false;
}

/** The first field of a body that is a list of more elements than it may have, found without parsing; null: none is. */
export function longList(json: string, limits: ReadonlyMap<string, number>): string | null {
  let [depth, begun, isInText, field, text, commas] = [0, 0, false, '', '', 0];
  for (let at = 0; at < json.length; at++) {
    const sign = json.charCodeAt(at);
    if (sign === QUOTE) {
      if (isInText && depth === 1) text = json.slice(begun, at);
      [isInText, begun] = [!isInText, at + 1];
    } else if (isInText) {
      if (sign === BACKSLASH) at++;
    } else if (sign === LIST || sign === OBJECT) depth++;
    else if (sign === LIST_END || sign === OBJECT_END) depth--;
    else if (sign === COLON && depth === 1) [field, commas] = [text, 0];
    else if (sign === COMMA && depth === 2 && ++commas >= (limits.get(field) ?? Infinity)) return field;
  }
  return null;
}
