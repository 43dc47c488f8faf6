/** Checks the cases of a chapter. */
import { suggestion } from '../../../../src/kit.ts';
import { argumentsOf, callsOf } from '../cases.ts';
import { type CaseData, namesIn, type Step } from '../chapter.ts';
import type { ChapterKit } from '../kit.ts';
import { holesIn } from '../template.ts';
import { checkBody, checkPointer } from './bodies.ts';
import type { Checker, Known, Path } from './names.ts';

/** The values that every request may name. */
export const valuesIn = (kit: ChapterKit): readonly string[] => [
  ...Object.keys(kit.holes),
  ...Object.keys(kit.example),
  'tag',
];

export function checkCase(checker: Checker, data: CaseData, path: Path): void {
  const { kit, known, operation, mistake } = checker;
  operation(data.on, [...path, 'on']);
  known('fixture', Object.keys(kit.example), data.needs, [...path, 'needs']);
  const shared = kit.requests();
  const values = { ...data.values };
  const holes = valuesIn(kit);
  for (const [name, given] of Object.entries(data.steps)) {
    const at = [...path, 'steps', name];
    const step: Exclude<Step, string> = typeof given === 'string' ? { send: given } : given;
    known('request', Object.keys(shared), step.send, [...at, 'send']);
    operation(step.operation, [...at, 'operation']);
    known('step or request', [...Object.keys(data.steps), ...Object.keys(shared)], step.undo, [
      ...at,
      'undo',
    ]);
    const template = step.send === undefined ? data.request : shared[step.send];
    const own = Object.keys(argumentsOf(step));
    const used = holesIn([template, values]).map((hole) => hole.name);
    for (const one of own)
      if (!used.includes(one))
        throw mistake(
          [...at, one],
          `is not a hole of the request.${suggestion(one, [...new Set(used)])}`,
        );
    for (const hole of [...holesIn(step, at), ...holesIn(template, [...path, 'request'])])
      known('value', [...own, ...Object.keys(values), ...holes], hole.name, hole.path);
  }
  for (const hole of holesIn(values, [...path, 'values']))
    known('value', [...Object.keys(values), ...holes, ...used(data)], hole.name, hole.path);
  for (const calls of callsIn(data, checker)) {
    for (const [step, call] of Object.entries(calls)) {
      const at = [...path, 'steps', step];
      checkBody(checker, call, at);
      const { until } = Object(data.steps[step]) as { readonly until?: string };
      if (until !== undefined)
        checkPointer(checker, call.operation, until.split(' = ')[0] ?? '', [...at, 'until']);
    }
  }
}

/** The requests of a case, for each operation at the newest version that has it. */
export function callsIn(
  data: CaseData,
  { kit, apis }: Known,
): readonly ReturnType<typeof callsOf>[] {
  return namesIn(data.on).flatMap((name) => {
    const api = apis.findLast((one) => one.has(name));
    return api ? [callsOf(kit, api, api.operation(name), data, kit.example, 'a55a')] : [];
  });
}

const used = ({ steps }: CaseData): readonly string[] =>
  Object.values(steps).flatMap((step) => (typeof step === 'string' ? [] : Object.keys(step)));
