/** Resolves the identifiers of templates and interfaces, and rejects wrong ones. */

import {
  DEMO_PACKAGE,
  type Entity,
  entityNamed,
  INTERFACE,
  isInterface,
  MODULE,
} from '../contracts/templates.ts';
import type { LedgerError } from '../errors.ts';
import { invalidField, notFound } from '../errors.ts';
import type { Ledger } from '../ledger.ts';
import type { Package } from '../packages/store.ts';
import { isSince } from '../versions.ts';

const NAME = /^#[A-Za-z0-9_.-]+$/;
const HASH = /^[0-9a-f]{64}$/;
const WORD = /^[A-Za-z_$][A-Za-z0-9_$'.]*$/;

/** An identifier taken apart. A package is named by `#name` or by its id. */
interface Reference {
  readonly text: string;
  readonly byName: boolean;
  readonly package: string;
  readonly module: string;
  readonly entity: string;
}

/** The parts of an identifier; 400 INVALID_FIELD when one of them is malformed. */
function referenceIn(text: string, field: string): Reference {
  const [place = '', module = '', entity = ''] = text.split(':');
  if (!NAME.test(place) && !HASH.test(place)) {
    throw invalidField(field, `'${place}' is neither #name nor a package id.`);
  }
  if (!WORD.test(module) || !WORD.test(entity)) {
    throw invalidField(field, `'${module}:${entity}' is not a qualified name.`);
  }
  const byName = place.startsWith('#');
  return { text, byName, package: byName ? place.slice(1) : place, module, entity };
}

/** The packages of a reference, the highest version first; none if the ledger has none. */
function packagesOf(ledger: Ledger, { byName, package: wanted }: Reference): readonly Package[] {
  return ledger.packages
    .all()
    .filter(({ id, name }) => (byName ? name : id) === wanted)
    .sort((a, b) => byVersion(b.version, a.version));
}

/** Orders versions by their numbers. */
export function byVersion(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  for (const [index, number] of (left ?? []).entries()) {
    const difference = number - (right?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return (left?.length ?? 0) - (right?.length ?? 0);
}

/** The template or interface that a command names, and its package. */
export interface CommandTarget {
  readonly packageId: string;
  readonly packageName: string;
  /** Undefined for the interface. */
  readonly entity: Entity | undefined;
}

/** The template or interface that a command names; 400 for malformed identifiers, 404 for unknown ones. */
export function commandTarget(ledger: Ledger, text: string): CommandTarget {
  const reference = referenceIn(text, 'templateId');
  const [found] = packagesOf(ledger, reference);
  if (found === undefined && reference.byName) {
    throw notFound('PACKAGE_NAMES_NOT_FOUND', 'PACKAGE_NAME', reference.package);
  }
  const { module, entity } = reference;
  const template = entityNamed(module, entity);
  const known = template !== undefined || isInterface(module, entity);
  if (found === undefined || found.name !== DEMO_PACKAGE || !known) {
    throw notFound('TEMPLATES_OR_INTERFACES_NOT_FOUND', 'TEMPLATE_ID', text);
  }
  return { packageId: found.id, packageName: found.name, entity: template };
}

/** The contracts that a filter selects: those of one package by its id, or of every version by its name. */
export interface FilterTarget {
  /** Undefined for any version. */
  readonly packageId: string | undefined;
  /** Undefined for the interface. */
  readonly entity: Entity | undefined;
  /** The identifier with a package id, as in responses. */
  readonly resolved: string;
}

/**
 * The contracts that an identifier in a filter means. 400 INVALID_FIELD for malformed ones and, from 3.5,
 * for package ids; 404 for unknown package names, templates and interfaces.
 */
export function filterTarget(
  ledger: Ledger,
  text: string,
  kind: 'template' | 'interface',
): FilterTarget {
  const reference = referenceIn(text, `${kind}Id`);
  if (!reference.byName && isSince(ledger.version, '3.5')) {
    throw invalidField(`${kind}Id`, 'a filter names the package by #name.');
  }
  const [found] = packagesOf(ledger, reference);
  const { module, entity } = reference;
  if (found === undefined && reference.byName) {
    throw notFound('PACKAGE_NAMES_NOT_FOUND', 'PACKAGE_NAME', reference.package);
  }
  const template = kind === 'template' ? entityNamed(module, entity) : undefined;
  const known = kind === 'template' ? template !== undefined : isInterface(module, entity);
  if (found === undefined || found.name !== DEMO_PACKAGE || !known) throw unknown(reference, kind);
  const packageId = reference.byName ? undefined : found.id;
  return { packageId, entity: template, resolved: `${found.id}:${module}:${entity}` };
}

function unknown({ text, byName }: Reference, kind: 'template' | 'interface'): LedgerError {
  if (!byName) {
    return notFound('TEMPLATES_OR_INTERFACES_NOT_FOUND', `${kind.toUpperCase()}_ID`, text);
  }
  const kinds = kind === 'template' ? 'TEMPLATES' : 'INTERFACE';
  return notFound(
    `NO_${kinds}_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME`,
    `${kind.toUpperCase()}_ID`,
    text,
  );
}

/** The interface in the package of a contract, as responses name it. */
export function interfaceIn(packageId: string): string {
  return `${packageId}:${MODULE}:${INTERFACE}`;
}
