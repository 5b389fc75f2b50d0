import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ListPage, Row } from '../table/columns.ts';

interface Printed {
  page: ListPage;
  /** Are rows for the page loading? */
  loading: boolean;
  failed: object | null;
  fetchAll: () => Promise<Row[] | null>;
}

/**
 * Prints a plain table of all rows of the filter, not only those of the page or of the grid's window. The browser's
 * print dialog does not wait for rows, so this hook handles Ctrl+P: it waits for a running load, then for `fetchAll`,
 * then opens the dialog. `rows` are the printed rows; null: the page prints as it is.
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
    // After a failed load the page shows the error, and the old rows do not match the filter.
    if (!failed) latest.current();
  }, [waits, loading, failed]);
  useEffect(() => {
    // `flushSync`: the browser lays out the paper right after the listeners.
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
