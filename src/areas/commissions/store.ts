import { atom } from 'nanostores';
import type { Statement } from '#domain/commissions/schema.ts';
import { statementMachine } from '#domain/commissions/statement.ts';
import type { StepOf } from '#domain/record/machine.ts';
import { call, type CallInput } from '#site/lib/call.ts';
import { createMoves } from '#site/ui/record/store/moves.ts';
import { createRecord } from '#site/ui/record/store/record.ts';

type Name = StepOf<typeof statementMachine>;

const make = (name: Name, { id, version }: Statement, body?: object): Promise<Statement> => {
  const path = `POST /commissions/statements/:id/${name}` as const;
  return call(path, { params: { id }, version, ...(body && { body }) } as CallInput<typeof path>);
};

/** The statement of the page, and what may be done with it. */
export function createStatement(statement: Statement, today: string) {
  const record = createRecord<Statement>(atom(statement));
  const { stepOf } = createMoves(record, {
    machine: statementMachine,
    make,
    about: (name) => (name === 'pay' ? { initial: { paidOn: today } } : {}),
  });
  return { ...record, stepOf };
}
export type StatementStore = ReturnType<typeof createStatement>;
