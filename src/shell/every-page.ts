import './chunks.ts';
import './loading.ts';
