/** The chapters of the registry: specs/registry/rules, and what their files may name. */
import { loadDocument, needsOf, type Probe } from '../../src/kit.ts';
import { chapterLaws, type LawChapter, type LawKit } from '../kit/chapters/laws.ts';
import { memberLaws } from '../kit/chapters/members.ts';
import { checked, type Law, ofAnyTraffic } from '../kit/law.ts';
import { CHANGE_CHECKS } from './around-factory.ts';
import { NUMBER_CHECKS } from './awkward-numbers.ts';
import { BLOB_CAUSES } from './blobs.ts';
import type { Asked, Causes, Documented } from './check-types.ts';
import { CHOICE_CHECKS } from './choices-apart.ts';
import { CONTEXT_CAUSES, CONTEXT_CHECKS } from './contexts.ts';
import { clauseOf, type REGISTRY_CHAPTERS, registryChapter } from './contracts.ts';
import { DEBUG_CAUSES, DEBUG_CHECKS } from './debug-fields.ts';
import { FLAG_CHECKS } from './flag-lasts.ts';
import { HOLDING_CHECKS } from './grown-arrays.ts';
import { ERROR_CHECKS, httpRule } from './http-rules.ts';
import { ID_CHECKS } from './ids.ts';
import { PAGE_CHECKS } from './instrument-pages.ts';
import { SIZE_CHECKS } from './large-bodies.ts';
import { LOOKUP_CHECKS } from './lookup-checks.ts';
import { MEMBER_FORMS } from './member-forms.ts';
import { METADATA_CHECKS } from './metadata-checks.ts';
import { optionalNames } from './request-schema.ts';
import { REQUEST_CHECKS } from './requests.ts';
import { SPELLING_CHECKS } from './respelled-arguments.ts';
import { ALONE_CHECKS } from './stands-alone.ts';
import { TRANSFER_CHECKS } from './transfer-kinds.ts';
import { VERSION_2_CHECKS } from './version-2.ts';

type Name = (typeof REGISTRY_CHAPTERS)[number];

/** Groups of requests, by their names in chapters. */
export const GROUPS: Readonly<Record<string, (subject: Asked) => readonly Probe[]>> = {
  all: ({ all }) => all,
  documented: ({ documented }) => documented,
  'well-formed': ({ wellFormed }) => wellFormed,
  readable: ({ readable = [] }) => readable,
  broken: ({ broken = [] }) => broken,
  framing: ({ framing = [] }) => framing,
  'rejected-in-a-row': ({ rejectedInARow }) => (rejectedInARow ? [rejectedInARow] : []),
};

export const LAW_KIT: LawKit<Asked> = {
  clauseOf,
  sent: (subject, name) => {
    const group = GROUPS[name];
    if (group !== undefined) return group(subject);
    const { all, more = [] } = subject;
    return [...all, ...more.filter((one) => one !== undefined)].filter(
      ({ id }) => familyOf(id) === name,
    );
  },
  hasMember: (subject, name) => optionalNames(subject).includes(name),
  checks: {
    ...REQUEST_CHECKS,
    ...ID_CHECKS,
    ...CONTEXT_CHECKS,
    ...CHOICE_CHECKS,
    ...CHANGE_CHECKS,
    ...NUMBER_CHECKS,
    ...SPELLING_CHECKS,
    ...SIZE_CHECKS,
    ...HOLDING_CHECKS,
    ...FLAG_CHECKS,
    ...DEBUG_CHECKS,
    ...ALONE_CHECKS,
    ...ERROR_CHECKS,
    ...TRANSFER_CHECKS,
    ...VERSION_2_CHECKS,
    ...METADATA_CHECKS,
    ...PAGE_CHECKS,
    ...LOOKUP_CHECKS,
  },
  causes: { ...CONTEXT_CAUSES, ...DEBUG_CAUSES },
  httpRule,
};

/** The family of requests that a probe is: `near-id`. */
export const familyOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

const chapter = (name: Name): LawChapter => loadDocument(registryChapter(name)) as LawChapter;

export const laws = (name: Name): readonly Law<Asked>[] => chapterLaws(LAW_KIT, chapter(name));

/** The rules of a chapter about members. */
export const memberRules = (name: Name): readonly Law<Documented>[] =>
  memberLaws<Documented>(MEMBER_FORMS, onBodies, chapter(name), clauseOf).map((law) => {
    const causes = MEMBER_CAUSES[law.name];
    return causes === undefined ? law : { ...law, causes };
  });

const MEMBER_CAUSES: Causes = BLOB_CAUSES;

/** Judges each 200 with a JSON object or array; equal bodies are judged once. */
const onBodies: Parameters<typeof memberLaws<Documented>>[1] = (check) => {
  const judged = new WeakMap<object, { readonly result: ReturnType<typeof check> }>();
  return ofAnyTraffic(
    checked<Documented>(
      // The rejection of a contract under reassignment has no context.
      ({ documented }) =>
        documented.filter((one) => !needsOf(one).some((need) => need.startsWith('reassigning'))),
      (exchange) => {
        const { status, body } = exchange.response;
        if (status !== 200 || typeof body !== 'object' || body === null) return undefined;
        const known = judged.get(body) ?? { result: check(body, exchange) };
        judged.set(body, known);
        return known.result;
      },
    ),
  );
};
