import { expect, it } from 'vitest';
import { futureValueOf, includedKm, kmLimits } from '#domain/financials/future-value.ts';
import { percentOf } from '#domain/money.ts';
import { secondStepOf } from '#domain/financials/second-step.ts';

it('pays the balloon back as the worked example 3 of rules.md §9 does', () => {
  expect(secondStepOf(13_500_00, 6.49, 36)?.instalment).toBe(413_70);
  expect(secondStepOf(13_500_00, 7.95, 36)?.instalment).toBe(422_73);
});

it('adds up: its principals are the balloon, its payments the total', () => {
  const step = secondStepOf(13_500_00, 7.95, 36)!;
  expect(step.rows).toHaveLength(36);
  expect(step.rows.reduce((sum, { principal }) => sum + principal, 0)).toBe(13_500_00);
  expect(step.rows.reduce((sum, { payment }) => sum + payment, 0)).toBe(step.totalDue);
  expect(step.instalment * 35 + step.lastInstalment).toBe(step.totalDue);
  expect(step.interest).toBe(step.totalDue - 13_500_00);
});

it('is none without a balloon or a duration', () => {
  expect(secondStepOf(0, 6.49, 36)).toBeNull();
  expect(secondStepOf(13_500_00, 6.49, 0)).toBeNull();
});

const row = (months: number, kmPerYear: number, percent: number) => ({ months, kmPerYear, percent });
const table = [row(36, 20_000, 47), row(36, 10_000, 50), row(36, 15_000, 48.5), row(48, 10_000, 43)];
it('finds the future value on the line between two mileages', () => {
  expect(futureValueOf(table, 36, 12_000)?.percent).toBe(49.4);
  expect(futureValueOf(table, 36, 5_000)).toEqual(row(36, 10_000, 50));
  expect(futureValueOf(table, 36, 15_000)?.percent).toBe(48.5);
  expect(futureValueOf(table, 36)?.percent).toBe(50);
  expect(futureValueOf(table, 36, 25_000)).toBeNull();
  expect(futureValueOf(table, 24, 10_000)).toBeNull();
});

it('gives the values of rules.md §9, 8: 54.4 % at 36 months and 12,000 km, 52 % of 26,000 is 13,520', () => {
  const years = [12, 24, 36, 48, 60];
  const lines = [[74, 72, 69], [64, 61, 57], [56, 52, 47], [49, 45, 40], [43, 39, 34]]; // prettier-ignore
  const values = years.flatMap((months, i) => lines[i]!.map((percent, k) => row(months, [10_000, 15_000, 20_000][k]!, percent))); // prettier-ignore
  expect(futureValueOf(values, 36, 12_000)?.percent).toBe(54.4);
  expect(percentOf(26_000_00, futureValueOf(values, 36, 15_000)!.percent)).toBe(13_520_00);
  // Months are taken as they are: none between two durations.
  expect(futureValueOf(values, 42, 15_000)).toBeNull();
});

it('counts the kilometres of the whole plan, and knows where a table ends', () => {
  expect(includedKm(row(36, 15_000, 48.5), 36)).toBe(45_000);
  expect(kmLimits(table, 36)).toEqual({ least: 10_000, most: 20_000 });
  expect(kmLimits(table, 24)).toBeNull();
});
