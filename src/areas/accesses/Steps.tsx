import { accessMachine } from '#domain/accesses/rules.ts';

const steps = { ...accessMachine.moves, ...accessMachine.acts };
/** What one press does. */
export const plain = ['checkIn', 'selfTake', 'begin', 'miss'] as const;
/** Steps that open a dialog first. */
export const asking = ['assign', 'handle', 'handOver', 'giveBack', 'handleAtDesk', 'resume'] as const;
export type Plain = (typeof plain)[number];
export type Asked = (typeof asking)[number];

export const isPlain = (name: Plain | Asked): name is Plain => (plain as readonly string[]).includes(name);

interface Props {
  offered: readonly string[];
  /** The seller has begun. */
  begun: boolean;
  /** The natural next step stands out. */
  leads?: boolean;
  onPress: (name: Plain | Asked) => void;
}

/** The buttons of what may be done with a visit now. */
export const Steps = ({ offered, begun, leads, onPress }: Props) =>
  [...plain, ...asking]
    .filter((name) => offered.includes(name) && !(begun && name === 'begin'))
    .map((name, index) => (
      <button
        key={name}
        type="button"
        className={leads && index === 0 ? 'btn primary' : 'btn'}
        onClick={() => onPress(name)}
      >
        {steps[name].label}
      </button>
    ));
