import { useEffect, useState } from 'react';

/** Is the screen wide enough for the grid? The server cannot know and answers yes. */
export function useWide(): boolean {
  const [wide, setWide] = useState(true);
  useEffect(() => {
    const query = matchMedia('(width >= 860px)');
    const read = () => setWide(query.matches);
    read();
    query.addEventListener('change', read);
    return () => query.removeEventListener('change', read);
  }, []);
  return wide;
}
