/** A maker's list of orders knows no stock number: a car is known by the order number or the chassis number. */
import { sql } from 'kysely';
import { newCarFields as fields } from '#domain/stock/new/fields.ts';
import type { HeavyCtx } from '../../lib/context.ts';
import { parseCsv } from '../../lib/csv.ts';
import { importCsv } from '../../lib/import.ts';
import { plain } from '../../lib/import-rows.ts';
import { newCars } from './list.ts';

interface Known {
  code: string;
  vin: string;
  orderNumber: string;
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/**
 * Imports a CSV. Where it has no stock numbers, those of cars that are known by their order number or VIN are put in, and a car
 * that is not gets its order number, or its VIN, as its own.
 */
export async function importNew(ctx: HeavyCtx, { csv, dryRun }: { csv: string; dryRun: boolean }) {
  const [head = [], ...lines] = await parseCsv(csv);
  const at = (label: string) => head.findIndex((header) => plain(header) === plain(label));
  const [code, order, vin] = [
    at(fields.code.label),
    Math.max(at(fields.orderNumber.label), at('Ordine')),
    at(fields.vin.label),
  ];
  if (code >= 0 || (order < 0 && vin < 0)) return importCsv(ctx, newCars, { csv, dryRun });
  const cell = (line: string[], column: number) => (column < 0 ? '' : (line[column] ?? '').trim());
  const known = await ctx.inside(async ({ db, user }) => {
    const orders = lines.map((line) => cell(line, order));
    const vins = lines.map((line) => cell(line, vin).toUpperCase());
    const { rows } =
      await sql<Known>`select code, vin, order_number from new_cars where company_id = ${user.companyId} and archived_at is null
      and (order_number = any(${orders}::text[]) and order_number <> '' or vin = any(${vins}::text[]) and vin <> '')`.execute(
        db,
      );
    return rows;
  });
  const byOrder = new Map(known.map((one) => [one.orderNumber, one.code]));
  const byVin = new Map(known.map((one) => [one.vin, one.code]));
  const codeOf = (line: string[]) => {
    const [number, chassis] = [cell(line, order), cell(line, vin).toUpperCase()];
    return (number && byOrder.get(number)) || (chassis && byVin.get(chassis)) || number || chassis;
  };
  const coded = [
    [fields.code.label, ...head],
    ...lines.map((line) => [line.every((one) => one === '') ? '' : codeOf(line), ...line]),
  ];
  return importCsv(ctx, newCars, { csv: coded.map((line) => line.map(quoted).join(';')).join('\n'), dryRun });
}
