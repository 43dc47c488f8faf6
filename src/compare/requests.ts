/** The requests of a comparison. */
import { nameOf } from '../judge/case.ts';
import { cases } from '../judge/scan.ts';
import type { Call } from '../model/index.ts';
import { keyOf } from '../plan/call.ts';
import type { Plan } from '../plan/plan.ts';

export interface ComparedRequest {
  /** `<probe>#<group>@<index>`, or the kind of the presence probe. */
  readonly name: string;
  readonly call: Call;
}

/**
 * The valid reading requests of a plan that need no earlier response: cases of one request, and the controls of the
 * presence probes. Each request comes once.
 */
export function requestsOf({ probes, presenceProbes }: Plan): readonly ComparedRequest[] {
  const harmless = probes.filter(({ probe }) => isRead(probe) && probe.wrong === undefined);
  const controls = presenceProbes.flatMap(({ operation, control, effect }) =>
    control && isRead({ effect }) ? [{ name: `${operation.name}/presence`, call: control }] : [],
  );
  const single = [...cases(harmless)].flatMap((one): ComparedRequest[] => {
    const [step, ...more] = one.steps;
    const alone = more.length === 0 && one.caseGroup.calls === 1;
    return alone && typeof step === 'object' ? [{ name: nameOf(one), call: step }] : [];
  });
  const known = new Map<string, ComparedRequest>();
  for (const request of [...controls, ...single]) {
    const key = keyOf(request.call);
    if (!known.has(key)) known.set(key, request);
  }
  return [...known.values()];
}

function isRead({ effect = 'read' }: { readonly effect?: string | undefined }): boolean {
  return effect === 'read';
}
