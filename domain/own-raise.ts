import { z } from 'zod';
import { code } from './auth/second-factor.ts';
import { REASON } from './record/machine.ts';
import { line } from './text.ts';

/** What somebody sends who raises their own powers because no colleague can: why, and a code of their second factor. */
export const raise = z.object({
  reason: line.regex(REASON, 'Scrivere il motivo').max(500, 'Al massimo 500 caratteri'),
  code,
});
export type Raise = z.output<typeof raise>;
