/** `npm run check`: types, lint and format in seconds, to run often between two `npm test`. */
import { format, lint, runSteps, tool } from './steps.ts';

process.exitCode = (await runSteps([tool('tsc', 'tsc', '--noEmit'), lint, format])).length > 0 ? 1 : 0;
