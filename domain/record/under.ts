/**
 * Tables of calls that several areas share, written once without the area in their paths: `GET /:id` → `GET
 * /accessories/:id`.
 */

export type Under<Area extends string, T> = {
  [
    K in keyof T & string as K extends `${infer Method} ${infer Rest}` ? `${Method} /${Area}${Rest}` : `${K} /${Area}`
  ]: T[K];
};

/** The table with the area's word put into each path. */
export const under = <const Area extends string, T extends Readonly<Record<string, unknown>>>(
  area: Area,
  table: T,
): Under<Area, T> =>
  Object.fromEntries(
    Object.entries(table).map(([name, value]) => {
      const [method, rest = ''] = name.split(' ');
      return [`${method} /${area}${rest}`, value];
    }),
  ) as Under<Area, T>;
