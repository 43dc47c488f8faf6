/** What servers need that take a missing or broken body for an empty one. */
import type { Change } from '../steps.ts';

/** Arguments without a single member count as declared ones, as where every argument has a default. */
export const servingEmptyArguments: Change = ({ readArguments }, { argumentsAt }) => ({
  readArguments: (given, operation) =>
    readArguments(
      Object.keys(given).length === 0 ? (argumentsAt(operation)[0] ?? given) : given,
      operation,
    ),
});
