/** The state of one reference ledger: what the administrative operations keep, and the history of updates. */

import type { KeyObject } from 'node:crypto';
import type { History } from './history.ts';
import { seededHistory } from './history-seed.ts';
import { timeAt } from './ids.ts';
import { PackageStore } from './packages/store.ts';
import { Vetting } from './packages/vetting-state.ts';
import { PartyBook } from './parties/book.ts';
import {
  ALL_PARTIES,
  LOCAL_PARTIES,
  OTHER_PARTICIPANT,
  PARTICIPANT,
  REMOTE_PARTIES,
  SEED_IDP,
  SEED_PACKAGES,
  SEED_USERS,
  SYNCHRONIZERS,
} from './seed.ts';
import { Traffic } from './traffic-book.ts';
import { IdpBook, UserBook } from './users/book.ts';
import { isSince, type Release, releaseOf } from './versions.ts';

export class Ledger {
  readonly version: Release;
  /** As GET /v2/version reports it. */
  build: string;
  /** True when bearer tokens are needed. */
  readonly auth: boolean;
  readonly participant: string = PARTICIPANT;
  /** The connected ones. */
  synchronizers: readonly string[] = SYNCHRONIZERS;
  readonly idps: IdpBook = new IdpBook([SEED_IDP]);
  readonly users: UserBook = new UserBook(SEED_USERS);
  readonly parties: PartyBook = new PartyBook(LOCAL_PARTIES, REMOTE_PARTIES);
  readonly packages: PackageStore = new PackageStore(SEED_PACKAGES);
  readonly vetting: Vetting;
  /** Ed25519 public keys of external parties, by party. */
  readonly externalKeys: Map<string, KeyObject> = new Map();
  readonly history: History;
  readonly traffic: Traffic = new Traffic();
  /** False: deprecated operations and members are rejected. */
  servesDeprecated: boolean;

  constructor(version: Release, auth: boolean) {
    this.version = version;
    this.build = releaseOf(version);
    this.auth = auth;
    this.servesDeprecated = !isSince(version, '3.6');
    this.vetting = new Vetting(
      [this.participant, OTHER_PARTICIPANT],
      this.synchronizers,
      this.packages.all(),
    );
    this.history = seededHistory({
      parties: [...ALL_PARTIES],
      packages: this.packages.all().map(({ id, name, version: v }) => ({ id, name, version: v })),
      synchronizers: [...this.synchronizers],
      participant: this.participant,
      version,
    });
  }

  /** The time of the ledger: it moves on with the ledger end. */
  now(): string {
    return timeAt(this.history.end);
  }
}
