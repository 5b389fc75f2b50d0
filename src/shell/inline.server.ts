import { createHash } from 'node:crypto';

/** A function that runs in the browser as a script within the page, which the security policy allows by its hash. It sees nothing of its module. */
export function inline(run: () => void) {
  const script = `(${run.toString()})()`;
  const hash = `sha256-${createHash('sha256').update(script).digest('base64')}` as const;
  return { script, hash };
}
