import type { ComponentProps } from 'react';
import { IssuedPage } from './IssuedPage.tsx';

/** A quote that has just been issued in its builder: reads its story, mails and price changes now. */
export default function JustIssued({ comments }: Pick<ComponentProps<typeof IssuedPage>, 'comments'>) {
  return <IssuedPage around={null} comments={comments} />;
}
