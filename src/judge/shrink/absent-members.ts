/** A request that fails because a member is absent is clearest if all its other members are present. */

import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json } from '../../contract/json.ts';
import { sent } from '../../contract/request-body.ts';
import { type Call, hasResponse, type Probe } from '../../model/index.ts';
import type { Plan } from '../../plan/plan.ts';
import { type Case, onlyReads, purposeOf } from '../case.ts';
import { MOST_TRIALS } from '../numbers.ts';
import { casesBetween } from '../planned-cases.ts';
import { flawOf } from './plainness.ts';
import { attempt, type Shrinking, type Shrunk } from './shrink.ts';

/**
 * The smallest requests for an absent flag and for an absent name are the same empty object. So absent members are
 * restored while the request still fails, and an equal case of the plan replaces it.
 */
export async function putMembersBack(
  shrunk: Shrunk,
  plan: Plan,
  shrinking: Shrinking,
): Promise<Shrunk> {
  const { at, culprit } = shrunk;
  const { probe } = at.planned;
  const { request } = culprit;
  const own = membersOf(request);
  const full = fullOf(probe, request);
  if (at.steps.length !== 1 || probe.wrong !== undefined || !onlyReads(probe) || !own || !full)
    return shrunk;
  const absent = Object.keys(full).filter((name) => !Object.hasOwn(own, name));
  if (absent.length === 0 || absent.length > MOST_TRIALS) return shrunk;
  let { requests } = shrunk;
  const send = async (one: Case): ReturnType<typeof attempt> => {
    requests++;
    return attempt(one, shrinking, 'put-back');
  };
  const passes = async (members: Json): Promise<boolean | undefined> => {
    if (!shrinking.affordable()) return undefined;
    const steps = [{ ...request, body: JSON.stringify(members) }];
    const { findings, exchanges } = await send({ ...at, steps });
    return exchanges.every(hasResponse) ? findings.length === 0 : undefined;
  };
  if ((await passes({ ...full, ...own })) !== true) return { ...shrunk, requests };
  let most: Json = own;
  for (const name of absent) {
    const more = { ...most, [name]: full[name] };
    if ((await passes(more)) === false) most = more;
  }
  const leftOut = absent.filter((name) => !Object.hasOwn(most, name));
  if (most === own) return { ...shrunk, requests, leftOut };
  const one = plannedLike(most, full, plan, shrinking);
  const made = one && shrinking.affordable() ? await send(one) : undefined;
  if (one === undefined || made?.culprit === undefined || made.findings.length === 0)
    return { ...shrunk, requests };
  const { exchanges, findings, culprit: found } = made;
  const path = String(one.index);
  return {
    exchanges,
    findings,
    culprit: found,
    at: one,
    steps: one.steps,
    path,
    requests,
    purpose: purposeOf(one),
    leftOut,
  };
}

/** A fixed case of the plan that differs from its full request in the same way. */
function plannedLike(
  members: Json,
  full: Json,
  { probes }: Plan,
  { requirement }: Shrinking,
): Case | undefined {
  const names = Object.keys(members);
  for (const planned of probes) {
    const { probe, firstCase } = planned;
    if (!requirement.probes.includes(probe) || probe.wrong !== undefined) continue;
    for (const one of casesBetween(planned, firstCase, Number.POSITIVE_INFINITY)) {
      const [call, ...others] = one.steps;
      if (!one.caseGroup.group.once || others.length > 0) continue;
      if (call === undefined || typeof call === 'function' || flawOf(probe, one.steps) > 0)
        continue;
      const own = membersOf(call);
      const whole = fullOf(probe, call);
      if (!own || !whole || Object.keys(own).length !== names.length) continue;
      const alike = names.every((name) =>
        isDeepStrictEqual(members[name], full[name])
          ? Object.hasOwn(own, name) && isDeepStrictEqual(own[name], whole[name])
          : isDeepStrictEqual(own[name], members[name]),
      );
      if (alike) return one;
    }
  }
  return undefined;
}

function fullOf({ baseline }: Probe, request: Call): Json | undefined {
  return baseline && membersOf(baseline(request));
}

function membersOf(call: Call): Json | undefined {
  const value = sent(call);
  return isObject(value) ? value : undefined;
}
