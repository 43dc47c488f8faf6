/** The reference server that is broken or merely unusual: one of its behaviors, or their list. */
import { InputError } from '../../input/error.ts';
import { suggestion } from '../../plan/suggestion.ts';
import { hostileBehaviors, type RunningHostile } from '../surfaces.ts';

export interface HostileFlags {
  readonly port: number;
  readonly behavior?: string;
  readonly list?: true;
}

/** What the list shows: a line for each behavior, with what the kit must report. */
export async function listed(): Promise<string> {
  const { BEHAVIORS } = await hostileBehaviors();
  const width = Math.max(...BEHAVIORS.map(({ id }) => id.length));
  const lines = BEHAVIORS.map(
    ({ id, does, result, says }) =>
      `${id.padEnd(width)}  ${does} → ${result}${says === undefined ? '' : `, "${says}"`}`,
  );
  return `${lines.join('\n')}\n`;
}

/** Starts the server with the behavior that the flags name. Throws InputError. */
export async function startNamed({ behavior: id, port }: HostileFlags): Promise<RunningHostile> {
  const { BEHAVIORS, startHostile } = await hostileBehaviors();
  if (id === undefined) {
    throw new InputError(
      '--behavior: is missing. `npx --no-install assay serve hostile --list` shows them.',
    );
  }
  const found = BEHAVIORS.find((one) => one.id === id);
  if (found !== undefined) return startHostile(found, port);
  const known = suggestion(
    id,
    BEHAVIORS.map((one) => one.id),
  );
  throw new InputError(`--behavior ${id}: there is none of that name.${known}`);
}
