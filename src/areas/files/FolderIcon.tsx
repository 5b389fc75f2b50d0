/** Lucide's folder. Its path stands here, not among the icons that every island loads. */
const PATH =
  'M20 20a2 2 0 0 0 2-2V8a2 2 0 0 0-2-2h-7.9a2 2 0 0 1-1.69-.9L9.6 3.9A2 2 0 0 0 7.93 3H4a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2Z';

export const FolderIcon = () => (
  <svg className="i" width={16} height={16} viewBox="0 0 24 24" aria-hidden>
    <path d={PATH} />
  </svg>
);
