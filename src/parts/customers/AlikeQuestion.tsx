import type { CustomerMatch, LikeCustomer } from '#domain/customers/schema.ts';
import { customers as words } from '#site/messages/it/customers.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { alikeText } from './alike-text.ts';

/** The person's answer about existing customers like the one who is saved. */
export type Said = { use: CustomerMatch } | 'two' | 'back';

/** Asks once, before a customer is saved who is like others, whether it is one of them. */
export default function AlikeQuestion({ like, settle }: { like: readonly LikeCustomer[]; settle(said: Said): void }) {
  return (
    <Dialog
      open
      title={words.alikeTitle}
      onClose={() => settle('back')}
      actions={
        <>
          <button type="button" className="btn" onClick={() => settle('back')}>
            {words.alikeBack}
          </button>
          <button type="button" className="btn primary" onClick={() => settle('two')}>
            {like.length === 1 ? words.two : words.twoMany}
          </button>
        </>
      }
    >
      <div className="duplicates">
        <p>{words.alikeText}</p>
        {like.map((one) => (
          <p key={one.id}>
            <span>
              <b>{one.name}</b> <small>{alikeText(one)}</small>
            </span>
            <button type="button" className="btn small" onClick={() => settle({ use: one })}>
              {words.useThis}
            </button>
          </p>
        ))}
      </div>
    </Dialog>
  );
}
