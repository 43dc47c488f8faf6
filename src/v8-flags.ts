/** The flags of V8 that Assay changes while it runs. */
import { setFlagsFromString } from 'node:v8';

/** Flags by name: the value of Assay, and the value of V8. The name of those for machine code depends on the version. */
const LESS_MACHINE_CODE: Flags = process.versions.v8.startsWith('11.')
  ? { 'interrupt-budget': [540_672, 67_584] }
  : {
      'invocation-count-for-maglev': [3_200, 400],
      'invocation-count-for-turbofan': [24_000, 3_000],
    };
const SMALL_HEAP: Flags = { 'heap-growing-percent': [20, 0] };

type Flags = Readonly<Record<string, readonly [ours: number, normal: number]>>;

/**
 * Delays V8's machine code for often called functions. Most runs end before it pays off, and making it took a fifth of
 * their CPU time. Node's own modules must be loaded before: V8 compiles everything again that is loaded after a change
 * of its flags.
 */
export function delayMachineCode(): void {
  set(LESS_MACHINE_CODE, 0);
}

/** Large bodies soon become garbage, but V8 would first let the heap grow to a multiple. */
export function keepHeapSmall(): void {
  set(SMALL_HEAP, 0);
}

/** Sets V8's own values again. */
export function restoreFlags(): void {
  set({ ...LESS_MACHINE_CODE, ...SMALL_HEAP }, 1);
}

function set(flags: Flags, which: 0 | 1): void {
  for (const [name, values] of Object.entries(flags))
    setFlagsFromString(`--${name}=${values[which]}`);
}
