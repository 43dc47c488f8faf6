/** The rules of users that a report was made with: it can be judged and repeated only with the same ones. */
import { escaped } from '../contract/visible.ts';
import type { RulesSource, Surface } from '../model/index.ts';
import { InputError } from './error.ts';

/** A file of rules is missing, or is another one than that of a report. */
export class MissingRules extends InputError {}

/** Throws MissingRules unless a surface has all files of rules that something was made with. `what` names it. */
export function requireRules(
  what: string,
  made: readonly RulesSource[] = [],
  { rules: given = [] }: Pick<Surface, 'rules'>,
): void {
  for (const { file, sha256 } of made) {
    if (given.some((one) => one.sha256 === sha256)) continue;
    const name = escaped(file);
    const other = given.find((one) => one.file === file);
    throw new MissingRules(
      other === undefined
        ? `${what}: it was made with the rules in ${name} (SHA-256 ${sha256.slice(0, 16)}…), which are not known here. Add --rules ${name}.`
        : `${what}: it was made with other rules in ${name}: their SHA-256 is ${sha256.slice(0, 16)}…, and that of the file is ${other.sha256.slice(0, 16)}…. Name the original file with --rules.`,
    );
  }
}
