import { expect, it } from 'vitest';
import { exceedCost, futureValueOf, includedKm } from '#domain/financials/future-value.ts';
import { secondStepOf } from '#domain/financials/second-step.ts';

it('pays the balloon back as the worked example 3 of domain.md §2.12 does', () => {
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
it('finds the future value of the smallest mileage that holds the asked one', () => {
  expect(futureValueOf(table, 36, 12_000)?.percent).toBe(48.5);
  expect(futureValueOf(table, 36, 15_000)?.percent).toBe(48.5);
  expect(futureValueOf(table, 36)?.percent).toBe(50);
  expect(futureValueOf(table, 36, 25_000)).toBeNull();
  expect(futureValueOf(table, 24, 10_000)).toBeNull();
});

it('counts the kilometres of the whole plan and what each one more costs', () => {
  expect(includedKm(row(36, 15_000, 48.5), 36)).toBe(45_000);
  expect(exceedCost(2_500, 0.08)).toBe(200_00);
  expect(exceedCost(-100, 0.08)).toBe(0);
});
