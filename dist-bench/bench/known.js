/** What the engine knows of a target while it judges, for benchmarks that use its parts one by one. */
import { validator } from '../src/contract/validate.js';
import { accepted, Twins } from '../src/judge/landmarks.js';
/** Sends the twins of a plan and answers with what follows, for a target that serves every operation. */
export async function knownOf(plan, send) {
    const twins = new Twins(plan.fixtures);
    for (const { twin } of plan.landmarks)
        if (twin)
            twins.note(twin, accepted(await send(twin)));
    return {
        twinAccepted: (probe) => twins.accepted(probe),
        isTwin: (probe, call) => twins.is(probe, call),
        served: () => true,
        stillWrong: ({ operation, body }) => {
            if (operation.request === undefined || body === undefined)
                return true;
            try {
                return validator(operation.contract, operation.request)(JSON.parse(body)).length > 0;
            }
            catch {
                return true;
            }
        },
    };
}
