/** The outcome of one requirement. MAY requirements never fail: their findings are information. */
export function settle(tally, ending) {
    const { requirement } = tally;
    if (ending.nothingHere) {
        return cantTell('not-offered', 'every path of this base URL answers like an unknown path; check the URL');
    }
    if ('owes' in requirement && requirement.owes === 'presence')
        return presence(tally, ending);
    if (ending.presence === 'absent') {
        return { outcome: 'inapplicable', reason: 'not-offered', note: 'the operation is not served' };
    }
    if (tally.kitFault !== undefined)
        return cantTell('kit-fault', tally.kitFault);
    if (tally.failing > 0 && requirement.level !== 'MAY') {
        if (ending.confirmed)
            return { outcome: 'failed' };
        return ending.stopped
            ? {
                ...stopped(ending.stopped),
                note: 'it failed, and the run stopped before that could be repeated',
            }
            : cantTell('flaky', `${tally.failing} of the cases failed, and none failed when repeated`);
    }
    if (tally.telling > 0)
        return { outcome: 'passed' };
    return untold(tally, ending);
}
const CREDENTIAL = {
    outcome: 'untested',
    reason: 'needs-credential',
    note: 'the target wants credentials: name a variable that holds a token with --token-env',
};
const SLOW_DOWN = 'the target asked to slow down: use --rate';
function presence(tally, ending) {
    if (ending.presence === 'served')
        return { outcome: 'passed' };
    if (ending.presence === 'absent') {
        const expected = 'an answer of its own';
        return {
            outcome: 'failed',
            findings: [{ at: 'the operation', expected, actual: 'what an unknown path gets' }],
        };
    }
    if (tally.credentialWanted > 0)
        return CREDENTIAL;
    return ending.stopped
        ? stopped(ending.stopped)
        : cantTell('nothing-told', 'the operation answers neither like itself nor like an unknown path');
}
/** Why nothing was told, the most useful reason first. */
function untold(tally, ending) {
    const { requirement } = tally;
    if (requirement.probes.every((p) => ending.withheld.has(p))) {
        const needed = new Set(requirement.probes.map((p) => p.needs));
        return missing([...needed].join(', '));
    }
    if (tally.vacuous > 0) {
        return {
            outcome: 'inapplicable',
            reason: 'not-observed',
            note: 'no answer had what this is about',
        };
    }
    if (tally.credentialWanted > 0)
        return CREDENTIAL;
    if (ending.stopped)
        return stopped(ending.stopped);
    const lacking = requirement.probes.find((p) => ending.withheld.has(p))?.needs;
    const better = requirement.probes
        .map((p) => p.betterWith)
        .find((f) => f && !ending.hasFixture(f));
    const unlocks = lacking ?? better;
    if (unlocks !== undefined)
        return missing(unlocks);
    const silences = [...tally.unanswered].sort((a, b) => b[1] - a[1])[0]?.[0];
    if (silences === 'throttled') {
        return cantTell('throttled', SLOW_DOWN);
    }
    if (silences !== undefined)
        return cantTell('unreachable', `no answer: ${silences}`);
    if (requirement.withTwin && tally.twinRefused > 0) {
        return cantTell('twin-refused', 'the valid request one change away was not accepted either');
    }
    return cantTell('nothing-told', 'no answer told anything about this');
}
function stopped(why) {
    if (why === 'interrupted')
        return { outcome: 'untested', reason: 'interrupted', note: 'the run was stopped' };
    if (why === 'budget') {
        return {
            outcome: 'untested',
            reason: 'budget',
            note: 'the requests allowed were used up: raise --max-requests',
        };
    }
    if (why === 'throttled')
        return cantTell('throttled', SLOW_DOWN);
    return cantTell('unreachable', 'the target stopped answering');
}
function missing(fixture) {
    return {
        outcome: 'untested',
        reason: 'missing-fixture',
        note: `give ${fixture} in the fixtures`,
    };
}
function cantTell(reason, note) {
    return { outcome: 'cantTell', reason, note };
}
