/** The registration of a surface. Parts that load slowly are loaded on demand. */
import type { Contract, JsonSchema } from '../contract/contract.ts';
import type { DocumentFiles } from '../contract/documents.ts';
import type { DocumentSource } from '../contract/foreign/document.ts';
import type { Fixtures, Surface } from './index.ts';

export interface Registration {
  readonly name: string;
  /** Its operations and requirements, at this contract; the newest by default. */
  readonly suite: () => Promise<(contract?: Contract) => Surface>;
  /** All contracts that the kit has of it. */
  readonly contracts: () => Promise<readonly Contract[]>;
  /** The files of specs/ that the build prepares. */
  readonly documents: () => Promise<readonly DocumentFiles[]>;
  readonly fixtures: () => Promise<FixtureKinds>;
  /** Absent if the API has one version. */
  readonly versions?: Versions;
  /** Absent if the surface is one API. */
  readonly apis?: Apis;
  /** True if requests have random values, so that more requests show more. */
  readonly sampled: boolean;
  /** True if some operations change the target. */
  readonly changing: boolean;
  readonly reference: Reference;
  /** Command lines and what they do, for help. */
  readonly examples: readonly (readonly [line: string, purpose: string])[];
}

/** The fixtures of a surface. */
export interface FixtureKinds {
  /** An empty list of each fixture, discovered ones included. */
  readonly none: Partial<Fixtures>;
  /** The fixtures that the operator may give, as in a fixtures file. */
  readonly schema: Readonly<Record<string, JsonSchema>>;
}

/** The versions of an API, and how to find that of a target. */
export interface Versions {
  /** The newest first. */
  readonly names: readonly string[];
  readonly contract: (version: string) => Promise<Contract>;
  /** Contracts of earlier patch versions that have rules of their own. */
  readonly earlier?: readonly string[];
  /** The path of a response with the member `version`. */
  readonly announcedAt: string;
  /** The contract version for this announced version, and a note if they differ. */
  readonly nearest: (announced: string) => Promise<readonly [version: string, note: string]>;
  /** The path at which a target serves its own document. */
  readonly documentAt: string;
  /** The contract of such a document. Throws DocumentError. */
  readonly fromDocument: (source: DocumentSource) => Promise<Contract>;
}

/** The APIs that make up a surface, each with versions of its own. */
export interface Apis {
  readonly list: readonly { readonly api: string; readonly versions: readonly string[] }[];
  /** The newest version by default. Throws InputError for an unknown API or version. */
  readonly contract: (api: string, version?: string) => Promise<Contract>;
  /** The surface with these versions by API, else the newest, and with the requirements of the named APIs. */
  readonly suite: (
    versions: Readonly<Record<string, string>>,
    apis: readonly string[],
  ) => Promise<Surface>;
}

/** The reference server of a surface. */
export interface Reference {
  /** The callers whose tokens a proof uses, the one with most rights first; empty if the server needs no token. */
  readonly callers: readonly string[];
  readonly faults: () => Promise<readonly FaultSwitch[]>;
  readonly variants: () => Promise<readonly Switch[]>;
  /** Variants of the server at which everything can be proved; none by default. */
  readonly provedWith?: readonly string[];
  readonly start: (options: ReferenceOptions) => Promise<Running>;
  /** True if it has `latencyMs` and `limit`. */
  readonly slows?: true;
  /** The fault that shows a newcomer what a failure looks like, and the requirement that fails. */
  readonly showcase?: { readonly fault: string; readonly requirement: string };
  /** The fault that proves each MUST and SHOULD, unless the kit has committed one; see Kills in src/prove. */
  readonly kills?: Readonly<Record<string, string>>;
}

/** A fault or a conforming variant. */
export interface Switch {
  readonly id: string;
  readonly description: string;
  /** The versions that have it; all by default. */
  readonly versions?: readonly string[];
}

/** A fault, and how the proof sees it. */
export interface FaultSwitch extends Switch {
  /** The requirement, or a glob of them, that must kill it. */
  readonly killedBy: string;
  /** The effects that the kit must be allowed to see the fault; by default those of any requirement that it names. */
  readonly allow?: 'writes' | 'irreversible';
  /** The caller whose token shows it, `none` for no token; the first caller by default. */
  readonly token?: string;
}

/** True if the fault can be shown at this version: one of 3.5 can be shown at each release of 3.5. */
export function isShownAt({ versions }: Pick<Switch, 'versions'>, version: string): boolean {
  return versions?.some((line) => `${version}.`.startsWith(`${line}.`)) !== false;
}

export interface ReferenceOptions {
  readonly port?: number;
  readonly faults?: readonly string[];
  readonly variants?: readonly string[];
  readonly version?: string;
  /** True if the server requires bearer tokens. */
  readonly auth?: boolean;
  /** Milliseconds before each response. */
  readonly latencyMs?: number;
  /** The most requests of a window; others get 429 with Retry-After. */
  readonly limit?: { readonly requests: number; readonly windowMs: number };
}

/** A running reference server. */
export interface Running {
  readonly url: string;
  readonly fixtures: Partial<Fixtures>;
  /** The token of each caller and of others, the first caller's first; empty if the server needs none. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Requests that arrived so far. */
  readonly received: () => number;
  close(): Promise<void>;
}
