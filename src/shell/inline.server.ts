import { createHash } from 'node:crypto';

/**
 * A function that runs in the browser as an inline script, allowed by its hash in the security policy. It cannot use anything of its
 * module.
 */
export function inline(run: () => void) {
  const script = `(${run.toString()})()`;
  const hash = `sha256-${createHash('sha256').update(script).digest('base64')}` as const;
  return { script, hash };
}
