/** How many failing cases are kept to be repeated; the lowest ones. */
const KEPT_FAILURES = 5;
export class Tally {
    requirement;
    exchanges = 0;
    telling = 0;
    vacuous = 0;
    failing = 0;
    kitFault;
    /** Indexes of exchanges that were kept as evidence. */
    evidence = [];
    /** The lowest failing cases, in the plan's order. */
    failures = [];
    /** Why exchanges said nothing. */
    unanswered = new Map();
    credentialWanted = 0;
    twinRefused = 0;
    constructor(requirement) {
        this.requirement = requirement;
    }
    /** What was told rested on a twin that turned out to be refused. */
    forget() {
        this.telling = 0;
        this.failing = 0;
        this.failures.length = 0;
        this.twinRefused++;
    }
    add(one, told) {
        this.exchanges += told.exchanges;
        this.telling += told.telling;
        this.vacuous += told.vacuous;
        this.kitFault ??= told.fault;
        if (told.findings.length === 0 || told.culprit === undefined)
            return;
        this.failing++;
        this.failures.push({ at: one, findings: told.findings, culprit: told.culprit });
        this.failures.sort((a, b) => a.at.order - b.at.order);
        if (this.failures.length > KEPT_FAILURES)
            this.failures.pop();
    }
}
