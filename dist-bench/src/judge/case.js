/** Sends the requests of a case one after the other, and where the probe asks for it the rest together. */
export async function sendCase(probe, steps, send) {
    const alone = probe.togetherAfter ?? steps.length;
    const exchanges = [];
    for (const step of steps.slice(0, alone)) {
        const call = typeof step === 'function' ? step(exchanges) : step;
        if (call === undefined)
            return exchanges;
        const exchange = await send(call);
        exchanges.push(exchange);
        if (exchange.response === undefined)
            return exchanges;
    }
    const together = steps.slice(alone).filter((step) => typeof step !== 'function');
    return [...exchanges, ...(await Promise.all(together.map(send)))];
}
/** Judges the exchanges of a case by every requirement on its probe. Never throws. */
export function judgeCase(probe, requirements, steps, exchanges, known) {
    const judged = exchanges.filter((e) => !isLeadIn(probe, e, known));
    const answered = judged.filter(isAnswered).filter((e) => tells(probe, e, known));
    const whole = answered.length === judged.length && exchanges.length === steps;
    return requirements.map((requirement) => {
        const counts = !requirement.withTwin || known.twinAccepted(probe);
        if ('owes' in requirement) {
            return judgeSilence(requirement, known.served(probe) ? exchanges : []);
        }
        if ('relation' in requirement) {
            return judgeRelation(requirement, counts && whole ? answered : [], exchanges.length);
        }
        return judgeEach(requirement, counts ? answered : [], exchanges.length);
    });
}
/** A request that only prepares the others is judged where it is the subject. */
function isLeadIn(probe, { request }, known) {
    if (request.operation !== probe.operation)
        return true;
    return probe.wrong !== undefined && known.isTwin(probe, request);
}
function isAnswered(exchange) {
    return exchange.response !== undefined;
}
/** 401 and 403 speak of credentials; refusals of an operation that may not be there speak of nothing. */
function tells(probe, { request, response }, known) {
    if (response.status === 401 || response.status === 403)
        return false;
    if (response.status >= 300 && !known.served(probe))
        return false;
    return probe.wrong !== 'schema' || known.stillWrong(request);
}
function judgeEach(requirement, answered, exchanges) {
    let telling = 0;
    let vacuous = 0;
    let findings = [];
    let culprit;
    for (const exchange of answered) {
        const said = ask(() => requirement.check(exchange));
        if (typeof said === 'object' && 'fault' in said)
            return broken(requirement, exchanges, said.fault);
        if (said === undefined)
            continue;
        if (said === 'inapplicable')
            vacuous++;
        else {
            telling++;
            if (said.length > 0 && culprit === undefined) {
                findings = said;
                culprit = exchange;
            }
        }
    }
    return { requirement, exchanges, telling, vacuous, findings, ...(culprit ? { culprit } : {}) };
}
function judgeRelation(requirement, answered, exchanges) {
    const said = answered.length === 0 ? undefined : ask(() => requirement.relation(answered));
    if (typeof said === 'object' && 'fault' in said)
        return broken(requirement, exchanges, said.fault);
    const telling = said !== undefined && said !== 'inapplicable' ? answered.length : 0;
    const findings = telling > 0 ? said : [];
    const culprit = findings.length > 0 ? answered.at(-1) : undefined;
    const vacuous = said === 'inapplicable' ? answered.length : 0;
    return { requirement, exchanges, telling, vacuous, findings, ...(culprit ? { culprit } : {}) };
}
/** Presence is settled before the scan; here only hang-ups and time-outs are looked at. */
function judgeSilence(requirement, exchanges) {
    if (requirement.owes === 'presence') {
        return { requirement, exchanges: 0, telling: 0, vacuous: 0, findings: [] };
    }
    const culprit = exchanges.find((e) => e.silence?.kind === 'reset' || e.silence?.kind === 'timeout');
    const telling = exchanges.filter((e) => e.response !== undefined || e === culprit).length;
    const findings = culprit
        ? [{ at: 'the connection', expected: 'an answer', actual: culprit.silence?.message ?? '' }]
        : [];
    const counted = { requirement, exchanges: exchanges.length, telling, vacuous: 0, findings };
    return culprit ? { ...counted, culprit } : counted;
}
function ask(question) {
    try {
        return question();
    }
    catch (error) {
        return { fault: error instanceof Error ? error.message : String(error) };
    }
}
function broken(requirement, exchanges, fault) {
    return { requirement, exchanges, telling: 0, vacuous: 0, findings: [], fault };
}
