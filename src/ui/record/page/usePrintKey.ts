import { useEffect } from 'react';

/** Ctrl+P of a record opens its document, which is what one wants on paper, instead of printing the form. */
export function usePrintKey(href: string): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const asked = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 'p';
      if (!asked || document.querySelector('dialog:modal')) return;
      event.preventDefault();
      window.open(href, '_blank', 'noopener');
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [href]);
}
