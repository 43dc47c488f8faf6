/** A change for servers that read a missing or malformed body as an empty one. */
import type { Change } from '../steps.ts';

/** Accepts arguments without members, as a server with a default for every argument does. */
export const servingEmptyArguments: Change = ({ readArguments }, { argumentsAt }) => ({
  readArguments: (given, operation) =>
    readArguments(
      Object.keys(given).length === 0 ? (argumentsAt(operation)[0] ?? given) : given,
      operation,
    ),
});
