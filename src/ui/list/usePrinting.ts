import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ListPage, Row } from './columns.ts';

/**
 * Paper gets a plain table of every row of the filter, not of the page or of the grid's window. A browser cannot be made to wait for
 * rows, so Ctrl+P is answered here: `fetchAll` first, then the browser's own dialog. `rows` is what is printed; null: the page.
 */
export function usePrinting(page: ListPage, fetchAll: () => Promise<Row[] | null>) {
  const [printing, setPrinting] = useState(false);
  const [rows, setRows] = useState<Row[] | null>(null);
  const print = async () => {
    const all = page.total > page.rows.length ? await fetchAll() : page.rows;
    if (!all) return;
    flushSync(() => setRows(all));
    window.print();
  };
  const latest = useRef(print);
  useEffect(() => {
    latest.current = print;
  });
  useEffect(() => {
    // At once: the browser lays the paper out when the listeners have run.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => {
      setPrinting(false);
      setRows(null);
    };
    const onKey = (event: KeyboardEvent) => {
      const asked = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 'p';
      if (!asked || document.querySelector('dialog:modal')) return;
      event.preventDefault();
      void latest.current();
    };
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
      removeEventListener('keydown', onKey);
    };
  }, []);
  return { printing, rows, print };
}
