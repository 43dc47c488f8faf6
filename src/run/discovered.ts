/** The fixtures of a plan: what the operator gives, and what the target shows. */
import { internalErrorNote } from '../judge/internal-error.ts';
import {
  type FixtureNote,
  type Fixtures,
  fixturesOf,
  messageOf,
  type Send,
  type Surface,
} from '../model/index.ts';

/**
 * The fixtures when the plan is made: those that are given, and those that are discovered. After an internal error in
 * Assay, which `onFault` gets in words, only those that are given.
 */
export async function discovered(
  surface: Surface,
  given: Partial<Fixtures> | undefined,
  send: Send,
  note: FixtureNote = () => undefined,
  onFault: (fault: string) => void = (fault) => note(internalErrorNote([`discovery: ${fault}`])),
): Promise<Fixtures> {
  let sends = 0;
  const fixtures = fixturesOf(surface, given);
  if (!surface.discover) return fixtures;
  try {
    return await surface.discover(
      (call) => send(call, { kind: 'discovery', nth: sends++ }),
      fixtures,
      note,
    );
  } catch (error) {
    onFault(messageOf(error));
    return fixtures;
  }
}
