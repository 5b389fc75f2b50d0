import { Children, Suspense, useSyncExternalStore, type ReactNode } from 'react';

const never = () => () => undefined;

interface Props {
  /** What stands there before. */
  until?: ReactNode;
  children: ReactNode;
}

/**
 * Drawn by the browser alone. What has not loaded yet the server would send afterwards, in an inline script that the
 * content security policy refuses; React then draws the whole part again and says so (error 419).
 */
function InBrowser({ until, children }: Props) {
  const isHere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return isHere ? <Suspense fallback={until}>{children}</Suspense> : until;
}

/**
 * What is drawn when it is wanted, once its script is here. Nothing wanted is no boundary: React brings each of the server's boundaries to life
 * in a pass of its own.
 */
export const OnDemand = ({ until, children }: Props) =>
  Children.toArray(children).length > 0 && <InBrowser until={until}>{children}</InBrowser>;
