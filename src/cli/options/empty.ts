/** Values that are empty, mostly because a variable of a shell is not set. */

import type { Command } from 'commander';
import { InputError } from '../../input/error.ts';
import { ASSAY } from '../../model/package.ts';

/** Throws InputError if an option or an argument has an empty value: no path, name or address is empty. */
export function checkNotEmpty(command: Command): void {
  for (const option of command.options)
    if (hasEmpty(command.getOptionValue(option.attributeName())))
      throw empty(option.long ?? option.flags, 'leave the option out');
  command.registeredArguments.forEach((argument, i) => {
    if (hasEmpty(command.processedArgs[i]))
      throw empty(argument.name(), `see \`${ASSAY} ${command.name()} --help\``);
  });
}

function hasEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.includes(''));
}

function empty(name: string, otherwise: string): InputError {
  return new InputError(
    `${name}: the value is empty. Check the variable that it comes from, or ${otherwise}.`,
  );
}
