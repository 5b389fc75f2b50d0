import { Children, Suspense, type ReactNode } from 'react';

/**
 * What is drawn when it is wanted, once its script is here. Nothing wanted is no boundary: React brings each of the server's boundaries to life
 * in a pass of its own.
 */
export const OnDemand = ({ children }: { children: ReactNode }) =>
  Children.toArray(children).length > 0 && <Suspense>{children}</Suspense>;
