import { createElement, useEffect, useRef, useState, type ComponentType, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import './standing.css';

/**
 * A part that stands as the server drew it (`here`) until it has to say something else: only then its script comes, or at once where
 * the browser draws it first. What it says stands in its props, not in what it presses. `tag` is what it stands in; a `warm` one is
 * fetched when somebody goes to a field, before anything has been typed there; one that is to `wake` as soon as its script has come
 * takes nothing in until then, as it is drawn anew: presses are kept (early.client.ts). A Suspense boundary would do the same, finished
 * by an inline script, which no page may have.
 */
export const standing = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  here: ComponentType<Props> | null,
  { tag: own = 'div', warm = false, wake = false }: { tag?: 'div' | 'g'; warm?: boolean; wake?: boolean } = {},
) => {
  const tag = wake ? 'fieldset' : own;
  const asleep = wake && import.meta.env.SSR;
  return function Standing(props: Props) {
    const [Part, setPart] = useState(() => here);
    const ref = useRef<Element>(null);
    const now = Part ? '' : JSON.stringify(props);
    const [drawn] = useState(now);
    useEffect(() => {
      if (Part || (!wake && now === drawn && ref.current!.hasChildNodes())) return;
      void load().then(({ default: loaded }) => {
        const { current: detail } = ref;
        flushSync(() => setPart(() => loaded));
        ref.current?.dispatchEvent(new CustomEvent('volante:woken', { bubbles: true, detail }));
      });
    }, [Part, now, drawn]);
    useEffect(() => {
      if (!warm) return;
      const fetch = () => void load();
      addEventListener('focusin', fetch, { once: true });
      return () => removeEventListener('focusin', fetch);
    }, []);
    return Part
      ? createElement(
          tag,
          { key: 'awake', className: 'standing', ref, ...(asleep && { disabled: true, 'data-asleep': true }) },
          <Part {...props} />,
        )
      : // React leaves what it finds inside.
        createElement(tag, {
          key: 'asleep',
          className: 'standing',
          ref,
          suppressHydrationWarning: true,
          dangerouslySetInnerHTML: { __html: '' },
        });
  };
};

/** Of a press within such a part, heard around it: the number that the pressed button has as its `data-press`. */
export const pressed = ({ target }: MouseEvent): number =>
  Number((target as Element).closest<HTMLElement>('[data-press]')?.dataset.press);
