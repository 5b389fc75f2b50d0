import type { ToSign } from '#domain/signatures/schema.ts';
import { rounds as words } from '#site/messages/it/signatures.ts';
import { Dialog } from '#site/ui/Dialog.tsx';

/** Whether a record cannot be signed by code now. */
export const isLacking = ({ missing, byHand, parties }: ToSign): boolean =>
  missing.length > 0 || byHand !== null || parties.length === 0;

/** What a record lacks before its document may be signed, or why only on paper. */
export function Lacking({ asked, title, onClose }: { asked: ToSign; title: string; onClose: () => void }) {
  return (
    <Dialog open size="s" title={title} onClose={onClose}>
      <ul>
        {asked.missing.map(({ sentence }) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {asked.byHand && <li>{asked.byHand}</li>}
        {asked.parties.length === 0 && <li>{words.noParty}</li>}
      </ul>
    </Dialog>
  );
}
