/** What the command line knows of a surface before it loads it. */
import type { Contract } from '../contract/contract.ts';
import type { DocumentSource } from '../contract/foreign/document.ts';
import type { Fixtures, Surface } from './index.ts';

export interface Offer {
  readonly name: string;
  /** The surface at this contract; at its newest unless given. */
  readonly load: (contract?: Contract) => Promise<Surface>;
  /** All contracts that the kit has of it. */
  readonly contracts: () => Promise<readonly Contract[]>;
  /** Absent where the API has one version. */
  readonly versions?: Versions;
  /** Requests carry random values, so that more of them show more. */
  readonly sampled: boolean;
  /** Some operations change the target. */
  readonly changing: boolean;
  readonly reference: Reference;
  /** Command lines and what they do, for help. */
  readonly examples: readonly (readonly [line: string, purpose: string])[];
}

/** The versions of an API, and how to find that of a target. */
export interface Versions {
  /** The newest first. */
  readonly names: readonly string[];
  readonly contract: (version: string) => Promise<Contract>;
  /** The path of a response with the member `version`. */
  readonly announcedAt: string;
  /** The version for a target that announces this one, and a note where the two differ. */
  readonly nearest: (announced: string) => Promise<readonly [version: string, note: string]>;
  /** The path at which a target serves its own document. */
  readonly documentAt: string;
  /** The contract that such a document makes. Throws DocumentError. */
  readonly fromDocument: (source: DocumentSource) => Promise<Contract>;
}

/** The reference server of a surface. */
interface Reference {
  /** It can be started so that it requires bearer tokens; the first of them may read everything. */
  readonly authenticates: boolean;
  readonly faults: () => Promise<readonly Switch[]>;
  readonly variants: () => Promise<readonly Switch[]>;
  readonly start: (options: ReferenceOptions) => Promise<Running>;
  /** The fault that shows a newcomer what a failure looks like, and the requirement that fails. */
  readonly showcase?: { readonly fault: string; readonly requirement: string };
}

/** A fault or a conforming variant. */
export interface Switch {
  readonly id: string;
  readonly description: string;
  /** The versions at which it exists; all unless given. */
  readonly versions?: readonly string[];
}

export interface ReferenceOptions {
  readonly port?: number;
  readonly faults?: readonly string[];
  readonly variants?: readonly string[];
  readonly version?: string;
  /** Require bearer tokens. */
  readonly auth?: boolean;
}

/** A reference server that runs. */
export interface Running {
  readonly url: string;
  readonly fixtures: Partial<Fixtures>;
  /** A token each by the name of an environment variable, the most powerful first; empty where none is needed. */
  readonly tokens: Readonly<Record<string, string>>;
  close(): Promise<void>;
}
