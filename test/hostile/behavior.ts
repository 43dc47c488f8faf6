/** What a behavior is, and the usual ways to write one. */
import type { Socket } from 'node:net';

/** A response in parts. */
export interface Reply {
  readonly version: string;
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

export interface Request {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** One request, and all that a behavior needs to respond to it. */
export interface Turn {
  readonly request: Request;
  readonly socket: Socket;
  /** The n-th request of the server, counted from 1. */
  readonly count: number;
  /** What the conforming server responds. */
  readonly reply: () => Promise<Reply>;
  readonly stage: Stage;
}

/** The server as a whole. */
export interface Stage {
  /** Connections that are open, this one included. */
  readonly open: () => number;
  /** Takes no connections for so long, and cuts those that are open; for good without a time. */
  readonly goDown: (ms?: number) => void;
}

export type Result = 'conforming' | 'nonconforming' | 'partial';

export interface Behavior {
  readonly id: string;
  readonly surface: 'registry' | 'ledger';
  readonly does: string;
  /** What the kit must report: the result, and a phrase of its output. */
  readonly result: Result;
  readonly says?: string | undefined;
  /** Options that the run gets. */
  readonly options?: readonly string[];
  /** It listens only so long after its start. */
  readonly lateMs?: number;
  /** Called for each connection; true: it is dealt with. */
  readonly accept?: (socket: Socket, stage: Stage) => boolean;
  readonly respond: (turn: Turn) => Promise<void> | void;
}

type Extra = Partial<Pick<Behavior, 'options' | 'lateMs' | 'surface' | 'says'>> & {
  readonly accept?: Behavior['accept'];
};

/** A behavior of a registry, unless `extra` names another surface. */
export function behavior(
  id: string,
  does: string,
  result: Result,
  respond: Behavior['respond'],
  extra: Extra = {},
): Behavior {
  const { accept, ...rest } = extra;
  return { id, surface: 'registry', does, result, respond, ...rest, ...(accept && { accept }) };
}

/** The same behavior of a ledger, which a run that may change nothing judges in part. */
export function ofLedger(one: Behavior): Behavior {
  const result = one.result === 'conforming' ? 'partial' : one.result;
  return { ...one, id: `ledger-${one.id}`, surface: 'ledger', result };
}

export function encode({ version, status, reason, headers, body }: Reply): Buffer {
  const lines = [`${version} ${status} ${reason}`, ...headers.map(([n, v]) => `${n}: ${v}`)];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

/** The conforming response as it is, changed as a whole. */
export function changed(change: (reply: Reply, turn: Turn) => Partial<Reply>): Behavior['respond'] {
  return async (turn) => {
    const reply = await turn.reply();
    turn.socket.write(encode({ ...reply, ...change(reply, turn) }));
  };
}

/** Another body, under its right length. */
export function bodied(
  change: (body: Buffer, reply: Reply) => Buffer | string,
): Behavior['respond'] {
  return changed((reply) => withBody(reply, change(reply.body, reply)));
}

/** Another body in place of each good one. */
export function goodBody(change: (text: string) => Buffer | string): Behavior['respond'] {
  return bodied((body, { status }) => (status === 200 ? change(body.toString()) : body));
}

/** Bytes made of the conforming response. */
export function bytes(make: (reply: Reply, turn: Turn) => Buffer | string): Behavior['respond'] {
  return async (turn) => {
    turn.socket.write(make(await turn.reply(), turn));
  };
}

/** Always the same bytes. */
export function always(said: Buffer | string, close = false): Behavior['respond'] {
  return ({ socket }) => {
    if (close) socket.end(said);
    else socket.write(said);
  };
}

export function withBody(reply: Reply, body: Buffer | string): Reply {
  const sent = Buffer.from(body);
  return { ...reply, body: sent, headers: lengthOf(reply, sent.length) };
}

export function withHeaders(reply: Reply, ...more: (readonly [string, string])[]): Reply {
  return { ...reply, headers: [...reply.headers, ...more] };
}

function lengthOf({ headers }: Reply, bytesSent: number): Reply['headers'] {
  return headers.map(([name, value]) =>
    name.toLowerCase() === 'content-length' ? [name, String(bytesSent)] : [name, value],
  );
}

/** The headers without those of these names. */
export function without({ headers }: Reply, ...names: readonly string[]): Reply['headers'] {
  return headers.filter(([name]) => !names.includes(name.toLowerCase()));
}

export function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
