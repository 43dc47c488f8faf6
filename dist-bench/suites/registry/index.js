/** The registry: allocation contexts and the allocation factory. */
import fc from 'fast-check';
import { call, contractIds, registryContracts, } from '../../src/index.js';
import { everyOperation } from '../every-operation.js';
import { allocationFactory, factoryProbes } from './allocation-factory.js';
import { contextProbes, contexts } from './contexts.js';
import { debugFields } from './debug-fields.js';
import { disclosedContracts } from './disclosed-contracts.js';
import { sharedProbes } from './probes.js';
import { requests } from './requests.js';
import { context, factory } from './subject.js';
/** The registry surface: its operations, its landmarks and every requirement. */
export function registry() {
    const operations = registryContracts().flatMap((contract) => contract.operations);
    const factorySubject = factory(named(operations, 'allocation-factory'));
    const contextSubjects = operations.filter((o) => o !== factorySubject.operation).map(context);
    return {
        name: 'registry',
        operations,
        landmarks: (fixtures) => [...contextSubjects, factorySubject].map((s) => landmarks(s, fixtures)),
        requirements: [
            ...contextSubjects.flatMap((subject) => contextRequirements(subject, factorySubject)),
            ...factoryRequirements(factorySubject),
        ],
    };
}
function contextRequirements(subject, factorySubject) {
    const shared = sharedProbes(subject);
    const own = contextProbes(subject, factorySubject);
    const accepted = [
        shared.optional,
        own.live,
        own.meta,
        own.extremeMeta,
        own.hostileMeta,
        own.encodedId,
    ];
    const identifiers = [own.unknownIds, own.malformedId, own.nearId, own.reassigning];
    return [
        ...contexts(subject, own),
        ...common(subject, shared, accepted, [...identifiers, own.otherKind], own.unknownIds),
    ];
}
function factoryRequirements(subject) {
    const shared = sharedProbes(subject);
    const own = factoryProbes(subject);
    const accepted = [shared.optional, own.declared, own.around, own.anyObject];
    return [
        ...allocationFactory(subject, own),
        ...common(subject, shared, accepted, [], own.refusedInARow),
    ];
}
/** What contexts and factory share. */
function common(subject, shared, accepted, identifiers, refusedInARow) {
    const relations = [shared.flagSequence, shared.together, shared.spelling, shared.unknownMember];
    const wellFormed = [...accepted, ...relations, ...identifiers];
    const broken = [...shared.broken.values()];
    const unread = [shared.malformedJson, shared.missingBody, shared.wrongMediaType];
    const answering = [...new Set([...wellFormed, ...broken, ...unread, refusedInARow])];
    return [
        ...requests(subject, shared),
        ...debugFields(subject, shared, answering),
        ...disclosedContracts(subject, answering),
        ...everyOperation('registry', subject.operation, {
            answering,
            all: [...answering, shared.wrongMethod, shared.preflight],
            wellFormed,
            broken,
            framing: [...unread, shared.wrongMethod],
            refusedInARow,
        }),
    ];
}
function landmarks({ operation, twin, good }, fixtures) {
    const accepted = twin(fixtures);
    const [unknownId = ''] = fc.sample(contractIds(), { seed: 7, numRuns: 1 });
    const example = fixtures.choiceArguments.length > 0 || operation.pathParameters.length > 0;
    const [fake] = example ? [] : fc.sample(good(fixtures), { seed: 7, numRuns: 1 });
    const stranger = call(operation, {
        path: { allocationId: unknownId },
        json: fake?.members ?? {},
    });
    const absent = { ...stranger, path: stranger.path.replace(/[^/]+$/, 'assay-knows-no-such-path') };
    return { operation, stranger, absent, ...(accepted ? { twin: accepted } : {}) };
}
function named(operations, chapter) {
    const found = operations.find((o) => o.chapter === chapter);
    if (!found)
        throw new Error(`no operation of the registry has the chapter ${chapter}`);
    return found;
}
