/** What two targets are asked to compare them. */
import { nameOf } from '../judge/case.ts';
import { cases } from '../judge/scan.ts';
import type { Call } from '../model/index.ts';
import { keyOf } from '../plan/call.ts';
import type { Plan } from '../plan/plan.ts';

export interface Question {
  /** `<probe>#<stratum>@<index>`, or which landmark it is. */
  readonly name: string;
  readonly call: Call;
}

/**
 * The requests of a plan that read, that are right as far as the kit knows, and that need no answer before
 * them: cases of one request, and the twins of the landmarks. Each request once.
 */
export function questionsOf({ probes, presenceProbes }: Plan): readonly Question[] {
  const harmless = probes.filter(({ probe }) => isRead(probe) && probe.wrong === undefined);
  const twins = presenceProbes.flatMap(({ operation, control, effect }) =>
    control && isRead({ effect }) ? [{ name: `${operation.name}/landmarks`, call: control }] : [],
  );
  const single = [...cases(harmless)].flatMap((one): Question[] => {
    const [step, ...more] = one.steps;
    const alone = more.length === 0 && one.caseGroup.calls === 1;
    return alone && typeof step === 'object' ? [{ name: nameOf(one), call: step }] : [];
  });
  const known = new Map<string, Question>();
  for (const question of [...twins, ...single]) {
    const key = keyOf(question.call);
    if (!known.has(key)) known.set(key, question);
  }
  return [...known.values()];
}

function isRead({ effect = 'read' }: { readonly effect?: string | undefined }): boolean {
  return effect === 'read';
}
