import type { WithdrawalPage } from '#domain/contracts/withdrawal-endpoints.ts';
import { Failure } from '#domain/errors.ts';

/** The right to withdraw of the signer of a contract; null for other documents, and for a signature that is void. */
export async function readWithdrawal({ call }: App.Locals, token: string): Promise<WithdrawalPage | null> {
  return call('GET /withdrawal', { query: { token } }).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'not_found') return null;
    throw error;
  });
}
