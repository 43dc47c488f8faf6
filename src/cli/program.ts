/** A command line whose commands decide the exit code. */
import { Command } from 'commander';
import { EXIT } from './exit.ts';

export class Program extends Command {
  /** The exit code of the command that ran. */
  code: number = EXIT.good;

  override createCommand(name?: string): Program {
    return new Program(name);
  }

  /** The action of a command that returns its exit code. */
  runs(command: (...given: never[]) => Promise<number>): this {
    return this.action(async (...given: unknown[]) => {
      (this.parent as Program).code = await command(...(given as never[]));
    });
  }
}
