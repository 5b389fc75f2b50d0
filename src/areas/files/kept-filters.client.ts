import { read } from '#site/stores/persisted.ts';

const kept = new URLSearchParams(read('publicFiles') ?? {});
if (!location.search && kept.size > 0) location.replace(`/files?${kept}`);
