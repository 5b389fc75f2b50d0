import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ListPage, Row } from './columns.ts';

interface Printed {
  page: ListPage;
  /** Are rows on their way that the page will show? */
  loading: boolean;
  failed: string | null;
  fetchAll: () => Promise<Row[] | null>;
}

/**
 * Paper gets a plain table of every row of the filter, not of the page or of the grid's window. A browser cannot be made to wait for
 * rows, so Ctrl+P is answered here: what loads comes first, then `fetchAll`, then the browser's own dialog. `rows` is what is
 * printed; null: the page.
 */
export function usePrinting({ page, loading, failed, fetchAll }: Printed) {
  const [printing, setPrinting] = useState(false);
  const [rows, setRows] = useState<Row[] | null>(null);
  const [waits, setWaits] = useState(false);
  const printNow = async () => {
    const all = page.total > page.rows.length ? await fetchAll() : page.rows;
    if (!all) return;
    flushSync(() => setRows(all));
    window.print();
  };
  const print = () => (loading ? setWaits(true) : void printNow());
  const latest = useRef(print);
  useEffect(() => {
    latest.current = print;
  });
  useEffect(() => {
    if (!waits || loading) return;
    setWaits(false);
    // The page says why, and the old rows are not what was asked for.
    if (!failed) latest.current();
  }, [waits, loading, failed]);
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
      latest.current();
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
