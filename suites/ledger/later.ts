/** Versions after the newest contract, and names for contracts: data in specs/ledger. */
import {
  type DocumentFiles,
  type Fixtures,
  loadDocument,
  type Requirement,
  type Surface,
} from '../../src/kit.ts';
import { isVersion, NEWEST, order } from './versions.ts';

/** A version that is held to the newest contract, and what is known to differ. */
interface Later {
  readonly version: string;
  /** The day on which this was known. */
  readonly known: string;
  readonly differences: readonly {
    readonly what: string;
    /** The names of the rules that do not hold there. */
    readonly free?: readonly string[];
  }[];
}

/** A name of a contract. */
interface Alias {
  readonly alias: string;
  readonly contract: string;
  readonly known: string;
  readonly basis: string;
}

export const LATER_VERSIONS: DocumentFiles = { name: 'ledger/later', files: ['ledger/later.yaml'] };
export const ALIASES: DocumentFiles = { name: 'ledger/aliases', files: ['ledger/aliases.yaml'] };

export const aliases = (): readonly Alias[] => loadDocument(ALIASES) as readonly Alias[];

/** What is known to differ in this release from the newest contract: of its version and of those before it. */
function differencesOf(release: string): Later['differences'] {
  const all = loadDocument(LATER_VERSIONS) as readonly Later[];
  return all
    .filter(({ version }) => order(release, version) >= 0)
    .flatMap(({ differences }) => differences);
}

/** The surface for a ledger of this release, which may be later than the newest contract. */
export function atRelease(surface: Surface, { release: [release = ''] }: Fixtures): Surface {
  if (!isVersion(release) || order(release, NEWEST) <= 0) return surface;
  const differences = differencesOf(release);
  const free = new Set(differences.flatMap((one) => one.free ?? []));
  const known = differences.map(({ what }) => what).join(' ');
  const first = `The ledger reports ${release}, which is later than every contract that Assay knows: it is judged by ledger ${NEWEST}.`;
  return {
    ...surface,
    heldTo: known === '' ? first : `${first} Known differences: ${known}`,
    requirements: surface.requirements.map((one) =>
      free.has(one.id.slice(one.id.lastIndexOf('/') + 1)) ? freed(one) : one,
    ),
  };
}

/** The rule, which nothing breaks. */
function freed(one: Requirement): Requirement {
  if ('check' in one) return { ...one, check: () => 'inapplicable' };
  return 'relation' in one ? { ...one, relation: () => 'inapplicable' } : one;
}
