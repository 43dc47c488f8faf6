/** Which operations of each API a target serves, as a judgement shows it. */
import type { Operation } from '../contract/contract.ts';
import type { Judgement } from '../judge/judge.ts';
import { ownNameOf } from '../model/index.ts';
import type { ServedApi } from '../report/totals.ts';

/** The served operations of each API of which something was selected. */
export function servedBy({ plan, offer }: Judgement): readonly ServedApi[] {
  const { operations } = plan.surface;
  const selected = new Set(plan.requirements.map((r) => r.probes[0]?.operation));
  const contracts = new Set([...selected].map((operation) => operation?.contract));
  return [...new Set(operations.map(({ contract }) => contract))]
    .filter((contract) => contracts.has(contract))
    .map((contract) => {
      // A shard knows nothing of the operations of others, and a run that was stopped nothing of those to come.
      const own = operations.filter(
        (operation) =>
          operation.contract === contract && isDue(operation) && offer.tried.has(operation),
      );
      const names = own.map(({ name }) => ownNameOf(name));
      const absent = own.filter((operation) => offer.notServed.has(operation));
      return {
        api: contract.id,
        version: contract.version,
        ...(offer.advertised.size > 0 ? { advertised: offer.advertised.has(contract.id) } : {}),
        operations: names,
        notServed: absent.map(({ name }) => ownNameOf(name)),
        ...switchedOffIn(
          operations.filter((operation) => operation.contract === contract),
          offer,
        ),
      };
    });
}

function switchedOffIn(
  operations: readonly Operation[],
  { switchedOff }: Judgement['offer'],
): Pick<ServedApi, 'switchedOff'> {
  const names = operations.filter((one) => switchedOff.has(one)).map(({ name }) => ownNameOf(name));
  return names.length === 0 ? {} : { switchedOff: names };
}

/** The others may be missing. */
function isDue({ deprecated, removalAnnounced }: Operation): boolean {
  return deprecated === undefined && !removalAnnounced;
}
