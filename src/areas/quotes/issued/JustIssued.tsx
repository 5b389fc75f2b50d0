import { IssuedPage } from './IssuedPage.tsx';

/** A quote that was issued in its builder: what stands around it is read now. */
export default function JustIssued() {
  return <IssuedPage around={null} />;
}
