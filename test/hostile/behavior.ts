/** The type of a behavior, and the usual ways to make one. */
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

/** One request, and everything that a behavior needs for its response. */
export interface Turn {
  readonly request: Request;
  readonly socket: Socket;
  /** The position of the request on this server, counted from 1. */
  readonly count: number;
  /** The response of the conforming server. */
  readonly reply: () => Promise<Reply>;
  readonly stage: Stage;
}

/** The server. */
export interface Stage {
  /** The number of open connections, with this one. */
  readonly open: () => number;
  /** Refuses connections for this time and cuts the open ones; without a time it never returns. */
  readonly goDown: (ms?: number) => void;
  /** Cuts the open connections and takes new ones, as if another worker took over. */
  readonly loseWorker: () => void;
}

export type Result = 'conforming' | 'nonconforming' | 'partial';

export interface Behavior {
  readonly id: string;
  readonly surface: 'registry' | 'ledger';
  readonly does: string;
  /** The expected report of the kit: its result, and a phrase of its output. */
  readonly result: Result;
  readonly says?: string | undefined;
  /** Options of the run. */
  readonly options?: readonly string[];
  /** The milliseconds from its start until it listens. */
  readonly lateMs?: number;
  /** Called for each connection; true if it handled the connection. */
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

/** The same behavior of a ledger. An audit judges only a part of it. */
export function ofLedger(one: Behavior): Behavior {
  const result = one.result === 'conforming' ? 'partial' : one.result;
  return { ...one, id: `ledger-${one.id}`, surface: 'ledger', result };
}

export function encode({ version, status, reason, headers, body }: Reply): Buffer {
  const lines = [`${version} ${status} ${reason}`, ...headers.map(([n, v]) => `${n}: ${v}`)];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

/** Changes parts of the conforming response. */
export function changed(change: (reply: Reply, turn: Turn) => Partial<Reply>): Behavior['respond'] {
  return async (turn) => {
    const reply = await turn.reply();
    turn.socket.write(encode({ ...reply, ...change(reply, turn) }));
  };
}

/** Changes the body, and sets its length. */
export function bodied(
  change: (body: Buffer, reply: Reply) => Buffer | string,
): Behavior['respond'] {
  // A 204 ends with its headers.
  return changed((reply) =>
    reply.status === 204 ? reply : withBody(reply, change(reply.body, reply)),
  );
}

/** Changes the body of each success. */
export function goodBody(change: (text: string) => Buffer | string): Behavior['respond'] {
  return bodied((body, { status }) => (status === 200 ? change(body.toString()) : body));
}

/** Sends bytes that are made from the conforming response. */
export function bytes(make: (reply: Reply, turn: Turn) => Buffer | string): Behavior['respond'] {
  return async (turn) => {
    turn.socket.write(make(await turn.reply(), turn));
  };
}

/** Sends the same bytes each time. */
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

/** The headers with this length of the body. */
export function lengthOf({ headers }: Reply, bytesSent: number): Reply['headers'] {
  return headers.map(([name, value]) =>
    name.toLowerCase() === 'content-length' ? [name, String(bytesSent)] : [name, value],
  );
}

/** The headers without those with these names. */
export function without({ headers }: Reply, ...names: readonly string[]): Reply['headers'] {
  return headers.filter(([name]) => !names.includes(name.toLowerCase()));
}

export function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
