import type { Step } from '#site/ui/record/page/useSteps.tsx';
import type { Name, VisitMoves } from './moves.ts';

const order = [
  'checkIn',
  'selfTake',
  'begin',
  'miss',
  'assign',
  'handle',
  'handOver',
  'giveBack',
  'handleAtDesk',
  'resume',
] as const satisfies readonly Name[];

interface Props extends Pick<VisitMoves, 'stepOf'> {
  offered: readonly string[];
  /** The seller has begun. */
  begun: boolean;
  /** The natural next step stands out. */
  leads?: boolean;
  press: (step: Step) => void;
}

/** The buttons of what may be done with a visit now. */
export const Steps = ({ offered, begun, leads, stepOf, press }: Props) =>
  order
    .filter((name) => offered.includes(name) && !(begun && name === 'begin'))
    .map(stepOf)
    .map((step, index) => (
      <button
        key={step.name}
        type="button"
        className={leads && index === 0 ? 'btn primary' : 'btn'}
        onClick={() => press(step)}
      >
        {step.label}
      </button>
    ));
