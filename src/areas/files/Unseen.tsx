import { unseen as words } from '#site/messages/it/files-forms.ts';

/** Whoever follows a link to what is gone, or is for others, reads why it is not there. */
export default function Unseen({ what }: { what: keyof typeof words }) {
  return (
    <p className="empty card" role="status">
      {words[what]}
    </p>
  );
}
